/**
 * Independent model of an item room, written from the decisions and not from the code. It keeps facts (holds, and what
 * happened to each order and when) and derives the rest from them and the time. It imports no domain rule, so that a
 * wrong rule is not repeated here.
 */

import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import {
  COLLECTION,
  type Fact,
  type Method,
  type OrderFacts,
  orderState,
  PAID_BY,
  type Person,
  viewOf,
} from "./order-model.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export type Command =
  | { type: "reserve"; user: Person; kind: "buy_now" | "cart"; hold: string }
  | { type: "release"; user: Person }
  | { type: "acknowledge"; user: Person }
  | {
      type: "begin";
      user: Person;
      order: string;
      evidence: boolean;
      acknowledged: boolean;
      amount: number;
      method: Method;
    }
  | { type: "set"; user: Person; status?: "active" | "inactive" | "removed"; price?: number }
  | { type: "peek" }
  | OrderCommand;

export type OrderCommand =
  | { type: "evidence"; user: Person; order: string; question: string; wrongReference: boolean }
  | { type: "confirm" | "deny"; user: Person; order: string; question: string }
  | { type: "cancel" | "collect" | "dispute"; user: Person; order: string }
  | { type: "attach"; user: Person; order: string; intent: string }
  | { type: "card_paid"; order: string; intent: string; amount: number }
  | { type: "card_failed" | "card_refunded"; order: string; intent: string }
  | { type: "card_cancelled"; order: string; intent: string; by: "buyer" | "service" }
  | { type: "hand_over"; user: Person; order: string; scanned: boolean; right: boolean }
  | { type: "refund"; user: Person; order: string; by: "staff" | "seller" | "service"; relist: boolean }
  | { type: "resolve"; user: Person; order: string; outcome: "release" | "refund" }
  /** Giveaways and orders paid at pick-up, by either side. */
  | { type: "call_off" | "missed"; user: Person; order: string }
  | { type: "propose"; user: Person; order: string; proposal: string; from: number }
  | { type: "answer"; user: Person; order: string; proposal: string; accept: boolean };

interface Held {
  id: string;
  user: Person;
  kind: "buy_now" | "cart";
  from: number;
  to: number;
  price: number;
  ticked: number | null;
}

export interface Model {
  price: number;
  listing: "active" | "inactive" | "removed";
  holds: Held[];
  orders: OrderFacts[];
}

/** A reply, reduced to what the model checks. */
export type Reply =
  | { ok: true; hold?: unknown; order?: unknown; view?: unknown; released?: boolean; outcome?: string }
  | { ok: false; code: string };

export interface Expected {
  next: Model;
  matches(reply: Reply): boolean;
}

export const newModel = (price: number): Model => ({ price, listing: "active", holds: [], orders: [] });

export function owner(model: Model, now: number): OrderFacts | null {
  return model.orders.find((order) => !["expired", "cancelled", "refunded"].includes(orderState(order, now))) ?? null;
}

export function liveHold(model: Model, now: number): Held | null {
  const last = model.holds.at(-1);
  return last && now < last.to ? last : null;
}

/** Returns "sold", "paying", or the listing state. */
function saleStateOf(model: Model, now: number): "sold" | "paying" | Model["listing"] {
  const order = owner(model, now);
  if (!order) return model.listing;
  return viewOf(order, now).paid ? "sold" : "paying";
}

export function publicStatus(model: Model, now: number): string {
  const is = saleStateOf(model, now);
  if (is === "paying") return "pending_payment";
  if (is === "removed") return "inactive";
  return is === "active" && liveHold(model, now) ? "reserved" : is;
}

/**
 * Whether there are two holds with less than half an hour between them, and less than half an hour since the second.
 */
function mustPause(model: Model, user: Person, now: number): boolean {
  const mine = model.holds.filter((hold) => hold.user === user);
  const last = mine.at(-1);
  if (!last || now >= last.to + 30 * MINUTE) return false;
  let inARow = 1;
  for (let i = mine.length - 1; i > 0; i--) {
    const later = mine[i];
    const earlier = mine[i - 1];
    if (!later || !earlier || later.from >= earlier.to + 30 * MINUTE) break;
    inARow++;
  }
  return inARow >= 2;
}

