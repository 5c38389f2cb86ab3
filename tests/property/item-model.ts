/**
 * What an item's room should do, written from the decisions and not from the code: it keeps facts (who held when, what
 * was said about which order and when) and derives everything else from them and the time. It imports no rule of the
 * service, so that a wrong rule cannot be right in both places.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

export type Person = "seller" | "ann" | "ben" | "cat";

export type Op =
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
      free: boolean;
    }
  | { type: "evidence"; user: Person; order: string; question: string; wrongReference: boolean }
  | { type: "confirm" | "deny"; user: Person; order: string; question: string }
  | { type: "cancel" | "collect"; user: Person; order: string }
  | { type: "set"; user: Person; status?: "active" | "inactive" | "removed"; price?: number }
  | { type: "peek" };

interface Held {
  id: string;
  user: Person;
  kind: "buy_now" | "cart";
  from: number;
  to: number;
  price: number;
  ticked: number | null;
}

interface Fact {
  what: "placed" | "sent" | "denied" | "confirmed" | "cancelled" | "collected";
  at: number;
  question: string | null;
}

interface Ordered {
  id: string;
  user: Person;
  amount: number;
  facts: Fact[];
}

export interface Model {
  price: number;
  listing: "active" | "inactive" | "removed";
  holds: Held[];
  orders: Ordered[];
}

/** What came back, reduced to what matters. */
export type Reply =
  | { ok: true; hold?: unknown; order?: unknown; view?: unknown; released?: boolean }
  | { ok: false; code: string };

export interface Expected {
  next: Model;
  matches(reply: Reply): boolean;
}

export const newModel = (price: number): Model => ({ price, listing: "active", holds: [], orders: [] });

export function orderState(order: Ordered, now: number): string {
  const last = order.facts.at(-1);
  switch (last?.what) {
    case "placed":
      return now >= last.at + 3 * DAY ? "expired" : "awaiting_payment";
    case "denied":
      return now >= last.at + DAY ? "expired" : "awaiting_payment";
    case "sent":
      return now >= last.at + 2 * DAY ? "disputed" : "payment_pending_seller_confirmation";
    case "confirmed":
      return "payment_confirmed";
    case "cancelled":
      return "cancelled";
    case "collected":
      return "completed";
    default:
      throw new Error("an order begins by being placed");
  }
}

/** How each question to the seller was answered, in the order they were asked. */
export function answers(order: Ordered, now: number): string[] {
  return order.facts.flatMap((fact, index) => {
    if (fact.what !== "sent") return [];
    const answer = order.facts[index + 1]?.what;
    if (answer === "denied") return ["not_received"];
    if (answer === "confirmed") return ["confirmed"];
    return [orderState(order, now) === "disputed" ? "lapsed" : "pending"];
  });
}

const OPEN = ["awaiting_payment", "payment_pending_seller_confirmation", "disputed"];

export function owner(model: Model, now: number): Ordered | null {
  return model.orders.find((order) => !["expired", "cancelled"].includes(orderState(order, now))) ?? null;
}

export function liveHold(model: Model, now: number): Held | null {
  const last = model.holds.at(-1);
  return last && now < last.to ? last : null;
}

/** "sold", "paying", or how the seller has listed it. */
function standing(model: Model, now: number): "sold" | "paying" | Model["listing"] {
  const order = owner(model, now);
  if (!order) return model.listing;
  return OPEN.includes(orderState(order, now)) ? "paying" : "sold";
}

export function shown(model: Model, now: number): string {
  const is = standing(model, now);
  if (is === "paying") return "pending_payment";
  if (is === "removed") return "inactive";
  return is === "active" && liveHold(model, now) ? "reserved" : is;
}

/** Two holds with less than half an hour between them, and less than half an hour since the second. */
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
        until: hold.from + 10 * MINUTE,
        price_cents: hold.price,
        acknowledged_at: hold.ticked,
      }),
  };
}

/** How the order must look right after `next`. */
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
        marked_incomplete: orderState(order, now) === "expired",
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

