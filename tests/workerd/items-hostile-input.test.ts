/** Hostile input to the item routes (A03, A74, A84, A86–A92). */
import { exports } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemCard, OwnItem } from "#contract/items";
import type { Page } from "#contract/page";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";
import cases from "./items-hostile-input.json" with { type: "json" };

let seller: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
  stranger = await createAccount();
  await createItem(seller);
});

const post = (body: unknown) => seller.request("POST", "/api/items", body);

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as ErrorBody;
  return `${response.status} ${body.error?.code}`;
}

function raw(method: string, path: string, body: string): Promise<Response> {
  return exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    body,
    headers: { ...seller.headers, Origin: ORIGIN, "Content-Type": "application/json" },
  });
}

describe("query of GET /api/items", () => {
  it("refuses unknown, repeated, empty or out-of-range parameters with 422 (A86, A91)", async () => {
    for (const query of cases.queries) {
      expect(await codeOf(await call("GET", `/api/items?${query}`)), query).toMatch(/^422 (invalid|unknown_field)$/);
    }
    // Hono's query parser drops this name, and no prototype is polluted.
    expect((await call("GET", "/api/items?__proto__=1&__proto__[x]=1")).status).toBeLessThan(500);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect((await call("GET", "/api/items?offset=10000")).status).toBe(200);
  });

  it("accepts a cursor only for the list that issued it", async () => {
    await createItem(seller);
    const first = (await (await call("GET", "/api/items?limit=1&sort=price_asc")).json()) as Page<ItemCard>;
    const cursor = first.next_cursor ?? "";
    expect(cursor).not.toBe("");
    expect((await call("GET", `/api/items?limit=1&sort=price_asc&cursor=${cursor}`)).status).toBe(200);
    for (const query of [
      `sort=price_desc&cursor=${cursor}`,
      `sort=price_asc&category=books&cursor=${cursor}`,
      `sort=price_asc&q=lamp&cursor=${cursor}`,
      `sort=price_asc&cursor=${cursor.slice(0, -2)}`,
      `sort=price_asc&cursor=${cursor}AAAA`,
      "cursor=",
      "cursor=null",
      "cursor=%F0%9F%92%A9",
      `cursor=${"A".repeat(600)}`,
      `cursor=${"A".repeat(5_000)}`,
      `cursor=${btoa("date_desc.0.9e99.itm_00000000")}`,
    ]) {
      expect(await codeOf(await call("GET", `/api/items?${query}`)), query.slice(0, 60)).toBe("422 invalid");
    }
    expect(await codeOf(await seller.request("GET", `/api/items/mine?cursor=${cursor}`))).toBe("422 invalid");
  });

  it("accepts any text as search or location without a database error (A87, A88)", async () => {
    const known = [
      "NEAR(",
      'a AND "',
      "title:",
      "*",
      "^x",
      "a* b*",
      "{a b}: c",
      "-",
      "+",
      "''",
      "\\",
      "\u0000",
      "\ud800",
      "x".repeat(200),
      "é".repeat(100),
      "日本語",
      "👩‍👩‍👧",
      "%_%",
      `${"a".repeat(99)}👍`,
      "rank MATCH 'x'",
      "اب",
    ];
    const any = fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.constantFrom(...known));
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(any, async (text) => {
        const value = encodeURIComponent(text.toWellFormed());
        const replies = await Promise.all([
          call("GET", `/api/items?q=${value}`),
          call("GET", `/api/items?location=${value}`),
        ]);
        for (const reply of replies) statuses.add(reply.status);
      }),
      { numRuns: 100, examples: known.map((text) => [text] as [string]) },
    );
    expect([...statuses]).toEqual([200]);
  });

  it("has a status route that accepts up to 60 ids and refuses invalid ones", async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, i) => `itm_${String(i).padStart(20, "0")}`).join(",");
    expect((await call("GET", `/api/items/status?ids=${ids(60)}`)).status).toBe(200);
    expect((await call("GET", "/api/items/status?ids=")).status).toBe(200);
    for (const query of [`ids=${ids(61)}`, "ids=demo-1", "ids=a,b", "ids=itm_1'--", "", "ids=x&ids=y", "id=1"]) {
      expect(await codeOf(await call("GET", `/api/items/status?${query}`)), query).toMatch(/^422/);
    }
  });
});

