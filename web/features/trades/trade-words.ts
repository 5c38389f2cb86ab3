/** Texts of a trade from each party's point of view. */
import type { TradeView } from "#contract/trades";
import { formatDateTime, formatDollars } from "../../lib/format.ts";
import type { TradeAction } from "./api.ts";
import { sidesOf, type TradeSide } from "./trade-values.ts";

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
          ? `“${busy.title}” is not available right now, so this offer can't be accepted at the moment.`
          : `“${busy.title}” is not available right now. ${other} can accept once it is again.`;
      }
      return asked
        ? `${other} would like to trade with you. Accepting takes everything in it off sale until you have swapped.`
        : `Your things stay on sale until ${other} accepts.`;
    }
    case "accepted":
      if (handed_over.by_you) {
        return `You've said that you swapped. It's complete once ${other} says so too.${calledOffFrom(trade, now)}`;
      }
      if (handed_over.by_them) {
        return `${other} says that you swapped. Please confirm it.${calledOffFrom(trade, now)}`;
      }
      return `Meet ${other} and swap. Nobody else can buy these items meanwhile. If it isn't going to happen, either of you can call it off.`;
    case "completed":
      return "You both said that everything has been handed over. Enjoy!";
    case "declined":
      return asked ? "You said no to this offer." : `${other} said no to this offer. Your things are still on sale.`;
    case "withdrawn":
      return asked ? `${other} took this offer back.` : "You took this offer back.";
    case "expired":
      return asked ? "You didn't answer within 7 days." : `${other} didn't answer within 7 days.`;
    case "void":
      return trade.void_item_title === null
        ? "Something in it was sold or taken down, so the offer has ended."
        : `“${trade.void_item_title}” was sold or taken down, so the offer has ended.`;
    case "failed":
      return `${calledOffBy(trade)} Everything in it is on sale again.`;
  }
}

function calledOffFrom(trade: TradeView, now: number): string {
  if (trade.cancel_from === null) return "";
  if (trade.cancel_from <= now) return " Either of you can call it off.";
  return ` From ${formatDateTime(trade.cancel_from)} either of you can call it off.`;
}

function calledOffBy({ called_off_by, counterparty }: TradeView): string {
  if (called_off_by === null) return "The trade didn't take place.";
  return `${called_off_by === "you" ? "You" : counterparty.display_name} called this trade off.`;
}

/** Formats one side: "Oak desk + Lamp + $20". Uses "+", because titles may contain commas and "and". */
export function sideLabel({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return [...items.map((item) => item.title), ...(cash > 0 ? [formatDollars(cash)] : [])].join(" + ");
}

/** Formats one side for use within a sentence, with quoted titles. */
function sideQuoted({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return sideLabel({ items: items.map((item) => ({ ...item, title: `“${item.title}”` })), cash });
}

interface ActionCopy {
  button: string;
  /** Question of the confirmation. */
  title: string;
  description: (trade: TradeView) => string;
  confirm: string;
  done: string;
  failed: string;
}

export const ACTION_WORDS: Record<TradeAction, ActionCopy> = {
  accept: {
    button: "Accept",
    title: "Accept this trade?",
    description: (trade) =>
      `You give ${sideQuoted(sidesOf(trade).give)} and get ${sideQuoted(sidesOf(trade).get)}. All of it comes off sale, and you both see where to meet.`,
    confirm: "Accept trade",
    done: "Trade accepted",
    failed: "The trade could not be accepted",
  },
  decline: {
    button: "Decline",
    title: "Decline this offer?",
    description: (trade) => `${trade.counterparty.display_name} is told. This can't be undone.`,
    confirm: "Decline offer",
    done: "Offer declined",
    failed: "The offer could not be declined",
  },
  withdraw: {
    button: "Withdraw",
    title: "Withdraw your offer?",
    description: (trade) => `${trade.counterparty.display_name} can't accept it any more. You can make another one.`,
    confirm: "Withdraw offer",
    done: "Offer withdrawn",
    failed: "The offer could not be withdrawn",
  },
  "handed-over": {
    button: "Handed over",
    title: "Has everything been handed over?",
    description: (trade) =>
      `Say yes only when you have given ${sideQuoted(sidesOf(trade).give)} and have got ${sideQuoted(sidesOf(trade).get)}. This can't be undone.`,
    confirm: "Yes, we swapped",
    done: "Noted: handed over",
    failed: "That could not be saved",
  },
  cancel: {
    button: "Call off",
    title: "Call this trade off?",
    description: (trade) =>
      `Everything in it goes back on sale, and we'll tell ${trade.counterparty.display_name} that you called it off. This can't be undone.`,
    confirm: "Call off trade",
    done: "Trade called off",
    failed: "The trade could not be called off",
  },
};

// The list

export const incoming = "Incoming";
export const outgoing = "Outgoing";
export const history = "History";
export const tradeOffers = "Trade offers";
export const description = "Swap things with people nearby, with or without some cash.";
export const yourTradeOffersDidntLoad = "Your trade offers didn't load";
export const listed = "offers";
export const noneIncoming = "No offers for your things";
export const noneIncomingDescription =
  "When somebody would like to swap for one of your items, their offer appears here.";
export const myItems = "My items";
export const noneOutgoing = "You haven't offered a trade";
export const noneOutgoingDescription = "On an item's page, press Propose Trade and choose what you would give for it.";
export const browseTheMarketplace = "Browse the marketplace";
export const nothingHereYet = "Nothing here yet";
export const nothingHereYetDescription = "Trades that are completed, declined or over in another way appear here.";
export const loadingTradeOffers = "Loading trade offers…";

// One trade in the list

export const endsIn = "Ends in";
export const aMoment = "a moment";
export const theyWant = (name: string, title: string) => `${name} wants “${title}”`;
export const youWant = (title: string, name: string) => `“${title}” from ${name}`;
export const viewTrade = "View trade";
export const forTitle = (title: string) => `for ${title}`;

// One trade

export const cashFrom = (name: string) => `Cash from ${name}, when you meet`;
export const cashTo = (name: string) => `Cash to ${name}, when you meet`;
export const documentTitle = (title: string) => `Trade: ${title}`;
export const trade = "Trade";
export const notFound = "We can't find this trade";
export const notFoundDescription = "It may belong to another account.";
export const tradeFor = (title: string) => `Trade for “${title}”`;
export const withPerson = "With";
export const yourMessage = "Your message";
export const messageFrom = (name: string) => `Message from ${name}`;
export const needHelp = "Need help?";
export const supportAbout = (title: string, id: string) => `Trade for “${title}” (${id}):\n\n`;
export const offerEndsIn = "The offer ends in";
export const onTime = (time: string) => `on ${time}`;
export const notAvailable = "Not available";
export const arrangePlaceWith = (name: string) => `Arrange the place with ${name}`;

// Actions

export const tradeCompleted = "Trade completed";
export const somethingWentWrong = "Something went wrong. Please try again.";
