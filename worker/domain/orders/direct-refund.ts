/**
 * A refund from seller to buyer directly, after staff undid an order whose payment did not pass through Goodstreet. The
 * buyer gives an account, the seller records the transfer, the buyer confirms it. Each step has seven days.
 */
import { REFUND_REMINDER_MS, REFUND_STEP_MS } from "../deadlines.ts";

export type DirectRefundStatus =
  /** The buyer has to give an account. */
  | "account_needed"
  /** The seller has to send the money. */
  | "owed"
  /** The buyer has to say whether it arrived. */
  | "sent"
  | "settled"
  /** The buyer gave no account in time, but still can. */
  | "unclaimed";

export type DirectRefundAction = "give_account" | "sent" | "arrived" | "not_yet";

export interface DirectRefundAccount {
  account_name: string;
  bsb: string;
  account_number: string;
}

export interface DirectRefund {
  order_id: string;
  buyer_id: string;
  seller_id: string;
  amount_cents: number;
  status: DirectRefundStatus;
  account: DirectRefundAccount | null;
  due_at: number;
  /** When the cron next acts: with a reminder, or at the deadline. Null once the refund is closed. */
  next_at: number | null;
  /** Rises with each change, so that one of two concurrent changes is refused. */
  rev: number;
  created_at: number;
  sent_at: number | null;
  settled_at: number | null;
}

const MOVES: Record<DirectRefundStatus, Record<"buyer" | "seller", readonly DirectRefundAction[]>> = {
  account_needed: { buyer: ["give_account"], seller: [] },
  unclaimed: { buyer: ["give_account"], seller: [] },
  owed: { buyer: [], seller: ["sent"] },
  sent: { buyer: ["arrived", "not_yet"], seller: [] },
  settled: { buyer: [], seller: [] },
};

const TO: Record<DirectRefundAction, DirectRefundStatus> = {
  give_account: "owed",
  sent: "sent",
  arrived: "settled",
  not_yet: "owed",
};

/** Returns what one side may do in a state. */
export const refundActionsOf = (status: DirectRefundStatus, role: "buyer" | "seller") => MOVES[status][role];

/** Returns whether a step with a deadline is still to come. */
export const isDirectRefundOpen = (status: DirectRefundStatus) => status !== "settled" && status !== "unclaimed";

/** Returns the user who has to take the next step; null once the refund is closed. */
export function nextParty({ status, buyer_id, seller_id }: DirectRefund): string | null {
  if (!isDirectRefundOpen(status)) return null;
  return status === "owed" ? seller_id : buyer_id;
}

function moved(before: DirectRefund, status: DirectRefundStatus, now: number): DirectRefund {
  const open = isDirectRefundOpen(status);
  return {
    ...before,
    status,
    // The account is stored only while the refund is open.
    account: open ? before.account : null,
    due_at: open ? now + REFUND_STEP_MS : before.due_at,
    next_at: open ? now + REFUND_STEP_MS - REFUND_REMINDER_MS : null,
    sent_at: status === "sent" ? now : before.sent_at,
    settled_at: status === "settled" ? now : before.settled_at,
    rev: before.rev + 1,
  };
}

/** Starts a refund; the buyer has to give an account first. */
export function openDirectRefund(
  {
    order_id,
    buyer_id,
    seller_id,
    amount_cents,
  }: Pick<DirectRefund, "order_id" | "buyer_id" | "seller_id" | "amount_cents">,
  now: number,
): DirectRefund {
  const empty = { account: null, sent_at: null, settled_at: null, created_at: now, due_at: now, next_at: now, rev: 0 };
  const owed = { order_id, buyer_id, seller_id, amount_cents };
  return moved({ ...owed, ...empty, status: "account_needed" }, "account_needed", now);
}

/** Applies a step of the buyer or the seller. Null when this user may not take it now. */
export function applyRefundStep(
  before: DirectRefund,
  userId: string,
  said:
    | { action: "give_account"; account: DirectRefundAccount }
    | { action: Exclude<DirectRefundAction, "give_account"> },
  now: number,
): DirectRefund | null {
  const role = userId === before.buyer_id ? "buyer" : userId === before.seller_id ? "seller" : null;
  if (role === null || !refundActionsOf(before.status, role).includes(said.action)) return null;
  const after = moved(before, TO[said.action], now);
  return said.action === "give_account" ? { ...after, account: said.account } : after;
}

/**
 * Returns what is due at `next_at`: a reminder two days before the deadline; at the deadline, a refund that waits for
 * the buyer closes, and a late seller is reminded every week.
 */
export function dueAction(
  before: DirectRefund,
  now: number,
): { what: "reminder" | "settled" | "unclaimed"; next: DirectRefund } | null {
  if (before.next_at === null || now < before.next_at) return null;
  const remind = (next_at: number) => ({
    what: "reminder" as const,
    next: { ...before, next_at, rev: before.rev + 1 },
  });
  if (now < before.due_at) return remind(before.due_at);
  if (before.status === "account_needed") return { what: "unclaimed", next: moved(before, "unclaimed", now) };
  // Without a complaint the refund counts as arrived.
  if (before.status === "sent") return { what: "settled", next: moved(before, "settled", now) };
  return remind(now + REFUND_STEP_MS);
}

/** Closes a refund for staff: the money is back, or none was owed. */
export function closeDirectRefund(before: DirectRefund, now: number): DirectRefund | null {
  return before.status === "settled" ? null : moved(before, "settled", now);
}