function includes(actual: unknown, expected: Record<string, unknown>): boolean {
  if (typeof actual !== "object" || actual === null) return false;
  const record = actual as Record<string, unknown>;
  return Object.entries(expected).every(([key, value]) => record[key] === value);
}

function refused(model: Model, ...codes: string[]): Expected {
  return { next: model, matches: (reply) => !reply.ok && codes.includes(reply.code) };
}

function withHold(next: Model, hold: Held): Expected {
  return {
    next,
    matches: (reply) =>
      reply.ok &&
      includes(reply.hold, {
        hold_id: hold.id,
        user_id: hold.user,
        kind: hold.kind,
        started_at: hold.from,
        until: hold.from + DEFAULT_HOLD_MS,
        price_cents: hold.price,
        acknowledged_at: hold.ticked,
      }),
  };
}

/** Expects the order to look like this right after `next`. */
function withOrder(next: Model, id: string, now: number): Expected {
  const order = next.orders.find((candidate) => candidate.id === id);
  if (!order) throw new Error(`no order ${id}`);
  return {
    next,
    matches: (reply) =>
      reply.ok &&
      includes(reply.order, {
        id,
        buyer_id: order.user,
        amount_cents: order.amount,
        status: orderState(order, now),
        marked_incomplete: orderState(order, now) === "expired" && order.method !== "cash",
        collection_date: viewOf(order, now).collection,
        collection_ends_at: viewOf(order, now).collection + 60 * MINUTE,
      }),
  };
}

function replaceLast(model: Model, change: Partial<Held>): Model {
  return { ...model, holds: model.holds.map((hold, i, all) => (i === all.length - 1 ? { ...hold, ...change } : hold)) };
}

function addFact(model: Model, id: string, fact: Fact): Model {
  return {
    ...model,
    orders: model.orders.map((order) => (order.id === id ? { ...order, facts: [...order.facts, fact] } : order)),
  };
}

export function expectedReply(model: Model, op: Command, now: number): Expected {
  const hold = liveHold(model, now);
  const is = saleStateOf(model, now);
  switch (op.type) {
    case "peek":
      if (model.listing === "removed") return refused(model, "not_found");
      return {
        next: model,
        matches: (reply) =>
          reply.ok &&
          includes(reply.view, { status: publicStatus(model, now), price_cents: model.price }) &&
          sameOwner(reply),
      };
    case "reserve": {
      const mine = owner(model, now)?.user === op.user;
      if (is === "removed") return refused(model, "not_found");
      if (op.user === "seller") return refused(model, "own_item");
      if (is === "sold") return refused(model, "item_sold");
      if (is === "paying") return refused(model, mine ? "order_exists" : "item_unavailable");
      if (is === "inactive" || (hold && hold.user !== op.user)) return refused(model, "item_unavailable");
      if (hold) {
        const kind = op.kind === "buy_now" ? "buy_now" : hold.kind;
        return withHold(replaceLast(model, { kind }), { ...hold, kind });
      }
      if (mustPause(model, op.user, now)) return refused(model, "holding_limit");
      const taken: Held = {
        id: op.hold,
        user: op.user,
        kind: op.kind,
        from: now,
        to: now + DEFAULT_HOLD_MS,
        price: model.price,
        ticked: null,
      };
      return withHold({ ...model, holds: [...model.holds, taken] }, taken);
    }
    case "release": {
      const released = hold?.user === op.user;
      const next = released ? replaceLast(model, { to: now }) : model;
      return { next, matches: (reply) => reply.ok && reply.released === released };
    }
    case "acknowledge": {
      if (hold?.user !== op.user) return refused(model, "hold_expired");
      const ticked = hold.ticked ?? now;
      return withHold(replaceLast(model, { ticked }), { ...hold, ticked });
    }
    case "begin":
      return begin(model, op, now);
    case "set": {
      const to = op.status ?? is;
      const price = op.price ?? model.price;
      const changes = to !== is || price !== model.price;
      if (op.user !== "seller") return refused(model, "not_owner");
      if (changes && is === "removed") return refused(model, "not_found");
      if (changes && is === "sold") return refused(model, "item_sold");
      if (changes && (is === "paying" || hold)) return refused(model, "wrong_state");
      const next = changes ? { ...model, price, listing: op.status ?? model.listing } : model;
      return {
        next,
        matches: (reply) => reply.ok && includes(reply.view, { status: publicStatus(next, now), price_cents: price }),
      };
    }
    default:
      return aboutOrder(model, op, now);
  }

  function sameOwner(reply: Reply): boolean {
    const order = owner(model, now);
    const view = (reply as { view: { order: unknown; hold: unknown } }).view;
    const orderFits = order
      ? includes(view.order, { id: order.id, status: orderState(order, now) })
      : view.order === null;
    const holdFits = hold ? includes(view.hold, { user_id: hold.user, hold_id: hold.id }) : view.hold === null;
    return orderFits && holdFits;
  }
}

