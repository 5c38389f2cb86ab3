import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem } from "#contract/items";
import type { ImportedRow, ImportReply, ImportRowsInput } from "#contract/products";
import { defaultCollectionDate } from "#domain/collection";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";

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
  const { results } = await env.DB.prepare("SELECT title FROM items WHERE seller_id = ? ORDER BY title")
    .bind(who.id)
    .all<{ title: string }>();
  return results.map(({ title }) => title);
}

describe("importing rows", () => {
  it("keeps the good ones and rejects each bad one with its line and reason", async () => {
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

  it("only looks in a dry run", async () => {
    const person = await createAccount({ account_type: "business" });
    const results = await send({ rows: rows(cells("Looked at"), cells("x")), dry_run: true }, person);
    expect(results.map(({ outcome, item_id }) => [outcome, item_id])).toEqual([
      ["ready", null],
      ["rejected", null],
    ]);
    expect(await titles(person)).toEqual([]);
  });

  it("lists nothing twice, however often and however many at once it is sent", async () => {
    const person = await createAccount({ account_type: "business" });
    const request = { rows: rows(cells("Once A"), cells("Once B")) };
    await Promise.all([send(request, person), send(request, person), send(request, person)]);
    const again = await send(request, person);
    expect(again.map(({ outcome }) => outcome)).toEqual(["already", "already"]);
    expect(again[0]?.item_id).toMatch(/^itm_/);
    expect(await titles(person)).toEqual(["Once A", "Once B"]);
  });

  it("lists the corrected row alone when a corrected file is sent", async () => {
    const person = await createAccount({ account_type: "business" });
    await send({ rows: rows(cells("Right"), cells("Wrong", { price: "?" })) }, person);
    // The rows have moved, too: a line was taken out above.
    const results = await send({ rows: rows(cells("Wrong", { price: "5" }), cells("Right")) }, person);
    expect(results.map(({ outcome }) => outcome)).toEqual(["listed", "already"]);
    expect(await titles(person)).toEqual(["Right", "Wrong"]);
  });

  it("lists equal rows as often as they stand in the file, and rows again only when asked", async () => {
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

  it("takes two spellings of one row for the same", async () => {
    const results = await send({
      rows: rows(cells("Spelt"), cells(" Spelt ", { price: "$20.00", category: "books" })),
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(["listed", "already"]);
  });

  it("leaves what was deleted since deleted", async () => {
    const request = { rows: rows(cells("Taken down")) };
    const [listed] = await send(request);
    expect((await shop.request("DELETE", `/api/items/${listed?.item_id}`)).status).toBe(200);
    expect((await send(request))[0]?.outcome).toBe("already");
  });

  it("can leave the listings off sale until they have photos", async () => {
    const [listed] = await send({ rows: rows(cells("Waits for photos")), on_sale: false });
    expect((await call("GET", `/api/items/${listed?.item_id}`)).status).toBe(404);
    const onSale = await shop.request("PATCH", `/api/items/${listed?.item_id}`, { status: "active" });
    expect(((await onSale.json()) as OwnItem).status).toBe("active");
    expect((await call("GET", `/api/items/${listed?.item_id}`)).status).toBe(200);
  });

  it("fills in what every listing has", async () => {
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

describe("who may import, and how much", () => {
  it.each(["individual", "seller"] as const)("is refused to an account of type %s", async (account_type) => {
    const person = await createAccount({ account_type });
    const response = await person.request("POST", "/api/products/import", {
      rows: rows(cells("Not mine to list")),
      dry_run: true,
      on_sale: true,
    });
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).error.message).toBe("Only business accounts can import products.");
  });

  it("is refused to strangers, in too large pieces, and with columns nobody knows", async () => {
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

  it("is not talked out of listing by the id of somebody else's item", async () => {
    const stranger = await createAccount();
    const theirs = await createItem(stranger);
    const [row] = await send({ rows: rows(cells("Mine", { id: theirs.id })) });
    expect(row?.outcome).toBe("listed");
    expect(row?.item_id).not.toBe(theirs.id);
  });
});

describe("exporting", () => {
  it("gives the seller's own items, harmless in a spreadsheet, and the import knows every one of them", async () => {
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
    // As text, so that the mark at the beginning, which tells Excel the alphabet, is not eaten on the way.
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

  it("carries private and public notes through an export and an import", async () => {
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

  it("offers a template that the import takes as it is", async () => {
    const text = await (await call("GET", "/api/products/template.csv")).text();
    const { data } = Papa.parse<Record<string, string>>(text.replace("\ufeff", ""), {
      header: true,
      skipEmptyLines: true,
    });
    const [row] = await send({ rows: rows(data[0] as Cells), dry_run: true });
    expect(row?.outcome).toBe("ready");
  });
});
