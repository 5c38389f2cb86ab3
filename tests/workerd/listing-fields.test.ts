/** Every field of LISTING_FIELDS in every place that stores, shows or finds it. A new field is tested without a change here. */
import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import type { CreateItemInput, ItemDetail, OwnItem } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import type { RequestDetail, RequestView } from "#contract/requests";
import type { DraftListReply } from "#contract/selling/drafts";
import type { ImportReply } from "#contract/selling/import";
import {
  CSV_FIELDS,
  FIELD_NAMES,
  KEYWORD_FIELDS,
  LISTING_FIELDS,
  type ListingField,
} from "#domain/items/listing-fields";
import { runSavedSearches } from "../../worker/features/wishlists/saved-searches/matching.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";
import { reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows, firstRow } from "../support/workerd/sql.ts";

const SOON = Math.floor(Date.now() / 60_000) * 60_000 + 5 * 86_400_000;

/** Two values of each field that is not plain text. */
const VALUES: Partial<Record<ListingField, readonly [unknown, unknown]>> = {
  category: ["books", "toys"],
  condition: ["good", "fair"],
  tags: [["oak", "table"], ["elm"]],
  price: [45.5, 60],
  negotiation_enabled: [true, false],
  minimum_price: [30, 40],
  // The date is the start of the first window.
  collection_windows: [[], [{ from: SOON, until: SOON + 7_200_000 }]],
  open_to_offers: [false, true],
  decline_below: [20, 25],
  collection_date: [SOON, SOON + 86_400_000],
  collection_zone: ["Australia/Sydney", "Australia/Perth"],
  postcode: ["3056", "2000"],
};
const value = (field: ListingField, index: 0 | 1) =>
  VALUES[field]?.[index] ?? `${index === 0 ? "First" : "Second"} ${field.replaceAll("_", " ")}`;

const allFields = (index: 0 | 1, fields: readonly ListingField[] = FIELD_NAMES) =>
  Object.fromEntries(fields.map((field) => [field, value(field, index)]));
const fieldsOf = (item: object, fields: readonly ListingField[] = FIELD_NAMES) =>
  Object.fromEntries(fields.map((field) => [field, item[field as keyof typeof item]]));

let seller: TestAccount;
let item: OwnItem;

const read = async <T>(path: string, who: Pick<TestAccount, "request"> = seller) =>
  reply<T>(await who.request("GET", path), 200);

beforeAll(async () => {
  seller = await createAccount({ account_type: "business" });
  item = await createItem(seller, allFields(0) as Partial<CreateItemInput>);
});

