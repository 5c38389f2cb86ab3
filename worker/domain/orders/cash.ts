/** Who may pay in cash or by PayID at pick-up (D53). Pure. */
import { CASH_ACCOUNT_AGE_MS, CASH_NO_SHOW_MS, CASH_ORDERS_MAX, PICKUP_ORDERS_PER_DAY } from "../deadlines.ts";

/** Why a buyer is offered prepaid methods only. */
export type CashProblem = "new_account" | "no_show" | "limit" | "daily_limit";

export interface CashFacts {
  account_created_at: number;
  /** The account has completed an order on Goodstreet. */
  has_completed: boolean;
  /** The last missed collection that counts against the account. */
  last_no_show_at: number | null;
  /** Open orders paid at pick-up, other than the one in question. */
  open_orders: number;
  /** Orders paid at pick-up that were placed within 24 hours, whatever became of them. */
  recent_orders: number;
}

/** Returns why this buyer may not pay at pick-up now, or null. */
export function cashProblem(facts: CashFacts, now: number): CashProblem | null {
  const { last_no_show_at: missed } = facts;
  if (missed !== null && now < missed + CASH_NO_SHOW_MS) return "no_show";
  if (!facts.has_completed && now < facts.account_created_at + CASH_ACCOUNT_AGE_MS) return "new_account";
  if (facts.recent_orders >= PICKUP_ORDERS_PER_DAY) return "daily_limit";
  return facts.open_orders < CASH_ORDERS_MAX ? null : "limit";
}
