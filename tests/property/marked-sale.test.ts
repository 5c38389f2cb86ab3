/** Sales made elsewhere among random events: any sequence keeps item and order consistent. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { itemClaimOf } from "#domain/orders/order";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import { cancelOrder, confirmPayment } from "../../durable/item-room/commands/orders.ts";
import { markSold, undoSold } from "../../durable/item-room/commands/sales.ts";
import { projectionOf } from "../../durable/item-room/projection.ts";
import { toText } from "../../worker/db/client.ts";
import { LONG, runs } from "../support/property-runs.ts";
import { checkout, MINUTE, SELLER, SingleRoom } from "./single-room.ts";

const buyer = fc.constantFrom("acc_a", "acc_b");
const event = fc.oneof(
  fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("reserve" as const), who: buyer }),
  fc.record({ do: fc.constant("release" as const), who: buyer }),
  fc.record({ do: fc.constant("order" as const), who: buyer }),
  fc.record({ do: fc.constant("cancel" as const), who: buyer }),
  fc.record({ do: fc.constant("confirm" as const) }),
  fc.record({ do: fc.constant("mark" as const), who: fc.option(buyer), by: fc.constantFrom(SELLER, "acc_a") }),
  fc.record({ do: fc.constant("undo" as const), by: fc.constantFrom(SELLER, "acc_a") }),
  fc.record({ do: fc.constant("status" as const), status: fc.constantFrom("active" as const, "inactive" as const) }),
);

it("a seller can mark only an available item as sold, and undo only that mark within ten minutes", () => {
  let marked = 0;
  let undone = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), (events) => {
      const room = new SingleRoom();
      let serial = 0;
      for (const one of events) {
        const id = ++serial;
        const before = room.state.item;
        const live = room.owner();
        switch (one.do) {
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
            room.ask(beginCheckout, checkout(one.who, id, room.now, id % 2 === 0));
            break;
          case "cancel":
            if (live) room.ask(cancelOrder, { userId: one.who, orderId: live.id });
            break;
          case "confirm":
            if (live) {
              const confirmationId = live.confirmations.at(-1)?.id ?? "pcf_none";
              room.ask(confirmPayment, { sellerId: SELLER, orderId: live.id, confirmationId });
            }
            break;
          case "mark": {
            const reply = room.ask(markSold, {
              sellerId: one.by,
              saleId: `hld_${id}`,
              buyer:
                one.who === null
                  ? null
                  : {
                      userId: one.who,
                      orderId: `ord_${id}`,
                      transactionId: `txn_${id}`,
                      itemTitle: "Lamp",
                      itemImageUrl: null,
                      collectionZone: "Australia/Melbourne",
                      collectionSummary: "Brunswick",
                    },
            });
            if (!reply.ok) break;
            marked++;
            expect(one.by).toBe(SELLER);
            expect(["active", "inactive", "pending_payment"]).toContain(before.status);
            expect(room.state.item).toMatchObject({ status: "sold", hold: null, sold_at: room.now });
            break;
          }
          case "undo": {
            const reply = room.ask(undoSold, { sellerId: one.by });
            if (!reply.ok || before.status !== "sold") break;
            undone++;
            expect(one.by).toBe(SELLER);
            expect(room.now - (before.sold_at ?? 0)).toBeLessThan(10 * MINUTE);
            expect(before.marked).toBeTruthy();
            expect(room.state.item.status).toBe(before.marked?.from);
            break;
          }
          case "status":
            room.ask(sellerSet, { sellerId: SELLER, status: one.status });
        }
        const { item } = room.state;
        const owner = room.owner();
        expect(item.order_id === null || owner !== undefined).toBe(true);
        expect(
          room.state.orders.filter((order) => itemClaimOf(order.status) !== "none").map((order) => order.id),
        ).toEqual(owner ? [owner.id] : []);
        if (owner) expect(owner.payment_method === "outside").toBe(item.marked != null);
        if (item.marked) expect(item).toMatchObject({ status: "sold", hold: null });
        if (item.status === "sold" && !item.marked) expect(owner?.paid_at).not.toBeNull();
        // Each projection to D1 is complete: it contains every order of the room.
        const rows = projectionOf(room.state, "", room.now).filter((query) =>
          toText(query).sql.startsWith('INSERT INTO "orders"'),
        );
        expect(rows).toHaveLength(room.state.orders.length);
      }
    }),
    { numRuns: runs(500) },
  );
  if (!LONG) return;
  console.info({ marked, undone });
  expect(marked).toBeGreaterThan(50);
  expect(undone).toBeGreaterThan(5);
});
