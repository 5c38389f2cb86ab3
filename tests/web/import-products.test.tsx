import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ImportedRow, ImportReply, ImportRowsInput } from "#contract/selling/import";
import AddProductScreen from "../../web/features/selling/import/add-product-screen.tsx";
import { decodeFile, parseFile } from "../../web/features/selling/import/import-file.ts";
import { batchesOf, type ImportPort, ImportRun } from "../../web/features/selling/import/import-run.ts";
import { storedImport, storeImport } from "../../web/features/selling/import/import-store.ts";
import { ApiError } from "../../web/lib/api-client.ts";
import { person } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const OWNER = person().user?.id ?? "";
const HEAD = "Title,Price,Category,Condition,Description\n";
const file = (rows: number) =>
  HEAD + Array.from({ length: rows }, (_, index) => `Book ${index},10,Books,Good,`).join("\n");
const bytes = (...parts: number[]) => Uint8Array.from(parts).buffer;

describe("parseFile", () => {
  it("knows the line each row begins on, also after cells with line breaks", async () => {
    const { rows } = await parseFile(`${HEAD}A book,1,Books,Good,"two\nlines"\r\n\n\nAnother,2,Books,Good,\n`);
    expect(rows.map(({ line, cells }) => [line, cells.title, cells.description])).toEqual([
      [2, "A book", "two\nlines"],
      [6, "Another", undefined],
    ]);
  });

  it("finds the columns under other names, in any order and with any separator", async () => {
    const { rows, ignored } = await parseFile(
      "\ufeffCONDITION;Price (AUD);Colour;product;category\ngood;1;red;Lamp;other\n",
    );
    expect(rows[0]?.cells).toEqual({ condition: "good", price: "1", title: "Lamp", category: "other" });
    expect(ignored).toEqual(["Colour"]);
  });

  it("numbers equal rows, so that three equal items are imported three times", async () => {
    const { rows } = await parseFile(
      `${HEAD}Chair,5,Furniture,Good,\nDesk,9,Furniture,Good,\nChair,5,Furniture,Good,\n`,
    );
    expect(rows.map(({ occurrence }) => occurrence)).toEqual([0, 0, 1]);
  });

  it("skips a row it cannot read, with line and reason, and keeps the others", async () => {
    const text = `${HEAD}Lamp, red,5,Home & Garden,Good,x\nDesk,9,Furniture,Good,\nOpen,1,Books,Good,"never closed\n`;
    const { rows, broken } = await parseFile(text);
    expect(rows.map(({ cells }) => cells.title)).toEqual(["Desk"]);
    expect(broken.map(({ line, problems }) => `${line}: ${problems[0]?.message}`)).toEqual([
      "2: This line has 6 cells but there are 5 headings. Put quotation marks around text that contains commas.",
      "4: This line has an opening quotation mark but no closing one.",
    ]);
  });

  it("skips a row that is too large for a request", async () => {
    const long = (length: number) => "x".repeat(length);
    const text = `${HEAD}Desk,9,Furniture,Good,${long(6_001)}\nLamp,9,Furniture,Good,${long(6_000)}\n`;
    const { rows, broken } = await parseFile(text);
    expect(rows.map(({ cells }) => cells.title)).toEqual(["Lamp"]);
    expect(broken).toMatchObject([
      { line: 2, problems: [{ field: "description", message: "This cell is too long." }] },
    ]);
    const wide = `${HEAD.trim()},Suburb,City,Tags,Notes,Address\n💥${Array(9)
      .fill(`"${"💥".repeat(2_900)}"`)
      .join(",")}\n`;
    expect((await parseFile(wide)).broken[0]?.problems[0]?.message).toBe("This line is too long.");
  });

  it.each([
    ["", "This file is empty."],
    ["Title,Price\nx,1\n", "The first line must name the columns. Missing: category, condition."],
    [
      "Title,Name,Price,Category,Condition\na,b,1,c,d\n",
      'Two columns are called "title". Rename or remove one of them.',
    ],
    [HEAD, "There are no rows below the headings."],
    [file(501), "This file has 501 rows. You can import up to 500 at a time."],
  ])("refuses %j as a whole", async (text, message) => {
    await expect(parseFile(text)).rejects.toThrow(message);
  });

  it("decodes files from Windows and Excel", () => {
    expect(decodeFile(bytes(0x63, 0x61, 0x66, 0xe9))).toBe("café");
    expect(decodeFile(bytes(0x63, 0xc3, 0xa9))).toBe("cé");
    expect(decodeFile(bytes(0xff, 0xfe, 0x41, 0x00)).replace("\ufeff", "")).toBe("A");
    expect(() => decodeFile(new ArrayBuffer(2_000_001))).toThrow("larger than 2 MB");
  });
});

