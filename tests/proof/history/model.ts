/**
 * Independent model of an item for one call at a time (D29, D33, D35, D36). It imports nothing of the service's own
 * reducer, so that a mistake there is not repeated here.
 */
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import type { Event, History, Operation, Result } from "./events.ts";

const UNDO_MS = 600_000;

export interface Model {
  status: "active" | "inactive" | "pending_payment" | "sold";
  cents: number;
  holder: string | null;
  /** Hold id and end from the holder's reply; null when that reply was lost. */
  hold: { id: string; until: number } | null;
  /** Used only where the test controls the clock. */
  heldAt: number;
  /** Price when the hold began, which its holder pays. */
  heldCents: number;
  buyer: string | null;
  /** Null when the reply with the id was lost. */
  order: string | null;
  /** Ids of orders that have ended. */
  over: readonly string[];
  /** Status to return to when the seller undoes a sale made elsewhere. */
  markedFrom: "active" | "inactive" | null;
  markedAt: number;
  /** Number of holds that each client has begun. */
  taken: Readonly<Record<string, number>>;
  now: number;
}

export const initialModel = (history: History): Model => ({
  status: "active",
  cents: history.cents,
  holder: null,
  hold: null,
  heldAt: 0,
  heldCents: 0,
  buyer: null,
  order: null,
  over: [],
  markedFrom: null,
  markedAt: 0,
  taken: {},
  now: 0,
});

const FREE = { holder: null, hold: null, heldAt: 0, heldCents: 0 } as const;

/** Removes a hold that has expired. */
function lapsed(model: Model): Model {
  return model.holder !== null && model.now >= model.heldAt + DEFAULT_HOLD_MS ? { ...model, ...FREE } : model;
}

/**
 * Returns the item after this event takes effect now, or null when the reply would be impossible. An unknown event
 * takes effect as far as the item allows; the search itself tries that it never happened.
 */
export function step(history: History, before: Model, event: Event): Model | null {
  const model = lapsed(before);
  const result = event.result === "unknown" ? null : event.result;
  if (result && !result.ok) return mayRefuse(history, model, event, result.code) ? model : null;
  const seller = event.client === history.seller;
  switch (event.op.kind) {
    case "reserve":
      return reserve(history, model, event.client, replyOf(result, "reserve"));
    case "release": {
      const released = model.holder === event.client;
      const said = replyOf(result, "release");
      if (said && said.released !== released) return null;
      return released ? { ...model, ...FREE } : model;
    }
    case "buy":
      return buy(model, event.client, replyOf(result, "buy"));
    case "cancel":
      return cancel(model, event.client, event.op.order, result !== null);
    case "read":
      return reads(history, model, event.client, replyOf(result, "read")) ? model : null;
    case "pause":
    case "resume": {
      const status = event.op.kind === "pause" ? "inactive" : "active";
      if (!seller) return null;
      // Setting "active" on an active item changes nothing, even while it is held.
      if (model.status === status) return model;
      if (model.holder !== null || model.status === "sold" || model.status === "pending_payment") return null;
      return { ...model, status };
    }
    case "reprice": {
      const said = replyOf(result, "reprice");
      if (!seller || model.holder !== null || model.status === "sold" || model.status === "pending_payment")
        return null;
      if (said && said.from !== model.cents) return null;
      // Without a reply the new price is unknown, so such an event is never recorded.
      return said ? { ...model, cents: said.to } : null;
    }
    case "mark_sold":
      if (!seller || model.holder !== null || model.status === "sold" || model.status === "pending_payment")
        return null;
      return { ...model, status: "sold", markedFrom: model.status, markedAt: model.now };
    case "undo_sold":
      if (!seller) return null;
      if (model.status !== "sold") return model;
      if (model.markedFrom === null || model.now >= model.markedAt + UNDO_MS) return null;
      return { ...model, status: model.markedFrom, markedFrom: null };
    case "wait":
      return { ...model, now: model.now + event.op.ms };
  }
}

/**
 * Returns the reply of this kind, or null when it was lost. Throws for a reply of another kind, which is an error of
 * the recorder.
 */
function replyOf<K extends Operation["kind"]>(result: Result | null, kind: K) {
  if (result === null || !result.ok) return null;
  if (result.kind !== kind) throw new Error(`a ${kind} was answered as a ${result.kind}`);
  return result as Extract<Result, { ok: true; kind: K }>;
}

