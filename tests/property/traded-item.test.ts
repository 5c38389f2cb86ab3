/** Trades among everything else that can happen to an item: at every moment it has one owner of its future, or none. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { claimOf } from "#domain/order";
import { stateFromRows } from "../../durable/item-room/hydration.ts";
import { apply, beginCheckout, type Handler, release, reserve, sellerSet } from "../../durable/item-room/room.ts";
import { cancelOrder, confirmPayment } from "../../durable/item-room/room-orders.ts";
import { markSold, undoSold } from "../../durable/item-room/room-sales.ts";
import { completeTrade, lockForTrade, unlockTrade } from "../../durable/item-room/room-trades.ts";
import type { RoomState } from "../../durable/item-room/state.ts";

const SELLER = "acc_seller";
const MINUTE = 60_000;
const T0 = Date.UTC(2026, 10, 21);

const row = {
  id: "itm_1",
  seller_id: SELLER,
  status: "active",
  price_cents: 4_500,
  rev: 0,
  fence: 0,
  holder_id: null,
  hold_id: null,
  hold_kind: null,
  hold_until: null,
  sold_at: null,
  sold_outside: 0,
  order_id: null,
  deleted_at: null,
};

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

it("is locked for one trade, held, paid for or sold, never two of them; only its own trade lets go of it or sells it", () => {
  const seen = { locked: 0, refused: 0, freed: 0, stale: 0, completed: 0 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: "max" }), (events) => {
      const fresh = stateFromRows([[row], [], [], [], []], T0);
      if (!fresh) throw new Error("no such item");
      let state: RoomState = fresh;
      let now = T0;
      let serial = 0;
      const ask = <C, T>(handler: Handler<C, T>, command: C) => {
        const done = apply(state, handler, command, { now, past: null });
        state = done.state;
        return done.reply;
      };
      for (const one of events) {
        const id = ++serial;
        const before = state.item;
        const live = state.orders.find((order) => order.id === before.order_id);
        switch (one.do) {
          case "lock": {
            const free = before.status === "active" && (before.hold === null || now >= before.hold.until);
            const again =
              before.status === "pending" && before.trade?.id === one.id && before.trade.attempt <= one.attempt;
            const reply = ask(lockForTrade, { tradeId: one.id, attempt: one.attempt, ownerId: one.owner });
            expect(reply.ok).toBe(one.owner === SELLER && (free || again));
            if (reply.ok) seen.locked++;
            else seen.refused++;
            break;
          }
          case "unlock": {
            const its =
              before.status === "pending" && before.trade?.id === one.id && before.trade.attempt <= one.attempt;
            expect(ask(unlockTrade, { tradeId: one.id, attempt: one.attempt }).ok).toBe(true);
            if (its) seen.freed++;
            else if (before.status === "pending") seen.stale++;
            expect(state.item.status === "pending").toBe(before.status === "pending" && !its);
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
            const reply = ask(completeTrade, { tradeId: one.id, deal });
            expect(reply.ok).toBe(before.trade?.id === one.id);
            if (reply.ok && before.status === "pending") seen.completed++;
            break;
          }
          case "wait":
            now += one.minutes * MINUTE;
            break;
          case "reserve":
            ask(reserve, { userId: one.who, kind: "buy_now", holdId: `hld_${id}` });
            break;
          case "release":
            ask(release, { userId: one.who });
            break;
          case "order":
            ask(beginCheckout, {
              userId: one.who,
              orderId: `ord_${id}`,
              transactionId: `txn_${id}`,
              confirmationId: `pcf_${id}`,
              method: "bank_transfer",
              amountCents: 4_500,
              acknowledged: true,
              bankReference: "GS12345678",
              bankDetails: { account_name: "R", bsb: "062-000", account_number: "12345678" },
              evidence: true,
              itemTitle: "A lamp",
              itemImageUrl: null,
              collectionDate: now,
              collectionZone: "Australia/Melbourne",
              collectionSummary: "Brunswick",
              collectionAddress: null,
            });
            break;
          case "cancel":
            if (live) ask(cancelOrder, { userId: one.who, orderId: live.id });
            break;
          case "confirm":
            if (live) {
              const confirmationId = live.confirmations.at(-1)?.id ?? "";
              ask(confirmPayment, { sellerId: SELLER, orderId: live.id, confirmationId });
            }
            break;
          case "mark":
            ask(markSold, { sellerId: SELLER, saleId: `blt_${id}`, buyer: null });
            break;
          case "undo":
            ask(undoSold, { sellerId: SELLER });
            break;
          case "status":
            ask(sellerSet, { sellerId: SELLER, status: one.status });
            break;
        }
        const { item, orders } = state;
        const owning = orders.find((order) => order.id === item.order_id);
        if (item.status === "pending") {
          expect(item.trade).toBeTruthy();
          expect([item.hold, item.order_id]).toEqual([null, null]);
        }
        if (item.hold) expect(item.status).toBe("active");
        if (item.status === "active") expect(item.trade ?? null).toBeNull();
        if (item.status === "pending_payment") expect(owning && claimOf(owning.status)).toBe("locks");
        // Nobody lets go of what was traded away, and nobody else takes what is locked.
        if (before.status === "sold" && before.trade) expect(item).toBe(before);
        if (before.status === "pending" && item.status !== "pending") expect(["unlock", "complete"]).toContain(one.do);
        expect(orders.filter((order) => claimOf(order.status) !== "none").length).toBeLessThanOrEqual(1);
        expect(item.fence).toBeGreaterThanOrEqual(before.fence);
      }
    }),
    { numRuns: 2_000, seed: 50 },
  );
  // Every kind of moment has come up, or the above would prove little.
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(100);
});
