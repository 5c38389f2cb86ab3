/** Waitlist: buyers who wait for a held item, and the hold it offers to the next of them. */

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/copy";
import type { WaitlistReply } from "#contract/holds/waitlist";
import type { ItemDetail, ItemStatusReply } from "#contract/items";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { holdLength } from "#domain/holds/hold-length";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { cancelOrder, confirmPayment } from "../../durable/item-room/commands/orders.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, eventually, stopClock } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";
import {
  breakDatabase,
  createDeal,
  type Fault,
  inRoom,
  insertItem,
  newId,
  openLive,
  placeOrder,
  roomOf,
  row,
} from "../support/workerd/rooms.ts";
import { runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;

// Alarms run on the real clock, so these tests advance the date and run the alarm themselves.
beforeEach(() => stopClock());
afterEach(() => vi.restoreAllMocks());

const runAlarm = (itemId: string) => runDurableObjectAlarm(roomOf(itemId));
const hold = (itemId: string, who: { id: string }) =>
  inRoom(itemId, reserve({ userId: who.id, kind: "buy_now", holdId: newId("hld") }));
const line = (who: TestAccount, itemId: string, method: "POST" | "DELETE" = "POST") =>
  who.request(method, `/api/items/${itemId}/line`);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => createAccount()));
const holderOf = async (itemId: string) =>
  (await row<{ holder_id: string | null }>("SELECT holder_id FROM items WHERE id = ?", itemId))?.holder_id;
const newsOf = (who: TestAccount) => notificationsOf(who, "line");

async function withSettings(numbers: object, work: () => Promise<void>): Promise<void> {
  const { id } = await createAccount();
  await runSql`INSERT INTO site_settings (version, settings, saved_by, saved_at)
    VALUES (1, ${JSON.stringify({ numbers })}, ${id}, 0)`;
  try {
    await work();
  } finally {
    await env.DB.exec("DELETE FROM site_settings");
  }
}

const json = <T>(response: Response, status = 200) => reply<T>(response, status);

async function join(who: TestAccount, itemId: string): Promise<WaitlistReply> {
  return json<WaitlistReply>(await line(who, itemId));
}

const refused = async (response: Response, status: number) => (await refusal(response, status)).message;

/** Creates an item that a buyer holds, with this many users in its waitlist. */
async function heldItem(waiting: number) {
  const { seller, buyer, itemId } = await createDeal();
  const inLine = await people(waiting);
  expect(await hold(itemId, buyer)).toMatchObject({ ok: true });
  for (const who of inLine) await join(who, itemId);
  return { seller, buyer, itemId, inLine };
}

