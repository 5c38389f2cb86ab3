/** ItemRoom in the real runtime: time, crashes, a failing database, clean-up. */

import {
  abortAllDurableObjects,
  createExecutionContext,
  createScheduledController,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { MESSAGES } from "#contract/copy";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { acknowledge, release, reserve } from "../../durable/item-room/commands/holds.ts";
import { peek, sellerSet } from "../../durable/item-room/commands/item.ts";
import {
  cancelOrder,
  collectOrder,
  confirmPayment,
  denyPayment,
  submitEvidence,
} from "../../durable/item-room/commands/orders.ts";
import type { ItemRoom } from "../../durable/item-room/item-room.ts";
import { askRoom } from "../../worker/http/item-room.ts";
import worker from "../../worker/index.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import {
  breakDatabase,
  checkoutCommand,
  createDeal,
  type Fault,
  inRoom,
  insertItem,
  missConfirmation,
  newId,
  placeOrder,
  roomOf,
  row,
} from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let problems: MockInstance<typeof console.error>;

// Alarms run on the real clock, so these tests advance the date and run the alarm themselves.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  problems = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

async function cronTick(): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "*/5 * * * *" }), env, context);
  await waitOnExecutionContext(context);
}

const hold = (itemId: string, user: { id: string }, kind: "buy_now" | "cart" = "buy_now") =>
  inRoom(itemId, reserve({ userId: user.id, kind, holdId: newId("hld") }));
const alarmOf = (itemId: string) =>
  runInDurableObject(roomOf(itemId), (_room: ItemRoom, state) => state.storage.getAlarm());
const storedKeys = (itemId: string) =>
  runInDurableObject(roomOf(itemId), (_room: ItemRoom, state) => [...state.storage.kv.list()].map(([key]) => key));
const itemRow = (itemId: string) =>
  row("SELECT status, rev, fence, holder_id, hold_until, order_id, price_cents FROM items WHERE id = ?", itemId);

it("the room ends a lapsed hold by its alarm, in its storage and in D1", async () => {
  const { buyer, itemId } = await createDeal();
  const other = await createAccount();
  const held = await hold(itemId, buyer);
  if (!held.ok) throw new Error("not held");
  expect(held.value.hold.until - held.value.hold.started_at).toBe(DEFAULT_HOLD_MS);
  expect(await alarmOf(itemId)).toBe(held.value.hold.until);
  expect(await itemRow(itemId)).toMatchObject({
    holder_id: buyer.id,
    hold_until: held.value.hold.until,
    status: "active",
  });

  advance(DEFAULT_HOLD_MS);
  expect(await runDurableObjectAlarm(roomOf(itemId))).toBe(true);
  expect(await itemRow(itemId)).toMatchObject({ holder_id: null, hold_until: null, status: "active" });
  expect(await hold(itemId, other)).toMatchObject({ ok: true, value: { hold: { fence: 2 } } });
});

it("the room lets the next buyer hold the item exactly at the end of a hold, before any alarm has run", async () => {
  const { buyer, itemId } = await createDeal();
  const other = await createAccount();
  await hold(itemId, buyer);
  advance(DEFAULT_HOLD_MS - 1);
  expect(await hold(itemId, other, "cart")).toMatchObject({ ok: false, message: MESSAGES.cartHeld });
  advance(1);
  expect(await hold(itemId, other, "cart")).toMatchObject({ ok: true });
});

it("the room refuses a hold of an ordered item, to its own buyer with the order", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const other = await createAccount();
  const cancelled = await placeOrder(itemId, buyer);
  expect(await hold(itemId, buyer)).toMatchObject({ code: "order_exists", details: { order_id: cancelled.orderId } });
  expect(await hold(itemId, other)).toMatchObject({ code: "item_unavailable" });
  await inRoom(itemId, cancelOrder({ userId: buyer.id, orderId: cancelled.orderId }));
  const { orderId, confirmationId } = await placeOrder(itemId, buyer, { evidence: true });
  await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId, confirmationId }));
  for (const user of [buyer, other]) expect(await hold(itemId, user)).toMatchObject({ code: "item_sold" });
});