describe("a field of a listing", () => {
  it("is stored by POST and read by the owner", async () => {
    expect(fieldsOf(item)).toEqual(allFields(0));
    expect(fieldsOf(await read(`/api/items/${item.id}`))).toEqual(allFields(0));
  });

  it("is read by others only if it is for everyone", async () => {
    const seen = (await (await call("GET", `/api/items/${item.id}`)).json()) as ItemDetail;
    const forEveryone = FIELD_NAMES.filter((field) => LISTING_FIELDS[field].seenBy === "everyone");
    expect(FIELD_NAMES.filter((field) => field in seen)).toEqual(forEveryone);
    expect(fieldsOf(seen, forEveryone)).toEqual(allFields(0, forEveryone));
  });

  it("is exported to CSV and imported again", async () => {
    const text = await (await seller.request("GET", "/api/products/export.csv")).text();
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    const row = data.find(({ id }) => id === item.id) ?? {};
    const cells = Object.fromEntries(CSV_FIELDS.map((field) => [field, row[field]]));
    const other = await createAccount({ account_type: "business" });
    const sent = { dry_run: false, on_sale: true, rows: [{ line: 2, occurrence: 0, cells }] };
    const { results } = await reply<ImportReply>(await other.request("POST", "/api/products/import", sent), 200);
    expect(results[0]?.problems).toEqual([]);
    const imported = await read<OwnItem>(`/api/items/${results[0]?.item_id}`, other);
    expect(fieldsOf(imported, CSV_FIELDS)).toEqual(allFields(0, CSV_FIELDS));
  });

  it("is kept in a draft as typed", async () => {
    const typed = (field: ListingField) => LISTING_FIELDS[field].draftMax === null || `typed ${field}`;
    const fields = Object.fromEntries(FIELD_NAMES.map((field) => [field, typed(field)]));
    const values = { ...fields, free: true, giving: "draw", draw_hours: "24", review_reason: "A toy." };
    const id = `local-${crypto.randomUUID()}`;
    const draft = { version: 0, values, photo_ids: [], missing_photos: 0 };
    await reply(await seller.request("PUT", `/api/drafts/${id}`, draft), 200);
    const { items } = await read<DraftListReply>("/api/drafts");
    expect(items.find((one) => one.id === id)?.values).toEqual(values);
  });

  it.each(FIELD_NAMES)("is compared when a draft is listed from two devices: %s", async (field) => {
    const owner = await createAccount();
    const first = { ...allFields(0), draft_id: `local-${crypto.randomUUID()}` };
    const post = (body: object) => owner.request("POST", "/api/items", body);
    await reply(await post(first), 201);
    expect((await post(first)).status, "the same content").toBe(201);
    expect((await post({ ...first, [field]: value(field, 1) })).status, "other content").toBe(409);
  });

  it.each(FIELD_NAMES)("is changed alone by PATCH: %s", async (field) => {
    const owner = await createAccount();
    const { id } = await createItem(owner, allFields(0) as Partial<CreateItemInput>);
    const patched = await owner.request("PATCH", `/api/items/${id}`, { [field]: value(field, 1) });
    const edited = fieldsOf(await reply<OwnItem>(patched, 200));
    expect(edited).toEqual({ ...allFields(0), [field]: value(field, 1) });
    expect(fieldsOf(await read(`/api/items/${id}`, owner))).toEqual(edited);
  });
});

describe.each(["title", "description", ...KEYWORD_FIELDS] as const)("a word in the field %s", (field) => {
  const word = `zorb${field.replaceAll("_", "")}`;
  const text = `${word} thing`;
  const content = { title: "Plain chair", [field]: field === "tags" ? [text] : text };

  it("is found by the list, a saved search and a wanted post, after POST and after PATCH", async () => {
    const seeker = await createAccount();
    await reply(await seeker.request("POST", "/api/saved-searches", { filters: { q: word } }), 201);
    // The description counts beside a word of the title.
    const title = field === "description" ? `${word} chair` : word;
    const wanted = await reply<RequestView>(await seeker.request("POST", "/api/requests", { title }), 201);
    const created = await createItem(seller, content as Partial<CreateItemInput>);
    const edited = await createItem(seller, { title: "Plain chair" });
    const patch = { title: content.title, [field]: content[field as keyof typeof content] };
    await reply(await seller.request("PATCH", `/api/items/${edited.id}`, patch), 200);

    const ids = [created.id, edited.id].sort();
    const { items } = await read<ItemListReply>(`/api/items?q=${word}`);
    expect(items.map(({ id }) => id).sort()).toEqual(ids);
    await eventually(async () => {
      const { found } = await read<RequestDetail>(`/api/requests/${wanted.id}`, seeker);
      expect(found.map((one) => one.item.id).sort()).toEqual(ids);
    });
    await runSavedSearches(createServices(env, () => undefined));
    const alerts = await allRows`SELECT link FROM notifications WHERE user_id = ${seeker.id} AND kind = 'saved_search'`;
    expect(alerts.results).toEqual([{ link: `/ItemDetail/${created.id}` }]);
  });
});

it("the words of a deleted row leave the search index", async () => {
  const { id } = await createItem(await createAccount(), { title: "Zyzzyva weevil" });
  const found = () =>
    firstRow<{ rows: number }>`SELECT count(*) AS rows FROM items_fts WHERE items_fts MATCH 'zyzzyva'`;
  expect(await found()).toEqual({ rows: 1 });
  await env.DB.batch([
    env.DB.prepare("DELETE FROM item_knowledge WHERE item_id = ?").bind(id),
    env.DB.prepare("DELETE FROM items WHERE id = ?").bind(id),
  ]);
  expect(await found()).toEqual({ rows: 0 });
});