it("the room offers a lapsed hold to the first in the waitlist for the length of a hold, then to the next", async () => {
  const { itemId, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  advance(DEFAULT_HOLD_MS);
  await runAlarm(itemId);
  expect(await holderOf(itemId)).toBe(first.id);
  expect(await row("SELECT hold_until, fence FROM items WHERE id = ?", itemId)).toEqual({
    hold_until: Date.now() + DEFAULT_HOLD_MS,
    fence: 2,
  });
  expect(await newsOf(first)).toEqual([
    {
      kind: "line",
      title: "It's your turn",
      body: `We're holding A <b>blue</b> armchair for you for ${holdLength(DEFAULT_HOLD_MS)}. After that, it goes to the next person in the queue.`,
      link: `/ItemDetail/${itemId}`,
    },
  ]);
  expect(await newsOf(second)).toEqual([]);
  // Delivered at once, because half of the offered hold could pass before the next cron run.
  await eventually(async () =>
    expect(await row("SELECT next_at FROM notifications WHERE user_id = ? AND kind = 'line'", first.id)).toEqual({
      next_at: null,
    }),
  );
  // No other user can take it, not even the next in the waitlist.
  expect(await hold(itemId, second)).toMatchObject({ code: "item_unavailable", message: MESSAGES.buyNowHeld });

  advance(DEFAULT_HOLD_MS);
  await runAlarm(itemId);
  expect(await holderOf(itemId)).toBe(second.id);
  advance(DEFAULT_HOLD_MS);
  await runAlarm(itemId);
  expect(await holderOf(itemId)).toBeNull();
  expect([await newsOf(first), await newsOf(second)].map(({ length }) => length)).toEqual([1, 1]);
  expect(await hold(itemId, await createAccount())).toMatchObject({ ok: true });
});

it("the room rewrites the notification of an offered hold that has ended, as unread when it lapsed", async () => {
  const { itemId, buyer, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  const ended = { title: "Your hold has ended", body: "A <b>blue</b> armchair is no longer held for you." };
  const unread = async (who: TestAccount) =>
    (await json<{ notifications: number }>(await who.request("GET", "/api/notifications/counts"))).notifications;
  const read = (who: TestAccount) =>
    who.request("POST", "/api/notifications/read", { link: `/ItemDetail/${itemId}` }).then((reply) => json(reply));
  await inRoom(itemId, release({ userId: buyer.id }));
  await read(first);
  expect(await unread(first)).toBe(0);
  advance(DEFAULT_HOLD_MS);
  await runAlarm(itemId);
  expect(await newsOf(first)).toMatchObject([ended]);
  expect(await unread(first)).toBe(1);
  expect(await newsOf(second)).toMatchObject([{ title: "It's your turn" }]);

  // The buyer declined the hold, so the notification stays read.
  await read(second);
  await line(second, itemId, "DELETE");
  expect(await newsOf(second)).toMatchObject([ended]);
  expect(await unread(second)).toBe(0);
  const due = "SELECT count(*) AS due FROM notifications WHERE next_at IS NOT NULL AND user_id IN (?, ?)";
  expect(await row(due, first.id, second.id)).toEqual({ due: 0 });
});

it("the room keeps the notification of an offered hold that became an order", async () => {
  const { itemId, buyer, inLine } = await heldItem(1);
  const [first] = inLine as [TestAccount];
  await inRoom(itemId, release({ userId: buyer.id }));
  await placeOrder(itemId, first);
  expect(await newsOf(first)).toMatchObject([{ title: "It's your turn" }]);
});

it("the room refuses a new hold between the end of a hold and its alarm while people wait", async () => {
  const { itemId, inLine } = await heldItem(1);
  advance(DEFAULT_HOLD_MS);
  expect(await hold(itemId, await createAccount())).toMatchObject({ code: "item_unavailable" });
  expect(await holderOf(itemId)).toBe(inLine[0]?.id);
});

it("the room offers the hold to the next after a release or a cancelled order, and ends the waitlist with a sale", async () => {
  const { itemId, seller, buyer, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await holderOf(itemId)).toBe(first.id);
  const { orderId } = await placeOrder(itemId, first);
  expect(await row("SELECT json_array_length(line) AS length FROM items WHERE id = ?", itemId)).toEqual({ length: 1 });
  // Others can join while the order awaits payment, but its buyer cannot.
  expect(await join(buyer, itemId)).toMatchObject({ line_length: 2, line_place: 2 });
  expect(await refused(await line(first, itemId), 409)).toBe(MESSAGES.lineYours);

  expect(await inRoom(itemId, cancelOrder({ userId: first.id, orderId }))).toMatchObject({ ok: true });
  expect(await holderOf(itemId)).toBe(second.id);
  expect(await newsOf(second)).toHaveLength(1);
  const { orderId: sale, confirmationId } = await placeOrder(itemId, second, { evidence: true });
  expect(await inRoom(itemId, confirmPayment({ sellerId: seller.id, orderId: sale, confirmationId }))).toMatchObject({
    ok: true,
  });
  expect(await row("SELECT status, line FROM items WHERE id = ?", itemId)).toEqual({ status: "sold", line: null });
});

it("the room offers the hold to the next when an unpaid order expires", async () => {
  const { itemId, buyer } = await createDeal();
  await placeOrder(itemId, buyer);
  const next = await createAccount();
  await join(next, itemId);
  advance(3 * 24 * 60 * MINUTE);
  await runAlarm(itemId);
  expect(await holderOf(itemId)).toBe(next.id);
});

it("the room gives a waitlist five positions, one per user, in the order of joining", async () => {
  const { itemId, inLine } = await heldItem(5);
  const [first, second, third] = inLine as [TestAccount, TestAccount, TestAccount];
  expect(await join(second, itemId)).toMatchObject({ line_length: 5, line_place: 2, your_turn: false });
  expect(await refused(await line(await createAccount(), itemId), 409)).toBe(MESSAGES.lineFull);
  expect(await json(await line(first, itemId, "DELETE"))).toMatchObject({ line_length: 4, line_place: null });
  expect(await json(await line(first, itemId, "DELETE"))).toMatchObject({ line_length: 4, line_place: null });
  expect(await join(third, itemId)).toMatchObject({ line_place: 2 });
  expect(await join(first, itemId)).toMatchObject({ line_length: 5, line_place: 5 });
});

it("the room admits exactly five of ten users who join the waitlist concurrently", async () => {
  const { itemId } = await heldItem(0);
  const replies = await Promise.all((await people(10)).map((who) => line(who, itemId)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  const places = await Promise.all(
    replies.filter(({ status }) => status === 200).map(async (reply) => (await json<WaitlistReply>(reply)).line_place),
  );
  expect(places.sort()).toEqual([1, 2, 3, 4, 5]);
});

it("the waitlist refuses holder, seller and visitors, and everyone for an available, sold or missing item", async () => {
  const { itemId, seller, buyer } = await createDeal();
  const other = await createAccount();
  expect(await refused(await line(other, itemId), 409)).toBe(MESSAGES.lineNotNeeded);
  await hold(itemId, buyer);
  expect(await refused(await line(buyer, itemId), 409)).toBe(MESSAGES.lineYours);
  expect(await refused(await line(seller, itemId), 403)).toBe(MESSAGES.ownItem);
  expect((await line(other, newId("itm"))).status).toBe(404);
  expect((await line(other, "nonsense")).status).toBe(404);
  const visitor = await createAccount();
  expect((await visitor.request("POST", `/api/items/${itemId}/line`, undefined, { Cookie: "" })).status).toBe(401);
  const suspended = await createAccount({ is_suspended: true });
  expect((await line(suspended, itemId)).status).toBe(403);
  const sold = await insertItem(seller, { status: "sold" });
  expect(await refused(await line(other, sold), 409)).toBe(MESSAGES.justSold);
});

it("the room skips a waiting buyer who is suspended, banned or already has five holds (A31)", async () => {
  const { itemId, buyer, inLine } = await heldItem(4);
  const [suspended, banned, busy, good] = inLine as [TestAccount, TestAccount, TestAccount, TestAccount];
  await runSql`UPDATE profiles SET is_suspended = 1 WHERE id = ${suspended.id}`;
  await runSql`UPDATE profiles SET is_banned = 1 WHERE id = ${banned.id}`;
  const { seller } = await createDeal();
  for (let held = 0; held < 5; held++) expect(await hold(await insertItem(seller), busy)).toMatchObject({ ok: true });
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await holderOf(itemId)).toBe(good.id);
  const news = await Promise.all([suspended, banned, busy, good].map(newsOf));
  expect(news.map(({ length }) => length)).toEqual([0, 0, 0, 1]);
});

it("the room offers the hold for the duration that staff have set", async () => {
  const { itemId, buyer, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  await withSettings({ hold_minutes: 20 }, async () => {
    await inRoom(itemId, release({ userId: buyer.id }));
    expect(await row("SELECT hold_started_at, hold_until FROM items WHERE id = ?", itemId)).toEqual({
      hold_started_at: Date.now(),
      hold_until: Date.now() + 20 * MINUTE,
    });
    expect(await newsOf(first)).toMatchObject([{ body: expect.stringContaining("for you for 20 minutes") }]);
    expect(await join(first, itemId)).toMatchObject({ your_turn: true, reserved_until: Date.now() + 20 * MINUTE });
    advance(20 * MINUTE - 1);
    await runAlarm(itemId);
    expect(await holderOf(itemId)).toBe(first.id);
    advance(1);
    await runAlarm(itemId);
    expect(await holderOf(itemId)).toBe(second.id);
  });
});

it("the room applies the number of holds and the pause that staff have set", async () => {
  const { itemId, buyer, inLine } = await heldItem(2);
  const [busy, good] = inLine as [TestAccount, TestAccount];
  const { seller } = await createDeal();
  expect(await hold(await insertItem(seller), busy)).toMatchObject({ ok: true });
  await withSettings({ live_holds: 1, pause_minutes: 60 }, async () => {
    await inRoom(itemId, release({ userId: buyer.id }));
    expect(await holderOf(itemId)).toBe(good.id);
    expect(await newsOf(busy)).toEqual([]);
    await line(good, itemId, "DELETE");
    // After 45 minutes the offered hold still counts, so this is the second hold in a row.
    advance(45 * MINUTE);
    expect(await hold(itemId, good)).toMatchObject({ ok: true });
    await inRoom(itemId, release({ userId: good.id }));
    expect(await hold(itemId, good)).toMatchObject({ ok: false });
  });
});

it("an offered hold counts (D35): after two holds in a row the waitlist is closed to the buyer during the pause, too (A33)", async () => {
  const { itemId, buyer } = await heldItem(0);
  const other = await createAccount();
  await join(other, itemId);
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await json(await line(other, itemId, "DELETE"))).toMatchObject({ your_turn: false });
  expect(await holderOf(itemId)).toBeNull();
  expect(await hold(itemId, other)).toMatchObject({ ok: true });
  await inRoom(itemId, release({ userId: other.id }));
  await hold(itemId, buyer);
  expect(await refused(await line(other, itemId), 429)).toBe(MESSAGES.holdAgainLater);
  advance(30 * MINUTE);
  await hold(itemId, await createAccount());
  expect(await join(other, itemId)).toMatchObject({ line_place: 1 });
});

it("the room keeps an offered hold when the checkout is closed, at the price of its first checkout", async () => {
  const { itemId, buyer, inLine } = await heldItem(1);
  const [next] = inLine as [TestAccount];
  await inRoom(itemId, release({ userId: buyer.id }));
  const taken = await inRoom(
    itemId,
    reserve({
      userId: next.id,
      kind: "buy_now",
      holdId: newId("hld"),
      percentOff: 10,
    }),
  );
  expect(taken).toMatchObject({ ok: true, value: { hold: { user_id: next.id, price_cents: 4_050 } } });
  const closed = await next.request("DELETE", `/api/items/${itemId}/reservation`);
  expect(await json(closed)).toEqual({ released: false });
  // The hold keeps the special offer of that moment, as any hold does (D25).
  expect(await hold(itemId, next)).toMatchObject({ ok: true, value: { hold: { price_cents: 4_050, fence: 2 } } });
  expect(await json(await line(next, itemId, "DELETE"))).toMatchObject({ your_turn: false, reserved_until: null });
  expect(await holderOf(itemId)).toBeNull();
});

it("the room shows the length of the waitlist to everyone, and a position only to its user (A96)", async () => {
  const { itemId, buyer, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  const [visitor, watching] = await Promise.all([openLive(itemId, null), openLive(itemId, second)]);
  expect(await visitor.until(() => true)).toMatchObject({ line_length: 2, line_place: null, your_turn: false });
  expect(await watching.until(() => true)).toMatchObject({ line_length: 2, line_place: 2 });

  const detail = await json<ItemDetail>(await second.request("GET", `/api/items/${itemId}`));
  expect(detail).toMatchObject({ line_length: 2, line_place: 2, your_turn: false });
  expect(JSON.stringify(detail)).not.toContain(first.id);
  const status = await json<ItemStatusReply>(await buyer.request("GET", `/api/items/status?ids=${itemId}`));
  expect(status.items[0]).toMatchObject({ line_length: 2 });

  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await watching.until((frame) => frame.line_place === 1)).toMatchObject({ line_length: 1, your_turn: false });
  expect(await json<ItemDetail>(await first.request("GET", `/api/items/${itemId}`))).toMatchObject({
    reserved_by_you: true,
    your_turn: true,
    line_length: 1,
    line_place: null,
  });
  advance(DEFAULT_HOLD_MS);
  await runAlarm(itemId);
  expect(await watching.until((frame) => frame.your_turn)).toMatchObject({ reserved_by_you: true, line_length: 0 });
  const frames = [...visitor.frames, ...watching.frames].map((frame) => JSON.stringify(frame)).join();
  for (const { id } of [first, second, buyer]) expect(frames).not.toContain(id);
});

it("the room shows the order on the item to its buyer only, live and polled", async () => {
  const [seller, buyer, other] = (await people(3)) as [TestAccount, TestAccount, TestAccount];
  const itemId = await insertItem(seller);
  const { orderId } = await placeOrder(itemId, buyer);
  const seenBy = async (who: TestAccount | null) => [
    await json<ItemDetail>(await (who ?? other).request("GET", `/api/items/${itemId}`)),
    await (await openLive(itemId, who)).until((frame) => frame.status === "pending_payment"),
  ];
  for (const view of await seenBy(buyer)) expect(view).toMatchObject({ your_order: orderId, line_open: false });
  for (const view of await seenBy(other)) expect(view).toMatchObject({ your_order: null, line_open: true });
  for (const view of await seenBy(seller)) expect(view).toMatchObject({ your_order: null, line_open: false });
  expect((await seenBy(null))[1]).toMatchObject({ your_order: null });
});

it("a room with empty storage restores the waitlist from D1", async () => {
  const { itemId, inLine } = await heldItem(2);
  await runInDurableObject(roomOf(itemId), (_room, state) => state.storage.deleteAll());
  await evictDurableObject(roomOf(itemId));
  expect(await join(inLine[1] as TestAccount, itemId)).toMatchObject({ line_place: 2 });
});

it("the room keeps the waitlist when it is evicted and the database fails during an offer", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { itemId, inLine } = await heldItem(2);
  const [first, second] = inLine as [TestAccount, TestAccount];
  await evictDurableObject(roomOf(itemId));
  advance(DEFAULT_HOLD_MS);
  let fault: Fault = "refused";
  await breakDatabase(itemId, () => fault);
  await runAlarm(itemId);
  expect(await newsOf(first)).toEqual([]);
  // The hold is already theirs, so others are refused while D1 is unavailable.
  expect(await hold(itemId, second)).toMatchObject({ code: "item_unavailable" });
  fault = "none";
  advance(MINUTE);
  await runAlarm(itemId);
  expect(await holderOf(itemId)).toBe(first.id);
  expect(await newsOf(first)).toHaveLength(1);
  expect(await join(second, itemId)).toMatchObject({ line_place: 1 });
});