function begin(model: Model, op: Extract<Command, { type: "begin" }>, now: number): Expected {
  const known = model.orders.find((order) => order.id === op.order);
  if (known) return known.user === op.user ? withOrder(model, op.order, now) : refused(model, "not_found");
  const hold = liveHold(model, now);
  const is = saleStateOf(model, now);
  const problems: string[] = [];
  if (owner(model, now)?.user === op.user) problems.push("order_exists");
  if (is === "removed") problems.push("not_found");
  if (op.user === "seller") problems.push("own_item");
  if (is === "sold") problems.push("item_sold");
  if (is === "paying" || is === "inactive") problems.push("item_unavailable");
  if (hold?.user !== op.user) problems.push("hold_expired");
  if (hold && !op.acknowledged && hold.ticked === null) problems.push("acknowledgement_required");
  if (hold && op.amount !== hold.price) problems.push("values_changed");
  if (hold && op.method === "free" && hold.price > 0) problems.push("item_not_free");
  if (hold && op.method !== "free" && hold.price === 0) problems.push("method_not_accepted");
  if (hold && op.method !== "bank" && op.evidence) problems.push("method_not_accepted");
  if (op.method === "free" && now >= COLLECTION) problems.push("values_changed");
  // A bank transfer that is already sent only has to leave the seller an hour to check for it (D55).
  if (now >= (op.evidence ? COLLECTION - 60 * MINUTE : PAID_BY[op.method])) problems.push("method_not_accepted");
  if (problems.length > 0 || !hold) return refused(model, ...problems);

  const facts: Fact[] = [{ what: "placed", at: now }];
  if (op.method === "free") facts.push({ what: "confirmed", at: now });
  else if (op.evidence) facts.push({ what: "sent", at: now, question: `${op.order}q0` });
  const order: OrderFacts = { id: op.order, user: op.user, amount: hold.price, method: op.method, facts };
  const next = replaceLast(model, { to: now });
  return withOrder({ ...next, orders: [...next.orders, order] }, op.order, now);
}

/** The seller, the card or staff say that the payment has arrived. */
const PAID: readonly string[] = ["confirmed", "card_paid", "accepted"];
const paidAt = ({ facts }: OrderFacts) =>
  Math.max(0, ...facts.filter(({ what }) => PAID.includes(what)).map(({ at }) => at));