it("the room returns the same hold for a repeated request without extending it (A32)", async () => {
  const { buyer, itemId } = await createDeal();
  const first = await hold(itemId, buyer, "cart");
  if (!first.ok) throw new Error("not held");
  // Only a new hold returns the number of other holds (D35).
  expect(first).toEqual({ ok: true, value: { hold: first.value.hold, list_cents: 45_00, other_holds: 0 } });
  advance(4 * MINUTE);
  expect(await hold(itemId, buyer, "cart")).toEqual({ ok: true, value: { hold: first.value.hold, list_cents: 45_00 } });
  const upgraded = await hold(itemId, buyer, "buy_now");
  expect(upgraded).toEqual({ ok: true, value: { hold: { ...first.value.hold, kind: "buy_now" }, list_cents: 45_00 } });
});

it("the room sells a free item at once, and only once", async () => {
  const { buyer, itemId } = await createDeal({ price_cents: 0 });
  const other = await createAccount();
  const command = await placeOrder(itemId, buyer, {
    method: "free",
    amountCents: 0,
    bankReference: null,
    bankDetails: null,
  });
  expect(await row("SELECT status, paid_at IS NOT NULL AS paid FROM orders WHERE id = ?", command.orderId)).toEqual({
    status: "payment_confirmed",
    paid: 1,
  });
  expect(await itemRow(itemId)).toMatchObject({ status: "sold", order_id: command.orderId });
  expect(await hold(itemId, other)).toMatchObject({ ok: false, code: "item_sold", message: MESSAGES.justSold });
  // Each party gets one email, not one for "placed" and one for "paid".
  expect(
    await row("SELECT count(*) AS mails FROM mail_outbox WHERE dedupe_key LIKE ?", `order:${command.orderId}:%`),
  ).toEqual({ mails: 2 });
});

it("the room refuses a free order for a pickup time that has begun", async () => {
  const { buyer, itemId } = await createDeal({ price_cents: 0 });
  await hold(itemId, buyer);
  const free = { method: "free", amountCents: 0, bankReference: null, bankDetails: null } as const;
  const past = checkoutCommand(buyer.id, { ...free, collectionDate: Date.now() - 1 });
  expect(await inRoom(itemId, beginCheckout(past))).toMatchObject({ ok: false, code: "values_changed" });
});

it("the room writes every step of a bank transfer from hold to collection to D1", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const { orderId, transactionId, confirmationId } = await placeOrder(itemId, buyer);
  const start = Date.now();
  expect(await row("SELECT status, payment_deadline FROM orders WHERE id = ?", orderId)).toEqual({
    status: "awaiting_payment",
    payment_deadline: start + 3 * DAY,
  });
  expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment", holder_id: null, order_id: orderId });

  const evidence = { userId: buyer.id, orderId, confirmationId, reference: "GS12345678" };
  expect(await inRoom(itemId, submitEvidence({ ...evidence, reference: "GS00000000" }))).toMatchObject({
    code: "invalid",
  });
  expect(await inRoom(itemId, submitEvidence(evidence))).toMatchObject({ ok: true });
  expect(await inRoom(itemId, submitEvidence(evidence))).toMatchObject({ ok: true, value: { rev: 2 } });
  expect(
    await row("SELECT payment_deadline - confirmation_deadline AS margin FROM orders WHERE id = ?", orderId),
  ).toEqual({ margin: DAY });
  expect(await inRoom(itemId, cancelOrder({ userId: buyer.id, orderId }))).toMatchObject({ code: "wrong_state" });

  expect(await inRoom(itemId, denyPayment({ sellerId: seller.id, orderId, confirmationId }))).toMatchObject({
    ok: true,
  });
  expect(await row("SELECT status, payment_deadline FROM orders WHERE id = ?", orderId)).toEqual({
    status: "awaiting_payment",
    payment_deadline: start + DAY,
  });
  const second = newId("pcf");
  await inRoom(itemId, submitEvidence({ ...evidence, confirmationId: second }));
  // The first confirmation id cannot confirm the second evidence.
  expect(await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId, confirmationId }))).toMatchObject({
    code: "not_found",
  });
  expect(await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId, confirmationId: second }))).toMatchObject({
    ok: true,
    value: { status: "payment_confirmed" },
  });
  const { results } = await allRows`SELECT id, status
    FROM payment_confirmations WHERE order_id = ${orderId} ORDER BY created_at, rowid`;
  expect(results).toEqual([
    { id: confirmationId, status: "not_received" },
    { id: second, status: "confirmed" },
  ]);
  expect(await inRoom(itemId, collectOrder({ userId: seller.id, orderId }))).toMatchObject({ code: "not_found" });
  expect(await inRoom(itemId, collectOrder({ userId: buyer.id, orderId }))).toMatchObject({ ok: true });
  expect(await row("SELECT status, payment_status FROM transactions WHERE id = ?", transactionId)).toEqual({
    status: "completed",
    payment_status: "completed",
  });
  const events = await allRows<{ kind: string }>`SELECT kind
    FROM order_events WHERE order_id = ${orderId} ORDER BY rev`;
  expect(events.results.map((event) => event.kind)).toEqual([
    "placed",
    "evidence_submitted",
    "payment_denied",
    "evidence_submitted",
    "payment_confirmed",
    "completed",
  ]);
});

