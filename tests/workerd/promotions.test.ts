/** Promoting items with ad credit: price, display and refunds (D28, A60). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AdsReply } from "#contract/items/marketplace";
import type { PromotionReply, PromotionsReply } from "#contract/selling/promotions";
import type { AdPlacement } from "#domain/ads/ads";
import { endObsoletePromotions } from "../../worker/features/selling/promotions/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;
/** Noon in Sydney, so that no test crosses midnight. */
const NOON = Date.UTC(2026, 10, 23, 1);
const TODAY = "2026-11-23";

function clock(at: number): void {
  vi.setSystemTime(at);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  // Ends all other ads, so that each test starts with empty placements.
  await call("GET", "/api/ads?placements=sidebar");
  await env.DB.batch([
    env.DB.prepare("UPDATE advertisements SET active = 0"),
    env.DB.prepare("UPDATE promotions SET cancelled_at = 1 WHERE cancelled_at IS NULL"),
  ]);
});

async function sellerWith(dollars: number): Promise<TestAccount> {
  const seller = await createSeller();
  if (dollars > 0) {
    await env.DB.prepare(
      `INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
       VALUES (?1, ?2, ?3, 'Given', 'adjustment', ?1, ?4)`,
    )
      .bind(`blt_${seller.id.slice(4)}`, seller.id, dollars * 100, Date.now())
      .run();
  }
  return seller;
}

