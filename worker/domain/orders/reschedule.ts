/** Moving an agreed collection: each party may propose another time once per order, and the other one answers (D54). */
import { DAY_MS } from "../deadlines.ts";
import { type CollectionWindow, windowProblem } from "./collection-windows.ts";
import type { CollectionProposal, Order, OrderDecision } from "./order.ts";
import { changeOrder } from "./order.ts";
import { openReversal } from "./order-reversal.ts";
import { isToCollect, type OrderStatus } from "./order-status.ts";

/** How long the other party has to answer, at most: a proposal also ends when either collection begins. */
export const PROPOSAL_MS = DAY_MS;

type Role = "buyer" | "seller";

export type RescheduleCommand =
  | ({ type: "propose"; userId: string; proposalId: string } & CollectionWindow)
  | { type: "answer"; userId: string; proposalId: string; accept: boolean };

/** The fields these rules read. */
export interface RescheduleFacts {
  status: OrderStatus;
  collection_date: number;
  proposals: readonly CollectionProposal[];
}

/**
 * Returns whether the collection can still be moved. Only once the order is paid, free or paid at pick-up: otherwise the payment
 * deadlines depend on the collection, and a buyer who wants another time can choose one in a new order (D55).
 */
const canMove = ({ status, collection_date }: RescheduleFacts, now: number) =>
  isToCollect(status) && now < collection_date;

/** Returns the proposal that waits for an answer, or null. */
export function openProposal(order: RescheduleFacts, now: number): CollectionProposal | null {
  const last = order.proposals.at(-1);
  return last && last.answer === null && now < last.expires_at && canMove(order, now) ? last : null;
}

/** Returns whether this party may propose another time now. */
export function canPropose(order: RescheduleFacts, role: Role, now: number): boolean {
  return canMove(order, now) && openProposal(order, now) === null && order.proposals.every(({ by }) => by !== role);
}

/** Applies a command. Repeating one that has taken effect returns the order unchanged. */
export function decideReschedule(order: Order, command: RescheduleCommand, now: number): OrderDecision {
  const { userId, proposalId } = command;
  const role = userId === order.buyer_id ? "buyer" : userId === order.seller_id ? "seller" : null;
  if (role === null) return { ok: false, reason: "not_yours" };
  const known = order.proposals.find(({ id }) => id === proposalId);
  if (command.type === "propose") {
    if (known) return known.by === role ? { ok: true, order } : { ok: false, reason: "not_yours" };
    return propose(order, role, command, now);
  }
  // Nobody answers their own proposal.
  if (!known || known.by === role) return { ok: false, reason: "proposal_over" };
  const answer = command.accept ? "accepted" : "declined";
  if (known.answer === answer) return { ok: true, order };
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (openProposal(order, now)?.id !== known.id) return { ok: false, reason: "proposal_over" };
  const proposals = order.proposals.map((one) => (one === known ? ({ ...one, answer } as const) : one));
  const moved = command.accept ? { collection_date: known.from, collection_ends_at: known.until } : {};
  return { ok: true, order: recorded(order, `time_${answer}`, userId, now, { ...moved, proposals }) };
}

function propose(
  order: Order,
  by: Role,
  { userId, proposalId, from, until }: Extract<RescheduleCommand, { type: "propose" }>,
  now: number,
): OrderDecision {
  if (openReversal(order)) return { ok: false, reason: "payment_reversed" };
  if (!canMove(order, now)) return { ok: false, reason: "wrong_state" };
  if (openProposal(order, now)) return { ok: false, reason: "proposal_open" };
  if (!canPropose(order, by, now)) return { ok: false, reason: "already_proposed" };
  const same = from === order.collection_date && until === order.collection_ends_at;
  const problem = same ? "That's the time you've already agreed on." : windowProblem({ from, until }, now);
  if (problem !== null) return { ok: false, reason: "wrong_time", message: problem };
  const proposal: CollectionProposal = {
    id: proposalId,
    by,
    from,
    until,
    expires_at: Math.min(now + PROPOSAL_MS, order.collection_date, from),
    answer: null,
  };
  const proposals = [...order.proposals, proposal];
  return { ok: true, order: recorded(order, "time_proposed", userId, now, { proposals }) };
}

function recorded(
  order: Order,
  kind: "time_proposed" | "time_accepted" | "time_declined",
  actorId: string,
  now: number,
  patch: Partial<Order>,
): Order {
  const next = changeOrder(order, now, patch);
  return { ...next, events: [...order.events, { rev: next.rev, kind, at: now, actor_id: actorId }] };
}