it("the room expires an unpaid order by its alarm, marks it as incomplete and returns the item to sale", async () => {
  const { buyer, itemId } = await createDeal();
  const { orderId } = await placeOrder(itemId, buyer);
  expect(await alarmOf(itemId)).toBe(Date.now() + 3 * DAY);
  advance(3 * DAY);
  await runDurableObjectAlarm(roomOf(itemId));
  expect(
    await row(
      "SELECT status, marked_incomplete, incomplete_reason IS NOT NULL AS why FROM orders WHERE id = ?",
      orderId,
    ),
  ).toEqual({ status: "expired", marked_incomplete: 1, why: 1 });
  expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
  expect(await hold(itemId, buyer)).toMatchObject({ ok: true });
});

it("the room opens a dispute and restricts the seller who does not confirm in time, without punishing the buyer (A46)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const { orderId, confirmationId } = await placeOrder(itemId, buyer, { evidence: true });
  await missConfirmation(orderId);
  await cronTick();
  expect(await row("SELECT status, marked_incomplete FROM orders WHERE id = ?", orderId)).toEqual({
    status: "disputed",
    marked_incomplete: 0,
  });
  expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment" });
  const restriction = "SELECT account_restricted, restriction_reason IS NOT NULL AS why FROM profiles WHERE id = ?";
  expect(await row(restriction, seller.id)).toEqual({ account_restricted: 1, why: 1 });
  expect(await row(restriction, buyer.id)).toEqual({ account_restricted: 0, why: 0 });
  expect(await row("SELECT status FROM payment_confirmations WHERE id = ?", confirmationId)).toEqual({
    status: "lapsed",
  });

  // A late confirmation settles the dispute and ends the restriction.
  expect(await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId, confirmationId }))).toMatchObject({
    ok: true,
  });
  expect(await row(restriction, seller.id)).toEqual({ account_restricted: 0, why: 0 });
  expect(await itemRow(itemId)).toMatchObject({ status: "sold" });
});

it("the room sells at a price agreed for a group only to orders of that group (D25)", async () => {
  const { buyer, itemId } = await createDeal();
  const agreed = { listCents: 4_500, chargedCents: 3_000 };
  const groupId = newId("pur");
  const held = reserve({ userId: buyer.id, kind: "cart", holdId: newId("hld"), agreed, groupId });
  expect(await inRoom(itemId, held)).toMatchObject({ ok: true, value: { hold: { price_cents: 3_000 } } });
  const begin = (purchaseId?: string) =>
    inRoom(itemId, beginCheckout(checkoutCommand(buyer.id, { amountCents: 3_000, ...(purchaseId && { purchaseId }) })));
  expect(await begin()).toMatchObject({ code: "values_changed" });
  expect(await begin(newId("pur"))).toMatchObject({ code: "values_changed" });
  expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
  expect(await begin(groupId)).toMatchObject({ ok: true });
});

it("the room refuses checkout without the buyer's own hold, at another price, without acknowledgement, or twice (A36)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const begin = (overrides = {}) => inRoom(itemId, beginCheckout(checkoutCommand(buyer.id, overrides)));
  expect(await begin()).toMatchObject({ code: "hold_expired" });
  await hold(itemId, buyer);
  expect(await begin({ userId: seller.id })).toMatchObject({ code: "own_item" });
  expect(await begin({ amountCents: 1 })).toMatchObject({
    code: "values_changed",
    details: { current: { amount: 45 } },
  });
  expect(await begin({ acknowledged: false })).toMatchObject({ code: "acknowledgement_required" });
  expect(await begin({ method: "free" })).toMatchObject({ code: "item_not_free" });
  expect(await begin({ bankDetails: null })).toMatchObject({ code: "method_not_accepted" });
  expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });

  await inRoom(itemId, acknowledge({ userId: buyer.id }));
  const command = checkoutCommand(buyer.id, { acknowledged: false });
  const placed = await inRoom(itemId, beginCheckout(command));
  expect(placed).toMatchObject({ ok: true });
  expect(await inRoom(itemId, beginCheckout(command))).toEqual(placed);
  expect(await begin()).toMatchObject({ code: "order_exists", details: { order_id: command.orderId } });
  advance(DEFAULT_HOLD_MS + MINUTE);
  expect(await inRoom(itemId, cancelOrder({ userId: buyer.id, orderId: command.orderId }))).toMatchObject({ ok: true });
  expect(await begin()).toMatchObject({ code: "hold_expired" });
});

