/** What may not be sold: every way to list or edit, reviews by staff, and what sellers read (D63, A143–A145). */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreateItemInput, OwnItem } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import type { AdminReport, AdminReportDetail, ListingReviewFigures } from "#contract/safety";
import type { ImportReply } from "#contract/selling/import";
import type { BulkReply, OwnItemRow } from "#contract/selling/my-items";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, hold, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";

let staff: TestAccount;
let seller: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
beforeEach(async () => {
  seller = await createAccount({ full_name: "Sally Seller" });
});

const REASON = "It is a garden ornament made of concrete.";
const SWORD = { title: "Samurai sword", description: "Blunt, for display." };

const post = (body: Partial<CreateItemInput>) => seller.request("POST", "/api/items", { ...LAMP, ...body });
const patch = (id: string, body: object) => seller.request("PATCH", `/api/items/${id}`, body);
const own = async (id: string) => reply<OwnItem>(await seller.request("GET", `/api/items/${id}`), 200);
const rows = async <T>(sql: string, ...params: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...params)
      .all<T>()
  ).results;
const itemsOf = (who: TestAccount) => rows<{ title: string }>("SELECT title FROM items WHERE seller_id = ?", who.id);
const listed = async () =>
  (await reply<ItemListReply>(await call("GET", `/api/items?seller_id=${seller.id}`), 200)).items.map(({ id }) => id);
const queue = async () =>
  (await reply<Page<AdminReport>>(await staff.request("GET", "/api/admin/reports?kind=held_listing"), 200)).items;
async function openReviewOf(itemId: string): Promise<AdminReport> {
  const found = (await queue()).find(({ subject_id }) => subject_id === itemId);
  if (!found) throw new Error("the listing is in no queue");
  return found;
}
const decide = (id: string, decision: object, by = staff) =>
  by.request("POST", `/api/admin/reports/${id}/decision`, decision);

/** A listing from before the rules: written to the database, so that no rule saw it. */
const older = (title: string, status: "active" | "inactive" = "active") => insertItem(seller, { title, status });

describe("a listing that the rules block", () => {
  it("is refused at the field that names the goods, and nothing is stored (A143)", async () => {
    const error = await refusal(await post({ title: "Glock 19 pistol" }), 422);
    expect(error).toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/^You can't list guns, gun parts or ammunition here\. /),
      details: { fields: [{ field: "title" }] },
    });
    expect(await itemsOf(seller)).toEqual([]);
  });

  it("waits for staff where only another text names the goods", async () => {
    for (const [field, body] of Object.entries({
      description: { description: "With a box of ammo." },
      tags: { title: "From the farm", tags: ["rifle"] },
      public_notes: { public_notes: "I can add a box of ammo." },
    })) {
      const made = await createItem(seller, body);
      expect(made).toMatchObject({ status: "inactive", review: { state: "open" } });
      expect(made.review?.covered.map((finding) => finding.split(": ")[1])).toEqual([field]);
    }
  });

  it("goes to staff with the seller's reason, and stays out of sight until they approve it", async () => {
    const made = await createItem(seller, { title: "Old rifle", review_reason: REASON });
    expect(made).toMatchObject({
      status: "inactive",
      review: { state: "open", covered: ["firearms: title: old rifle"] },
    });
    expect(await listed()).toEqual([]);
    expect((await call("GET", `/api/items/${made.id}`)).status).toBe(404);
    const review = await openReviewOf(made.id);
    expect(review).toMatchObject({ reason: "goods", details: REASON, shield_reasons: ["old rifle"], reporter: null });
    const detail = await reply<AdminReportDetail>(await staff.request("GET", `/api/admin/reports/${review.id}`), 200);
    expect(detail).toMatchObject({
      listing: { title: "Old rifle", price: 45.5, tags: ["lamp", "art deco"] },
      rules: [{ answer: "block", words: "old rifle", source: { url: expect.stringMatching(/^https:/) } }],
    });

    await reply(await decide(review.id, { outcome: "release" }), 200);
    expect(await own(made.id)).toMatchObject({ status: "active", review: { state: "approved" } });
    expect(await listed()).toEqual([made.id]);
    expect(await notificationsOf(seller)).toMatchObject([
      { kind: "listing", title: expect.stringContaining("approved"), link: `/EditItem/${made.id}` },
    ]);
    expect(await refusal(await decide(review.id, { outcome: "release" }), 409)).toMatchObject({ code: "wrong_state" });
  });

  it("needs a reason of some length", async () => {
    const error = await refusal(await post({ title: "Old rifle", review_reason: "please" }), 422);
    expect(error.details).toMatchObject({ fields: [{ field: "review_reason" }] });
  });

  it("is listed once, also when the request is repeated", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { ...LAMP, title: "Old rifle", review_reason: REASON };
    const [first, again] = [
      await seller.request("POST", "/api/items", body, key),
      await seller.request("POST", "/api/items", body, key),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    const { id } = await first.json<OwnItem>();
    expect(await rows("SELECT id FROM reports WHERE subject_id = ?", id)).toHaveLength(1);
  });
});