function mayHold(history: History, model: Model, client: string): boolean {
  if (client === history.seller || model.status !== "active") return false;
  return model.holder === client || (model.holder === null && !paused(history, model, client));
}

const paused = (history: History, model: Model, client: string) => (model.taken[client] ?? 0) >= history.holdsInARow;

function reserve(
  history: History,
  model: Model,
  client: string,
  said: { hold: string; until: number } | null,
): Model | null {
  if (!mayHold(history, model, client)) return null;
  const hold = said && { id: said.hold, until: said.until };
  if (model.holder === client) {
    // The same hold again, never extended (A32). If the first reply was lost, this one has the id.
    if (hold && model.hold && (hold.id !== model.hold.id || hold.until !== model.hold.until)) return null;
    return model.hold || !hold ? model : { ...model, hold };
  }
  return {
    ...model,
    holder: client,
    hold,
    heldAt: model.now,
    heldCents: model.cents,
    taken: { ...model.taken, [client]: (model.taken[client] ?? 0) + 1 },
  };
}

function buy(model: Model, client: string, said: { order: string; cents: number } | null): Model | null {
  if (model.status !== "active" || model.holder !== client) return null;
  if (said && said.cents !== model.heldCents) return null;
  if (said && model.over.includes(said.order)) return null;
  const free = model.heldCents === 0;
  return {
    ...model,
    ...FREE,
    status: free ? "sold" : "pending_payment",
    buyer: client,
    order: said?.order ?? null,
    markedFrom: null,
  };
}

function cancel(model: Model, client: string, order: string, answered: boolean): Model | null {
  // An order that has been cancelled stays cancelled: the reply is the same, and the item does not change.
  if (model.over.includes(order)) return answered ? model : null;
  if (model.status !== "pending_payment" || model.buyer !== client || model.order !== order) return null;
  return { ...model, status: "active", buyer: null, order: null, over: [...model.over, order] };
}

function reads(
  history: History,
  model: Model,
  client: string,
  said: Extract<Result, { kind: "read" }> | null,
): boolean {
  if (said === null) return true;
  const shown = model.status === "active" && model.holder !== null ? "reserved" : model.status;
  if (said.shown !== shown) return false;
  if (said.mine !== (shown === "reserved" && model.holder === client)) return false;
  return said.cents === null ? client !== history.seller && shown === "inactive" : said.cents === model.cents;
}

/** Whether the item may refuse with this code in its current state. Every refusal must have a reason. */
function mayRefuse(history: History, model: Model, { client, op }: Event, code: string): boolean {
  const busy = model.holder !== null || model.status === "pending_payment";
  switch (op.kind) {
    case "reserve":
      if (client === history.seller) return code === "own_item";
      if (code === "order_exists") return model.status === "pending_payment" && model.buyer === client;
      if (code === "item_sold") return model.status === "sold";
      if (code === "holding_limit") {
        return model.status === "active" && model.holder === null && paused(history, model, client);
      }
      if (code !== "item_unavailable") return false;
      if (model.status === "inactive") return true;
      if (model.status === "pending_payment") return model.buyer !== client;
      return model.status === "active" && model.holder !== null && model.holder !== client;
    case "buy":
      if (client === history.seller) return code === "own_item";
      if (model.holder === client) return false;
      if (code === "order_exists") return model.buyer === client;
      if (code === "item_sold") return model.status === "sold";
      if (code === "item_unavailable") return model.status === "inactive" || busy;
      return code === "hold_expired" && model.status === "active";
    case "cancel":
      if (code === "not_found") return history.lagging === true;
      // The id is known, so the order was placed: only an order that has ended refuses.
      return code === "wrong_state" && (model.order !== op.order || model.status === "sold");
    case "read":
      return code === "not_found" && model.status === "inactive" && client !== history.seller;
    case "pause":
    case "resume":
    case "reprice":
    case "mark_sold":
      if (code === "item_sold") return model.status === "sold";
      // A free item has no price to adjust.
      if (code === "invalid") return op.kind === "reprice" && model.cents === 0;
      return code === "wrong_state" && busy;
    case "undo_sold":
      return code === "item_sold"
        ? model.status === "sold" && model.markedFrom === null
        : code === "wrong_state" && model.status === "sold" && model.now >= model.markedAt + UNDO_MS;
    default:
      return false;
  }
}

/** Returns a key that is equal for models that behave alike for every later event. */
export function stateKey(model: Model): string {
  return JSON.stringify([model, Object.entries(model.taken).sort()]);
}