export function expect(model: Model, op: Op, now: number): Expected {
  const hold = liveHold(model, now);
  const is = standing(model, now);
  switch (op.type) {
    case "peek":
      if (model.listing === "removed") return refused(model, "not_found");
      return {
        next: model,
        matches: (reply) =>
          reply.ok && includes(reply.view, { status: shown(model, now), price_cents: model.price }) && sameOwner(reply),
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
        to: now + 10 * MINUTE,
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
        matches: (reply) => reply.ok && includes(reply.view, { status: shown(next, now), price_cents: price }),
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

function begin(model: Model, op: Extract<Op, { type: "begin" }>, now: number): Expected {
  const known = model.orders.find((order) => order.id === op.order);
  if (known) return known.user === op.user ? withOrder(model, op.order, now) : refused(model, "not_found");
  const hold = liveHold(model, now);
  const is = standing(model, now);
  const problems: string[] = [];
  if (owner(model, now)?.user === op.user) problems.push("order_exists");
  if (is === "removed") problems.push("not_found");
  if (op.user === "seller") problems.push("own_item");
  if (is === "sold") problems.push("item_sold");
  if (is === "paying" || is === "inactive") problems.push("item_unavailable");
  if (hold?.user !== op.user) problems.push("hold_expired");
  if (hold && !op.acknowledged && hold.ticked === null) problems.push("acknowledgement_required");
  if (hold && op.amount !== hold.price) problems.push("values_changed");
  if (hold && op.free && hold.price > 0) problems.push("item_not_free");
  if (hold && !op.free && hold.price === 0) problems.push("method_not_accepted");
  if (hold && op.free && op.evidence) problems.push("method_not_accepted");
  if (problems.length > 0 || !hold) return refused(model, ...problems);

  const free = hold.price === 0;
  const facts: Fact[] = [{ what: "placed", at: now, question: null }];
  if (free) facts.push({ what: "confirmed", at: now, question: null });
  else if (op.evidence) facts.push({ what: "sent", at: now, question: `${op.order}q0` });
  const order: Ordered = { id: op.order, user: op.user, amount: hold.price, facts };
  const next = replaceLast(model, { to: now });
  return withOrder({ ...next, orders: [...next.orders, order] }, op.order, now);
}

function aboutOrder(
  model: Model,
  op: Extract<Op, { type: "evidence" | "confirm" | "deny" | "cancel" | "collect" }>,
  now: number,
): Expected {
  const order = model.orders.find((candidate) => candidate.id === op.order);
  const bySeller = op.type === "confirm" || op.type === "deny";
  if (!order || op.user !== (bySeller ? "seller" : order.user)) return refused(model, "not_found");
  const state = orderState(order, now);
  const asked = order.facts.findLast((fact) => fact.what === "sent")?.question ?? null;
  const say = (what: Fact["what"], question: string | null = null) =>
    withOrder(addFact(model, op.order, { what, at: now, question }), op.order, now);
  const unchanged = withOrder(model, op.order, now);

  switch (op.type) {
    case "evidence": {
      const used = order.facts.some((fact) => fact.what === "sent" && fact.question === op.question);
      if (used || state === "payment_pending_seller_confirmation") return unchanged;
      if (state !== "awaiting_payment") return refused(model, "wrong_state");
      return op.wrongReference ? refused(model, "invalid") : say("sent", op.question);
    }
    case "confirm": {
      const open = state === "payment_pending_seller_confirmation" || state === "disputed";
      if (answeredWith(order, op.question) === "confirmed") return unchanged;
      if (!open) return refused(model, "wrong_state", "not_found");
      return asked === op.question ? say("confirmed") : refused(model, "not_found");
    }
    case "deny":
      if (answeredWith(order, op.question) === "denied") return unchanged;
      if (state !== "payment_pending_seller_confirmation") return refused(model, "wrong_state", "not_found");
      return asked === op.question ? say("denied") : refused(model, "not_found");
    case "cancel":
      if (state === "cancelled") return unchanged;
      return state === "awaiting_payment" ? say("cancelled") : refused(model, "wrong_state");
    case "collect":
      if (state === "completed") return unchanged;
      return state === "payment_confirmed" ? say("collected") : refused(model, "wrong_state");
  }
}

function answeredWith(order: Ordered, question: string): string | undefined {
  const index = order.facts.findIndex((fact) => fact.what === "sent" && fact.question === question);
  return index < 0 ? undefined : order.facts[index + 1]?.what;
}
