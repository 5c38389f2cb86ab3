/**
 * Invariants of an item room after every change, written independently of the domain rules: the transitions are listed
 * again here, and holds are recorded here.
 */
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import type { RoomState } from "../../durable/item-room/state.ts";
import { DISPUTE_FEE } from "./provider.ts";
import { assertInvariant, type Market, type Room } from "./world.ts";

type Order = RoomState["orders"][number];

const MINUTE = 60_000;

const TRANSITIONS: Record<string, readonly string[]> = {
  awaiting_payment: ["payment_confirmed", "payment_pending_seller_confirmation", "cancelled", "expired"],
  // Expires at once when a denied payment leaves no time to pay again before the collection (D55).
  payment_pending_seller_confirmation: ["payment_confirmed", "awaiting_payment", "disputed", "expired"],
  disputed: ["payment_confirmed", "completed", "refunded"],
  // Cancelled: a giveaway that was called off or not collected (D57).
  payment_confirmed: ["completed", "disputed", "refunded", "cancelled"],
  // Only when the bank took the payment back (A65), or when its decision is the first event to arrive.
  completed: ["disputed", "refunded"],
  // Only by a late card payment (D20).
  expired: ["payment_confirmed"],
  cancelled: ["payment_confirmed"],
  refunded: [],
};
const OWNING = [
  "awaiting_payment",
  "payment_pending_seller_confirmation",
  "payment_confirmed",
  "disputed",
  "completed",
];
const TERMS = [
  "item_id",
  "buyer_id",
  "seller_id",
  "hold_id",
  "payment_method",
  "amount_cents",
  "created_at",
  "bank_reference",
] as const;

interface HoldFact {
  id: string;
  from: number;
  to: number;
}

export class InvariantChecker {
  readonly #holds = new Map<string, HoldFact[]>();
  /** The latest committed state of every order in any room. */
  readonly newest = new Map<string, Order>();
  readonly transitions = new Map<string, number>();

  /** Two holds with less than half an hour between them, and less than half an hour since the second (D35). */
  mustPause(item: string, user: string, now: number): boolean {
    const mine = this.#holds.get(`${item} ${user}`) ?? [];
    const last = mine.at(-1);
    const earlier = mine.at(-2);
    if (!last || !earlier || now >= last.to + 30 * MINUTE) return false;
    return last.from < earlier.to + 30 * MINUTE;
  }

  changed(world: Market, room: Room, before: RoomState, after: RoomState): void {
    this.#holdsOf(world, room, before, after);
    this.#item(before, after);
    for (const order of after.orders) {
      const earlier = before.orders.find((other) => other.id === order.id);
      if (earlier !== order) this.#order(world, before, earlier ?? null, order);
    }
    for (const order of before.orders) {
      if (after.orders.some((other) => other.id === order.id)) continue;
      assertInvariant((world.orders.get(order.id)?.rev ?? 0) >= order.rev, "an order is lost", () => order.id);
    }
    assertInvariant(after.rev > before.rev, "a commit does not raise the revision", () => room.id);
  }

