/** The waitlist under random events on an item, compared with a plain queue. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { WAITLIST_MAX } from "#domain/holds/waitlist";
import { itemClaimOf } from "#domain/orders/order";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { cancelOrder, confirmPayment } from "../../durable/item-room/commands/orders.ts";
import { markSold, undoSold } from "../../durable/item-room/commands/sales.ts";
import { lockForTrade, unlockTrade } from "../../durable/item-room/commands/trades.ts";
import { joinWaitlist, leaveWaitlist } from "../../durable/item-room/commands/waitlist.ts";
import { confirmOfferedHold } from "../../durable/item-room/offered-hold.ts";
import { noop } from "../../durable/item-room/room.ts";
import { LONG, runs } from "../support/property-runs.ts";
import { checkout, MINUTE, SELLER, SingleRoom } from "./single-room.ts";

const PEOPLE = ["acc_a", "acc_b", "acc_c", "acc_d", "acc_e", "acc_f", "acc_g"];

const profile = {
  role: "user",
  is_suspended: 0,
  suspension_end_date: null,
  is_banned: 0,
  account_restricted: 0,
  title: "A lamp",
  holds: 0,
};
const HOLD_MINUTES = DEFAULT_HOLD_MS / MINUTE;
const withLongHolds = { ...profile, settings: JSON.stringify({ numbers: { hold_minutes: 20 } }) };
const MAY_NOT = [
  [],
  [{ ...profile, is_suspended: 1 }],
  [{ ...profile, is_banned: 1 }],
  [{ ...profile, account_restricted: 1 }],
  [{ ...profile, holds: 5 }],
];

const HOLDER = "whoever has it";
const who = fc.constantFrom(...PEOPLE);
const aimed = fc.oneof(who, fc.constant(HOLDER));
const single = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("join" as const), who: fc.oneof(who, fc.constant(SELLER)) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("leave" as const), who: aimed }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("reserve" as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release" as const), who: aimed }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      rows: fc.constantFrom([profile], [withLongHolds], ...MAY_NOT),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      minutes: fc.constantFrom(1, 5, HOLD_MINUTES, HOLD_MINUTES, 31),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("order" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pay" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("mark" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("undo" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lock" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unlock" as const) }) },
);
/** Sometimes all users join at once, because single random joins would not fill five positions. */
const crowd = fc
  .shuffledSubarray(PEOPLE, { minLength: 7 })
  .map((all) => all.map((each) => ({ do: "join" as const, who: each })));
const event = fc.oneof({ weight: 24, arbitrary: single.map((one) => [one]) }, { weight: 1, arbitrary: crowd });