describe("a listing that needs a review", () => {
  it("is stored off sale, and cannot be put on sale, relisted, sold or offered", async () => {
    const { id } = await createItem(seller, SWORD);
    expect(await own(id)).toMatchObject({ status: "inactive", review: { state: "open", note: null } });
    const [row] = (await reply<Page<OwnItemRow>>(await seller.request("GET", "/api/items/mine"), 200)).items;
    expect(row).toMatchObject({ id, review: "open", relistable: false });

    expect(await refusal(await patch(id, { status: "active" }), 409)).toMatchObject({ code: "wrong_state" });
    expect(await refusal(await seller.request("POST", `/api/items/${id}/relist`), 409)).toMatchObject({
      code: "wrong_state",
    });
    const bulk = await seller.request(
      "POST",
      "/api/items/bulk/status",
      { ids: [id], status: "active" },
      { "Idempotency-Key": crypto.randomUUID() },
    );
    expect(await reply<BulkReply>(bulk, 200)).toMatchObject({ done: 0, results: [{ ok: false, code: "wrong_state" }] });
    const sold = await seller.request(
      "POST",
      `/api/items/${id}/sold`,
      { buyer_id: null },
      { "Idempotency-Key": crypto.randomUUID() },
    );
    expect(await refusal(sold, 409)).toMatchObject({ code: "wrong_state" });
    expect(await own(id)).toMatchObject({ status: "inactive" });
    const buyer = await createBuyer();
    const held = await buyer.request("POST", "/api/rpc/reserve_item", { item_id: id, reservation_type: "buy_now" });
    expect(held.status).toBeGreaterThanOrEqual(400);
  });

  it("goes on sale at once when the seller takes the words out, and leaves the queue", async () => {
    const { id } = await createItem(seller, SWORD);
    const review = await openReviewOf(id);
    const edited = await reply<OwnItem>(await patch(id, { title: "Umbrella stand" }), 200);
    expect(edited).toMatchObject({ status: "active", review: { state: "withdrawn" } });
    expect(await listed()).toEqual([id]);
    expect((await queue()).map(({ subject_id }) => subject_id)).not.toContain(id);
    expect(await refusal(await decide(review.id, { outcome: "release" }), 409)).toMatchObject({ code: "wrong_state" });
  });

  it("is decided with the text that staff read: an edit replaces the review (A144)", async () => {
    const { id } = await createItem(seller, SWORD);
    const read = await openReviewOf(id);
    await reply(await patch(id, { description: "Razor sharp." }), 200);
    expect(await refusal(await decide(read.id, { outcome: "release" }), 409)).toMatchObject({ code: "wrong_state" });
    expect(await own(id)).toMatchObject({ status: "inactive" });
    const again = await openReviewOf(id);
    expect(again.excerpt).toContain("Razor sharp.");
    // A change of the price alone is not one of the text.
    await reply(await patch(id, { price: 20 }), 200);
    expect((await openReviewOf(id)).id).toBe(again.id);
  });

  it("stays off sale when staff refuse it; the seller reads why, and can ask again with a reason (A145)", async () => {
    const { id } = await createItem(seller, SWORD);
    await reply(await decide((await openReviewOf(id)).id, { outcome: "remove", note: "Swords need a permit." }), 200);
    expect(await own(id)).toMatchObject({
      status: "inactive",
      review: { state: "refused", note: "Swords need a permit." },
    });
    expect(await notificationsOf(seller)).toMatchObject([{ kind: "listing", body: "Swords need a permit." }]);
    expect(await refusal(await patch(id, { status: "active" }), 409)).toMatchObject({ code: "wrong_state" });
    await reply(await patch(id, { price: 20 }), 200);
    expect((await queue()).map(({ subject_id }) => subject_id)).not.toContain(id);
    const asked = await reply<OwnItem>(await patch(id, { review_reason: "It is blunt, see the third photo." }), 200);
    expect(asked).toMatchObject({ status: "inactive", review: { state: "open" } });
    const again = await openReviewOf(id);
    expect(again).toMatchObject({ details: "It is blunt, see the third photo." });
    const detail = await reply<AdminReportDetail>(await staff.request("GET", `/api/admin/reports/${again.id}`), 200);
    expect(detail.earlier).toMatchObject([
      { title: SWORD.title, approved: false, words: ["samurai sword"], note: "Swords need a permit." },
    ]);
  });

  it("stays approved until the words change (A144)", async () => {
    const { id } = await createItem(seller, { ...SWORD, title: "Samurai sword letter opener" });
    await reply(await decide((await openReviewOf(id)).id, { outcome: "release" }), 200);
    const cheaper = await reply<OwnItem>(await patch(id, { price: 20, description: "Ten centimetres." }), 200);
    expect(cheaper).toMatchObject({ status: "active" });
    const swapped = await reply<OwnItem>(await patch(id, { title: "Samurai sword, razor sharp" }), 200);
    expect(swapped).toMatchObject({ status: "inactive", review: { state: "open" } });
  });

  it("leaves the queue when it is deleted", async () => {
    const { id } = await createItem(seller, SWORD);
    await reply(await seller.request("DELETE", `/api/items/${id}`), 200);
    expect((await queue()).map(({ subject_id }) => subject_id)).not.toContain(id);
    expect(await rows("SELECT status, outcome FROM reports WHERE subject_id = ?", id)).toEqual([
      { status: "decided", outcome: "withdrawn" },
    ]);
  });

  it("cannot be given away by a draw before it is approved", async () => {
    const error = await refusal(await post({ ...SWORD, price: 0, giveaway: { mode: "pick" } }), 422);
    expect(error.details).toMatchObject({ fields: [{ field: "giveaway" }] });
  });

  it("is decided by staff who are not its seller (A145)", async () => {
    const trader = await createAccount({ role: "admin" });
    const { id } = await createItem(trader, SWORD);
    const review = await openReviewOf(id);
    expect(await refusal(await decide(review.id, { outcome: "release" }, trader), 403)).toMatchObject({
      code: "forbidden",
    });
  });

  it("is approved or refused, never dismissed, and staff may act on its seller", async () => {
    const { id } = await createItem(seller, SWORD);
    const review = await openReviewOf(id);
    expect(await refusal(await decide(review.id, { outcome: "dismiss" }), 422)).toMatchObject({ code: "invalid" });
    await reply(await decide(review.id, { outcome: "act", measure: "warn", note: "Please read the rules." }), 200);
    expect(await own(id)).toMatchObject({ status: "inactive", review: { state: "refused" } });
  });
});