it("a repeated cancellation gets the same order after the room has dropped it", async () => {
  const { buyer, itemId } = await createDeal();
  const { orderId } = await placeOrder(itemId, buyer);
  const first = await inRoom(itemId, cancelOrder({ userId: buyer.id, orderId }));
  expect(first).toMatchObject({ ok: true, value: { status: "cancelled" } });
  expect(await inRoom(itemId, cancelOrder({ userId: buyer.id, orderId }))).toEqual(first);
  expect(await inRoom(itemId, collectOrder({ userId: buyer.id, orderId }))).toMatchObject({ code: "wrong_state" });
});

it("the room refuses a seller's change of price or status during a hold, a payment or after the sale (A39)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const set = (change: { priceCents?: number; status?: "active" | "inactive" | "removed" }, sellerId = seller.id) =>
    inRoom(itemId, sellerSet({ sellerId, ...change }));
  expect(await set({ priceCents: 9_900 }, buyer.id)).toMatchObject({ code: "not_owner" });
  expect(await set({ priceCents: 5_000 })).toMatchObject({ ok: true, value: { price_cents: 5_000, rev: 1 } });
  expect(await set({ status: "inactive" })).toMatchObject({ ok: true, value: { status: "inactive", rev: 2 } });
  expect(await hold(itemId, buyer)).toMatchObject({ code: "item_unavailable", message: MESSAGES.notAvailable });
  await set({ status: "active" });
  await hold(itemId, buyer);
  expect(await set({ priceCents: 1 })).toMatchObject({ code: "wrong_state" });
  await inRoom(itemId, beginCheckout(checkoutCommand(buyer.id, { amountCents: 5_000 })));
  expect(await set({ status: "removed" })).toMatchObject({ code: "wrong_state" });
  expect(await itemRow(itemId)).toMatchObject({ price_cents: 5_000, status: "pending_payment" });
});

it("the room removes an item for good, and accepts the repeat", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const remove = () => inRoom(itemId, sellerSet({ sellerId: seller.id, status: "removed" }));
  expect(await remove()).toMatchObject({ ok: true });
  expect(await remove()).toMatchObject({ ok: true });
  expect(await row("SELECT status, deleted_at IS NOT NULL AS gone FROM items WHERE id = ?", itemId)).toEqual({
    status: "inactive",
    gone: 1,
  });
  expect(await hold(itemId, buyer)).toMatchObject({ code: "not_found" });
  expect(await inRoom(itemId, peek())).toMatchObject({ code: "not_found" });
});

it("the room keeps every acknowledged change through a D1 outage, and writes them once D1 is back", async () => {
  const { seller, buyer, itemId } = await createDeal();
  await inRoom(itemId, peek());
  let fault: Fault = "refused";
  await breakDatabase(itemId, () => fault);

  const held = await hold(itemId, buyer);
  expect(held).toMatchObject({ ok: true });
  expect(await itemRow(itemId)).toMatchObject({ rev: 0, holder_id: null });
  expect(await inRoom(itemId, release({ userId: buyer.id }))).toMatchObject({ value: { released: true } });
  expect(await inRoom(itemId, sellerSet({ sellerId: seller.id, priceCents: 100 }))).toMatchObject({ ok: true });
  // Each failed attempt sets the next alarm, with growing delays.
  const pauses: number[] = [];
  for (let i = 0; i < 10; i++) {
    expect(await runDurableObjectAlarm(roomOf(itemId))).toBe(true);
    pauses.push(((await alarmOf(itemId)) ?? 0) - Date.now());
    advance(pauses.at(-1) ?? 0);
  }
  expect(pauses.every((pause) => pause > 0 && pause <= 60_000)).toBe(true);
  expect(pauses.at(-1)).toBe(60_000);

  fault = "reply_lost";
  await runDurableObjectAlarm(roomOf(itemId));
  expect(await itemRow(itemId)).toMatchObject({ rev: 3, price_cents: 100 });
  fault = "none";
  advance(60_000);
  await runDurableObjectAlarm(roomOf(itemId));
  expect(await itemRow(itemId)).toMatchObject({ rev: 3, price_cents: 100, holder_id: null, fence: 1 });
});