  #holdsOf(world: Market, room: Room, before: RoomState, after: RoomState): void {
    const was = before.item.hold;
    const is = after.item.hold;
    if (was && was.hold_id !== is?.hold_id) {
      const facts = this.#holds.get(`${room.id} ${was.user_id}`) ?? [];
      const fact = facts.at(-1);
      if (fact?.id === was.hold_id) fact.to = Math.min(world.now, was.until);
    }
    if (!is) return;
    assertInvariant(is.until - is.started_at === DEFAULT_HOLD_MS, "a hold does not last its exact length", () =>
      JSON.stringify(is),
    );
    assertInvariant(is.user_id !== after.item.seller_id, "the seller holds their own item", () => room.id);
    assertInvariant(
      after.item.status === "active" && after.item.order_id === null,
      "an item is held and owned by an order at once",
      () => room.id,
    );
    if (was?.hold_id === is.hold_id) {
      const same =
        was.until === is.until &&
        was.fence === is.fence &&
        was.user_id === is.user_id &&
        was.price_cents === is.price_cents;
      assertInvariant(same, "a hold is extended or changed", () => `${JSON.stringify(was)} ${JSON.stringify(is)}`);
      return;
    }
    assertInvariant(
      !was || world.now >= was.until,
      "a live hold is replaced",
      () => `${JSON.stringify(was)} ${JSON.stringify(is)}`,
    );
    assertInvariant(
      is.fence === before.item.fence + 1,
      "a new hold does not raise the fencing token (D29)",
      () => room.id,
    );
    assertInvariant(
      !this.mustPause(room.id, is.user_id, world.now),
      "a buyer has a third hold in a row (D35)",
      () => is.user_id,
    );
    const facts = this.#holds.get(`${room.id} ${is.user_id}`) ?? [];
    facts.push({ id: is.hold_id, from: is.started_at, to: is.until });
    this.#holds.set(`${room.id} ${is.user_id}`, facts);
  }

  #item(before: RoomState, after: RoomState): void {
    const { item } = after;
    const owners = after.orders.filter((order) => OWNING.includes(order.status));
    assertInvariant(owners.length <= 1, "two orders own the item", () => owners.map((order) => order.id).join());
    const owner = owners[0] ?? null;
    assertInvariant(
      item.order_id === (owner?.id ?? null),
      "the item does not name its order",
      () => `${item.order_id} ${owner?.id}`,
    );
    const expected = owner ? (owner.paid_at === null ? "pending_payment" : "sold") : null;
    const fits = expected === null ? item.status === "active" || item.status === "inactive" : item.status === expected;
    assertInvariant(fits, "the item's status does not match its order", () => `${item.status} ${owner?.status}`);
    if (before.item.status === "sold" && item.status !== "sold") {
      const sold = after.orders.find((order) => order.id === before.item.order_id);
      const given = sold?.status === "cancelled" && sold.payment_method === "free";
      assertInvariant(
        given || sold?.status === "refunded",
        "a sold item changes its status",
        () => `${item.status} ${sold?.status}`,
      );
    }
  }

  #order(world: Market, room: RoomState, before: Order | null, after: Order): void {
    if (!before) this.#placed(world, room, after);
    else {
      assertInvariant(
        TERMS.every((term) => before[term] === after[term]),
        "an order's terms change",
        () => after.id,
      );
      assertInvariant(after.rev > before.rev, "a changed order does not raise its revision", () => after.id);
      const legal = before.status === after.status || TRANSITIONS[before.status]?.includes(after.status);
      assertInvariant(
        legal === true,
        "an order makes a transition that is not listed",
        () => `${after.id} ${before.status} ${after.status}`,
      );
      assertInvariant(
        before.paid_at === null || before.paid_at === after.paid_at,
        "an order is paid twice",
        () => after.id,
      );
      const unchanged = before.events.every(
        (event, index) => after.events[index]?.rev === event.rev && after.events[index]?.kind === event.kind,
      );
      assertInvariant(unchanged, "an event of an order was changed", () => after.id);
      const known = this.newest.get(after.id);
      assertInvariant(!known || known.rev < after.rev, "an order returns to an older state", () => after.id);
      if (before.status !== after.status) this.#moved(world, before, after);
      this.#decidedBy(before, after);
    }
    this.newest.set(after.id, after);
    this.#deadlines(after);
    this.#card(world, after);
    assertInvariant(
      !after.marked_incomplete || (after.status === "expired" && after.paid_at === null),
      "a paid order is marked as incomplete",
      () => after.id,
    );
    assertInvariant(after.paid_at !== null || !after.handover, "an unpaid order has a collection code", () => after.id);
  }

  #deadlines({ id, status, collection_date: collection, ...order }: Order): void {
    const { payment_deadline: payBy, confirmation_deadline: confirmBy } = order;
    assertInvariant(
      status !== "awaiting_payment" || payBy === null || payBy <= collection,
      "the payment is due after the collection (D55)",
      () => `${id} ${payBy} ${collection}`,
    );
    assertInvariant(
      status !== "payment_pending_seller_confirmation" || confirmBy === null || confirmBy <= collection,
      "the confirmation is due after the collection (D55)",
      () => `${id} ${confirmBy} ${collection}`,
    );
  }

  #placed(world: Market, room: RoomState, order: Order): void {
    const hold = room.item.hold;
    const live = hold?.user_id === order.buyer_id && world.now < hold.until && room.item.status === "active";
    assertInvariant(live, "an order is placed without its buyer's live hold", () => order.id);
    assertInvariant(
      order.amount_cents === hold?.price_cents,
      "the amount of an order is not the held price",
      () => order.id,
    );
    assertInvariant(order.buyer_id !== order.seller_id, "a seller buys their own item", () => order.id);
    assertInvariant(
      order.amount_cents === 0 || order.paid_at === null,
      "an order with a price is free",
      () => order.id,
    );
    this.#count("placed", order.status);
  }

  /** Only staff settle a dispute, never a party, and each such step is marked for the audit log. */
  #decidedBy(before: Order, after: Order): void {
    for (const { kind, actor_id, staff } of after.events.slice(before.events.length)) {
      const party = actor_id === after.buyer_id || actor_id === after.seller_id;
      assertInvariant(
        !staff || (actor_id !== null && !party),
        "a party decides as staff (D34)",
        () => `${after.id} ${kind}`,
      );
      const foreign = actor_id !== null && !party;
      assertInvariant(!foreign || staff === true, "a staff decision is not marked (D34)", () => `${after.id} ${kind}`);
      assertInvariant(
        kind !== "dispute_resolved" || staff === true,
        "a dispute is settled without staff (D34)",
        () => after.id,
      );
    }
  }

  #moved(world: Market, before: Order, after: Order): void {
    this.#count(before.status, after.status);
    const deadline = before.payment_deadline ?? Number.POSITIVE_INFINITY;
    if (after.status === "expired") {
      const denied = before.status === "payment_pending_seller_confirmation";
      const early = denied ? world.now < after.collection_date - 60 * MINUTE : world.now < deadline;
      const given = world.provider.intents.get(before.card?.intent_id ?? "");
      assertInvariant(
        !early || given?.state === "canceled",
        "an order expires before its deadline (D30)",
        () => after.id,
      );
    }
    if (after.status === "expired" || after.status === "cancelled") {
      for (const row of world.payments.values()) {
        const intent = row.order === after.id ? world.provider.intents.get(row.intent) : undefined;
        const certain = !intent?.secret_given || intent.state === "canceled" || row.outcome === "refund";
        assertInvariant(
          certain,
          "an item is released while a card may still pay",
          () => `${after.id} ${row.intent} ${intent?.state}`,
        );
      }
    }
    const done = after.events.at(-1)?.kind;
    if (after.status === "completed" && (done === "handed_over" || done === "completed")) {
      const stopped = [...world.reversals.values()].some(
        (row) => row.intent === before.card?.intent_id && row.status === "open" && row.applied === "open",
      );
      assertInvariant(!stopped, "an item is handed over during a chargeback (A65)", () => after.id);
    }
    if (after.status === "disputed" && before.paid_at === null) {
      assertInvariant(
        world.now >= (before.confirmation_deadline ?? 0),
        "a confirmation lapses before its deadline (D31)",
        () => after.id,
      );
    }
  }

  #card(world: Market, order: Order): void {
    const { card } = order;
    const over = order.status === "expired" || order.status === "cancelled";
    assertInvariant(
      !over || (card?.state !== "open" && card?.state !== "closing"),
      "an order ends with an open intent",
      () => order.id,
    );
    const bought = order.payment_method === "stripe" && order.paid_at !== null;
    if (!bought) return;
    const intent = card && world.provider.intents.get(card.intent_id);
    assertInvariant(
      intent?.state === "succeeded",
      "an order is paid by an intent without money",
      () => `${order.id} ${card?.intent_id}`,
    );
    assertInvariant(intent?.amount === order.amount_cents, "an order is paid by another amount", () => order.id);
    if (order.status === "completed")
      assertInvariant((intent?.refunds.size ?? 0) === 0, "a completed order was refunded", () => order.id);
    const given = card?.state === "paid" && (intent?.refunds.size ?? 0) > 0;
    assertInvariant(!given, "an order continues although its payment was refunded", () => order.id);
  }

  #count(from: string, to: string): void {
    const key = `${from} → ${to}`;
    this.transitions.set(key, (this.transitions.get(key) ?? 0) + 1);
  }
}