describe("an edit", () => {
  it("into blocked goods is refused and changes nothing", async () => {
    const { id, version } = await createItem(seller);
    expect(await refusal(await patch(id, { title: "Old rifle", version }), 422)).toMatchObject({ code: "invalid" });
    expect(await own(id)).toMatchObject({ title: LAMP.title, status: "active", version });
  });

  it("into goods that need a review takes the listing off sale", async () => {
    const { id } = await createItem(seller);
    const edited = await reply<OwnItem>(await patch(id, SWORD), 200);
    expect(edited).toMatchObject({ title: SWORD.title, status: "inactive", review: { state: "open" } });
    await reply(await decide((await openReviewOf(id)).id, { outcome: "release" }), 200);
    expect(await own(id)).toMatchObject({ status: "active" });
  });

  it("of an item that a buyer holds is refused if it would need a review (A144)", async () => {
    const { id } = await createItem(seller);
    await hold(await createBuyer(), id);
    expect((await patch(id, SWORD)).status).toBe(409);
    expect(await own(id)).toMatchObject({ title: LAMP.title });
  });

  it("of an inactive listing keeps it inactive after the approval", async () => {
    const { id } = await createItem(seller);
    await reply(await patch(id, { status: "inactive" }), 200);
    await reply(await patch(id, SWORD), 200);
    await reply(await decide((await openReviewOf(id)).id, { outcome: "release" }), 200);
    expect(await own(id)).toMatchObject({ status: "inactive", review: { state: "approved" } });
    expect(await reply<OwnItem>(await patch(id, { status: "active" }), 200)).toMatchObject({ status: "active" });
  });

  it("and an activation at the same time never leave unreviewed goods on sale (A144)", async () => {
    const { id } = await createItem(seller);
    await reply(await patch(id, { status: "inactive" }), 200);
    const answers = await Promise.all([
      patch(id, SWORD),
      seller.request("POST", `/api/items/${id}/relist`),
      seller.request(
        "POST",
        "/api/items/bulk/status",
        { ids: [id], status: "active" },
        { "Idempotency-Key": crypto.randomUUID() },
      ),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const after = await own(id);
    if (after.title === SWORD.title) expect(after).toMatchObject({ status: "inactive", review: { state: "open" } });
  });
});

describe("listings from before a rule", () => {
  it("cannot be relisted or put on sale (A143)", async () => {
    const active = await older("Old rifle");
    const hidden = await older("Samurai sword", "inactive");
    for (const id of [active, hidden]) {
      expect(await refusal(await seller.request("POST", `/api/items/${id}/relist`), 409)).toMatchObject({
        code: "wrong_state",
      });
    }
    const reviewed = await reply<OwnItem>(await patch(hidden, { status: "active" }), 200);
    expect(reviewed).toMatchObject({ status: "inactive", review: { state: "open" } });
    expect(await refusal(await patch(active, { price: 5 }), 422)).toMatchObject({ code: "invalid" });
  });
});

describe("an import", () => {
  it("rejects blocked rows and lists the others, those that need a review off sale (A143)", async () => {
    const shop = await createAccount({ account_type: "business" });
    const cells = (title: string) => ({ title, price: "20", category: "other", condition: "Good" });
    const send = async (dry_run: boolean) =>
      (
        await reply<ImportReply>(
          await shop.request("POST", "/api/products/import", {
            dry_run,
            on_sale: true,
            rows: ["Old rifle", "Samurai sword", "Garden chair"].map((title, index) => ({
              line: index + 2,
              occurrence: 0,
              cells: cells(title),
            })),
          }),
          200,
        )
      ).results;
    expect(await send(true)).toMatchObject([
      { outcome: "rejected", in_review: false, problems: [{ field: "title" }] },
      { outcome: "ready", in_review: true },
      { outcome: "ready", in_review: false },
    ]);
    const results = await send(false);
    expect(results).toMatchObject([
      { outcome: "rejected" },
      { outcome: "listed", in_review: true },
      { outcome: "listed" },
    ]);
    expect(await rows("SELECT title, status FROM items WHERE seller_id = ? ORDER BY title", shop.id)).toEqual([
      { title: "Garden chair", status: "active" },
      { title: "Samurai sword", status: "inactive" },
    ]);
    expect(await send(false)).toMatchObject([{ outcome: "rejected" }, { outcome: "already" }, { outcome: "already" }]);
    const swordId = results[1]?.item_id ?? "";
    await reply(await decide((await openReviewOf(swordId)).id, { outcome: "release" }), 200);
    expect(await rows("SELECT status FROM items WHERE id = ?", swordId)).toEqual([{ status: "active" }]);
  });
});

describe("texts around listings", () => {
  const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

  it("may name what staff approved in one of the seller's listings", async () => {
    const ids = [(await createItem(seller)).id, (await createItem(seller)).id];
    const bundle = { title: "Samurai sword and stand", bundle_price: 50, item_ids: ids };
    expect(await refusal(await seller.request("POST", "/api/bundles", bundle, key()), 422)).toMatchObject({
      message: expect.stringContaining("list it as an item first"),
    });
    const sword = await createItem(seller, SWORD);
    await reply(await decide((await openReviewOf(sword.id)).id, { outcome: "release" }), 200);
    await reply(await seller.request("POST", "/api/bundles", { ...bundle, item_ids: [sword.id, ...ids] }, key()), 201);
  });

  it("of requests may ask for goods that need a review, which their seller has", async () => {
    const wanted = await seller.request("POST", "/api/requests", { title: "Katana for a display" }, key());
    expect(wanted.status).toBe(201);
  });
});

describe("GET /api/admin/reports/listing-figures", () => {
  it("counts what staff have overturned, by rule", async () => {
    const before = await reply<ListingReviewFigures>(
      await staff.request("GET", "/api/admin/reports/listing-figures"),
      200,
    );
    const made = [await createItem(seller, SWORD), await createItem(seller, { title: "Katana" })];
    const [first, second] = made.map(({ id }) => id);
    await reply(await decide((await openReviewOf(first ?? "")).id, { outcome: "release" }), 200);
    await reply(
      await decide((await openReviewOf(second ?? "")).id, { outcome: "remove", note: "Needs a permit." }),
      200,
    );
    const after = await reply<ListingReviewFigures>(
      await staff.request("GET", "/api/admin/reports/listing-figures"),
      200,
    );
    expect([after.approved - before.approved, after.refused - before.refused]).toEqual([1, 1]);
    expect(after.rules.find(({ goods }) => goods === "swords, machetes and crossbows")).toBeDefined();
    expect((await seller.request("GET", "/api/admin/reports/listing-figures")).status).toBe(403);
  });
});