/** Imports the rows it receives, and can fail on request. */
class Service implements ImportPort {
  readonly sent: ImportRowsInput[] = [];
  readonly listed = new Set<string>();
  readonly pauses: number[] = [];
  failures: ApiError[] = [];
  /** Called before each reply. */
  before: () => void = () => undefined;

  send = async (body: ImportRowsInput): Promise<ImportReply> => {
    this.before();
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.sent.push(body);
    const results = body.rows.map(({ line, cells }): ImportedRow => {
      const title = cells.title ?? "";
      const bad = title.startsWith("Bad");
      const already = this.listed.has(title);
      if (!body.dry_run && !bad) this.listed.add(title);
      const outcome = bad ? "rejected" : already ? "already" : body.dry_run ? "ready" : "listed";
      const problems = bad ? [{ field: "price", message: "No." }] : [];
      return { line, outcome, in_review: title.startsWith("Sword"), item_id: null, title, problems };
    });
    return { results, server_now: 0 };
  };
  pause = async (ms: number) => void this.pauses.push(ms);
}
const offline = () => new ApiError("offline", "We can't reach Goodstreet.");
const run = async (text: string, service: Service) => new ImportRun(await parseFile(text), service);
const outcomes = (run: ImportRun) => [...run.store.getState().results.values()].map(({ outcome }) => outcome);

describe("ImportRun", () => {
  it("sends pieces of 25 rows below the size limit of a request", async () => {
    expect(batchesOf((await parseFile(file(500))).rows).map((piece) => piece.length)).toEqual(Array(20).fill(25));
    const long = HEAD + Array.from({ length: 25 }, (_, i) => `Book ${i},1,Books,Good,${"x".repeat(5_000)}`).join("\n");
    const pieces = batchesOf((await parseFile(long)).rows);
    expect(pieces.flat()).toHaveLength(25);
    for (const piece of pieces) expect(JSON.stringify(piece).length).toBeLessThan(60_000);
  });

  it("checks all rows before it lists any, and lists the valid ones", async () => {
    const service = new Service();
    const whole = await run(file(60).replace("Book 7,", "Bad 7,"), service);
    await whole.check({ on_sale: true });
    expect(service.listed.size).toBe(0);
    expect(whole.store.getState()).toMatchObject({ phase: "checked", behind: 60, total: 60 });
    await whole.list({ on_sale: false });
    expect(service.listed.size).toBe(59);
    expect(service.sent.filter(({ dry_run }) => !dry_run).every(({ on_sale }) => on_sale === false)).toBe(true);
    expect(whole.store.getState()).toMatchObject({ phase: "done", total: 59 });
    expect(outcomes(whole).filter((outcome) => outcome === "rejected")).toHaveLength(1);
  });

  it("retries after a lost connection, then stops with the reason and can continue", async () => {
    const service = new Service();
    const whole = await run(file(60), service);
    await whole.check({ on_sale: true });
    service.failures = [offline()];
    await whole.list({ on_sale: true });
    expect(whole.store.getState().phase).toBe("done");

    const other = await run(file(90).replaceAll("Book", "Novel"), service);
    await other.check({ on_sale: true });
    let calls = 0;
    service.before = () => {
      // The second piece of the import always fails.
      if (++calls === 2) service.failures = [offline(), offline(), offline()];
    };
    await other.list({ on_sale: true });
    expect(other.store.getState()).toMatchObject({ phase: "stopped", problem: "We can't reach Goodstreet." });
    expect(outcomes(other).filter((outcome) => outcome === "listed")).toHaveLength(25);
    const before = service.sent.length;
    await other.list({ on_sale: true });
    expect(service.sent.slice(before).flatMap(({ rows }) => rows)).toHaveLength(65);
    expect(other.store.getState().phase).toBe("done");
  });

  it("waits as long as Retry-After says, and does not retry a refusal", async () => {
    const service = new Service();
    const whole = await run(file(1), service);
    service.failures = [new ApiError("too_many_requests", "Too many.", 429, { retry_after: 7 })];
    await whole.check({ on_sale: true });
    expect(service.pauses).toEqual([7_000]);
    service.failures = [new ApiError("forbidden", "Only business accounts.", 403)];
    await whole.list({ on_sale: true });
    expect(whole.store.getState()).toMatchObject({ phase: "stopped", problem: "Only business accounts." });
    expect(service.pauses).toHaveLength(1);
  });

  it("stops on request and keeps what was listed", async () => {
    const service = new Service();
    const whole = await run(file(75), service);
    await whole.check({ on_sale: true });
    service.before = () => whole.stop();
    await whole.list({ on_sale: true });
    expect(whole.store.getState().phase).toBe("stopped");
    expect(outcomes(whole).filter((outcome) => outcome === "listed")).toHaveLength(25);
  });

  it("skips rows that were listed before", async () => {
    const service = new Service();
    service.listed.add("Book 0");
    const whole = await run(file(2), service);
    await whole.check({ on_sale: true });
    expect(whole.store.getState().before).toBe(1);
    expect(outcomes(whole)).toEqual(["already", "ready"]);
    await whole.list({ on_sale: true });
    expect(service.sent.at(-1)?.rows.map(({ cells }) => cells.title)).toEqual(["Book 1"]);
  });
});