/** Checks the state after everything has settled. */
export function checkSettledMarket(world: Market, watch: InvariantChecker): void {
  for (const room of world.rooms) {
    const state = world.load(room);
    const row = world.items.get(room.id);
    const same =
      row?.rev === state.rev && row.item.status === state.item.status && row.item.order_id === state.item.order_id;
    assertInvariant(same, "room and D1 differ", () => `${room.id} ${row?.rev} ${state.rev}`);
    assertInvariant(!state.item.hold, "a hold outlives its end", () => room.id);
  }
  for (const [id, order] of watch.newest) {
    const row = world.orders.get(id);
    assertInvariant(row?.rev === order.rev, "an order is lost", () => `${id} ${row?.rev} ${order.rev}`);
    const due =
      order.status === "awaiting_payment" && (order.payment_deadline ?? Number.POSITIVE_INFINITY) <= world.now;
    assertInvariant(!due, "an overdue order still has the item", () => `${id} ${JSON.stringify(order.card)}`);
    assertInvariant(
      order.status !== "refunded" || order.card?.state !== "refund_due",
      "a refund that is due was not sent",
      () => id,
    );
  }
  for (const intent of world.provider.intents.values()) {
    const row = world.payments.get(intent.id);
    const dispute = world.provider.disputes.get(intent.id);
    const refunded = [...intent.refunds.values()].reduce((sum, part) => sum + part, 0);
    const back = refunded + (dispute?.status === "lost" ? dispute.amount : 0);
    if (intent.state !== "succeeded") continue;
    const order = watch.newest.get(row?.order ?? "");
    const bought = order?.card?.intent_id === intent.id && order.card.state === "paid" && order.paid_at !== null;
    assertInvariant(
      bought ? back === 0 : back === intent.amount,
      "a payment neither buys one order nor is refunded once",
      () => `${intent.id} ${back} ${order?.status} ${JSON.stringify(order?.card)}`,
    );
    const sums = world.sums.get(intent.id);
    assertInvariant((sums?.get("card_received") ?? 0) === 0, "received money has no outcome", () => intent.id);
    assertInvariant(
      (sums?.get("stripe_clearing") ?? 0) ===
        intent.amount - back - (dispute ? DISPUTE_FEE : 0) - (row ? world.provider.sentFor(row.order) : 0),
      "the ledger differs from the provider",
      () => intent.id,
    );
    assertInvariant((sums?.get("refunds") ?? 0) === 0, "an owed refund was not sent", () => intent.id);
  }
}
