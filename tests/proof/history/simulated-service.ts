/**
 * Simulates the service with one injected bug at a time, to test the checker. Calls overlap in simulated time, so that
 * the same seed gives the same history.
 */
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { Random } from "../../sim/random.ts";
import type { Event, History, Operation, Result } from "./events.ts";
import { generatePlan, type PlanOptions } from "./plan.ts";

export const BUGS = [
  "looks first and holds later",
  "anybody's release frees it",
  "answers an order it forgets",
  "reads what was",
  "holding again lasts longer",
  "the price moves under a hold",
  "a cancelled order keeps the item",
  "sold elsewhere while somebody pays",
  "an old order's cancel frees the new one",
  "no pause after three holds",
  "a hold whose time is up still blocks",
  "a hold whose time is up still buys",
  "a refusal without a reason",
  "a lost call is carried out twice",
] as const;
export type Bug = (typeof BUGS)[number];

const IN_A_ROW = 2;
const UNDO_MS = 600_000;

interface Item {
  state: "active" | "inactive" | "pending_payment" | "sold";
  cents: number;
  hold: { id: string; by: string; until: number; cents: number } | null;
  order: { id: string; by: string; over: boolean } | null;
  marked: { from: "active" | "inactive"; at: number } | null;
  holds: Map<string, number>;
  now: number;
}

const no = (code: string): Result => ({ ok: false, code });

class SimulatedItem {
  readonly #bug: Bug | null;
  #item: Item;
  #before: Item;
  #ids = 0;

  constructor(cents: number, bug: Bug | null) {
    this.#bug = bug;
    this.#item = { state: "active", cents, hold: null, order: null, marked: null, holds: new Map(), now: 0 };
    this.#before = this.#item;
  }

