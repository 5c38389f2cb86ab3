import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem, Photo } from "#contract/items";
import type { DraftListReply, DraftSaved, SaveDraftInput } from "#contract/selling/drafts";
import { FIELD_NAMES, LISTING_FIELDS } from "#domain/items/listing-fields";
import { removeOrphanPhotos } from "../../worker/features/items/images/jobs.ts";
import { removeOldDrafts } from "../../worker/features/selling/drafts/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { png, uploadForm } from "../support/workerd/images.ts";
import { LAMP } from "../support/workerd/listings.ts";

const DAY = 86_400_000;

let seller: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
  stranger = await createAccount();
});

const draftId = () => `local-${crypto.randomUUID()}`;

const VALUES: SaveDraftInput["values"] = {
  title: "Reid bike",
  description: "",
  free: false,
  giving: "",
  draw_hours: "",
  review_reason: "",
  price: "24",
  category: "sports",
  condition: "",
  tags: "",
  collection_date: "2026-12-01T10:00",
  collection_zone: "Australia/Melbourne",
  collection_address: "",
  suburb: "",
  city: "",
  postcode: "",
};

/** Inputs that a draft lacks are empty. */
const EMPTY = Object.fromEntries(
  FIELD_NAMES.map((field) => {
    const spec = LISTING_FIELDS[field];
    return [field, spec.draftMax === null ? "on" in spec : ""];
  }),
);

function put(id: string, version: number, change: Partial<SaveDraftInput> = {}, who = seller): Promise<Response> {
  return who.request("PUT", `/api/drafts/${id}`, {
    version,
    values: VALUES,
    photo_ids: [],
    missing_photos: 0,
    ...change,
  });
}

async function save(...args: Parameters<typeof put>): Promise<DraftSaved> {
  const response = await put(...args);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as DraftSaved;
}

