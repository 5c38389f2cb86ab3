/** The two sides of a trade; the inputs of a proposal as they are typed, and what they come to. */
import {
  ProposeTrade,
  type ProposeTradeInput,
  TRADE_EVEN_UNDER_CENTS,
  type TradeItem,
  type TradeView,
} from "#contract/trades";
import { dollarsToCents, formatCents } from "#domain/money";
import { fieldProblems } from "../../lib/field-problems.ts";
import { plainAmount } from "../../lib/plain-amount.ts";
import * as words from "./sides-words.ts";

export interface ProposalValues {
  item_ids: string[];
  /** As typed; "" for none. */
  cash: string;
  message: string;
}

export const EMPTY_PROPOSAL: ProposalValues = { item_ids: [], cash: "", message: "" };

/** Cents of what was typed; nothing typed is no cash. Null when it is no amount. */
export function cashOf(values: ProposalValues): number | null {
  const typed = plainAmount(values.cash);
  return typed === "" ? 0 : dollarsToCents(typed);
}

/** What is sent. An amount that cannot be read goes as it is: the contract says what is wrong with it. */
export function proposalWire(values: ProposalValues, targetId: string, sellerId: string): ProposeTradeInput {
  const cash = plainAmount(values.cash);
  return {
    target_item_id: targetId,
    target_seller_id: sellerId,
    offered_item_ids: values.item_ids,
    ...(cash === "" ? {} : { cash_adjustment: cash }),
    message: values.message,
  };
}

/** What the server will say, said before it is sent: the same rule. By field. */
export function proposalProblems(wire: ProposeTradeInput): Record<string, string> {
  return fieldProblems(ProposeTrade, wire);
}

/** How the two sides compare for the reader, in a sentence. Under a dollar apart is even. */
export function balanceWords(giveCents: number, getCents: number): string {
  const difference = giveCents - getCents;
  if (Math.abs(difference) < TRADE_EVEN_UNDER_CENTS) return words.anEvenTrade;
  const amount = formatCents(Math.abs(difference));
  return difference > 0 ? words.youGiveMore(amount) : words.youGetMore(amount);
}

/** The two sides as the reader gives and gets them. The cash is always the offeror's (D39). */
export function sidesOf(trade: TradeView): { give: TradeSide; get: TradeSide } {
  const asked: TradeSide = { items: [trade.target], cash: 0, value: trade.target_value };
  const offered: TradeSide = { items: trade.offered, cash: trade.cash_adjustment, value: trade.offered_value };
  return trade.role === "seller" ? { give: asked, get: offered } : { give: offered, get: asked };
}

export interface TradeSide {
  items: TradeItem[];
  /** Dollars. */
  cash: number;
  /** Dollars, the cash included. */
  value: number;
}
