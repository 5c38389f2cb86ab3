/** The two sides of a trade, and the form values of a proposal with their conversion and validation. */
import { type ProposeTradeInput, TRADE_EVEN_UNDER_CENTS, type TradeItem, type TradeView } from "#contract/trades";
import { formatCents } from "#domain/money";
import { dollarsIn, readAmount } from "#domain/readers/amount";

export interface ProposalValues {
  item_ids: string[];
  /** As typed; "" for none. */
  cash: string;
  message: string;
}

export const EMPTY_PROPOSAL: ProposalValues = { item_ids: [], cash: "", message: "" };

/** Returns the typed cash in cents: 0 for an empty input, null for invalid text. */
export function cashOf(values: ProposalValues): number | null {
  const reading = readAmount(values.cash);
  return reading.kind === "empty" ? 0 : reading.kind === "amount" ? reading.cents : null;
}

/** Returns the request body. An invalid amount is passed on, so that the schema reports it. */
export function proposalBody(values: ProposalValues, targetId: string, sellerId: string): ProposeTradeInput {
  const cash = dollarsIn(values.cash);
  return {
    target_item_id: targetId,
    target_seller_id: sellerId,
    offered_item_ids: values.item_ids,
    ...(cash === "" ? {} : { cash_adjustment: cash }),
    message: values.message,
  };
}

/** Compares the two sides in a sentence. A difference under a dollar counts as even. */
export function balanceLabel(giveCents: number, getCents: number): string {
  const difference = giveCents - getCents;
  if (Math.abs(difference) < TRADE_EVEN_UNDER_CENTS) return "An even trade";
  const amount = formatCents(Math.abs(difference));
  return difference > 0 ? `You give ${amount} more than you get` : `You get ${amount} more than you give`;
}

/**
 * Returns the two sides from the viewer's point of view. Cash always comes from the user who proposed the trade (D39).
 */
export function sidesOf(trade: TradeView): { give: TradeSide; get: TradeSide } {
  const requested: TradeSide = { items: [trade.target], cash: 0, value: trade.target_value };
  const offered: TradeSide = { items: trade.offered, cash: trade.cash_adjustment, value: trade.offered_value };
  return trade.role === "seller" ? { give: requested, get: offered } : { give: offered, get: requested };
}

export interface TradeSide {
  items: TradeItem[];
  /** Dollars. */
  cash: number;
  /** Dollars, including the cash. */
  value: number;
}
