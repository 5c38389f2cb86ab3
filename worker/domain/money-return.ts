/**
 * A refund from seller to buyer directly, after staff undid an order whose payment did not pass through Goodstreet. The
 * buyer gives an account, the seller records the transfer, the buyer confirms it. Each step has seven days.
 */
import { RETURN_MS, RETURN_REMINDER_MS } from "./deadlines.ts";

export type ReturnStatus =
  /** The buyer has to give an account. */
  | "account_needed"
  /** The seller has to send the money. */
  | "owed"
  /** The buyer has to say whether it arrived. */
  | "sent"
  | "settled"
  /** The buyer gave no account in time, but still can. */
  | "unclaimed";

export type ReturnAction = "give_account" | "sent" | "arrived" | "not_yet";

export interface ReturnAccount {
  account_name: string;
  bsb: string;
  account_number: string;
}

export interface MoneyReturn {
  order_id: string;
  buyer_id: string;
  seller_id: string;
  amount_cents: number;
  status: ReturnStatus;
  account: ReturnAccount | null;
  due_at: number;
  /** When the cron next acts: with a reminder, or at the deadline. Null once the refund is closed. */
  next_at: number | null;
  /** Rises with each change, so that one of two concurrent changes is refused. */
  rev: number;
  created_at: number;
  sent_at: number | null;
  settled_at: number | null;
}

const MOVES: Record<ReturnStatus, Record<"buyer" | "seller", readonly ReturnAction[]>> = {
  account_needed: { buyer: ["give_account"], seller: [] },
  unclaimed: { buyer: ["give_account"], seller: [] },
  owed: { buyer: [], seller: ["sent"] },
  sent: { buyer: ["arrived", "not_yet"], seller: [] },
  settled: { buyer: [], seller: [] },
};

const TO: Record<ReturnAction, ReturnStatus> = {
  give_account: "owed",
  sent: "sent",
  arrived: "settled",
  not_yet: "owed",
};

/** Returns what one side may do in a state. */
export const returnMoves = (status: ReturnStatus, role: "buyer" | "seller") => MOVES[status][role];

/** Returns whether a step with a deadline is still to come. */
export const isReturnOpen = (status: ReturnStatus) => status !== "settled" && status !== "unclaimed";

/** Returns the user who has to take the next step; null once the refund is closed. */
export function movesNext({ status, buyer_id, seller_id }: MoneyReturn): string | null {
  if (!isReturnOpen(status)) return null;
  return status === "owed" ? seller_id : buyer_id;
}

function moved(before: MoneyReturn, status: ReturnStatus, now: number): MoneyReturn {
  const open = isReturnOpen(status);
  return {
    ...before,
    status,
    // The account is stored only while the refund is open.
    account: open ? before.account : null,
    due_at: open ? now + RETURN_MS : before.due_at,
    next_at: open ? now + RETURN_MS - RETURN_REMINDER_MS : null,
    sent_at: status === "sent" ? now : before.sent_at,
    settled_at: status === "settled" ? now : before.settled_at,
    rev: before.rev + 1,
  };
}

/** Starts a refund; the buyer has to give an account first. */
export function openReturn(
  {
    order_id,
    buyer_id,
    seller_id,
    amount_cents,
  }: Pick<MoneyReturn, "order_id" | "buyer_id" | "seller_id" | "amount_cents">,
  now: number,
): MoneyReturn {
  const empty = { account: null, sent_at: null, settled_at: null, created_at: now, due_at: now, next_at: now, rev: 0 };
  const owed = { order_id, buyer_id, seller_id, amount_cents };
  return moved({ ...owed, ...empty, status: "account_needed" }, "account_needed", now);
}

/** Applies a step of the buyer or the seller. Null when this user may not take it now. */
export function decideReturn(
  before: MoneyReturn,
  userId: string,
  said: { action: "give_account"; account: ReturnAccount } | { action: Exclude<ReturnAction, "give_account"> },
  now: number,
): MoneyReturn | null {
  const role = userId === before.buyer_id ? "buyer" : userId === before.seller_id ? "seller" : null;
  if (role === null || !returnMoves(before.status, role).includes(said.action)) return null;
  const after = moved(before, TO[said.action], now);
  return said.action === "give_account" ? { ...after, account: said.account } : after;
}

/**
 * Returns what is due at `next_at`: a reminder two days before the deadline; at the deadline, a refund that waits for
 * the buyer closes, and a late seller is reminded every week.
 */
export function returnDue(
  before: MoneyReturn,
  now: number,
): { what: "reminder" | "settled" | "unclaimed"; next: MoneyReturn } | null {
  if (before.next_at === null || now < before.next_at) return null;
  const remind = (next_at: number) => ({
    what: "reminder" as const,
    next: { ...before, next_at, rev: before.rev + 1 },
  });
  if (now < before.due_at) return remind(before.due_at);
  if (before.status === "account_needed") return { what: "unclaimed", next: moved(before, "unclaimed", now) };
  // Without a complaint the refund counts as arrived.
  if (before.status === "sent") return { what: "settled", next: moved(before, "settled", now) };
  return remind(now + RETURN_MS);
}

/** Closes a refund for staff: the money is back, or none was owed. */
export function settleReturn(before: MoneyReturn, now: number): MoneyReturn | null {
  return before.status === "settled" ? null : moved(before, "settled", now);
}