it("the room writes to D1 by alarm after a crash between commit and projection (A111)", async () => {
  const { buyer, itemId } = await createDeal();
  await inRoom(itemId, peek());
  await breakDatabase(itemId, () => "refused");
  await hold(itemId, buyer);
  expect(await itemRow(itemId)).toMatchObject({ rev: 0 });
  // Evicts the instance with the broken database. The next one has a working database and the room's storage.
  await evictDurableObject(roomOf(itemId));
  advance(1_000);
  // The alarm may have rung by itself already.
  await runDurableObjectAlarm(roomOf(itemId));
  await vi.waitFor(async () => expect(await itemRow(itemId)).toMatchObject({ rev: 1, holder_id: buyer.id }));
});

it("the room loses nothing when every Durable Object is aborted (A111)", async () => {
  const { buyer, itemId } = await createDeal();
  const { orderId } = await placeOrder(itemId, buyer);
  await abortAllDurableObjects();
  expect(await inRoom(itemId, peek())).toMatchObject({ ok: true, value: { order: { id: orderId }, rev: 2 } });
});

it("the room stops retrying a write that a constraint refuses, logs it, and continues with the next change", async () => {
  const { seller, itemId } = await createDeal();
  await inRoom(itemId, peek());
  let batches = 0;
  await breakDatabase(itemId, () => {
    batches++;
    return "none";
  });
  // Simulates a bug: the rules accept a price that a CHECK constraint of D1 refuses.
  await inRoom(itemId, sellerSet({ sellerId: seller.id, priceCents: -1 }));
  expect(batches).toBe(1);
  expect(problems).toHaveBeenCalledWith(expect.stringContaining("CHECK constraint failed"));
  await inRoom(itemId, peek());
  expect(batches).toBe(1);
  await inRoom(itemId, sellerSet({ sellerId: seller.id, priceCents: 700 }));
  expect(await itemRow(itemId)).toMatchObject({ price_cents: 700, rev: 2 });
});

it("the room withdraws an order that D1 refuses because the item has another live order, and takes over that one", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const rival = await createAccount();
  await hold(itemId, buyer);
  // Inserts another order without the room, as after a restored database.
  const foreign = newId("ord");
  await runSql`INSERT INTO orders (id, item_id, buyer_id, seller_id, hold_id, status, payment_method, amount_cents,
    item_title, collection_date, collection_ends_at, collection_zone, collection_summary, rev, created_at, updated_at)
    VALUES (${foreign}, ${itemId}, ${rival.id}, ${seller.id}, 'hld_x', 'awaiting_payment', 'bank_transfer', 4500, 'x',
    1, 2, 'UTC', 'x', 1, 1, 1)`;
  const command = checkoutCommand(buyer.id);
  expect(await inRoom(itemId, beginCheckout(command))).toMatchObject({ ok: false, code: "conflict" });
  expect(await row("SELECT count(*) AS n FROM orders WHERE item_id = ?", itemId)).toEqual({ n: 1 });
  expect(await inRoom(itemId, peek())).toMatchObject({ value: { order: { id: foreign }, status: "pending_payment" } });
  expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment", order_id: foreign });
});

it("the room answers unavailable while it can load the item neither from its storage nor from D1", async () => {
  const { buyer, itemId } = await createDeal();
  let fault: Fault = "refused";
  await breakDatabase(itemId, () => fault);
  expect(await hold(itemId, buyer)).toMatchObject({ ok: false, code: "unavailable" });
  fault = "none";
  expect(await hold(itemId, buyer)).toMatchObject({ ok: true });
});

it("an idle room deletes its storage only when D1 has everything, and restores hold, order and fence from D1", async () => {
  const { seller, buyer, itemId } = await createDeal();
  await hold(itemId, buyer);
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await storedKeys(itemId)).toEqual(["room"]);
  // Only the room stores the pause of D35, so its storage stays until the pause ends.
  advance(29 * MINUTE);
  await runDurableObjectAlarm(roomOf(itemId));
  expect(await storedKeys(itemId)).toEqual(["room"]);
  advance(2 * MINUTE);
  await runDurableObjectAlarm(roomOf(itemId));
  expect(await storedKeys(itemId)).toEqual([]);
  expect(await alarmOf(itemId)).toBeNull();
  expect(await hold(itemId, buyer)).toMatchObject({ ok: true, value: { hold: { fence: 2 } } });

  // A sold item's room may be deleted as well. The order is then restored from D1.
  const { orderId, confirmationId } = checkoutCommand(buyer.id);
  await inRoom(itemId, beginCheckout(checkoutCommand(buyer.id, { orderId, confirmationId, evidence: true })));
  await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId, confirmationId }));
  advance(2 * HOUR);
  await runDurableObjectAlarm(roomOf(itemId));
  expect(await storedKeys(itemId)).toEqual([]);
  expect(await inRoom(itemId, collectOrder({ userId: buyer.id, orderId }))).toMatchObject({
    ok: true,
    value: { status: "completed", rev: 4, events: { length: 4 } },
  });
  expect(await row("SELECT status FROM orders WHERE id = ?", orderId)).toEqual({ status: "completed" });
});

