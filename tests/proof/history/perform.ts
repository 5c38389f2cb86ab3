/** One planned step as a call of the service, and its answer as an event. Over HTTP or inside the runtime: the caller says how. */
import type { Operation, Result, Shown } from "./events.ts";
import type { PlannedStep, Step } from "./plan.ts";

export interface Answer {
  status: number;
  body: unknown;
}
/** Null: no answer came. */
export type Call = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  hangUp?: number | null,
) => Promise<Answer | null>;

export type Told = Result | "unknown" | "limited";

const HOW: Record<Exclude<Step, "wait" | "cancel">, (item: string, free: boolean) => Parameters<Call>> = {
  reserve: (item) => ["POST", "/api/rpc/reserve_item", { item_id: item, reservation_type: "buy_now" }],
  release: (item) => ["DELETE", `/api/items/${item}/reservation`],
  buy: (item, free) => [
    "POST",
    "/api/transactions",
    { itemId: item, paymentMethod: free ? "free" : "bank_transfer", acknowledged: true },
  ],
  read: (item) => ["GET", `/api/items/${item}`],
  pause: (item) => ["POST", "/api/items/bulk/status", { ids: [item], status: "inactive" }],
  resume: (item) => ["POST", "/api/items/bulk/status", { ids: [item], status: "active" }],
  reprice: (item) => ["POST", "/api/items/bulk/price-adjust", { ids: [item], direction: "increase", percent: 10 }],
  mark_sold: (item) => ["POST", `/api/items/${item}/sold`, { buyer_id: null }],
  undo_sold: (item) => ["POST", `/api/items/${item}/sold/undo`, {}],
};

/** What the step is, now that the client's last order is known; null for a step there is nothing to do for. */
export function operationOf(step: Step, lastOrder: string | null, waitMs: number): Operation | null {
  if (step === "wait") return { kind: "wait", ms: waitMs };
  if (step !== "cancel") return { kind: step };
  return lastOrder === null ? null : { kind: "cancel", order: lastOrder };
}

export async function perform(
  call: Call,
  item: { id: string; free: boolean },
  op: Exclude<Operation, { kind: "wait" }>,
  hangUp: PlannedStep["hangUp"],
): Promise<Told> {
  const [method, path, body] =
    op.kind === "cancel" ? (["POST", `/api/orders/${op.order}/cancel`, {}] as const) : HOW[op.kind](item.id, item.free);
  const answer = await call(method, path, body, hangUp);
  // Below 500 the service says what it did; above, it may have done it.
  if (answer === null || answer.status >= 500) return "unknown";
  return read(op, answer);
}

interface Fields {
  error?: { code: string };
  hold_id: string;
  reserved_until: number;
  released: boolean;
  order_id: string;
  amount: number;
  status: string;
  price: number;
  reserved_by_you: boolean;
  results: { ok: boolean; code?: string; from: number; to: number }[];
}

const cents = (dollars: number) => Math.round(dollars * 100);

function read(op: Operation, { status, body }: Answer): Told {
  const fields = body as Fields;
  const code = status >= 400 ? fields.error?.code : fields.results?.[0]?.code;
  if (code === "too_many_requests") return "limited";
  // Two transfers nobody has confirmed are the most one may leave open (A47): that, too, is about the person, not the item.
  if (op.kind === "buy" && code === "holding_limit") return "limited";
  // One item of several that could not be reached.
  if (code === "unavailable") return "unknown";
  if (code !== undefined || status >= 400) return { ok: false, code: code ?? String(status) };
  switch (op.kind) {
    case "reserve":
      return { ok: true, kind: "reserve", hold: fields.hold_id, until: fields.reserved_until };
    case "release":
      return { ok: true, kind: "release", released: fields.released };
    case "buy":
      return { ok: true, kind: "buy", order: fields.order_id, cents: cents(fields.amount) };
    case "read":
      return {
        ok: true,
        kind: "read",
        shown: fields.status as Shown,
        mine: fields.reserved_by_you,
        cents: cents(fields.price),
      };
    case "reprice": {
      const { from, to } = fields.results[0] as Fields["results"][number];
      return { ok: true, kind: "reprice", from: cents(from), to: cents(to) };
    }
    default:
      return { ok: true, kind: op.kind };
  }
}
