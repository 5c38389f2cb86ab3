/**
 * Performs one planned step as a call of the service and returns its reply as an event. The caller supplies the
 * transport, HTTP or in-process.
 */
import type { Operation, Result, Shown } from "./events.ts";
import type { PlannedStep, Step } from "./plan.ts";

export interface Answer {
  status: number;
  body: unknown;
}
/** Null when no reply came. */
export type Call = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  hangUp?: number | null,
) => Promise<Answer | null>;

export type CallResult = Result | "unknown" | "limited";

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

/** Returns the operation of a step, given the client's last order; null when the step has nothing to act on. */
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
): Promise<CallResult> {
  const [method, path, body] =
    op.kind === "cancel" ? (["POST", `/api/orders/${op.order}/cancel`, {}] as const) : HOW[op.kind](item.id, item.free);
  const answer = await call(method, path, body, hangUp);
  // A reply below 500 says what the service did. After a 5xx, or without a reply, the call may have taken effect.
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

function read(op: Operation, { status, body }: Answer): CallResult {
  const fields = body as Fields;
  const code = status >= 400 ? fields.error?.code : fields.results?.[0]?.code;
  if (code === "too_many_requests") return "limited";
  // The limit of two unsettled transfers (A47) concerns the user, not the item.
  if (op.kind === "buy" && code === "holding_limit") return "limited";
  // One of several items in the request could not be reached.
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
