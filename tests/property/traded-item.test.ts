/** Trades among random events on an item: at every moment it is locked, held, paid for or sold by one party at most. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { itemClaimOf } from "#domain/orders/order";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import { cancelOrder, confirmPayment } from "../../durable/item-room/commands/orders.ts";
import { markSold, undoSold } from "../../durable/item-room/commands/sales.ts";
import { completeTrade, lockForTrade, unlockTrade } from "../../durable/item-room/commands/trades.ts";
import { LONG, runs } from "../support/property-runs.ts";
import { checkout, MINUTE, SELLER, SingleRoom } from "./single-room.ts";

const buyer = fc.constantFrom("acc_a", "acc_b");
const trade = { id: fc.constantFrom("trd_1", "trd_2"), attempt: fc.integer({ min: 1, max: 3 }) };
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("lock" as const),
      ...trade,
      owner: fc.constantFrom(SELLER, SELLER, "acc_a"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("unlock" as const), ...trade }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("complete" as const), id: trade.id, asked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reserve" as const), who: buyer }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release" as const), who: buyer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("order" as const), who: buyer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), who: buyer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("confirm" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("mark" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("undo" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("status" as const),
      status: fc.constantFrom("active" as const, "inactive" as const),
    }),
  },
);

it("a traded item is locked, held, paid or sold by one party only, and only its own trade unlocks or sells it", () => {
  const seen = { locked: 0, refused: 0, freed: 0, stale: 0, completed: 0 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: "max" }), (events) => {
      const room = new SingleRoom();
      let serial = 0;
      for (const one of events) {
        const id = ++serial;
        const before = room.state.item;
        const live = room.owner();
        switch (one.do) {
          case "lock": {
            const free = before.status === "active" && (before.hold === null || room.now >= before.hold.until);
            const again =
              before.status === "pending" && before.trade?.id === one.id && before.trade.attempt <= one.attempt;
            const reply = room.ask(lockForTrade, { tradeId: one.id, attempt: one.attempt, ownerId: one.owner });
            expect(reply.ok).toBe(one.owner === SELLER && (free || again));
            if (reply.ok) seen.locked++;
            else seen.refused++;
            break;
          }
          case "unlock": {
            const its =
              before.status === "pending" && before.trade?.id === one.id && before.trade.attempt <= one.attempt;
            expect(room.ask(unlockTrade, { tradeId: one.id, attempt: one.attempt }).ok).toBe(true);
            if (its) seen.freed++;
            else if (before.status === "pending") seen.stale++;
            expect(room.state.item.status === "pending").toBe(before.status === "pending" && !its);
            break;
          }
          case "complete": {
            const deal = one.asked
              ? {
                  userId: "acc_a",
                  orderId: `ord_t${id}`,
                  transactionId: `txn_t${id}`,
                  cashCents: 0,
                  itemTitle: "A lamp",
                  itemImageUrl: null,
                  collectionZone: "Australia/Melbourne",
                  collectionSummary: "Brunswick",
                }
              : null;
            const reply = room.ask(completeTrade, { tradeId: one.id, deal });
            expect(reply.ok).toBe(before.trade?.id === one.id);
            if (reply.ok && before.status === "pending") seen.completed++;
            break;
          }
          case "wait":
            room.now += one.minutes * MINUTE;
            break;
          case "reserve":
            room.ask(reserve, { userId: one.who, kind: "buy_now", holdId: `hld_${id}` });
            break;
          case "release":
            room.ask(release, { userId: one.who });
            break;
          case "order":
            room.ask(beginCheckout, checkout(one.who, id, room.now, true));
            break;
          case "cancel":
            if (live) room.ask(cancelOrder, { userId: one.who, orderId: live.id });
            break;
          case "confirm":
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
          case "status":
            room.ask(sellerSet, { sellerId: SELLER, status: one.status });
            break;
        }
        const { item, orders } = room.state;
        const owning = room.owner();
        if (item.status === "pending") {
          expect(item.trade).toBeTruthy();
          expect([item.hold, item.order_id]).toEqual([null, null]);
        }
        if (item.hold) expect(item.status).toBe("active");
        if (item.status === "active") expect(item.trade ?? null).toBeNull();
        if (item.status === "pending_payment") expect(owning && itemClaimOf(owning.status)).toBe("locks");
        // No command releases a traded item, and no other user can take a locked one.
        if (before.status === "sold" && before.trade) expect(item).toBe(before);
        if (before.status === "pending" && item.status !== "pending") expect(["unlock", "complete"]).toContain(one.do);
        expect(orders.filter((order) => itemClaimOf(order.status) !== "none").length).toBeLessThanOrEqual(1);
        expect(item.fence).toBeGreaterThanOrEqual(before.fence);
      }
    }),
    { numRuns: runs(2_000) },
  );
  if (!LONG) return;
  console.info(seen);
  // Every kind of event must have happened, or the test would prove little.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(100);
});
