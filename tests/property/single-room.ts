/** One item room with a clock under test control, for random event sequences. */
import type { Result } from "#domain/result";
import type { Runnable } from "../../durable/item-room/command.ts";
import { stateFromRows } from "../../durable/item-room/hydration.ts";
import { apply } from "../../durable/item-room/room.ts";
import type { RoomState } from "../../durable/item-room/state.ts";

export const SELLER = "acc_seller";
export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.UTC(2026, 10, 21);

const ROW = {
  id: "itm_1",
  seller_id: SELLER,
  status: "active",
  price_cents: 4_500,
  rev: 0,
  fence: 0,
  holder_id: null,
  hold_id: null,
  hold_kind: null,
  hold_started_at: null,
  hold_until: null,
  sold_at: null,
  sold_outside: 0,
  order_id: null,
  line: null,
  deleted_at: null,
};

export function freshState(): RoomState {
  const fresh = stateFromRows([[ROW], [], [], [], []], T0);
  if (!fresh) throw new Error("no such item");
  return fresh;
}

export class SingleRoom {
  now = T0;
  state = freshState();

  ask<Input, Value>({ reduce }: Runnable<Input, Value>, input: Input): Result<Value> {
    const done = apply(this.state, reduce, input, { now: this.now, past: null, negotiation: null });
    this.state = done.state;
    return done.reply;
  }

  /** The order that owns the item. */
  owner() {
    return this.state.orders.find((order) => order.id === this.state.item.order_id);
  }
}

/** Returns a checkout by bank transfer with ids derived from `serial`. */
export const checkout = (userId: string, serial: number, now: number, evidence: boolean) => ({
  userId,
  orderId: `ord_${serial}`,
  transactionId: `txn_${serial}`,
  confirmationId: `pcf_${serial}`,
  method: "bank_transfer" as const,
  amountCents: 4_500,
  acknowledged: true,
  bankReference: "GS12345678",
  bankDetails: { account_name: "R", bsb: "062-000", account_number: "12345678" },
  evidence,
  itemTitle: "A lamp",
  itemImageUrl: null,
  collectionDate: now + 7 * DAY,
  collectionEndsAt: now + 7 * DAY + 3_600_000,
  collectionZone: "Australia/Melbourne",
  collectionSummary: "Brunswick",
  collectionAddress: null,
});
