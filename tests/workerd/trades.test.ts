/** Trades: who may propose what to whom, what each step does to the items, and who is notified (D39; A07, A08). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { MessagesReply } from "#contract/messages";
import type { DealRatings } from "#contract/orders/ratings";
import type { Page } from "#contract/page";
import type { OwnItemRow } from "#contract/selling/my-items";
import { type OfferableItem, TRADE_MESSAGES, type TradePage, type TradeView } from "#contract/trades";
import { settleTrades } from "../../worker/features/trades/jobs.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import {
  ADDRESS,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  readOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import {
  createTradeSetup,
  notificationTitles,
  propose,
  proposeTrade,
  readTrade,
  statusesOf,
  step,
  takeStep,
} from "../support/workerd/trades.ts";

const services = () => createServices(env, () => undefined);
const box = async (who: TestAccount, name: string, more = "") =>
  reply<TradePage>(await who.request("GET", `/api/trades?box=${name}${more}`), 200);
const idsIn = async (who: TestAccount, name: string) => (await box(who, name)).items.map(({ id }) => id);
const countTrades = async () => (await firstRow<{ n: number }>`SELECT count(*) AS n FROM trades`)?.n;

describe("a trade offer", () => {
  it("reaches the seller with items, cash, message and values, and appears in both users' lists", async () => {
    const offer = await createTradeSetup(2);
    const id = await proposeTrade(offer, { cash_adjustment: 5.5, message: "  Would you swap?  " });
    const seen = await readTrade(offer.seller, id);
    expect(seen).toMatchObject({
      status: "proposed",
      role: "seller",
      counterparty: { id: offer.offeror.id, display_name: "Billie B." },
      target: { id: offer.target, title: "Brass reading lamp", price: 45.5, available: true },
      cash_adjustment: 5.5,
      message: "Would you swap?",
      target_value: 45.5,
      offered_value: 45.5,
      even: true,
      handed_over: { by_you: false, by_them: false },
      order_id: null,
      abilities: { accept: true, decline: true, withdraw: false, hand_over: false, cancel: false, rate: false },
    });
    expect(seen.offered.map((item) => item.id).sort()).toEqual([...offer.offered].sort());
    expect(seen.expires_at).toBe(seen.created_at + 7 * DAY);
    expect((await readTrade(offer.offeror, id)).abilities).toMatchObject({
      accept: false,
      decline: false,
      withdraw: true,
    });
    expect([await idsIn(offer.seller, "incoming"), await idsIn(offer.seller, "outgoing")]).toEqual([[id], []]);
    expect([await idsIn(offer.offeror, "incoming"), await idsIn(offer.offeror, "outgoing")]).toEqual([[], [id]]);
    expect(await notificationTitles(offer.seller, id)).toEqual(["New trade offer"]);
    expect(await notificationTitles(offer.offeror, id)).toEqual([]);
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["active", "active", "active"]);
  });

  it("is created once per idempotency key, and once per target item at a time", async () => {
    const offer = await createTradeSetup();
    const body = { target_item_id: offer.target, offered_item_ids: offer.offered };
    const key = crypto.randomUUID();
    const first = await (await propose(offer.offeror, body, key)).json();
    expect(await (await propose(offer.offeror, body, key)).json()).toEqual(first);
    // The trade id is derived from the key, so it is the same without the stored reply.
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${offer.offeror.id}`;
    expect(await (await propose(offer.offeror, body, key)).json()).toEqual(first);
    expect((await refusal(await propose(offer.offeror, body), 409)).message).toBe(TRADE_MESSAGES.alreadyOffered);
    const rows = await firstRow`SELECT count(*) AS n FROM trades WHERE offeror_id = ${offer.offeror.id}`;
    expect(rows).toEqual({ n: 1 });
  });

  it("is made in the caller's own name to the item's owner, even when the body names others (A07)", async () => {
    const offer = await createTradeSetup();
    const body = { target_item_id: offer.target, offered_item_ids: offer.offered };
    const before = await countTrades();
    const spoofed = await refusal(await propose(offer.offeror, { ...body, offeror_id: offer.seller.id }), 422);
    expect(spoofed.details?.fields?.[0]?.field).toBe("offeror_id");
    const misled = await refusal(await propose(offer.offeror, { ...body, target_seller_id: offer.offeror.id }), 422);
    expect(misled.details?.fields?.[0]?.field).toBe("target_seller_id");
    expect(await countTrades()).toBe(before);
    const honest = { ...body, offeror_id: offer.offeror.id, target_seller_id: offer.seller.id };
    await reply(await propose(offer.offeror, honest), 201);
  });

  it("accepts only the proposer's own active items, and not the requested item (A08, A30)", async () => {
    const { seller, offeror, target, offered } = await createTradeSetup();
    const before = await countTrades();
    const others = await insertItem(await createSeller());
    const inactive = await insertItem(offeror, { status: "inactive" });
    const deleted = await insertItem(offeror, { deleted_at: Date.now() });
    for (const wrong of [others, inactive, deleted, target, "itm_00000000000000000000"]) {
      const sent = await propose(offeror, { target_item_id: target, offered_item_ids: [...offered, wrong] });
      expect((await refusal(sent, 422)).message, wrong).toBe(TRADE_MESSAGES.ownActiveOnly);
    }
    const none = await propose(offeror, { target_item_id: target, offered_item_ids: [] });
    expect((await refusal(none, 422)).message).toBe(TRADE_MESSAGES.selectOne);
    const many = Array.from({ length: 21 }, (_, i) => `itm_${String(i).padStart(20, "0")}`);
    const tooMany = await propose(offeror, { target_item_id: target, offered_item_ids: many });
    expect((await refusal(tooMany, 422)).message).toBe(TRADE_MESSAGES.tooMany);
    expect(
      (await propose(offeror, { target_item_id: target, offered_item_ids: [offered[0], offered[0]] })).status,
    ).toBe(422);
    expect((await propose(seller, { target_item_id: target, offered_item_ids: offered })).status).toBe(403);
    expect(await countTrades()).toBe(before);
  });

  it.each([
    [500, 201, null],
    [500.01, 422, TRADE_MESSAGES.cashTooHigh],
    [-1, 422, null],
    [1.005, 422, null],
  ])("with %d dollars on top is answered %i", async (cash_adjustment, status, message) => {
    const { offeror, target, offered } = await createTradeSetup();
    const sent = await propose(offeror, { target_item_id: target, offered_item_ids: offered, cash_adjustment });
    const body = await reply<{ error: { message: string } | null }>(sent, status);
    if (message) expect(body.error?.message).toBe(message);
  });

  it("accepts a message of up to 500 characters", async () => {
    const { offeror, target, offered } = await createTradeSetup();
    const body = { target_item_id: target, offered_item_ids: offered };
    expect((await propose(offeror, { ...body, message: "x".repeat(501) })).status).toBe(422);
    expect((await propose(offeror, { ...body, message: "x".repeat(500) })).status).toBe(201);
  });

  it("is refused to a seller who does not trade or blocked the proposer, and for unavailable items", async () => {
    const { offeror, offered } = await createTradeSetup();
    const ask = async (target: string) => propose(offeror, { target_item_id: target, offered_item_ids: offered });
    const closed = await insertItem(await createSeller({ open_to_trades: false }));
    const shut = await refusal(await ask(closed), 403);
    expect(shut.message).toBe(TRADE_MESSAGES.notOpen);
    const blocker = await createSeller();
    const blocked = await insertItem(blocker);
    await runSql`INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (${blocker.id}, ${offeror.id}, ${Date.now()})`;
    // The same message for both, so that a block is not revealed.
    expect({ ...(await refusal(await ask(blocked), 403)), request_id: "" }).toEqual({ ...shut, request_id: "" });
    const seller = await createSeller();
    expect((await refusal(await ask(await insertItem(seller, { price_cents: 0 })), 409)).message).toBe(
      TRADE_MESSAGES.freeItem,
    );
    expect((await refusal(await ask(await insertItem(seller, { status: "sold" })), 409)).code).toBe("item_sold");
    expect((await refusal(await ask(await insertItem(seller, { status: "inactive" })), 409)).code).toBe(
      "item_unavailable",
    );
    expect((await ask(await insertItem(seller, { deleted_at: 1 }))).status).toBe(404);
    expect((await ask("itm_00000000000000000000")).status).toBe(404);
  });

  it("cannot be made or accepted by a suspended user, nor accepted from one", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const suspend = (who: TestAccount, on: 0 | 1) =>
      runSql`UPDATE profiles SET is_suspended = ${on} WHERE id = ${who.id}`;
    await suspend(offer.offeror, 1);
    expect(
      (await propose(offer.offeror, { target_item_id: offer.target, offered_item_ids: offer.offered })).status,
    ).toBe(403);
    expect((await refusal(await step(offer.seller, id, "accept"), 409)).message).toMatch(/can't trade right now/);
    await suspend(offer.offeror, 0);
    await suspend(offer.seller, 1);
    expect((await refusal(await step(offer.seller, id, "accept"), 403)).code).toBe("suspended");
    await suspend(offer.seller, 0);
    await takeStep(offer.seller, id, "accept");
  });
});

describe("access to a trade", () => {
  it("is refused with 404 to users who are no party, and each step is limited to the right party (A01)", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const stranger = await createBuyer();
    const missing = "trd_00000000000000000000";
    for (const name of ["accept", "decline", "withdraw", "handed-over", "cancel"] as const) {
      const foreign = await refusal(await step(stranger, id, name), 404);
      const none = await refusal(await step(stranger, missing, name), 404);
      expect({ ...foreign, request_id: "" }).toEqual({ ...none, request_id: "" });
    }
    expect((await stranger.request("GET", `/api/trades/${id}`)).status).toBe(404);
    expect((await offer.seller.request("GET", "/api/trades/nonsense")).status).toBe(404);
    for (const name of ["accept", "decline"] as const) expect((await step(offer.offeror, id, name)).status).toBe(403);
    expect((await step(offer.seller, id, "withdraw")).status).toBe(403);
    expect((await readTrade(offer.seller, id)).status).toBe("proposed");
  });

  it("meets at one place at one time, the same for both, whose address opens 24 hours before (D9, D77)", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const text = async (who: TestAccount) => JSON.stringify([await readTrade(who, id), await box(who, "history")]);
    expect(await text(offer.offeror)).not.toMatch(/Canary Lane|Offer Street/);
    expect((await readTrade(offer.offeror, id)).meeting).toMatchObject({ at: "theirs", address: null });
    const from = Date.now() + 3 * DAY;
    const meeting = { from, until: from + 30 * 60_000, at: "yours" } as const;
    const past = await step(offer.seller, id, "accept", { meeting: { ...meeting, from: Date.now() - DAY } });
    expect((await refusal(past, 422)).code).toBe("invalid");
    const mine = await takeStep(offer.seller, id, "accept", { meeting });
    expect(mine.meeting).toMatchObject({ from, at: "yours", address: ADDRESS, address_at: null });
    const theirs = await readTrade(offer.offeror, id);
    expect(theirs.meeting).toMatchObject({ from, at: "theirs", address: null, address_at: from - DAY });
    expect(theirs.meeting?.place).toBe(mine.meeting?.place);
    expect(await text(offer.offeror)).not.toMatch(/Canary Lane|Offer Street/);
    expect(await text(offer.seller)).not.toMatch(/Offer Street/);
    advance(2 * DAY);
    expect((await readTrade(offer.offeror, id)).meeting).toMatchObject({ address: ADDRESS, address_at: null });
    const file = await (await offer.offeror.request("GET", `/api/trades/${id}/calendar.ics`)).text();
    expect(file).toMatch(/SUMMARY:Swap with /);
    await settleTrades(services());
    await settleTrades(services());
    const reminders = (await notificationsOf(offer.offeror, "pickup")).map(({ title }) => title);
    expect(reminders).toEqual(["Swap reminder: Brass reading lamp"]);
    await takeStep(offer.seller, id, "handed-over");
    await takeStep(offer.offeror, id, "handed-over");
    expect(await text(offer.offeror)).not.toMatch(/Canary Lane|Offer Street/);
    expect(await text(offer.seller)).not.toMatch(/Canary Lane|Offer Street|@example/);
  });

  it("moves only when the other one agrees, until one of them reports the swap (D77)", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const suggest = (who: TestAccount, place?: string) => {
      const from = Date.now() + 4 * DAY;
      const body = { from, until: from + 30 * 60_000, at: place === undefined ? "yours" : "public", place };
      return who.request("POST", `/api/trades/${id}/meeting`, body);
    };
    const answer = (who: TestAccount, proposed_at: number, accept: boolean) =>
      who.request("POST", `/api/trades/${id}/meeting/answer`, { proposed_at, accept });
    expect((await refusal(await suggest(offer.seller, "Newtown station"), 409)).code).toBe("wrong_state");
    const { meeting } = await takeStep(offer.seller, id, "accept");
    expect((await refusal(await suggest(offer.offeror, ""), 422)).code).toBe("invalid");
    expect((await suggest(await createBuyer(), "Newtown station")).status).toBe(404);
    const sent = await reply<TradeView>(await suggest(offer.offeror, "Newtown station"), 200);
    expect(sent).toMatchObject({ meeting: { from: meeting?.from }, meeting_change: { by: "you", at: "public" } });
    const at = sent.meeting_change?.proposed_at ?? 0;
    expect((await refusal(await answer(offer.offeror, at, true), 409)).code).toBe("wrong_state");
    expect((await refusal(await answer(offer.seller, at + 1, true), 409)).code).toBe("wrong_state");
    const moved = await reply<TradeView>(await answer(offer.seller, at, true), 200);
    expect(moved).toMatchObject({ meeting: { at: "public", place: "Newtown station", address: null } });
    expect((await readTrade(offer.offeror, id)).meeting).toMatchObject({ at: "public", place: "Newtown station" });
    expect(await notificationTitles(offer.offeror, id)).toContainEqual(
      expect.stringMatching(/ agreed to the new time or place$/),
    );
    // The other side's place, in another time zone, is suggested in the same zone, and declined.
    await runSql`UPDATE items SET collection_zone = 'Australia/Perth' WHERE id = ${offer.offered[0]}`;
    const back = await reply<TradeView>(await suggest(offer.offeror), 200);
    expect(back.meeting_change).toMatchObject({ at: "yours", zone: moved.meeting?.zone });
    const kept = await reply<TradeView>(await answer(offer.seller, back.meeting_change?.proposed_at ?? 0, false), 200);
    expect(kept).toMatchObject({ meeting: { at: "public" }, meeting_change: null });
    await takeStep(offer.offeror, id, "handed-over");
    expect((await refusal(await suggest(offer.seller, "Newtown station"), 409)).code).toBe("wrong_state");
  });
});

describe("an answer to a trade offer", () => {
  it("declines or withdraws it, with a notification and without locking an item", async () => {
    const offer = await createTradeSetup();
    const first = await proposeTrade(offer);
    expect(await takeStep(offer.seller, first, "decline")).toMatchObject({ status: "declined", expires_at: null });
    expect((await takeStep(offer.seller, first, "decline")).status).toBe("declined");
    expect((await refusal(await step(offer.seller, first, "accept"), 409)).code).toBe("wrong_state");
    expect(await notificationTitles(offer.offeror, first)).toEqual(["Trade declined"]);
    // Another offer for the same item is possible again.
    const second = await proposeTrade(offer);
    expect((await takeStep(offer.offeror, second, "withdraw")).status).toBe("withdrawn");
    expect((await refusal(await step(offer.seller, second, "accept"), 409)).code).toBe("wrong_state");
    expect(await notificationTitles(offer.seller, second)).toEqual(["New trade offer", "Trade offer withdrawn"]);
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["active", "active"]);
    expect((await idsIn(offer.seller, "history")).sort()).toEqual([first, second].sort());
    expect(await idsIn(offer.seller, "incoming")).toEqual([]);
  });

  it("accepts it, which locks every item against other buyers and changes", async () => {
    const offer = await createTradeSetup(2);
    const id = await proposeTrade(offer);
    const accepted = await takeStep(offer.seller, id, "accept");
    expect(accepted).toMatchObject({
      status: "accepted",
      abilities: { accept: false, hand_over: true, cancel: true },
    });
    expect(await takeStep(offer.seller, id, "accept")).toMatchObject({
      status: "accepted",
      updated_at: accepted.updated_at,
    });
    const all = [offer.target, ...offer.offered];
    expect(await statusesOf(all)).toEqual(["pending", "pending", "pending"]);
    expect(accepted.offered.every(({ available }) => available)).toBe(true);
    expect(await notificationTitles(offer.offeror, id)).toEqual(["Trade accepted"]);
    const other = await createBuyer();
    for (const itemId of all) {
      const reserved = await other.request("POST", "/api/rpc/reserve_item", { item_id: itemId });
      expect(JSON.stringify(await reserved.json())).not.toMatch(/"success":true/);
    }
    const price = await offer.seller.request("PATCH", `/api/items/${offer.target}`, { version: 1, price: 1 });
    expect((await refusal(price, 409)).message).toMatch(/traded/);
    expect((await offer.seller.request("DELETE", `/api/items/${offer.target}`)).status).toBe(409);
    expect((await offer.seller.request("POST", `/api/items/${offer.target}/sold`, { buyer_id: null })).status).toBe(
      409,
    );
  });

  it("is refused while another buyer holds one of the items, and possible again afterwards", async () => {
    const offer = await createTradeSetup(2);
    const id = await proposeTrade(offer);
    const holder = await createBuyer();
    await hold(holder, offer.offered[1] ?? "");
    const refused = await refusal(await step(offer.seller, id, "accept"), 409);
    expect(refused).toMatchObject({ code: "item_unavailable" });
    expect(refused.message).toMatch(/^Thing 2: Someone is holding/);
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual([
      "active",
      "active",
      "reserved but active in D1",
    ]);
    expect(await readTrade(offer.seller, id)).toMatchObject({ status: "proposed", abilities: { accept: true } });
    await holder.request("DELETE", `/api/items/${offer.offered[1]}/reservation`);
    expect((await takeStep(offer.seller, id, "accept")).status).toBe("accepted");
  });

  it("is refused after seven days, when the offer has expired for both", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    advance(7 * DAY);
    expect(await readTrade(offer.offeror, id)).toMatchObject({
      status: "expired",
      expires_at: null,
      abilities: { withdraw: false },
    });
    for (const [who, box] of [
      [offer.offeror, "outgoing"],
      [offer.seller, "incoming"],
    ] as const) {
      expect(await idsIn(who, box)).toEqual([]);
      expect(await idsIn(who, "history")).toEqual([id]);
    }
    expect((await refusal(await step(offer.seller, id, "accept"), 409)).message).toMatch(/7 days/);
    await settleTrades(services());
    expect(await idsIn(offer.offeror, "history")).toEqual([id]);
    expect(await notificationTitles(offer.offeror, id)).toEqual(["Trade offer expired"]);
  });

  it("is refused when one of the items was sold or deleted, which ends the offer for both", async () => {
    const [sold, gone] = [await createTradeSetup(2), await createTradeSetup()];
    const [first, second] = [await proposeTrade(sold), await proposeTrade(gone)];
    await reply(await sold.offeror.request("POST", `/api/items/${sold.offered[1]}/sold`, { buyer_id: null }), 200);
    await reply(await gone.seller.request("DELETE", `/api/items/${gone.target}`), 200);
    expect(await readTrade(sold.seller, first)).toMatchObject({
      status: "void",
      void_item_title: "Thing 2",
      abilities: { accept: false },
    });
    expect(await readTrade(gone.offeror, second)).toMatchObject({ status: "void", target: { available: false } });
    expect((await refusal(await step(sold.seller, first, "accept"), 409)).code).toBe("wrong_state");
    await settleTrades(services());
    await settleTrades(services());
    expect(await notificationTitles(sold.seller, first)).toEqual(["New trade offer", "Trade offer ended"]);
    expect(await notificationTitles(gone.offeror, second)).toEqual(["Trade offer ended"]);
    expect(await statusesOf([sold.target, sold.offered[0] ?? ""])).toEqual(["active", "active"]);
  });

  it("voids other offers for the same items only once the trade is completed", async () => {
    const offer = await createTradeSetup();
    const rival = await createBuyer();
    const rivals = await insertItem(rival);
    const first = await proposeTrade(offer);
    const second = await proposeTrade({ ...offer, offeror: rival, offered: [rivals] });
    await takeStep(offer.seller, first, "accept");
    const refused = await refusal(await step(offer.seller, second, "accept"), 409);
    expect(refused.message).toMatch(/another accepted trade/);
    expect((await readTrade(rival, second)).status).toBe("proposed");
    await takeStep(offer.seller, first, "handed-over");
    await takeStep(offer.offeror, first, "handed-over");
    expect((await readTrade(rival, second)).status).toBe("void");
    expect(await statusesOf([rivals])).toEqual(["active"]);
  });
});

describe("an accepted trade", () => {
  it("is completed when both confirm the handover, with the items sold and one rating for each party", async () => {
    const offer = await createTradeSetup(2);
    const id = await proposeTrade(offer, { cash_adjustment: 5 });
    await takeStep(offer.seller, id, "accept");
    const half = await takeStep(offer.seller, id, "handed-over");
    expect(half).toMatchObject({ status: "accepted", handed_over: { by_you: true, by_them: false } });
    expect(half.abilities.hand_over).toBe(false);
    expect(await notificationTitles(offer.offeror, id)).toEqual(["Trade accepted", "Sam S. says you've swapped"]);
    const whole = await takeStep(offer.offeror, id, "handed-over");
    expect(whole).toMatchObject({ status: "completed", abilities: { rate: true, hand_over: false, cancel: false } });
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["sold", "sold", "sold"]);
    expect(await notificationTitles(offer.seller, id)).toEqual(["New trade offer", "Trade completed"]);

    const order = await firstRow`SELECT * FROM orders WHERE id = ${whole.order_id}`;
    expect(order).toMatchObject({
      item_id: offer.target,
      buyer_id: offer.offeror.id,
      seller_id: offer.seller.id,
      status: "completed",
      payment_method: "outside",
      amount_cents: 500,
    });
    for (const who of [offer.seller, offer.offeror]) {
      const seen = await readOrder(who, whole.order_id ?? "");
      expect(seen).toMatchObject({ trade_id: id, amount: 5, status: "completed" });
      const rate = () => who.request("POST", "/api/ratings", { transaction_id: whole.transaction_id, rating: 5 });
      await reply(await rate(), 201);
      expect((await refusal(await rate(), 409)).code).toBe("already_used");
      expect((await readTrade(who, id)).abilities.rate).toBe(false);
    }
    const deal = await offer.seller.request("GET", `/api/ratings/deal?order_id=${whole.order_id}`);
    expect(await reply<DealRatings>(deal, 200)).toMatchObject({
      can_rate: false,
      received: { rating: 5, traded: true },
    });

    // Neither party can undo the sale alone, and no email mentions a sale.
    for (const [who, itemId] of [
      [offer.seller, offer.target],
      [offer.offeror, offer.offered[0] ?? ""],
    ] as const) {
      const mine = await reply<Page<OwnItemRow>>(await who.request("GET", "/api/items/mine"), 200);
      expect(mine.items.find((item) => item.id === itemId)).toMatchObject({ status: "sold", undo_until: null });
      expect((await who.request("POST", `/api/items/${itemId}/sold/undo`)).status).toBe(409);
    }
    const emails = await firstRow`SELECT count(*) AS n
      FROM mail_outbox WHERE to_address IN (${offer.seller.email}, ${offer.offeror.email}) AND subject LIKE '%sold%'`;
    expect(emails).toEqual({ n: 0 });
  });

  it("posts its steps in the thread about the item, without order or sale events", async () => {
    const offer = await createTradeSetup();
    const open = () => offer.offeror.request("POST", "/api/conversations", { item_id: offer.target });
    const { id: threadId } = (await (await open()).json()) as { id: string };
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    await takeStep(offer.seller, id, "handed-over");
    await takeStep(offer.offeror, id, "handed-over");
    const lines = async () => {
      await open();
      const { items } = await reply<MessagesReply>(
        await offer.seller.request("GET", `/api/conversations/${threadId}/messages`),
        200,
      );
      return items.map(({ event }) => `${event?.subject} ${event?.kind}`);
    };
    expect(await lines()).toEqual(["trade proposed", "trade accepted", "trade completed"]);
    const notices = await allRows<{ kind: string }>`SELECT DISTINCT kind
      FROM notifications WHERE user_id IN (${offer.seller.id}, ${offer.offeror.id})`;
    expect(notices.results.map(({ kind }) => kind)).toEqual(["trade"]);
  });

  it("is completed when both confirm the handover at the same moment", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    const both = await Promise.all([offer.seller, offer.offeror].map((who) => takeStep(who, id, "handed-over")));
    expect(both.map(({ status }) => status).sort()).toEqual(["accepted", "completed"]);
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["sold", "sold"]);
  });

  it("can be called off by either party before a handover, which returns the items to sale", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    expect(await takeStep(offer.offeror, id, "cancel")).toMatchObject({
      status: "failed",
      called_off_by: "you",
      abilities: { hand_over: false, cancel: false },
    });
    // The first party to call it off is recorded, even when the other repeats it (D56).
    expect(await takeStep(offer.seller, id, "cancel")).toMatchObject({ status: "failed", called_off_by: "them" });
    const counted = await allRows`SELECT kind, about_id, recorded_by FROM failed_collections WHERE id = ${id}`;
    expect(counted.results).toEqual([
      { kind: "called_off", about_id: offer.offeror.id, recorded_by: offer.offeror.id },
    ]);
    const { results } = await allRows<{ user_id: string; body: string }>`SELECT user_id, body
      FROM notifications WHERE dedupe_key = 'trade:' || ${id} || ':failed'`;
    const bodyOf = (person: TestAccount) => results.find(({ user_id }) => user_id === person.id)?.body;
    expect(bodyOf(offer.offeror)).toMatch(/^You called off the trade for “/);
    expect(bodyOf(offer.seller)).toMatch(/ called off the trade for “.*”\. The items are back on sale\.$/);
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["active", "active"]);
    expect(await notificationTitles(offer.seller, id)).toEqual(["New trade offer", "Trade called off"]);
    const again = await proposeTrade(offer);
    expect((await takeStep(offer.seller, again, "accept")).status).toBe("accepted");
  });

  it("can be called off only seven days after one party has confirmed the handover", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    const said = await takeStep(offer.seller, id, "handed-over");
    expect(said.abilities.cancel).toBe(false);
    const early = await refusal(await step(offer.offeror, id, "cancel"), 409);
    expect(early.details?.until).toBe(said.cancel_from);
    advance(7 * DAY);
    expect((await takeStep(offer.offeror, id, "cancel")).status).toBe("failed");
  });
});

describe("trade lists", () => {
  it("page through newest first without gaps, and refuse a cursor of another list", async () => {
    const offer = await createTradeSetup();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const target = await insertItem(offer.seller);
      made.unshift(await proposeTrade({ ...offer, target }));
      await runSql`UPDATE trades SET created_at = ${1_000 + Math.floor(i / 2)} WHERE id = ${made[0]}`;
    }
    const walk = async (who: TestAccount, name: string) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: TradePage = await box(who, name, `&limit=2${cursor ? `&cursor=${cursor}` : ""}`);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      return seen;
    };
    expect([...(await walk(offer.seller, "incoming"))].sort()).toEqual([...made].sort());
    expect(await walk(offer.offeror, "outgoing")).toEqual(await walk(offer.seller, "incoming"));
    for (const id of made.slice(0, 3)) await takeStep(offer.seller, id, "decline");
    for (const id of made.slice(3)) await takeStep(offer.offeror, id, "withdraw");
    expect([...(await walk(offer.seller, "history"))].sort()).toEqual([...made].sort());
    const { next_cursor } = await box(offer.seller, "history", "&limit=2");
    expect((await offer.seller.request("GET", `/api/trades?box=incoming&cursor=${next_cursor}`)).status).toBe(422);
    expect((await offer.offeror.request("GET", `/api/trades?box=history&cursor=${next_cursor}`)).status).toBe(422);
  });

  it("of items to offer contain the caller's own active items only, page by page", async () => {
    const me = await createSeller();
    const mine = [await insertItem(me), await insertItem(me), await insertItem(me)];
    await insertItem(me, { status: "inactive" });
    await insertItem(me, { deleted_at: 1 });
    const target = await insertItem(await createSeller());
    const get = async (query: string) =>
      reply<Page<OfferableItem>>(await me.request("GET", `/api/trades/offerable?${query}`), 200);
    const first = await get(`target=${target}&limit=2`);
    const second = await get(`target=${target}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual([...mine].sort());
    expect(second.next_cursor).toBeNull();
    expect((await get(`target=${mine[0]}`)).items.map(({ id }) => id)).not.toContain(mine[0]);
    expect(
      (await me.request("GET", `/api/trades/offerable?target=${mine[0]}&cursor=${first.next_cursor}`)).status,
    ).toBe(422);
  });
});
