/**
 * Changing an agreed deal (D82): the two agree on a lower price until the handover, or call a paid bank or crypto order
 * off. One party asks and the other agrees; without an answer within 48 hours nothing changes.
 */
import { HOUR_MS } from "../deadlines.ts";
import { type Cents, formatCents } from "../money.ts";
import { changeOrder, changeStatus, type DealChange, type Order, type OrderDecision } from "./order.ts";
import { reportDeadline } from "./order-deadlines.ts";
import type { OrderEventKind } from "./order-graph.ts";
import { openReversal } from "./order-reversal.ts";
import { isToCollect } from "./order-status.ts";
import { isTraded } from "./outside-sale.ts";
import { takesEvidence } from "./place-order.ts";

export const CHANGE_MS = 48 * HOUR_MS;

/** How often a lower price, or calling off, can be proposed in one order, by both together. */
export const CHANGES_MAX = 2;

/** Before the proceeds of a card payment fall due, so that the job that sends them never runs at the same moment. */
const CARD_MARGIN_MS = HOUR_MS;

type Role = "buyer" | "seller";
type PriceChange = Extract<DealChange, { kind: "price" }>;
type Asked<Change> = Change extends DealChange ? Omit<Change, "by" | "at" | "expires_at" | "answer"> : never;

export type ChangeCommand =
  | { type: "ask"; userId: string; change: Asked<DealChange> }
  | { type: "answer"; userId: string; changeId: string; answer: "accept" | "decline" | "withdraw"; relist?: boolean }
  | { type: "settle"; userId: string; changeId: string };

/** The fields these rules read. */
export type ChangeFacts = Pick<
  Order,
  "status" | "payment_method" | "amount_cents" | "hold_id" | "collection_date" | "paid_at"
> & { changes?: readonly DealChange[] | null; reversals?: Order["reversals"] | null };

const changesOf = ({ changes }: Pick<ChangeFacts, "changes">) => changes ?? [];

/** Returns why a price cannot be agreed on, or null. `now_cents` is what the order, or all of a bundle, costs now. */
export function priceProblem(cents: Cents, now_cents: Cents): string | null {
  if (cents >= now_cents) return `Enter less than ${formatCents(now_cents)}.`;
  return cents > 0 ? null : "Enter at least one cent.";
}

/** Returns whether the deal can still be changed in this way. */
function canChange(order: ChangeFacts, kind: DealChange["kind"], now: number): boolean {
  if (isTraded(order) || order.amount_cents === 0 || openReversal({ reversals: order.reversals ?? [] })) return false;
  if (kind === "call_off") return order.status === "payment_confirmed" && takesEvidence(order.payment_method);
  if (order.payment_method !== "stripe") return isToCollect(order.status);
  const untouched = (order.reversals ?? []).length === 0 && now < reportDeadline(order) - CARD_MARGIN_MS;
  return order.status === "payment_confirmed" && untouched;
}

/** Returns the change that waits for an answer, or null. */
export function openChange(order: ChangeFacts, now: number): DealChange | null {
  const last = changesOf(order).at(-1);
  return last && last.answer === null && now < last.expires_at && canChange(order, last.kind, now) ? last : null;
}

/** Returns whether either party may ask for such a change now. */
export function canAsk(order: ChangeFacts, kind: DealChange["kind"], now: number): boolean {
  const asked = changesOf(order).filter((one) => one.kind === kind).length;
  return canChange(order, kind, now) && openChange(order, now) === null && asked < CHANGES_MAX;
}

/** Returns the agreed lower prices whose difference the seller owes the buyer: we never had a bank or crypto payment. */
export function owedDifferences({ payment_method, changes }: Pick<ChangeFacts, "payment_method" | "changes">) {
  if (!takesEvidence(payment_method)) return [];
  return changesOf({ changes }).filter(
    (one): one is PriceChange =>
      one.kind === "price" && one.answer === "accepted" && !(one.settled?.buyer && one.settled.seller),
  );
}

/** What the seller sends back when a directly paid order is undone: its price, and differences still owed. */
export const owedInFull = (order: Pick<ChangeFacts, "payment_method" | "changes" | "amount_cents">): Cents =>
  owedDifferences(order).reduce((sum, one) => sum + one.from_cents - one.to_cents, order.amount_cents);

/** Returns the id of the refund that gives a card the difference of an agreed price. */
export const priceRefundId = (order: Pick<Order, "id">, index: number) =>
  `ref_${order.id.replace(/^[a-z]+_/, "")}p${index}`;

/** The cause of such a refund begins with this: it does not undo its order. */
export const PRICE_REFUND = "price:";

