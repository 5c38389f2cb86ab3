/** Price offers over HTTP, in the item's Durable Object and in D1 (D52). */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { CheckoutView } from "#contract/checkout";
import type { ItemDetail, OwnItem } from "#contract/items";
import type { MessagesReply, ThreadView } from "#contract/messages";
import type { DeclineOffersReply, OwnPriceOffer, PriceOfferPage, PriceOfferView } from "#contract/offers";
import { HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { settlePriceOffers } from "../../worker/features/offers/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import {
  acknowledge,
  BANK,
  createBuyer,
  createSeller,
  insertItem,
  payload,
  paymentDetails,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { notificationTitlesOf } from "../support/workerd/notifications.ts";
import { breakDatabase, type Fault, roomOf, row } from "../support/workerd/rooms.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const DAY = 24 * HOUR_MS;

async function scene(overrides: Parameters<typeof insertItem>[1] = {}) {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  return { seller, buyer, itemId: await insertItem(seller, { price_cents: 10_000, ...overrides }) };
}
const post = (who: TestAccount, itemId: string, amount: number, more: Record<string, unknown> = {}) =>
  who.request("POST", `/api/items/${itemId}/price-offer`, { amount, list_price: 100, ...more });
const offer = async (who: TestAccount, itemId: string, amount: number) =>
  reply<PriceOfferView>(await post(who, itemId, amount), 201);
const step = (who: TestAccount, id: string, action: string, rev: number, more: Record<string, unknown> = {}) =>
  who.request("POST", `/api/price-offers/${id}/${action}`, { rev, ...more });
const took = async (...args: Parameters<typeof step>) => reply<PriceOfferView>(await step(...args), 200);
const own = async (who: TestAccount, itemId: string) =>
  reply<OwnPriceOffer>(await who.request("GET", `/api/items/${itemId}/price-offer`), 200);
const look = async (who: TestAccount, itemId: string) =>
  reply<ItemDetail>(await who.request("GET", `/api/items/${itemId}`), 200);
const reserve = (who: TestAccount, itemId: string) =>
  who.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
const agreedPrices = async (who: TestAccount) =>
  (await reply<SessionReply>(await who.request("GET", "/api/auth/session"), 200)).agreed_prices;
const told = (who: TestAccount) => notificationTitlesOf(who, "offer");

it("a buyer offers, the seller counters, the buyer accepts and buys at that price", async () => {
  const { seller, buyer, itemId } = await scene();
  const { terms } = await own(buyer, itemId);
  expect(terms).toEqual({
    list_price: 100,
    min: 25,
    max: 99.99,
    suggested: [90, 85, 80],
    rounds_left: 3,
    ask_knowzee_first: false,
  });
  const made = await offer(buyer, itemId, 70);
  expect(made).toMatchObject({ role: "buyer", status: "open", turn: "seller", amount: 70, percent: 70, round: 1 });
  expect(made.abilities).toEqual({ accept: false, decline: false, counter: false, withdraw: true, buy: false });

  const { items } = await reply<PriceOfferPage>(await seller.request("GET", "/api/price-offers"), 200);
  expect(items).toMatchObject([
    { id: made.id, role: "seller", amount: 70, abilities: { accept: true, counter: true } },
  ]);
  const countered = await took(seller, made.id, "counter", made.rev, { amount: 85 });
  expect(countered).toMatchObject({ turn: "buyer", amount: 85 });

  const agreed = await took(buyer, made.id, "accept", countered.rev);
  expect(agreed).toMatchObject({ status: "accepted", amount: 85, abilities: { buy: true } });
  expect(agreed.expires_at - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  const other = await createBuyer();
  // Every page shows the buyer this one price (D79).
  expect(await agreedPrices(buyer)).toEqual([{ item_id: itemId, amount: 85, expires_at: agreed.expires_at }]);
  expect(await agreedPrices(other)).toEqual([]);
  const seen = await look(other, itemId);
  expect(seen).toMatchObject({
    status: "reserved",
    reserved_by_you: false,
    reserved_until: agreed.expires_at,
    price: 100,
  });
  expect(await refusal(await reserve(other, itemId), 409)).toMatchObject({ code: "item_unavailable" });

  const held = await reply<{ checkout: CheckoutView; reserved_until: number }>(await reserve(buyer, itemId), 200);
  expect(held).toMatchObject({ reserved_until: agreed.expires_at, checkout: { amount: 85 } });
  const view = await acknowledge(buyer, itemId);
  const details = await reply<never>(await paymentDetails(buyer, itemId), 200);
  const order = await reply<{ order_id: string }>(
    await transact(buyer, payload({ seller, buyer, itemId, view, details })),
    201,
  );
  expect(await row("SELECT amount_cents FROM orders WHERE id = ?", order.order_id)).toEqual({ amount_cents: 8_500 });
  expect((await own(buyer, itemId)).offer?.status).toBe("bought");
  expect(await agreedPrices(buyer)).toEqual([]);
  expect(await told(seller)).toEqual(["Offer: $70", "Counter-offer accepted: $85"]);
  expect(await told(buyer)).toEqual(["Counter-offer: $85"]);
  expect(BANK).toBeDefined();
});

it("the thread of the two shows each step", async () => {
  const { seller, buyer, itemId } = await scene();
  const made = await offer(buyer, itemId, 70);
  await took(seller, made.id, "decline", made.rev);
  const thread = await reply<ThreadView>(await buyer.request("POST", "/api/conversations", { item_id: itemId }), 200);
  const { items } = await reply<MessagesReply>(
    await seller.request("GET", `/api/conversations/${thread.id}/messages`),
    200,
  );
  expect(items.map(({ text, event }) => [text, event])).toEqual([
    ["Offer: $70", { subject: "offer", id: made.id, kind: "offered", by: "buyer", amount: 70 }],
    [
      "The seller, or a limit they've set, declined $70.",
      { subject: "offer", id: made.id, kind: "declined", by: "seller_or_limit", amount: 70 },
    ],
  ]);
  expect((await took(seller, made.id, "decline", made.rev)).thread_id).toBe(thread.id);
});

it("only one of several offers is accepted, and the others wait behind it (A114)", async () => {
  const { seller, buyer, itemId } = await scene();
  const other = await createBuyer();
  const [a, b] = await Promise.all([offer(buyer, itemId, 80), offer(other, itemId, 90)]);
  const replies = await Promise.all([a, b].map(({ id, rev }) => step(seller, id, "accept", rev)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { results } = await allRows`SELECT status FROM price_offers WHERE item_id = ${itemId} ORDER BY status`;
  expect(results).toEqual([{ status: "accepted" }, { status: "open" }]);
});

it("nobody sees another buyer's offer (A115)", async () => {
  const { buyer, itemId } = await scene();
  const made = await offer(buyer, itemId, 80);
  const other = await createBuyer();
  expect((await own(other, itemId)).offer).toBeNull();
  await refusal(await other.request("GET", `/api/price-offers/${made.id}`), 404);
  await refusal(await step(other, made.id, "accept", made.rev), 404);
  const { items } = await reply<PriceOfferPage>(await other.request("GET", "/api/price-offers?box=made"), 200);
  expect(items).toEqual([]);
  expect(JSON.stringify(await look(other, itemId))).not.toContain(made.id);
});

it("refuses what may not be offered, with a reason", async () => {
  const { seller, buyer, itemId } = await scene();
  const codeOf = async (response: Promise<Response>, status: number) => (await refusal(await response, status)).code;
  expect(await codeOf(post(seller, itemId, 80), 403)).toBe("own_item");
  expect(await codeOf(post(buyer, itemId, 100), 422)).toBe("invalid");
  expect(await codeOf(post(buyer, itemId, 24.99), 422)).toBe("invalid");
  expect(await codeOf(post(buyer, itemId, 80, { list_price: 90 }), 409)).toBe("values_changed");
  expect(await codeOf(post(buyer, itemId, 80, { note: "call me on 0412 345 678" }), 422)).toBe("invalid");
  const restricted = await createBuyer({ account_restricted: true });
  expect(await codeOf(post(restricted, itemId, 80), 403)).toBe("restricted");
  const closed = await scene({ open_to_offers: false });
  expect(await codeOf(post(closed.buyer, closed.itemId, 80), 403)).toBe("forbidden");
  const free = await scene({ price_cents: 0 });
  expect(await codeOf(post(free.buyer, free.itemId, 80, { list_price: 0 }), 409)).toBe("wrong_state");
  await reply(await seller.request("POST", "/api/blocks", { user_id: buyer.id }), 201);
  expect(await codeOf(post(buyer, itemId, 80), 403)).toBe("blocked");
});

it("a repeated request makes one offer, and a second one waits for the answer", async () => {
  const { buyer, itemId } = await scene();
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const body = { amount: 80, list_price: 100 };
  const path = `/api/items/${itemId}/price-offer`;
  const [first, again] = [
    await reply<PriceOfferView>(await buyer.request("POST", path, body, key), 201),
    await reply<PriceOfferView>(await buyer.request("POST", path, body, key), 201),
  ];
  expect(again).toMatchObject({ id: first.id, rev: first.rev, round: 1 });
  expect(await refusal(await post(buyer, itemId, 85), 409)).toMatchObject({ code: "conflict" });
});

it("an answer is refused for an amount that has changed since, and repeating one changes nothing (A114)", async () => {
  const { seller, buyer, itemId } = await scene();
  const made = await offer(buyer, itemId, 80);
  await took(buyer, made.id, "withdraw", made.rev);
  const next = await offer(buyer, itemId, 85);
  expect(next).toMatchObject({ id: made.id, round: 2 });
  expect(await refusal(await step(seller, made.id, "accept", made.rev), 409)).toMatchObject({
    code: "stale",
    details: { current: { amount: 85 } },
  });
  const agreed = await took(seller, made.id, "accept", next.rev);
  expect(await took(seller, made.id, "accept", next.rev)).toMatchObject({
    rev: agreed.rev,
    expires_at: agreed.expires_at,
  });
});

it.each<Fault[]>([["refused"], ["reply_lost"], ["refused", "reply_lost"]])(
  "an acceptance survives %s of its write, and the room's eviction",
  async (...faults) => {
    const { seller, buyer, itemId } = await scene();
    const made = await offer(buyer, itemId, 80);
    const plan = [...faults];
    await breakDatabase(itemId, () => plan.shift() ?? "none");
    const agreed = await took(seller, made.id, "accept", made.rev);
    expect(agreed.status).toBe("accepted");
    await evictDurableObject(roomOf(itemId));
    await roomOf(itemId).settle();
    expect(await took(seller, made.id, "accept", made.rev)).toMatchObject({ rev: agreed.rev });
    expect(
      await row(
        `SELECT i.holder_id, p.amount_cents, p.status FROM items i JOIN price_offers p ON p.accepted_id = i.hold_id
          WHERE i.id = ?`,
        itemId,
      ),
    ).toMatchObject({ holder_id: buyer.id, amount_cents: 8_000, status: "accepted" });
  },
);

it("closing the checkout does not release the item, giving it up does, and the price ends with it", async () => {
  const { seller, buyer, itemId } = await scene();
  const made = await offer(buyer, itemId, 80);
  const agreed = await took(seller, made.id, "accept", made.rev);
  await reply(await reserve(buyer, itemId), 200);
  await reply(await buyer.request("DELETE", `/api/items/${itemId}/reservation`), 200);
  expect(await look(buyer, itemId)).toMatchObject({ status: "reserved", reserved_by_you: true });
  await took(buyer, made.id, "withdraw", agreed.rev);
  expect(await look(buyer, itemId)).toMatchObject({ status: "active" });
  const held = await reply<{ checkout: CheckoutView }>(await reserve(buyer, itemId), 200);
  expect(held.checkout.amount).toBe(100);
  expect(await told(seller)).toEqual(["Offer: $80", "The buyer changed their mind"]);
});

it("the hold ends after 24 hours, and the item is for sale again", async () => {
  const { seller, buyer, itemId } = await scene();
  const made = await offer(buyer, itemId, 80);
  await took(seller, made.id, "accept", made.rev);
  await later(DAY + 1, async () => {
    await roomOf(itemId).settle();
    expect((await own(buyer, itemId)).offer?.status).toBe("lapsed");
  });
  expect(await row("SELECT holder_id FROM items WHERE id = ?", itemId)).toEqual({ holder_id: null });
  expect(await told(buyer)).toEqual(["Offer accepted: $80", "Your price has ended: $80"]);
});

it("an agreed price can be paid after the pickup time it began with has passed", async () => {
  const soon = Date.now() + 2 * HOUR_MS;
  const { seller, buyer, itemId } = await scene({ collection_date: soon });
  const made = await offer(buyer, itemId, 70);
  await took(seller, made.id, "accept", made.rev);
  await later(5 * HOUR_MS, async () => {
    const checkout = await reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
    expect(checkout.collection_date).toBeGreaterThan(Date.now());
    expect(checkout.methods).toContain("bank_transfer");
  });
});

it("an unanswered offer expires, after a reminder to the seller", async () => {
  const { seller, buyer, itemId } = await scene();
  await offer(buyer, itemId, 80);
  const jobs = () => settlePriceOffers(createServices(env, () => undefined));
  await later(22.5 * HOUR_MS, jobs);
  await later(22.6 * HOUR_MS, jobs);
  await later(DAY + 1, jobs);
  expect(await told(seller)).toEqual(["Offer: $80", "An offer ends in 2 hours"]);
  expect(await told(buyer)).toEqual(["Offer expired: $80"]);
});

it("a sale to another buyer, another price and a block end open offers, once", async () => {
  const { seller, buyer, itemId } = await scene();
  await offer(buyer, itemId, 80);
  await reply(await seller.request("PATCH", `/api/items/${itemId}`, { price: 95 }), 200);
  expect((await own(buyer, itemId)).offer?.status).toBe("void");
  const again = await reply<PriceOfferView>(await post(buyer, itemId, 60, { list_price: 95 }), 201);
  expect(again.round).toBe(1);
  await reply(await seller.request("POST", "/api/blocks", { user_id: buyer.id }), 201);
  await settlePriceOffers(createServices(env, () => undefined));
  expect((await own(buyer, itemId)).offer?.status).toBe("void");
  await settlePriceOffers(createServices(env, () => undefined));
  expect(await told(buyer)).toEqual(["Your offer has ended: $80", "Your offer has ended: $60"]);
});

it("an offer below the seller's limit looks like any other, and is declined within the hour (A113)", async () => {
  const [seller, buyer] = await Promise.all([createAccount(), createBuyer()]);
  const { id: itemId } = await createItem(seller, { price: 100, decline_below: 70 });
  const low = await offer(buyer, itemId, 60);
  const ordinary = await offer(await createBuyer(), itemId, 75);
  expect(Object.keys(low)).toEqual(Object.keys(ordinary));
  expect(low).toMatchObject({ status: "open", auto_decline_at: null, abilities: ordinary.abilities });
  expect(low.expires_at - low.updated_at).toBe(ordinary.expires_at - ordinary.updated_at);
  const { items } = await reply<PriceOfferPage>(await seller.request("GET", "/api/price-offers"), 200);
  const theirs = items.find(({ id }) => id === low.id);
  expect(theirs?.auto_decline_at).toBeGreaterThanOrEqual(low.updated_at + 10 * MINUTE_MS);
  expect(await told(seller)).toEqual(["Offer: $75"]);
  await later(HOUR_MS + 1, () => roomOf(itemId).settle());
  expect(await own(buyer, itemId)).toMatchObject({ offer: { status: "declined", amount: 60 } });
  expect(await told(buyer)).toEqual(["Offer declined: $60"]);
  // The buyer reads, and can download, the same as of a decline by the seller; the seller reads that it was their limit (D93).
  const second = (await reply<PriceOfferPage>(await seller.request("GET", "/api/price-offers"), 200)).items;
  expect(second.find(({ id }) => id === low.id)).toMatchObject({ status: "declined", ended_by: "limit" });
  expect((await own(buyer, itemId)).offer?.ended_by).toBe("seller_or_limit");
  const thread = await row<{ event: string }>(
    "SELECT event FROM messages WHERE event LIKE '%declined%' AND event LIKE ?",
    `%${low.id}%`,
  );
  expect(thread?.event).toContain('"by":"seller_or_limit"');
  for (const who of [buyer, await createBuyer()]) {
    expect("decline_below" in (await look(who, itemId))).toBe(false);
  }
  expect((await reply<OwnItem>(await seller.request("GET", `/api/items/${itemId}`), 200)).decline_below).toBe(70);
});

it("the seller declines several offers at once, and skips those that have changed", async () => {
  const { seller, buyer, itemId } = await scene();
  const other = await createBuyer();
  const [a, b] = [await offer(buyer, itemId, 80), await offer(other, itemId, 90)];
  await took(other, b.id, "withdraw", b.rev);
  const sent = { offers: [a, b].map(({ id, rev }) => ({ id, rev })) };
  expect(await reply<DeclineOffersReply>(await seller.request("POST", "/api/price-offers/decline", sent), 200)).toEqual(
    {
      declined: [a.id],
      unchanged: [b.id],
    },
  );
});

it("where Knowzee is on, it answers first", async () => {
  const [seller, buyer] = await Promise.all([createAccount(), createBuyer()]);
  const { id: itemId } = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 80 });
  expect((await own(buyer, itemId)).terms?.ask_knowzee_first).toBe(true);
  expect(await refusal(await post(buyer, itemId, 60), 409)).toMatchObject({ code: "wrong_state" });
  const asked = { itemId, userMessage: "would you take $60?" };
  await reply(await buyer.request("POST", "/functions/v1/agent-negotiate", asked), 200);
  const made = await offer(buyer, itemId, 60);
  await took(seller, made.id, "accept", made.rev);
  expect((await own(buyer, itemId)).offer).toMatchObject({ status: "accepted", amount: 60 });
});

it("a buyer has at most twenty open offers and five agreed prices (A116)", async () => {
  const { buyer, itemId } = await scene();
  const full = async (status: string, count: number) => {
    const seller = await createSeller();
    const now = Date.now();
    for (let i = 0; i < count; i++) {
      const other = await insertItem(seller, { price_cents: 10_000 });
      await env.DB.prepare(
        `INSERT INTO price_offers (id, item_id, buyer_id, seller_id, rev, status, turn, amount_cents, buyer_cents,
          list_cents, rounds, note, expires_at, ref, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, 1, ?5, 'seller', 8000, 8000, 10000, 1, '', ?6, ?1, ?7, ?7)`,
      )
        .bind(`pof_${other.slice(4)}`, other, buyer.id, seller.id, status, now + DAY, now)
        .run();
    }
  };
  const clear = () => runSql`DELETE FROM price_offers WHERE buyer_id = ${buyer.id}`;
  await full("open", 20);
  expect((await refusal(await post(buyer, itemId, 80), 409)).message).toContain("20 open offers");
  await clear();
  await full("accepted", 5);
  expect(await refusal(await post(buyer, itemId, 80), 429)).toMatchObject({ code: "holding_limit" });
  await clear();
  await offer(buyer, itemId, 80);
});
