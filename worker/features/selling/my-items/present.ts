/** Maps My Items to the seller's view. */
import { MESSAGES } from "#contract/copy";
import type { OwnItemRow, OwnSale, SellingSummary } from "#contract/selling/my-items";
import { displayName } from "#domain/account/display-name";
import { centsToDollars } from "#domain/money";
import { type ActivityDays, activityOf } from "#domain/selling/selling-days";
import { awaitsAnswer, mayMoveUp } from "#domain/selling/still-available";
import type { CardRow } from "../../items/cards.ts";
import { presentCard, type RequestContext } from "../../items/present.ts";
import { type OwnFacts, type readSummary, undoUntil } from "./queries.ts";

export function presentSummary(
  { totals, revenue_cents, months, bundles }: Awaited<ReturnType<typeof readSummary>>,
  now: number,
): SellingSummary {
  const { total_items = 0, items_sold = 0, active = 0, inactive = 0, total_value_cents = 0 } = totals ?? {};
  return {
    total_items,
    items_sold,
    total_value: centsToDollars(total_value_cents),
    revenue: centsToDollars(revenue_cents),
    counts: { all: total_items, active, sold: items_sold, inactive, bundles: bundles ?? 0 },
    months: months.map((month) => ({
      month: month.month,
      sold: month.sold,
      revenue: centsToDollars(month.revenue_cents),
    })),
    server_now: now,
  };
}

export function buyerName(fullName: string | null): string {
  return displayName(fullName ?? "") || MESSAGES.anonymousBuyer;
}

function saleOf(facts: OwnFacts): OwnSale | null {
  const { order_id, transaction_id, buyer_id } = facts;
  if (order_id === null || transaction_id === null || buyer_id === null) return null;
  return {
    order_id,
    transaction_id,
    buyer: { id: buyer_id, display_name: buyerName(facts.buyer_name) },
    completed: facts.order_status === "completed" && facts.unconfirmed !== 1,
    disputed: facts.order_status !== "disputed" ? null : facts.charged_back === 1 ? "bank" : "problem",
    rated_by_you: facts.rated !== 0,
  };
}

/** Removes the minimum price. For staff who impersonate the seller. */
export function withoutMinimum(row: OwnItemRow): OwnItemRow {
  return { ...row, minimum_price: null };
}

export function presentOwnRow(
  row: CardRow,
  facts: OwnFacts | undefined,
  days: ActivityDays,
  context: RequestContext,
): OwnItemRow {
  const minimum = facts?.minimum_price_cents ?? null;
  // After an edit that removed what was refused, the seller puts it on sale from its form.
  const review = row.status === "inactive" ? (facts?.review ?? null) : null;
  return {
    ...presentCard(row, context),
    minimum_price: minimum === null ? null : centsToDollars(minimum),
    relistable:
      (row.status === "inactive" && review === null) ||
      (row.status === "active" && mayMoveUp(row.relisted_at ?? row.created_at, context.now)),
    unanswered: row.status === "active" && facts !== undefined && awaitsAnswer(facts),
    interest: facts?.interest ?? 0,
    activity: activityOf(days, JSON.parse(facts?.activity ?? "[]") as [number, number][]),
    sold_at: facts?.sold_at ?? null,
    undo_until: facts && row.status === "sold" ? undoUntil(facts, context.now) : null,
    sale: facts ? saleOf(facts) : null,
    review,
    bundle: facts?.bundle ? (JSON.parse(facts.bundle) as { id: string; title: string }) : null,
  };
}
