import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem } from "#contract/items";
import type { ImportedRow, ImportReply, ImportRowsInput } from "#contract/selling/import";
import { defaultCollectionDate } from "#domain/orders/collection";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows } from "../support/workerd/sql.ts";

let shop: TestAccount;

beforeAll(async () => {
  shop = await createAccount({ account_type: "business" });
});

type Cells = ImportRowsInput["rows"][number]["cells"];
const cells = (title: string, change: Cells = {}): Cells => ({
  title,
  price: "20",
  category: "Books",
  condition: "Good",
  ...change,
});
const rows = (...all: Cells[]): ImportRowsInput["rows"] =>
  all.map((entry, index) => ({ line: index + 2, occurrence: 0, cells: entry }));

async function send(request: Partial<ImportRowsInput>, who = shop): Promise<ImportedRow[]> {
  const response = await who.request("POST", "/api/products/import", {
    dry_run: false,
    on_sale: true,
    rows: [],
    ...request,
  });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return (body as ImportReply).results;
}

async function titles(who: TestAccount): Promise<string[]> {
  const { results } = await allRows<{ title: string }>`SELECT title
    FROM items WHERE seller_id = ${who.id} ORDER BY title`;
  return results.map(({ title }) => title);
}

describe("POST /api/products/import", () => {
  it("imports the valid rows and rejects each invalid one with its line and reason", async () => {
    const person = await createAccount({ account_type: "business" });
    const results = await send(
      {
        rows: rows(
          cells("Good book"),
          cells("x"),
          cells("No price", { price: "" }),
          cells("Third decimal", { price: "1.005" }),
          cells("Odd category", { category: "Boats" }),
          cells("Two problems", { condition: "", postcode: "12345" }),
          cells("Minimum too high", { minimum_price: "20.01" }),
          cells("Gift", { price: "free" }),
        ),
      },
      person,
    );
    expect(results.map(({ line, outcome, problems }) => [line, outcome, problems.map(({ field }) => field)])).toEqual([
      [2, "listed", []],
      [3, "rejected", ["title"]],
      [4, "rejected", ["price"]],
      [5, "rejected", ["price"]],
      [6, "rejected", ["category"]],
      [7, "rejected", ["condition", "postcode"]],
      [8, "rejected", ["minimum_price"]],
      [9, "listed", []],
    ]);
    expect(results.flatMap(({ problems }) => problems).every(({ message }) => message.length > 5)).toBe(true);
    expect(results[6]?.problems[0]?.message).toBe("Please enter a valid minimum price.");
    expect(await titles(person)).toEqual(["Gift", "Good book"]);
  });

  it("stores nothing in a dry run", async () => {
    const person = await createAccount({ account_type: "business" });
    const results = await send({ rows: rows(cells("Looked at"), cells("x")), dry_run: true }, person);
    expect(results.map(({ outcome, item_id }) => [outcome, item_id])).toEqual([
      ["ready", null],
      ["rejected", null],
    ]);
    expect(await titles(person)).toEqual([]);
  });

  it("lists each row once, although it is sent repeatedly and concurrently", async () => {
    const person = await createAccount({ account_type: "business" });
    const request = { rows: rows(cells("Once A"), cells("Once B")) };
    await Promise.all([send(request, person), send(request, person), send(request, person)]);
    const again = await send(request, person);
    expect(again.map(({ outcome }) => outcome)).toEqual(["already", "already"]);
    expect(again[0]?.item_id).toMatch(/^itm_/);
    expect(await titles(person)).toEqual(["Once A", "Once B"]);
  });

  it("lists only the corrected row when a corrected file is sent", async () => {
    const person = await createAccount({ account_type: "business" });
    await send({ rows: rows(cells("Right"), cells("Wrong", { price: "?" })) }, person);
    // The line numbers have changed as well, because a line above was removed.
    const results = await send({ rows: rows(cells("Wrong", { price: "5" }), cells("Right")) }, person);
    expect(results.map(({ outcome }) => outcome)).toEqual(["listed", "already"]);
    expect(await titles(person)).toEqual(["Right", "Wrong"]);
  });

  it("lists equal rows as often as they occur in the file, and once more for each new `again` id", async () => {
    const person = await createAccount({ account_type: "business" });
    const chair = cells("Folding chair");
    const three = [0, 1, 2].map((occurrence) => ({ line: occurrence + 2, occurrence, cells: chair }));
    await send({ rows: three }, person);
    expect(await titles(person)).toHaveLength(3);
    const again = crypto.randomUUID();
    await send({ rows: three, again }, person);
    await send({ rows: three, again }, person);
    expect(await titles(person)).toHaveLength(6);
  });

  it("treats two spellings of the same row as one", async () => {
    const results = await send({
      rows: rows(cells("Spelt"), cells(" Spelt ", { price: "$20.00", category: "books" })),
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(["listed", "already"]);
  });

  it("does not list a deleted item again", async () => {
    const request = { rows: rows(cells("Taken down")) };
    const [listed] = await send(request);
    expect((await shop.request("DELETE", `/api/items/${listed?.item_id}`)).status).toBe(200);
    expect((await send(request))[0]?.outcome).toBe("already");
  });

  it("can create inactive listings, which the seller activates later", async () => {
    const [listed] = await send({ rows: rows(cells("Waits for photos")), on_sale: false });
    expect((await call("GET", `/api/items/${listed?.item_id}`)).status).toBe(404);
    const onSale = await shop.request("PATCH", `/api/items/${listed?.item_id}`, { status: "active" });
    expect(((await onSale.json()) as OwnItem).status).toBe("active");
    expect((await call("GET", `/api/items/${listed?.item_id}`)).status).toBe(200);
  });

  it("fills in the defaults of a listing", async () => {
    const [listed] = await send({
      rows: rows(cells("Whole", { tags: "a;b", minimum_price: "15", suburb: "Fitzroy", postcode: "3065" })),
    });
    const item = (await (await shop.request("GET", `/api/items/${listed?.item_id}`)).json()) as OwnItem;
    expect(item).toMatchObject({
      tags: ["a", "b"],
      suburb: "Fitzroy",
      postcode: "3065",
      minimum_price: 15,
      negotiation_available: true,
    });
    expect(item.collection_date).toBe(defaultCollectionDate(item.created_at, item.collection_zone));
    expect((await call("GET", "/api/items?q=Whole")).status).toBe(200);
  });
});

describe("permissions and limits of the import", () => {
  it.each(["individual", "seller"] as const)("refuse an account of type %s", async (account_type) => {
    const person = await createAccount({ account_type });
    const response = await person.request("POST", "/api/products/import", {
      rows: rows(cells("Not mine to list")),
      dry_run: true,
      on_sale: true,
    });
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).error.message).toBe("Only business accounts can import products.");
  });

  it("refuse visitors, more than 25 rows, and unknown columns", async () => {
    const request = { rows: rows(cells("Book")), dry_run: true, on_sale: true };
    expect((await call("POST", "/api/products/import", request)).status).toBe(401);
    const many = Array.from({ length: 26 }, (_, index) => cells(`Book ${index}`));
    for (const wrong of [
      { rows: rows(...many) },
      { rows: [] },
      { rows: [{ line: 2, occurrence: 0, cells: { x: "1" } }] },
    ]) {
      expect((await shop.request("POST", "/api/products/import", { ...request, ...wrong })).status).toBe(422);
    }
  });

  it("list a new item for a row with the id of another user's item", async () => {
    const stranger = await createAccount();
    const theirs = await createItem(stranger);
    const [row] = await send({ rows: rows(cells("Mine", { id: theirs.id })) });
    expect(row?.outcome).toBe("listed");
    expect(row?.item_id).not.toBe(theirs.id);
  });
});