it("the room offers the item to the first in the waitlist whenever it becomes available, and to no other user", () => {
  const seen = { joined: 0, full: 0, turns: 0, passed: 0, lapsed: 0, afterOrder: 0, bought: 0, given: 0, ended: 0 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40, size: "max" }), (events) => {
      const room = new SingleRoom();
      let serial = 0;
      /** The expected waitlist. */
      let queue: string[] = [];
      const turns = new Map<string, number[]>();
      /** Updates the expected waitlist to the state of the item. */
      const follow = (holdBefore: string | undefined) => {
        const { item } = room.state;
        if (item.status === "sold" || item.status === "pending") {
          if (queue.length > 0) seen.ended++;
          queue = [];
        }
        if (item.hold?.turn && item.hold.hold_id !== holdBefore) {
          expect(item.hold.user_id).toBe(queue.shift());
          expect([item.hold.started_at, item.hold.until]).toEqual([room.now, room.now + DEFAULT_HOLD_MS]);
          seen.turns++;
        }
        expect((item.line ?? []).map((place) => place.user_id)).toEqual(queue);
      };

      for (const step of events.flat()) {
        const id = ++serial;
        // Time passes first, so that the next event applies to the state at that time.
        const lapsing = room.state.item.hold;
        if (step.do === "wait") room.now += step.minutes * MINUTE;
        room.ask({ reduce: noop }, undefined);
        if (lapsing?.turn && room.state.item.hold?.hold_id !== lapsing.hold_id) seen.lapsed++;
        follow(lapsing?.hold_id);

        const before = room.state.item;
        const one = "who" in step && step.who === HOLDER ? { ...step, who: before.hold?.user_id ?? "acc_a" } : step;
        const live = room.owner();
        switch (one.do) {
          case "join": {
            const taken =
              (before.hold !== null && before.hold.user_id !== one.who) || before.status === "pending_payment";
            const waited = queue.includes(one.who);
            const reply = room.ask(joinWaitlist, { userId: one.who, entryId: `lin_${id}` });
            if (reply.ok && !waited && !reply.value.your_turn) {
              expect(taken && one.who !== SELLER && live?.buyer_id !== one.who && queue.length < WAITLIST_MAX).toBe(
                true,
              );
              queue.push(one.who);
              seen.joined++;
            } else if (!reply.ok && taken && queue.length === WAITLIST_MAX && !waited) seen.full++;
            if (reply.ok && !reply.value.your_turn) expect(reply.value.line_place).toBe(queue.indexOf(one.who) + 1);
            break;
          }
          case "leave":
            if (before.hold?.turn && before.hold.user_id === one.who) seen.given++;
            room.ask(leaveWaitlist, { userId: one.who });
            queue = queue.filter((user) => user !== one.who);
            break;
          case "reserve": {
            const reply = room.ask(reserve, { userId: one.who, kind: "buy_now", holdId: `hld_${id}` });
            if (queue.length > 0) expect(reply.ok).toBe(before.hold?.user_id === one.who);
            break;
          }
          case "release":
            room.ask(release, { userId: one.who });
            if (before.hold?.turn) expect(room.state.item.hold?.hold_id).toBe(before.hold.hold_id);
            break;
          case "answer": {
            const { hold } = before;
            const open = hold?.turn?.item_title === null;
            room.ask({ reduce: confirmOfferedHold }, { holdId: hold?.hold_id ?? "lin_0", rows: one.rows });
            const [row] = one.rows;
            const may = row === profile || row === withLongHolds;
            if (open && !may) {
              expect(room.state.item.hold?.hold_id).not.toBe(hold.hold_id);
              seen.passed++;
            } else expect(room.state.item.hold?.hold_id).toBe(hold?.hold_id);
            if (open && may) {
              const minutes = row === withLongHolds ? 20 : HOLD_MINUTES;
              expect(room.state.item.hold).toMatchObject({ started_at: room.now, until: room.now + minutes * MINUTE });
            }
            if (open && may) turns.set(hold.user_id, [...(turns.get(hold.user_id) ?? []), room.now]);
            break;
          }
          case "order": {
            const buyer = before.hold?.user_id ?? "acc_a";
            const reply = room.ask(beginCheckout, checkout(buyer, id, room.now, id % 2 === 0));
            if (reply.ok && before.hold?.turn) seen.bought++;
            break;
          }
          case "cancel":
            if (live) {
              const reply = room.ask(cancelOrder, { userId: live.buyer_id, orderId: live.id });
              if (reply.ok && queue.length > 0) seen.afterOrder++;
            }
            break;
          case "pay":
            if (live) {
              const confirmationId = live.confirmations.at(-1)?.id ?? "";
              room.ask(confirmPayment, { sellerId: SELLER, orderId: live.id, confirmationId });
            }
            break;
          case "mark":
            room.ask(markSold, { sellerId: SELLER, saleId: `blt_${id}`, buyer: null });
            break;
          case "undo":
            room.ask(undoSold, { sellerId: SELLER });
            break;
          case "lock":
            room.ask(lockForTrade, { tradeId: "trd_1", attempt: 1, ownerId: SELLER });
            break;
          case "unlock":
            room.ask(unlockTrade, { tradeId: "trd_1", attempt: 1 });
            break;
          case "wait":
            break;
        }
        follow(before.hold?.hold_id);

        const { item } = room.state;
        const owner = room.owner();
        expect(new Set(queue).size).toBe(queue.length);
        expect(queue.length).toBeLessThanOrEqual(WAITLIST_MAX);
        expect(queue).not.toContain(item.hold?.user_id);
        expect(queue).not.toContain(SELLER);
        if (owner && itemClaimOf(owner.status) === "locks") expect(queue).not.toContain(owner.buyer_id);
        if (queue.length > 0) expect(item.hold !== null || item.status === "pending_payment").toBe(true);
        expect(item.fence).toBeGreaterThanOrEqual(before.fence);
      }
      // D35: never a third hold within half an hour of the end of the second one.
      for (const at of turns.values()) {
        for (let i = 2; i < at.length; i++) expect((at[i] ?? 0) - (at[i - 2] ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE);
      }
    }),
    { numRuns: runs(4_000) },
  );
  if (!LONG) return;
  console.info(seen);
  // Every kind of event must have happened, or the test would prove little.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(25);
});