function aboutOrder(model: Model, op: OrderCommand, now: number): Expected {
  const order = model.orders.find((candidate) => candidate.id === op.order);
  if (!order || !mayAsk(order, op)) return refused(model, "not_found");
  const asStaff = op.type === "resolve" || (op.type === "refund" && op.by === "staff");
  if (asStaff && (op.user === order.user || op.user === "seller")) return refused(model, "forbidden");
  const { status, card, paid, ...view } = viewOf(order, now);
  const say = (what: Fact["what"], more: Partial<Fact> = {}) =>
    withOrder(addFact(model, op.order, { what, at: now, ...more }), op.order, now);
  const unchanged = withOrder(model, op.order, now);
  const wrongState = refused(model, "wrong_state");
  const toCollect = status === "payment_confirmed" || status === "awaiting_collection";
  const open = card?.state === "open" || card?.state === "closing";

  switch (op.type) {
    case "evidence": {
      const used = order.facts.some((fact) => fact.what === "sent" && fact.question === op.question);
      if (used || status === "payment_pending_seller_confirmation") return unchanged;
      if (status !== "awaiting_payment" || order.method !== "bank") return wrongState;
      return op.wrongReference ? refused(model, "invalid") : say("sent", { question: op.question });
    }
    case "confirm": {
      if (view.answers.get(op.question) === "confirmed") return unchanged;
      const waits = status === "payment_pending_seller_confirmation" || (status === "disputed" && !paid);
      if (!waits) return refused(model, "wrong_state", "not_found");
      return view.asked === op.question ? say("confirmed") : refused(model, "not_found");
    }
    case "deny":
      if (view.answers.get(op.question) === "not_received") return unchanged;
      if (status !== "payment_pending_seller_confirmation") return refused(model, "wrong_state", "not_found");
      return view.asked === op.question ? say("denied") : refused(model, "not_found");
    case "cancel":
      if (status === "cancelled") return unchanged;
      // While the provider may still take the money, the order keeps the item.
      return status === "awaiting_payment" && !open ? say("cancelled") : wrongState;
    case "collect":
      if (status === "completed") return unchanged;
      return status === "payment_confirmed" ? say("collected") : wrongState;
    case "dispute":
      if (status === "disputed" && paid) return unchanged;
      // A payment that was confirmed after the collection leaves three days from then.
      if (status !== "payment_confirmed" || now > Math.max(view.collection, paidAt(order)) + 3 * DAY) return wrongState;
      return say("disputed");
    case "attach":
      if (open && card?.intent === op.intent) return unchanged;
      if (order.method !== "card" || status !== "awaiting_payment" || open) return wrongState;
      return card?.intent === op.intent ? wrongState : say("attached", { intent: op.intent });
    case "card_failed":
      if (card?.intent !== op.intent) return wrongState;
      return view.failed || (status !== "awaiting_payment" && status !== "expired") ? unchanged : say("card_failed");
    case "card_cancelled":
      if (card?.intent !== op.intent) return wrongState;
      if (card.state === "cancelled") return unchanged;
      return open ? say("intent_cancelled", { by: op.by }) : wrongState;
    case "card_refunded":
      if (card?.intent !== op.intent) return wrongState;
      if (card.state === "refunded") return unchanged;
      return card.state === "refund_due" ? say("money_back") : wrongState;
    case "card_paid":
      return cardPaid(model, order, op, now);
    case "hand_over":
      return handOver(model, order, op, now);
    case "refund":
      if (status === "refunded") return unchanged;
      // Nothing was paid, so the service withdraws the order instead.
      if (status === "awaiting_collection" && op.by === "service") return say("withdrawn");
      if (status !== "payment_confirmed" && status !== "disputed") return wrongState;
      if (op.by === "seller" && card?.state !== "paid") return wrongState;
      return refund(op.relist);
    case "call_off":
    case "missed": {
      const done = op.type === "call_off" ? "called_off" : "collection_missed";
      const side = op.user === "seller" ? "seller" : "buyer";
      const own = done === "called_off" || order.facts.findLast(({ what }) => what === "missed")?.side === side;
      if (view.lines.at(-1) === done) return own ? unchanged : wrongState;
      const cash = order.method === "cash";
      // A missed collection is reported once its hour is over; with cash for three days, also after the order's end.
      const over = view.collection + 60 * MINUTE;
      const reported = now >= over && (!cash || now < over + 3 * DAY);
      const states = cash
        ? ["awaiting_collection", ...(op.type === "missed" ? ["expired"] : [])]
        : ["payment_confirmed"];
      const inTime = op.type === "call_off" ? now < view.collection : reported;
      if (!states.includes(status) || (!cash && order.method !== "free") || !inTime) return wrongState;
      const next = addFact(model, op.order, { what: op.type === "call_off" ? "called_off" : "missed", at: now, side });
      return withOrder(status === "expired" ? next : { ...next, listing: "active" }, op.order, now);
    }
    case "propose": {
      const side = op.user === "seller" ? "seller" : "buyer";
      const known = view.proposals.find(({ id }) => id === op.proposal);
      if (known) return known.side === side ? unchanged : refused(model, "not_found");
      if (!toCollect || now >= view.collection || openProposal()) return wrongState;
      if (view.proposals.some((one) => one.side === side)) return wrongState;
      if (op.from === view.collection || op.from <= now) return refused(model, "invalid");
      return say("proposed", { question: op.proposal, side, from: op.from });
    }
    case "answer": {
      const side = op.user === "seller" ? "seller" : "buyer";
      const known = view.proposals.find(({ id }) => id === op.proposal);
      if (!known || known.side === side) return wrongState;
      const what = op.accept ? "agreed" : "turned_down";
      if (known.answer === what) return unchanged;
      return openProposal() === known ? say(what, { question: op.proposal }) : wrongState;
    }
    case "resolve":
      if (op.outcome === "refund") {
        if (status === "refunded") return unchanged;
        // A paid item waits for its seller's decision; an item that was never paid for is available again.
        return status === "disputed" ? refund(false) : wrongState;
      }
      if (status !== "disputed") return view.resolved && status !== "refunded" ? unchanged : wrongState;
      return say(paid ? "released" : "accepted");
  }

  function openProposal() {
    const last = view.proposals.at(-1);
    const waits = toCollect && now < view.collection;
    return waits && last?.answer === null && now < last.until ? last : undefined;
  }

  function refund(relist: boolean): Expected {
    const listing = paid && !relist ? "inactive" : "active";
    return withOrder({ ...addFact(model, op.order, { what: "refunded", at: now }), listing }, op.order, now);
  }
}

