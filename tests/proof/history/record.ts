/** Plays a plan and records the calls, the replies and the final view of every client. */
import type { Event, History, Operation } from "./events.ts";
import { type Call, operationOf, perform } from "./perform.ts";
import type { Plan } from "./plan.ts";

/** Default of the site settings (D35). */
const HOLDS_IN_A_ROW = 2;

export interface Environment {
  item: { id: string; cents: number };
  /** One per client of the plan, the seller first. */
  calls: Call[];
  now: () => number;
  pause: (ms: number) => Promise<void>;
  /** Advances the test's clock; absent where the test does not control it. */
  wait?: (ms: number) => Promise<void>;
  waitMs?: number;
  /** Ends all faults before the final reads. */
  settle: () => Promise<void>;
}

const nameOf = (client: number) => (client === 0 ? "seller" : `buyer ${client}`);

export async function record(plan: Plan, stage: Environment): Promise<{ history: History; limited: Set<number> }> {
  const events: Event[] = [];
  const limited = new Set<number>();
  const item = { id: stage.item.id, free: stage.item.cents === 0 };

  const one = async (client: number, op: Operation, hangUp: number | null): Promise<Event["result"]> => {
    const start = stage.now();
    if (op.kind === "wait") {
      await stage.wait?.(op.ms);
      events.push({ client: nameOf(client), op, start, end: stage.now(), result: { ok: true, kind: "wait" } });
      return "unknown";
    }
    const reply = await perform(stage.calls[client] as Call, item, op, hangUp);
    if (reply === "limited") limited.add(client);
    else if (reply !== "unknown") events.push({ client: nameOf(client), op, start, end: stage.now(), result: reply });
    else events.push({ client: nameOf(client), op, start, end: Number.POSITIVE_INFINITY, result: reply });
    return reply === "limited" ? "unknown" : reply;
  };

  await Promise.all(
    plan.clients.map(async (steps, client) => {
      let order: string | null = null;
      for (const { step, after, hangUp } of steps) {
        if (after > 0) await stage.pause(after);
        const op = operationOf(step, order, stage.waitMs ?? 0);
        if (op === null) continue;
        const result = await one(client, op, hangUp);
        if (result !== "unknown" && result.ok && result.kind === "buy") order = result.order;
      }
    }),
  );
  await stage.settle();
  for (const client of plan.clients.keys()) await one(client, { kind: "read" }, null);
  return {
    history: { seller: nameOf(0), cents: stage.item.cents, holdsInARow: HOLDS_IN_A_ROW, events },
    limited,
  };
}

/** Counts the holds and orders that the service accepted. */
export function acceptedIn({ events }: Pick<History, "events">): { holds: number; orders: number } {
  const count = (kind: "reserve" | "buy") =>
    events.filter(({ result }) => result !== "unknown" && result.ok && result.kind === kind).length;
  return { holds: count("reserve"), orders: count("buy") };
}