const order = (item_id: string, rest: Record<string, unknown> = {}) => ({
  item_id,
  placement: "sidebar",
  start_date: TODAY,
  end_date: "2026-11-27",
  ...rest,
});
const buy = (seller: TestAccount, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  seller.request("POST", "/api/promotions", body, headers);
const bought = async (seller: TestAccount, body: Record<string, unknown>) =>
  reply<PromotionReply>(await buy(seller, body), 201);
const cancel = (seller: TestAccount, id: string) => seller.request("POST", `/api/promotions/${id}/cancel`);
const mine = async (seller: TestAccount) => reply<PromotionsReply>(await seller.request("GET", "/api/promotions"), 200);
const adIn = async (placement: AdPlacement, who?: TestAccount) => {
  const path = `/api/ads?placements=${placement}`;
  const shown = await reply<AdsReply>(await (who ? who.request("GET", path) : call("GET", path)), 200);
  return shown.ads[placement] ?? null;
};

describe("POST /api/promotions", () => {
  it("debits the price of its days at once, and shows the item as the ad", async () => {
    const seller = await sellerWith(20);
    const lamp = await insertItem(seller, { title: "Brass lamp", description: "Works well." });
    const { promotion, balance } = await bought(seller, order(lamp, { amount: 7.5 }));
    expect(promotion).toMatchObject({
      item: { id: lamp, title: "Brass lamp", status: "active" },
      placement: "sidebar",
      days: 5,
      amount: 7.5,
      refunded: 0,
      refundable: 6,
      state: "running",
      can_cancel: true,
      impressions: 0,
      clicks: 0,
      reach: [{ day: TODAY, impressions: 0, clicks: 0 }],
    });
    expect(balance).toBe(12.5);
    expect(await adIn("sidebar")).toMatchObject({
      title: "Brass lamp",
      description: "Works well.",
      link_url: `/ItemDetail/${lamp}`,
    });
    expect(await mine(seller)).toMatchObject({ balance: 12.5, today: TODAY, items: [{ id: promotion.id }] });
  });

  it("is refused without enough credit, and stores nothing", async () => {
    const seller = await sellerWith(7);
    const lamp = await insertItem(seller);
    expect(await refusal(await buy(seller, order(lamp)), 402)).toMatchObject({
      code: "insufficient_credit",
      message: "Not enough ad credit.",
    });
    expect(await mine(seller)).toMatchObject({ balance: 7, items: [] });
    expect(await adIn("sidebar")).toBeNull();
  });

  it("buys one of several concurrent promotions when the credit covers one (A60)", async () => {
    const seller = await sellerWith(8);
    const items = await Promise.all([1, 2, 3, 4].map(() => insertItem(seller)));
    const replies = await Promise.all(items.map((id) => buy(seller, order(id))));
    expect(replies.map((one) => one.status).sort()).toEqual([201, 402, 402, 402]);
    expect(await mine(seller)).toMatchObject({ balance: 0.5, items: [{ amount: 7.5 }] });
  });

  it("buys once when the same request arrives twice, even after a lost reply", async () => {
    const seller = await sellerWith(50);
    const lamp = await insertItem(seller);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const twins = await Promise.all([buy(seller, order(lamp), key), buy(seller, order(lamp), key)]);
    const [first] = await Promise.all(twins.map((one) => reply<PromotionReply>(one, 201)));
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${seller.id}`;
    const again = await reply<PromotionReply>(await buy(seller, order(lamp), key), 201);
    expect(again.promotion.id).toBe(first?.promotion.id);
    expect((await mine(seller)).balance).toBe(42.5);
  });

  it("is refused for another seller's or an unavailable item, a wrong amount and overlapping days", async () => {
    const [seller, other] = await Promise.all([sellerWith(100), sellerWith(100)]);
    const lamp = await insertItem(seller);
    const sold = await insertItem(seller, { status: "sold", sold_at: NOON });
    expect(await refusal(await buy(other, order(lamp)), 404)).toMatchObject({ code: "not_found" });
    expect(await refusal(await buy(seller, order(sold)), 409)).toMatchObject({ code: "wrong_state" });
    expect(await refusal(await buy(seller, order(lamp, { amount: 1 })), 409)).toMatchObject({
      code: "values_changed",
      details: { current: { amount: 7.5 } },
    });
    await bought(seller, order(lamp));
    const twice = order(lamp, { start_date: "2026-11-27", end_date: "2026-11-28" });
    expect(await refusal(await buy(seller, twice), 409)).toMatchObject({ code: "conflict" });
    await bought(seller, order(lamp, { start_date: "2026-11-28", end_date: "2026-11-28" }));
    await bought(seller, order(lamp, { placement: "local_deals" }));
    expect((await call("GET", "/api/promotions")).status).toBe(401);
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: NOON + DAY });
    expect(await refusal(await buy(suspended, order(lamp)), 403)).toMatchObject({ code: "suspended" });
  });

  it.each([
    [{ start_date: "2026-11-22" }, "start_date"],
    [{ start_date: "2027-02-01", end_date: "2027-02-02" }, "start_date"],
    [{ start_date: "2026-11-31" }, "start_date"],
    [{ end_date: "2026-11-22" }, "end_date"],
    [{ end_date: "2026-12-23" }, "end_date"],
    [{ end_date: "tomorrow" }, "end_date"],
    [{ placement: "front_page" }, "placement"],
  ])("is refused with invalid terms: %j", async (rest, field) => {
    const seller = await sellerWith(100);
    const lamp = await insertItem(seller);
    const answer = await refusal(await buy(seller, order(lamp, rest)), 422);
    expect(answer.details?.fields?.[0]?.field).toBe(field);
    expect((await mine(seller)).balance).toBe(100);
  });

  it("is refused when twelve other promotions run on the same days", async () => {
    const seller = await sellerWith(100);
    const items = await Promise.all(Array.from({ length: 13 }, () => insertItem(seller)));
    const day = { start_date: TODAY, end_date: TODAY };
    for (const id of items.slice(0, 12)) await bought(seller, order(id, day));
    const last = items[12] ?? "";
    expect(await refusal(await buy(seller, order(last, day)), 409)).toMatchObject({ code: "conflict" });
    await bought(seller, order(last, { start_date: "2026-11-24", end_date: "2026-11-24" }));
  });
});

describe("the display of a promotion", () => {
  it("lasts from its first day to its last, while the item is for sale", async () => {
    const seller = await sellerWith(20);
    const lamp = await insertItem(seller);
    await bought(seller, order(lamp, { start_date: "2026-11-24", end_date: "2026-11-25" }));
    expect(await adIn("sidebar")).toBeNull();
    expect((await mine(seller)).items[0]).toMatchObject({ state: "upcoming", refundable: 3, reach: [] });
    clock(NOON + DAY);
    expect(await adIn("sidebar")).not.toBeNull();
    await runSql`UPDATE items SET status = 'inactive' WHERE id = ${lamp}`;
    expect(await adIn("sidebar")).toBeNull();
    expect((await mine(seller)).items[0]).toMatchObject({ state: "stopped" });
    await runSql`UPDATE items SET status = 'active', title = 'Lamp, now with shade' WHERE id = ${lamp}`;
    expect(await adIn("sidebar")).toMatchObject({ title: "Lamp, now with shade" });
    clock(NOON + 3 * DAY);
    expect(await adIn("sidebar")).toBeNull();
    expect((await mine(seller)).items[0]).toMatchObject({ state: "ended", can_cancel: false, refundable: 0 });
  });

  it("rotates with other promotions of the placement, and comes before the ads of editors", async () => {
    const [one, two] = await Promise.all([sellerWith(20), sellerWith(20)]);
    const editors = await env.DB.prepare(
      "INSERT INTO advertisements (id, title, placement, priority, created_at) VALUES (?, 'Ours', 'sidebar', 0, 0)",
    )
      .bind(`adv_${one.id.slice(4)}`)
      .run();
    expect(editors.success).toBe(true);
    const lamp = await insertItem(one, { title: "Lamp" });
    const rug = await insertItem(two, { title: "Rug" });
    await bought(one, order(lamp));
    await bought(two, order(rug));
    const seen = new Set<string | undefined>();
    for (let turn = 0; turn < 4; turn++) {
      clock(NOON + turn * 10 * 60_000);
      seen.add((await adIn("sidebar"))?.title);
    }
    expect([...seen].sort()).toEqual(["Lamp", "Rug"]);
  });

  it("counts impressions and clicks per day, without the owner's own", async () => {
    const [seller, reader] = await Promise.all([sellerWith(20), createAccount()]);
    const lamp = await insertItem(seller);
    const { promotion } = await bought(seller, order(lamp));
    const ad = await adIn("sidebar", reader);
    const see = (who: TestAccount, kind: string) => who.request("POST", `/api/ads/${ad?.id}/${kind}`);
    await see(seller, "impression");
    await see(reader, "impression");
    await see(reader, "impression");
    await see(reader, "click");
    clock(NOON + DAY);
    await see(reader, "impression");
    const [shown] = (await mine(seller)).items;
    expect(shown).toMatchObject({ id: promotion.id, impressions: 2, clicks: 1 });
    expect(shown?.reach).toEqual([
      { day: "2026-11-23", impressions: 1, clicks: 1 },
      { day: "2026-11-24", impressions: 1, clicks: 0 },
    ]);
  });
});

describe("POST /api/promotions/:id/cancel", () => {
  it("refunds the days that have not begun, once", async () => {
    const seller = await sellerWith(20);
    const lamp = await insertItem(seller);
    const later = await bought(seller, order(lamp, { start_date: "2026-11-24", end_date: "2026-11-25" }));
    expect(later.balance).toBe(17);
    expect(await reply<PromotionReply>(await cancel(seller, later.promotion.id), 200)).toMatchObject({
      balance: 20,
      promotion: { state: "cancelled", refunded: 3, refundable: 0, can_cancel: false },
    });
    const { promotion } = await bought(seller, order(lamp));
    clock(NOON + 2 * DAY);
    const replies = await Promise.all([1, 2, 3].map(() => cancel(seller, promotion.id)));
    for (const one of replies) expect(one.status, await one.clone().text()).toBe(200);
    // The promotion cost 7.50. Three of its five days have begun.
    expect(await mine(seller)).toMatchObject({ balance: 15.5, items: [{ refunded: 3, state: "cancelled" }, {}] });
    expect(await adIn("sidebar")).toBeNull();
  });

  it("is refused after the end and for another seller's promotion (A02)", async () => {
    const [seller, other] = await Promise.all([sellerWith(20), createSeller()]);
    const lamp = await insertItem(seller);
    const { promotion } = await bought(seller, order(lamp));
    expect(await refusal(await cancel(other, promotion.id), 404)).toMatchObject({ code: "not_found" });
    clock(NOON + 5 * DAY);
    expect(await refusal(await cancel(seller, promotion.id), 409)).toMatchObject({ code: "wrong_state" });
    expect((await mine(seller)).balance).toBe(12.5);
  });

  it("runs by itself when the item is sold, and refunds the unused days once", async () => {
    const seller = await sellerWith(20);
    const lamp = await insertItem(seller);
    await bought(seller, order(lamp));
    const services = createServices(env, () => undefined);
    await endObsoletePromotions(services);
    expect((await mine(seller)).items[0]).toMatchObject({ state: "running" });
    await runSql`UPDATE items SET status = 'sold', sold_at = ${NOON} WHERE id = ${lamp}`;
    await endObsoletePromotions(services);
    await endObsoletePromotions(services);
    expect(await mine(seller)).toMatchObject({ balance: 18.5, items: [{ state: "cancelled", refunded: 6 }] });
  });
});