describe("body of POST and PATCH /api/items", () => {
  it("refuses another author and unknown fields (A03, A75, A94)", async () => {
    for (const extra of [
      { seller_id: stranger.id },
      { id: "itm_00000000000000000000" },
      { status: "sold" },
      { views_count: 9_999 },
      { previous_price: 999 },
      { created_at: 0 },
      { negotiation_available: true },
      { image_urls: ["https://evil.example/x.png"] },
      { image_url: "javascript:alert(1)" },
      { constructor: { prototype: {} } },
    ]) {
      expect(await codeOf(await post({ ...LAMP, ...extra })), JSON.stringify(extra)).toBe("422 unknown_field");
    }
    const own = await createItem(seller);
    for (const extra of [{ seller_id: stranger.id }, { deleted_at: 1 }, { rev: 9 }]) {
      expect(await codeOf(await seller.request("PATCH", `/api/items/${own.id}`, extra))).toBe("422 unknown_field");
    }
    for (const status of ["sold", "removed", "pending_payment", "reserved"]) {
      expect(await codeOf(await seller.request("PATCH", `/api/items/${own.id}`, { status }))).toBe("422 invalid");
    }
  });

  it("refuses a __proto__ key without polluting prototypes (A90)", async () => {
    const body = JSON.stringify(LAMP).replace("{", '{"__proto__":{"polluted":true},');
    expect(await codeOf(await raw("POST", "/api/items", body))).toBe("422 unknown_field");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("refuses wrong types, missing fields and invalid amounts, naming the field", async () => {
    const expectations: [Record<string, unknown>, string][] = [
      [{ title: 5 }, "title"],
      [{ title: "ab" }, "title"],
      [{ title: " \u200b\u202e  " }, "title"],
      [{ title: "x".repeat(121) }, "title"],
      [{ description: "x".repeat(5_001) }, "description"],
      [{ price: -1 }, "price"],
      [{ price: 1.005 }, "price"],
      [{ price: 1e21 }, "price"],
      [{ price: 1_000_000 }, "price"],
      [{ price: null }, "price"],
      [{ price: "1e3" }, "price"],
      [{ price: "1.200" }, "price"],
      [{ price: true }, "price"],
      [{ category: "weapons" }, "category"],
      [{ category: "__proto__" }, "category"],
      [{ condition: "mint" }, "condition"],
      [{ tags: "lamp" }, "tags"],
      [{ tags: Array(11).fill("a") }, "tags"],
      [{ tags: ["x".repeat(31)] }, "tags.0"],
      [{ photo_ids: ["../../x"] }, "photo_ids.0"],
      [{ collection_date: "tomorrow" }, "collection_date"],
      [{ collection_date: 1e20 }, "collection_date"],
      [{ collection_zone: "x".repeat(61) }, "collection_zone"],
      [{ postcode: "30566" }, "postcode"],
      [{ minimum_price: 60 }, "minimum_price"],
      [{ minimum_price: 0 }, "minimum_price"],
      [{ negotiation_enabled: true }, "minimum_price"],
      [{ negotiation_enabled: "yes" }, "negotiation_enabled"],
    ];
    for (const [change, field] of expectations) {
      const response = await post({ ...LAMP, ...change });
      const { error } = (await response.json()) as ErrorBody;
      expect([response.status, error.code], JSON.stringify(change).slice(0, 80)).toEqual([422, "invalid"]);
      expect(error.details?.fields?.map((problem) => problem.field)).toContain(field);
    }
    for (const field of ["title", "price", "category", "condition"] as const) {
      const { [field]: _left, ...rest } = LAMP;
      expect((await post(rest)).status, field).toBe(422);
    }
  });

  it("refuses bodies that are not objects, too deep or too large, without a 5xx", async () => {
    for (const [body, status] of [
      ["", 400],
      ["{", 400],
      ["null", 422],
      ["[]", 422],
      ['"text"', 422],
      ["[".repeat(20_000) + "]".repeat(20_000), 422],
      [JSON.stringify({ ...LAMP, description: "x".repeat(66_000) }), 413],
      [JSON.stringify(LAMP).replace("45.5", "1e400"), 422],
    ] as const) {
      expect((await raw("POST", "/api/items", body)).status, body.slice(0, 40)).toBe(status);
    }
  });

  it("stores markup as text and removes invisible and bidirectional control characters (A74)", async () => {
    const title = `<img src=x onerror=alert(1)> '; DROP TABLE items;-- "`;
    const item = await createItem(seller, { title, description: "a\u202eb\u200bc\u0000d", tags: ["<b>", "a,b"] });
    expect(item).toMatchObject({ title, description: "abcd", tags: ["<b>", "a", "b"] });
    const long = await createItem(seller, { title: "👍".repeat(60), description: "\ud800 half" });
    expect(long).toMatchObject({ title: "👍".repeat(60), description: "\ufffd half" });
    const found = (await (await call("GET", "/api/items?q=drop+table+items")).json()) as Page<ItemCard>;
    expect(found.items.map((card) => card.id)).toEqual([item.id]);
  });

  it("answers any shape of body without a 5xx", async () => {
    const keys = fc.constantFrom(
      "title",
      "price",
      "category",
      "condition",
      "tags",
      "photo_ids",
      "collection_date",
      "minimum_price",
      "suburb",
      "version",
      "status",
      "__proto__",
      "constructor",
      "toString",
    );
    const body = fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }));
    const item = await createItem(seller);
    const fuzzer = await createAccount();
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        statuses.add((await fuzzer.request("POST", "/api/items", fields)).status);
        statuses.add((await raw("PATCH", `/api/items/${item.id}`, JSON.stringify(fields))).status);
      }),
      { numRuns: 50 },
    );
    for (const status of statuses) expect([200, 201, 403, 409, 422, 429]).toContain(status);
  });

  it("ignores method and identity overrides in headers (A93)", async () => {
    const item = await createItem(seller);
    const response = await stranger.request("GET", `/api/items/${item.id}`, undefined, {
      "X-HTTP-Method-Override": "DELETE",
      "X-User-Id": seller.id,
      "X-Room-User": seller.id,
    });
    expect(response.status).toBe(200);
    expect(((await response.json()) as OwnItem).minimum_price).toBeUndefined();
    expect((await seller.request("PUT", `/api/items/${item.id}`, LAMP)).status).toBe(404);
  });

  it("is accepted only from signed-in users (A04)", async () => {
    expect(await codeOf(await call("POST", "/api/items", LAMP))).toBe("401 not_authenticated");
    expect(await codeOf(await call("GET", "/api/items/mine"))).toBe("401 not_authenticated");
    expect(await codeOf(await call("POST", "/api/items", { ...LAMP, seller_id: "guest-user" }))).toBe(
      "401 not_authenticated",
    );
  });

  it("is limited to 60 new items in ten minutes", async () => {
    const eager = await createAccount();
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await eager.request("POST", "/api/items", LAMP)).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });
});
