/** Texts of a trade from each party's point of view. */
import type { TradeView } from "#contract/trades";
import { formatDateTime, formatDollars } from "../../lib/format.ts";
import type { TradeSide } from "./trade-values.ts";

export type Tone = "neutral" | "brand" | "wattle" | "hot";

export function statusLabel(trade: TradeView): { label: string; tone: Tone } {
  const { role, handed_over, counterparty } = trade;
  switch (trade.status) {
    case "proposed":
      return role === "seller"
        ? { label: "Waiting for your answer", tone: "wattle" }
        : { label: `Waiting for ${counterparty.display_name}`, tone: "neutral" };
    case "accepted":
      if (handed_over.by_you) return { label: `Waiting for ${counterparty.display_name}`, tone: "neutral" };
      return handed_over.by_them
        ? { label: "Waiting for your confirmation", tone: "wattle" }
        : { label: "Accepted", tone: "brand" };
    case "completed":
      return { label: "Completed", tone: "brand" };
    case "declined":
      return { label: "Declined", tone: "neutral" };
    case "withdrawn":
      return { label: "Withdrawn", tone: "neutral" };
    case "expired":
      return { label: "Expired", tone: "neutral" };
    case "void":
      return { label: "No longer possible", tone: "neutral" };
    case "failed":
      return { label: "Called off", tone: "neutral" };
  }
}

const both = (trade: TradeView) => [trade.target, ...trade.offered];

/** Explains the state of the trade and the next step. */
export function explain(trade: TradeView, now: number): string {
  const { role, handed_over } = trade;
  const other = trade.counterparty.display_name;
  const asked = role === "seller";
  switch (trade.status) {
    case "proposed": {
      const busy = both(trade).find((item) => !item.available);
      if (busy) {
        return asked
          ? `“${busy.title}” isn't available right now, so you can't accept this offer yet.`
          : `“${busy.title}” isn't available right now. ${other} can accept once it is again.`;
      }
      return asked
        ? `${other} would like to trade with you. If you accept, everything in it comes off sale until you've swapped.`
        : `Your items stay on sale until ${other} accepts.`;
    }
    case "accepted":
      if (handed_over.by_you) {
        return `You said you've swapped. It's complete once ${other} confirms.${calledOffFrom(trade, now)}`;
      }
      if (handed_over.by_them) {
        return `${other} says you've swapped. Please confirm it.${calledOffFrom(trade, now)}`;
      }
      return `Meet ${other} and swap. Nobody else can buy these items in the meantime. If it isn't going to happen, either of you can call it off.`;
    case "completed":
      return "You both confirmed the swap. Enjoy!";
    case "declined":
      return asked ? "You declined this offer." : `${other} declined this offer. Your items are still on sale.`;
    case "withdrawn":
      return asked ? `${other} withdrew this offer.` : "You withdrew this offer.";
    case "expired":
      return asked ? "You didn't answer within 7 days." : `${other} didn't answer within 7 days.`;
    case "void":
      return trade.void_item_title === null
        ? "One of the items was sold or taken down, so the offer has ended."
        : `“${trade.void_item_title}” was sold or taken down, so the offer has ended.`;
    case "failed":
      return `${calledOffBy(trade)} Everything in it is back on sale.`;
  }
}

function calledOffFrom(trade: TradeView, now: number): string {
  if (trade.cancel_from === null) return "";
  if (trade.cancel_from <= now) return " Either of you can call it off.";
  return ` From ${formatDateTime(trade.cancel_from)} either of you can call it off.`;
}

function calledOffBy({ called_off_by, counterparty }: TradeView): string {
  if (called_off_by === null) return "The trade didn't happen.";
  return `${called_off_by === "you" ? "You" : counterparty.display_name} called this trade off.`;
}

/** Formats one side: "Oak desk + Lamp + $20". Uses "+", because titles may contain commas and "and". */
export function sideLabel({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return [...items.map((item) => item.title), ...(cash > 0 ? [formatDollars(cash)] : [])].join(" + ");
}