  /** State that a call sees when it begins, for bugs that act on outdated state. */
  look(): Item {
    return structuredClone(this.#item);
  }

  answer(client: string, op: Operation, seen: Item): Result {
    const item = structuredClone(this.#item);
    if (!this.#forgetsTheTime(op)) item.hold = liveHold(item);
    const result = this.#decide(item, client, op, seen);
    if (result.ok) {
      this.#before = this.#item;
      this.#item = item;
    }
    return result;
  }

  /** Whether the injected bug ignores the expiry of holds in this operation. Reads do so for both bugs. */
  #forgetsTheTime({ kind }: Operation): boolean {
    if (this.#bug === "a hold whose time is up still blocks") return kind !== "buy";
    return this.#bug === "a hold whose time is up still buys" && ["buy", "read", "wait"].includes(kind);
  }

  #decide(item: Item, client: string, op: Operation, seen: Item): Result {
    const bug = this.#bug;
    switch (op.kind) {
      case "reserve": {
        if (client === "seller") return no("own_item");
        const looked = bug === "looks first and holds later" ? seen : item;
        if (looked.state === "sold") return no("item_sold");
        if (looked.state === "pending_payment")
          return no(looked.order?.by === client ? "order_exists" : "item_unavailable");
        if (looked.state === "inactive" || (looked.hold && looked.hold.by !== client)) return no("item_unavailable");
        if (item.hold?.by === client) {
          if (bug === "holding again lasts longer") item.hold.until += 1_000;
        } else {
          const count = item.holds.get(client) ?? 0;
          if (count >= IN_A_ROW && bug !== "no pause after three holds") return no("holding_limit");
          item.holds.set(client, count + 1);
          item.hold = { id: `h${++this.#ids}`, by: client, until: item.now + DEFAULT_HOLD_MS, cents: item.cents };
        }
        return { ok: true, kind: "reserve", hold: item.hold.id, until: item.hold.until };
      }
      case "release": {
        const mine = item.hold !== null && (item.hold.by === client || bug === "anybody's release frees it");
        if (mine) item.hold = null;
        return { ok: true, kind: "release", released: mine };
      }
      case "buy": {
        if (client === "seller") return no("own_item");
        if (item.hold?.by !== client || item.state !== "active") {
          if (item.order?.by === client && !item.order.over) return no("order_exists");
          if (item.state === "sold") return no("item_sold");
          return no(item.state !== "active" || item.hold ? "item_unavailable" : "hold_expired");
        }
        if (bug === "a refusal without a reason" && this.#ids % 2 === 0) return no("hold_expired");
        const order = { id: `o${++this.#ids}`, by: client, over: false };
        const { cents } = item.hold;
        if (bug !== "answers an order it forgets") {
          item.order = order;
          item.state = cents === 0 ? "sold" : "pending_payment";
        }
        item.hold = null;
        return { ok: true, kind: "buy", order: order.id, cents };
      }
      case "cancel": {
        const current = item.order?.id === op.order;
        if (current && item.state === "sold") return no("wrong_state");
        const frees = bug === "an old order's cancel frees the new one" ? item.state === "pending_payment" : current;
        if (frees && item.order) {
          if (current) item.order.over = true;
          if (item.state === "pending_payment" && bug !== "a cancelled order keeps the item") item.state = "active";
        }
        return { ok: true, kind: "cancel" };
      }
      case "read": {
        const at = bug === "reads what was" ? this.#before : item;
        const hold = liveHold(at);
        const shown = at.state === "active" && hold ? "reserved" : at.state;
        if (shown === "inactive" && client !== "seller") return no("not_found");
        return { ok: true, kind: "read", shown, mine: shown === "reserved" && hold?.by === client, cents: at.cents };
      }
      case "pause":
      case "resume": {
        const to = op.kind === "pause" ? "inactive" : "active";
        const refused = to === item.state ? null : this.#busy(item);
        if (refused) return refused;
        item.state = to;
        return { ok: true, kind: op.kind };
      }
      case "reprice": {
        const refused = bug === "the price moves under a hold" && item.hold ? null : this.#busy(item);
        if (refused) return refused;
        const from = item.cents;
        item.cents += 100;
        return { ok: true, kind: "reprice", from, to: item.cents };
      }
      case "mark_sold": {
        const pays = item.state === "pending_payment" && bug === "sold elsewhere while somebody pays";
        const refused = pays ? null : this.#busy(item);
        if (refused) return refused;
        item.marked = { from: item.state === "inactive" ? "inactive" : "active", at: item.now };
        item.state = "sold";
        return { ok: true, kind: "mark_sold" };
      }
      case "undo_sold":
        if (item.state === "sold") {
          if (!item.marked) return no("item_sold");
          if (item.now >= item.marked.at + UNDO_MS) return no("wrong_state");
          item.state = item.marked.from;
          item.marked = null;
        }
        return { ok: true, kind: "undo_sold" };
      case "wait":
        item.now += op.ms;
        return { ok: true, kind: "wait" };
    }
  }

  #busy(item: Item): Result | null {
    if (item.state === "sold") return no("item_sold");
    return item.state === "pending_payment" || item.hold ? no("wrong_state") : null;
  }
}

const liveHold = (item: Item) => (item.hold && item.now < item.hold.until ? item.hold : null);

/** Returns a history of an item with this bug, or a correct one without a bug. */
export function simulateHistory(seed: number, bug: Bug | null, options: PlanOptions): History {
  const random = new Random(seed, 1);
  const plan = generatePlan(seed, options);
  const item = new SimulatedItem(plan.cents, bug);
  const events: Event[] = [];
  const orders = new Map<string, string>();
  const clients = plan.clients.map((steps, index) => ({
    name: index === 0 ? "seller" : `buyer ${index}`,
    steps: [...steps, { step: "read" as const, after: 0, hangUp: null }],
    at: 0,
  }));
  interface Call {
    client: (typeof clients)[number];
    op: Operation;
    start: number;
    takes: number;
    seen: Item;
    cut: boolean;
  }
  const begin = (client: (typeof clients)[number], call: Call[]) => {
    for (let next = client.steps.shift(); next; next = client.steps.shift()) {
      const order = orders.get(client.name);
      if (next.step === "cancel" && order === undefined) continue;
      client.at += next.after + random.below(3);
      const op: Operation =
        next.step === "cancel"
          ? { kind: "cancel", order: order ?? "" }
          : next.step === "wait"
            ? { kind: "wait", ms: 350_000 }
            : { kind: next.step };
      call.push({
        client,
        op,
        start: client.at,
        takes: client.at + 1 + random.below(6),
        seen: item.look(),
        cut: next.hangUp !== null,
      });
      return;
    }
  };
  const calls: Call[] = [];
  for (const client of clients) begin(client, calls);
  // In the order in which the calls take effect; each client has one call at a time.
  for (let call = earliest(calls); call; call = earliest(calls)) {
    const { client, op, start, takes, seen, cut } = call;
    if (cut && random.below(2) === 0) {
      events.push({ client: client.name, op, start, end: Number.POSITIVE_INFINITY, result: "unknown" });
    } else {
      const result = item.answer(client.name, op, seen);
      if (cut && bug === "a lost call is carried out twice" && op.kind === "reserve")
        item.answer(client.name, { kind: "buy" }, seen);
      if (result.ok && result.kind === "buy" && !cut) orders.set(client.name, result.order);
      const end = cut ? Number.POSITIVE_INFINITY : takes + random.below(4);
      events.push({ client: client.name, op, start, end, result: cut ? "unknown" : result });
    }
    client.at = takes + 4;
    begin(client, calls);
  }
  return { seller: "seller", cents: plan.cents, holdsInARow: IN_A_ROW, events };
}

function earliest<T extends { takes: number }>(calls: T[]): T | undefined {
  const first = calls.reduce<T | undefined>(
    (best, call) => (best && best.takes <= call.takes ? best : call),
    undefined,
  );
  if (first) calls.splice(calls.indexOf(first), 1);
  return first;
}