it("the room takes over a hold that only D1 has, and releases an item in payment for an order that does not exist", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const started_at = Date.now() - 15 * MINUTE;
  const until = Date.now() + 5 * MINUTE;
  const held = await insertItem(seller, {
    holder_id: buyer.id,
    hold_id: "hld_seed",
    hold_kind: "cart",
    hold_started_at: started_at,
    hold_until: until,
  });
  expect(await inRoom(held, peek())).toMatchObject({
    value: { status: "reserved", hold: { user_id: buyer.id, started_at, until } },
  });
  // No order could ever release this item, so the room puts it back on sale.
  const stuck = await insertItem(seller, { status: "pending_payment", order_id: "ord_gone" });
  expect(await hold(stuck, buyer)).toMatchObject({ ok: true });
  expect(await itemRow(stuck)).toMatchObject({ status: "active", order_id: null, holder_id: buyer.id });
  expect(await inRoom(itemId, peek())).toMatchObject({ value: { status: "active" } });
});

it("the room requires a pause after two holds in a row, while other buyers can hold the item (A33)", async () => {
  const { buyer, itemId } = await createDeal();
  const other = await createAccount();
  for (let i = 0; i < 2; i++) {
    expect(await hold(itemId, buyer)).toMatchObject({ ok: true });
    await inRoom(itemId, release({ userId: buyer.id }));
  }
  expect(await hold(itemId, buyer)).toMatchObject({
    code: "holding_limit",
    message: MESSAGES.holdAgainLater,
    details: { until: Date.now() + 30 * MINUTE, retry_after: 1_800 },
  });
  expect(await hold(itemId, other)).toMatchObject({ ok: true });
  await inRoom(itemId, release({ userId: other.id }));
  advance(30 * MINUTE);
  expect(await hold(itemId, buyer)).toMatchObject({ ok: true });
});

it("a room refuses what a newer Worker asks of it, and changes nothing", async () => {
  const { buyer, itemId } = await createDeal();
  await hold(itemId, buyer);
  const before = await itemRow(itemId);
  const later = { code: "unavailable", message: MESSAGES.updating };
  expect(await inRoom(itemId, { command: "later" as "peek", input: {} })).toMatchObject(later);
  const asked = askRoom(env, itemId, (room) => (room as unknown as { later: () => Promise<void> }).later());
  await expect(asked).rejects.toMatchObject({ refusal: later });
  expect(await itemRow(itemId)).toEqual(before);
});

it("the cron job settles lapsed holds in pages of two hundred items", async () => {
  const { seller, buyer } = await createDeal();
  const now = Date.now();
  const items = await Promise.all(
    Array.from({ length: 203 }, () =>
      insertItem(seller, {
        holder_id: buyer.id,
        hold_id: "hld_old",
        hold_kind: "cart",
        hold_started_at: now - DEFAULT_HOLD_MS,
        hold_until: now - 1,
      }),
    ),
  );
  await cronTick();
  const left = await firstRow`SELECT count(*) AS n
    FROM items WHERE holder_id IS NOT NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(items)}))`;
  expect(left).toEqual({ n: 0 });
}, 60_000);

it("emails about an order escape markup in the item's title", async () => {
  const { buyer, itemId } = await createDeal();
  const { orderId } = await placeOrder(itemId, buyer);
  const { results } = await env.DB.prepare("SELECT html, subject, to_address FROM mail_outbox WHERE dedupe_key LIKE ?")
    .bind(`order:${orderId}:%`)
    .all<{ html: string; subject: string; to_address: string }>();
  expect(results).toHaveLength(2);
  for (const mail of results) {
    expect(mail.html).not.toContain("<b>");
    expect(mail.html).toContain("&lt;b&gt;blue");
    expect(mail.to_address).toMatch(/@example\.com$/);
  }
});