describe("GET /api/products/export.csv", () => {
  it("exports the seller's own items with formulas defused, and the import recognises every one (A82)", async () => {
    const person = await createAccount({ account_type: "business" });
    await createItem(person, { title: "=cmd|'/C calc'!A0", description: 'Two\nlines, "quoted"', minimum_price: 10 });
    await createItem(person, { title: "Plain lamp", price: 0 });
    await createItem(shop, { title: "Somebody else's" });
    const response = await person.request("GET", "/api/products/export.csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="goodstreet-items-\d{4}-\d\d-\d\d\.csv"$/,
    );
    // Decodes without stripping the byte order mark, which Excel needs to detect UTF-8.
    const text = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer());
    expect(text).toMatch(/^\ufefftitle,price,/);
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true });
    expect(data.map(({ title, price, status }) => [title, price, status])).toEqual([
      ["Plain lamp", "0.00", "active"],
      ["'=cmd|'/C calc'!A0", "45.50", "active"],
    ]);
    const known = ["title", "price", "category", "condition", "description", "tags", "minimum_price", "id"];
    const back = data.map((row, index) => ({
      line: index + 2,
      occurrence: 0,
      cells: Object.fromEntries(known.map((column) => [column, row[column] ?? ""])) as Cells,
    }));
    expect((await send({ rows: back, dry_run: true }, person)).map(({ outcome }) => outcome)).toEqual([
      "already",
      "already",
    ]);
    expect((await call("GET", "/api/products/export.csv")).status).toBe(401);
  });

  it("keeps private and public notes through an export and an import", async () => {
    const person = await createAccount({ account_type: "business" });
    const notes = { negotiation_notes: "Sold in a hurry", public_notes: "Comes with a shade" };
    await createItem(person, { title: "Lamp with notes", ...notes });
    const text = await (await person.request("GET", "/api/products/export.csv")).text();
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(data[0]).toMatchObject(notes);
    const [row] = await send({ rows: rows(cells("Second lamp with notes", notes)) }, person);
    const item = (await (await person.request("GET", `/api/items/${row?.item_id}`)).json()) as OwnItem;
    expect(item).toMatchObject(notes);
  });

  it("has a template that the import accepts", async () => {
    const text = await (await call("GET", "/api/products/template.csv")).text();
    const { data } = Papa.parse<Record<string, string>>(text.replace("\ufeff", ""), {
      header: true,
      skipEmptyLines: true,
    });
    const [row] = await send({ rows: rows(data[0] as Cells), dry_run: true });
    expect(row?.outcome).toBe("ready");
  });
});