describe("AddProductScreen", () => {
  const service = { current: new Service() };
  let session = person({ account_type: "business" });

  beforeEach(() => {
    localStorage.clear();
    service.current = new Service();
    session = person({ account_type: "business" });
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = String(input);
      if (url.startsWith("/api/auth/session")) return new Response(JSON.stringify(session));
      if (url === "/api/products/import") {
        return new Response(JSON.stringify(await service.current.send(JSON.parse(String(init?.body)))));
      }
      throw new Error(`unexpected request: ${url}`);
    });
  });

  const open = () => renderAt("/", <AddProductScreen />);
  const choose = async (text: string) =>
    userEvent.upload(await screen.findByLabelText("CSV file"), new File([text], "books.csv", { type: "text/csv" }));

  it("is for businesses; other users see how to become one", async () => {
    session = person({ account_type: "individual" });
    open();
    expect(await screen.findByText("For business sellers")).toBeDefined();
    expect(screen.getByRole("link", { name: "List an item" }).getAttribute("href")).toBe("/AddItem");
    expect(screen.queryByText("Choose CSV file")).toBeNull();
  });

  it("previews a file, lists the valid rows and names each invalid one with line and reason", async () => {
    open();
    await choose(`${HEAD}Book A,1,Books,Good,\nBad B,1,Books,Good,\nBook C,1,Books,Good,\n`);
    await screen.findByText("2 rows ready to list · 1 row has a problem");
    expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "TitlePriceCategoryCondition",
      "Book A$1BooksGood",
      "Book C$1BooksGood",
    ]);
    expect(service.current.listed.size).toBe(0);
    expect(screen.getByText("Line 3")).toBeDefined();
    expect(screen.getByText("Price: No.")).toBeDefined();
    await userEvent.click(screen.getByRole("radio", { name: /Keep off sale/ }));
    await userEvent.click(screen.getByRole("button", { name: "List 2 items" }));
    await screen.findByText("2 rows listed · 1 row not listed");
    expect(service.current.sent.at(-1)).toMatchObject({ dry_run: false, on_sale: false });
    expect(storedImport(OWNER)).toBeNull();
  });

  it("says how many rows go to review before they are on sale (D63)", async () => {
    open();
    await choose(`${HEAD}Book A,1,Books,Good,\nSword B,1,Books,Good,\n`);
    await screen.findByText("2 rows ready to list · 1 of them for us to review first");
    await userEvent.click(screen.getByRole("button", { name: "List 2 items" }));
    await screen.findByText("2 rows listed · 1 of them in review");
  });

  it("continues an interrupted import without listing anything twice", async () => {
    const text = `${HEAD}Book A,1,Books,Good,\nBook B,1,Books,Good,\n`;
    service.current.listed.add("Book A");
    storeImport(OWNER, { name: "books.csv", text, on_sale: false });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Continue import" }));
    await screen.findByText("1 row listed · 1 row already listed");
    expect(service.current.sent.at(-1)).toMatchObject({ dry_run: false, on_sale: false });
    expect(service.current.sent.at(-1)?.rows.map(({ cells }) => cells.title)).toEqual(["Book B"]);
    expect(storedImport(OWNER)).toBeNull();
  });

  it("keeps a stopped import for another visit", async () => {
    const first = open();
    await choose(file(30));
    const start = await screen.findByRole("button", { name: "List 30 items" });
    service.current.before = () => service.current.failures.push(new ApiError("forbidden", "No.", 403));
    await userEvent.click(start);
    await screen.findByText("Import stopped");
    expect(storedImport(OWNER)).toMatchObject({ name: "books.csv", on_sale: true });
    first.unmount();
    open();
    expect(await screen.findByText("An import was interrupted")).toBeDefined();
  });

  it("shows why a file cannot be used", async () => {
    open();
    await choose("Title,Price\nx,1\n");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("category, condition"));
  });
});