async function errorOf(response: Response) {
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

async function drafts(who = seller): Promise<DraftListReply["items"]> {
  const response = await who.request("GET", "/api/drafts");
  expect(response.status).toBe(200);
  return ((await response.json()) as DraftListReply).items;
}
const find = async (id: string) => (await drafts()).find((draft) => draft.id === id);

async function upload(who = seller): Promise<Photo> {
  const response = await who.request("POST", "/api/images", uploadForm({ original: png() }));
  expect(response.status).toBe(201);
  return (await response.json()) as Photo;
}

describe("PUT /api/drafts/:id", () => {
  it("stores the values and photos for the author only", async () => {
    const id = draftId();
    const photo = await upload();
    const saved = await save(id, 0, { photo_ids: [photo.id], missing_photos: 1 });
    expect(saved).toMatchObject({ id, version: 1 });
    expect(await find(id)).toEqual({
      id,
      version: 1,
      values: { ...EMPTY, ...VALUES },
      photos: [photo],
      missing_photos: 1,
      updated_at: saved.updated_at,
    });
    expect(await drafts(stranger)).toEqual([]);
    expect((await call("GET", "/api/drafts")).status).toBe(401);
  });

  it("keeps the draft after sign-out for the user's next session", async () => {
    const id = draftId();
    const person = await createAccount();
    await save(id, 0, {}, person);
    await person.request("POST", "/api/auth/sign-out");
    const again = await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
    expect(again.status).toBe(200);
    const cookie = again.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const reply = (await (await call("GET", "/api/drafts", undefined, { Cookie: cookie })).json()) as DraftListReply;
    expect(reply.items.map((draft) => draft.id)).toContain(id);
  });

  it("refuses to overwrite a newer version", async () => {
    const id = draftId();
    await save(id, 0);
    await save(id, 1, { values: { ...VALUES, title: "From the phone" } });
    const late = await errorOf(await put(id, 1, { values: { ...VALUES, title: "From the laptop" } }));
    expect(late).toMatchObject({ status: 409, code: "stale", details: { current: { version: 2 } } });
    expect((await find(id))?.values.title).toBe("From the phone");
  });

  it("accepts one of two concurrent saves of the same version", async () => {
    const id = draftId();
    await save(id, 0);
    const replies = await Promise.all(
      ["A", "B"].map((title) => put(id, 1, { values: { ...VALUES, title: `Bike ${title}` } })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });

  it("answers a repeated save like the first", async () => {
    const id = draftId();
    const first = await save(id, 0);
    expect(await save(id, 0)).toMatchObject({ version: first.version, updated_at: first.updated_at });
  });

  it("refuses a late save of a discarded draft", async () => {
    const id = draftId();
    await save(id, 0, { photo_ids: [(await upload()).id] });
    expect((await seller.request("DELETE", `/api/drafts/${id}`)).status).toBe(200);
    for (const version of [0, 1]) {
      expect(await errorOf(await put(id, version))).toMatchObject({ status: 410, code: "gone" });
    }
    expect(await find(id)).toBeUndefined();
    expect((await seller.request("DELETE", `/api/drafts/${id}`)).status).toBe(200);
  });

  it("keeps drafts with the same id apart by user", async () => {
    const id = draftId();
    await save(id, 0);
    await save(id, 0, { values: { ...VALUES, title: "Theirs" } }, stranger);
    await stranger.request("DELETE", `/api/drafts/${id}`);
    expect((await find(id))?.values.title).toBe("Reid bike");
  });

  it("leaves out photos of other users", async () => {
    const id = draftId();
    const theirs = await upload(stranger);
    await save(id, 0, { photo_ids: [theirs.id] });
    expect(await find(id)).toMatchObject({ photos: [], missing_photos: 1 });
  });

  it("refuses more than fifty drafts, invalid ids, unknown versions and values that are too long", async () => {
    const many = await createAccount();
    for (let index = 0; index < 50; index++) await save(draftId(), 0, {}, many);
    expect(await errorOf(await put(draftId(), 0, {}, many))).toMatchObject({ status: 409, code: "conflict" });
    expect((await put("local-1", 0)).status).toBe(404);
    expect((await put("itm_00000000000000000000", 0)).status).toBe(404);
    expect(await errorOf(await put(draftId(), 3))).toMatchObject({ status: 404, code: "not_found" });
    const long = { values: { ...VALUES, description: "x".repeat(8_001) } };
    expect((await put(draftId(), 0, long)).status).toBe(422);
  });
});

describe("POST /api/items with a draft_id", () => {
  const publish = (id: string, change: Record<string, unknown> = {}, key: string = crypto.randomUUID()) =>
    seller.request("POST", "/api/items", { ...LAMP, ...change, draft_id: id }, { "Idempotency-Key": key });

  it("deletes the draft, and a later save of it is answered with the item's id", async () => {
    const id = draftId();
    await save(id, 0);
    const item = (await (await publish(id)).json()) as OwnItem;
    expect(await find(id)).toBeUndefined();
    expect(await errorOf(await put(id, 1))).toMatchObject({ status: 410, details: { current: { item_id: item.id } } });
  });

  it("creates one item from concurrent requests with one draft", async () => {
    const id = draftId();
    await save(id, 0);
    const replies = await Promise.all([publish(id), publish(id), publish(id)]);
    const ids = await Promise.all(replies.map(async (reply) => ((await reply.json()) as OwnItem).id));
    expect(new Set(ids).size).toBe(1);
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201]);
  });

  it("refuses a second request for the draft with other values, and releases its photos", async () => {
    const id = draftId();
    const item = (await (await publish(id)).json()) as OwnItem;
    const photo = await upload();
    const second = await later(1, () => publish(id, { title: "Other words", photo_ids: [photo.id] }));
    expect(await errorOf(second)).toMatchObject({
      status: 409,
      code: "already_used",
      details: { current: { item_id: item.id } },
    });
    const bound = await env.DB.prepare("SELECT item_id FROM images WHERE id = ?").bind(photo.id).first();
    expect(bound).toEqual({ item_id: null });
  });
});

describe("a draft that is listed already", () => {
  const list = (id: string, change: Record<string, unknown>) =>
    seller.request(
      "POST",
      "/api/items",
      { ...LAMP, ...change, draft_id: id },
      { "Idempotency-Key": crypto.randomUUID() },
    );
  const boundTo = async (photo: Photo) =>
    (await env.DB.prepare("SELECT item_id FROM images WHERE id = ?").bind(photo.id).first<{ item_id: string }>())
      ?.item_id;

  it("gets no giveaway from a second request, because its room would not know of it", async () => {
    const id = draftId();
    const item = (await (await list(id, { price: 0 })).json()) as OwnItem;
    await later(1, () => list(id, { price: 0, giveaway: { mode: "draw", hours: 24 } }));
    expect(await env.DB.prepare("SELECT id FROM giveaways WHERE item_id = ?").bind(item.id).first()).toBeNull();
  });

  it("keeps its photos when a second request fails", async () => {
    const id = draftId();
    const [photo, foreign] = [await upload(), await upload(stranger)];
    const item = (await (await list(id, { photo_ids: [photo.id] })).json()) as OwnItem;
    expect((await list(id, { photo_ids: [photo.id, foreign.id] })).status).toBe(422);
    expect(await boundTo(photo)).toBe(item.id);
  });
});

describe("clean-up of drafts", () => {
  const services = () => createServices(env, () => undefined);
  const at = (ms: number) => ({ ...services(), now: () => Date.now() + ms });
  const stored = (id: string) => env.DB.prepare("SELECT id FROM images WHERE id = ?").bind(id).first();

  it("keeps the photos of drafts, and deletes them after the draft is discarded", async () => {
    const id = draftId();
    const [kept, orphan] = [await upload(), await upload()];
    await save(id, 0, { photo_ids: [kept.id] });
    await removeOrphanPhotos(at(2 * DAY));
    expect(await stored(kept.id)).not.toBeNull();
    expect(await stored(orphan.id)).toBeNull();
    await seller.request("DELETE", `/api/drafts/${id}`);
    await removeOrphanPhotos(at(2 * DAY));
    expect(await stored(kept.id)).toBeNull();
  });

  it("deletes drafts ninety days after their last change", async () => {
    const id = draftId();
    await save(id, 0);
    await removeOldDrafts(at(89 * DAY));
    expect(await find(id)).toBeDefined();
    await removeOldDrafts(at(91 * DAY));
    expect(await find(id)).toBeUndefined();
  });
});