/** Whether the caller may act on the order. Provider events have no user, and staff are checked with the order. */
function mayAsk(order: OrderFacts, op: OrderCommand): boolean {
  switch (op.type) {
    case "evidence":
    case "cancel":
    case "collect":
    case "dispute":
    case "attach":
      return op.user === order.user;
    case "confirm":
    case "deny":
    case "hand_over":
      return op.user === "seller";
    case "call_off":
    case "missed":
    case "propose":
    case "answer":
      return op.user === order.user || op.user === "seller";
    case "refund":
      return op.by !== "seller" || op.user === "seller";
    default:
      return true;
  }
}

/** A payment buys the order or is refunded; repeating it gives the same answer (D18, D20). */
function cardPaid(
  model: Model,
  order: OrderFacts,
  op: Extract<OrderCommand, { type: "card_paid" }>,
  now: number,
): Expected {
  const { status, card } = viewOf(order, now);
  const answer = (next: Model, outcome: string): Expected => {
    const expected = withOrder(next, order.id, now);
    return { next, matches: (reply) => expected.matches(reply) && reply.ok && reply.outcome === outcome };
  };
  const same = card?.intent === op.intent;
  if (same && card.state === "paid") return answer(model, "already");
  const back = card?.state === "refund_due" || card?.state === "refunded";
  if (same && back) return answer(model, status === "refunded" ? "already" : "refund");
  const hold = liveHold(model, now);
  const free = saleStateOf(model, now) === "active" && (!hold || hold.user === order.user);
  const over = status === "expired" || status === "cancelled";
  const settled = !same && (card?.state === "paid" || back);
  const fits = order.method === "card" && op.amount === order.amount;
  const fact = { at: now, intent: op.intent };
  if (fits && (status === "awaiting_payment" || (over && free && !settled))) {
    const next = over && hold ? replaceLast(model, { to: now }) : model;
    return answer(addFact(next, order.id, { what: "card_paid", ...fact }), "paid");
  }
  if (!same && card && card.state !== "cancelled") return answer(model, "refund");
  return answer(addFact(model, order.id, { what: "unwanted_money", ...fact }), "refund");
}

function handOver(
  model: Model,
  order: OrderFacts,
  op: Extract<OrderCommand, { type: "hand_over" }>,
  now: number,
): Expected {
  const { status, paid, lockedUntil, wrong } = viewOf(order, now);
  if (!paid && order.method !== "cash") return refused(model, "wrong_state");
  if (status === "completed" && op.right) return withOrder(model, order.id, now);
  if (status !== "payment_confirmed" && status !== "awaiting_collection") return refused(model, "wrong_state");
  if (!op.scanned && now < lockedUntil) return refused(model, "too_many_requests");
  if (op.right) return withOrder(addFact(model, order.id, { what: "handed_over", at: now }), order.id, now);
  if (op.scanned) return refused(model, "invalid");
  const next = addFact(model, order.id, { what: "wrong_code", at: now });
  return refused(next, wrong === 4 ? "too_many_requests" : "invalid");
}