/** Applies a command. Repeating one that has taken effect returns the order unchanged. */
export function decideChange(order: Order, command: ChangeCommand, now: number): OrderDecision {
  const role = command.userId === order.buyer_id ? "buyer" : command.userId === order.seller_id ? "seller" : null;
  if (role === null) return { ok: false, reason: "not_yours" };
  const changes = changesOf(order);
  if (command.type === "ask") return ask(order, role, command, now);
  const index = changes.findIndex(({ id }) => id === command.changeId);
  const change = changes[index];
  if (!change) return { ok: false, reason: "change_over" };
  if (command.type === "settle") return settle(order, change, role, command.userId, now);
  const { answer } = command;
  const word = ({ accept: "accepted", decline: "declined", withdraw: "withdrawn" } as const)[answer];
  // Only the one who asked may withdraw, and only the other one may answer.
  if ((change.by === role) !== (answer === "withdraw")) return { ok: false, reason: "change_over" };
  if (change.answer === word) return { ok: true, order };
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (openChange(order, now)?.id !== change.id) return { ok: false, reason: "change_over" };
  if (answer !== "accept") {
    const kind =
      answer === "withdraw" ? "change_withdrawn" : change.kind === "price" ? "price_declined" : "calling_off_declined";
    return { ok: true, order: recorded(order, kind, command.userId, now, { ...change, answer: word }) };
  }
  if (change.kind === "price") return { ok: true, order: agreed(order, change, command.userId, now) };
  const relist = change.relist ?? command.relist ?? true;
  const patch = { changes: replaced(order, { ...change, relist, answer: word }), strike_exempt: true };
  return { ok: true, order: changeStatus(order, "agree_off", command.userId, now, patch) };
}

function ask(
  order: Order,
  by: Role,
  { userId, change }: Extract<ChangeCommand, { type: "ask" }>,
  now: number,
): OrderDecision {
  const known = changesOf(order).find(({ id }) => id === change.id);
  if (known) return known.by === by ? { ok: true, order } : { ok: false, reason: "not_yours" };
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (!canChange(order, change.kind, now)) return { ok: false, reason: "wrong_state" };
  if (openChange(order, now)) return { ok: false, reason: "change_open" };
  if (!canAsk(order, change.kind, now)) return { ok: false, reason: "changes_used_up" };
  // Of a bundle, a cheap part may keep its price.
  const fits = change.kind === "call_off" || (change.from_cents === order.amount_cents && change.to_cents > 0);
  if (!fits || (change.kind === "price" && change.to_cents > change.from_cents))
    return { ok: false, reason: "wrong_state" };
  // Only the seller says whether the item goes back on sale.
  const asked = change.kind === "call_off" && by === "buyer" ? { ...change, relist: null } : change;
  const kind = change.kind === "price" ? "price_proposed" : "calling_off_asked";
  const added: DealChange = { ...asked, by, at: now, expires_at: now + CHANGE_MS, answer: null };
  return { ok: true, order: recorded(order, kind, userId, now, added) };
}

/** Either of the two says that the difference was paid back; it is settled once both have. */
function settle(order: Order, change: DealChange, role: Role, userId: string, now: number): OrderDecision {
  const settled = change.kind === "price" ? change.settled : undefined;
  if (settled?.[role]) return { ok: true, order };
  if (change.kind !== "price" || !owedDifferences(order).includes(change)) return { ok: false, reason: "change_over" };
  const next = { ...change, settled: { ...settled, [role]: now } };
  if (settled) return { ok: true, order: recorded(order, "difference_settled", userId, now, next) };
  return { ok: true, order: changeOrder(order, now, { changes: replaced(order, next) }) };
}

function agreed(order: Order, change: PriceChange, userId: string, now: number): Order {
  const agreed_rev = order.rev + 1;
  const next = recorded(order, "price_agreed", userId, now, { ...change, answer: "accepted", agreed_rev });
  return { ...next, amount_cents: change.to_cents };
}

/**
 * Returns the order with the seller's own open price agreed: the buyer gave the code at the door, so both want it. The
 * parts of a bundle have a code each, so there a tap answers for all of them.
 */
export function agreedByCode(order: Order, now: number): Order {
  const open = openChange(order, now);
  const confirms = open?.kind === "price" && open.by === "seller" && !open.together;
  return confirms ? agreed(order, open, order.buyer_id, now) : order;
}

const replaced = (order: Order, change: DealChange) =>
  changesOf(order).map((one) => (one.id === change.id ? change : one));

/** Stores the change, new or replaced, with its entry in the history. */
function recorded(order: Order, kind: OrderEventKind, userId: string, now: number, change: DealChange): Order {
  const known = changesOf(order).some(({ id }) => id === change.id);
  const changes = known ? replaced(order, change) : [...changesOf(order), change];
  const next = changeOrder(order, now, { changes });
  return { ...next, events: [...order.events, { rev: next.rev, kind, at: now, actor_id: userId }] };
}
