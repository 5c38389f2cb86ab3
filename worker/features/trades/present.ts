/**
 * Maps a trade to the view of one of its parties, and its last step to notifications. The other's exact address is
 * shown only while the trade is accepted (D9).
 */
import { MESSAGES } from "#contract/copy";
import { type OfferableItem, TRADE_EVEN_UNDER_CENTS, type TradeItem, type TradeView } from "#contract/trades";
import { displayName } from "#domain/account/display-name";
import { centsToDollars, formatCents } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { cancelFrom, type TradeRole, tradeAbilities } from "#domain/trades/trade";
import { HIDDEN } from "../../http/impersonation.ts";
import { dealIds, type OfferableRow, type TradeItemRow, type TradeRecord } from "./queries.ts";

export function presentTrade(record: TradeRecord, role: TradeRole, now: number): TradeView {
  const { trade, items, transaction_id } = record;
  const viewerId = role === "offeror" ? trade.offeror_id : trade.seller_id;
  const other = role === "offeror" ? record.seller : record.offeror;
  const show = (item: TradeItemRow) => presentItem(item, trade.status, viewerId);
  const target = items.find(({ side }) => side === "target");
  if (!target) throw new Error(`trade ${trade.id} asks for nothing`);
  const offered = items.filter(({ side }) => side === "offered");
  const offeredCents = offered.reduce((sum, item) => sum + item.price_cents, trade.cash_cents);
  const mine = role === "offeror" ? trade.offeror_handed_over_at : trade.seller_handed_over_at;
  const theirs = role === "offeror" ? trade.seller_handed_over_at : trade.offeror_handed_over_at;
  const runOut = trade.status === "proposed" && trade.accepting_at === null && now >= trade.expires_at;
  const deal = trade.status === "completed" && transaction_id !== null ? transaction_id : null;
  return {
    id: trade.id,
    // An offer that has run out is shown as expired before the job marks it.
    status: runOut ? "expired" : trade.status,
    role,
    counterparty: {
      id: other.id,
      display_name:
        displayName(other.full_name) || (role === "offeror" ? MESSAGES.anonymousSeller : MESSAGES.anonymousBuyer),
    },
    target: show(target),
    offered: offered.map(show),
    cash_adjustment: centsToDollars(trade.cash_cents),
    message: trade.message,
    target_value: centsToDollars(target.price_cents),
    offered_value: centsToDollars(offeredCents),
    even: Math.abs(target.price_cents - offeredCents) < TRADE_EVEN_UNDER_CENTS,
    handed_over: { by_you: mine !== null, by_them: theirs !== null },
    expires_at: trade.status === "proposed" && !runOut ? trade.expires_at : null,
    cancel_from: cancelFrom(trade),
    called_off_by: trade.called_off_by === null ? null : trade.called_off_by === viewerId ? "you" : "them",
    void_item_title: items.find(({ item_id }) => item_id === trade.void_item_id)?.title ?? null,
    order_id: deal === null ? null : dealIds(trade.id).orderId,
    transaction_id: deal,
    abilities: {
      ...tradeAbilities(trade, role, now),
      rate: deal !== null && !record.rated_by.includes(viewerId),
    },
    created_at: trade.created_at,
    updated_at: trade.updated_at,
    server_now: now,
  };
}

/** Removes addresses and messages. For staff who impersonate one of the parties. */
export function withoutTradeSecrets(trade: TradeView): TradeView {
  const hide = (item: TradeItem) => ({ ...item, collection_address: item.collection_address && HIDDEN });
  return {
    ...trade,
    target: hide(trade.target),
    offered: trade.offered.map(hide),
    message: trade.message && HIDDEN,
  };
}

function presentItem(item: TradeItemRow, status: TradeView["status"], viewerId: string): TradeItem {
  const locked = status === "accepted" && item.status === "pending";
  return {
    id: item.item_id,
    title: item.title,
    price: centsToDollars(item.price_cents),
    image_url: item.photo?.url_400 ?? null,
    available: item.deleted_at === null && (item.status === "active" || locked),
    collection_summary: collectionSummary(item),
    collection_address:
      status === "accepted" && item.owner_id !== viewerId ? item.collection_address?.trim() || null : null,
  };
}

export function presentOfferable(row: OfferableRow): OfferableItem {
  const photo = row.photo === null ? null : (JSON.parse(row.photo) as { url_400: string });
  return { id: row.id, title: row.title, price: centsToDollars(row.price_cents), image_url: photo?.url_400 ?? null };
}

/** A notification about the last step of a trade, for one of its parties. */
export interface TradeNotice {
  to: "offeror" | "seller";
  event: string;
  title: string;
  body: string;
}

/** Returns the notifications of the last step. */
export function noticesOf({ trade, items, offeror, seller }: TradeRecord): TradeNotice[] {
  const them = displayName(offeror.full_name) || MESSAGES.anonymousBuyer;
  const asked = displayName(seller.full_name) || MESSAGES.anonymousSeller;
  const target = items.find(({ side }) => side === "target")?.title ?? "";
  const offered = items.filter(({ side }) => side === "offered");
  const first = `“${offered[0]?.title ?? ""}”`;
  const things = offered.length > 1 ? `${first} and ${offered.length - 1} more` : first;
  const cash = trade.cash_cents > 0 ? ` plus ${formatCents(trade.cash_cents)}` : "";
  const both = (event: string, title: string, body: string): TradeNotice[] => [
    { to: "offeror", event, title, body },
    { to: "seller", event, title, body },
  ];
  switch (trade.status) {
    case "proposed":
      return [
        {
          to: "seller",
          event: "proposed",
          title: "New trade offer",
          body: `${them} has offered ${things}${cash} for your “${target}”.`,
        },
      ];
    case "accepted": {
      const agreed: TradeNotice = {
        to: "offeror",
        event: "accepted",
        title: "Trade accepted",
        body: `${asked} accepted your trade for “${target}”. Arrange when and where to meet.`,
      };
      const handed = (to: TradeNotice["to"], name: string): TradeNotice => ({
        to,
        event: "handed-over",
        title: `${name} says you've swapped`,
        body: `Once you have “${to === "seller" ? (offered[0]?.title ?? "") : target}”, confirm it to complete the trade.`,
      });
      return [
        agreed,
        ...(trade.offeror_handed_over_at !== null ? [handed("seller", them)] : []),
        ...(trade.seller_handed_over_at !== null ? [handed("offeror", asked)] : []),
      ];
    }
    case "declined":
      return [
        {
          to: "offeror",
          event: "declined",
          title: "Trade declined",
          body: `${asked} declined your trade for “${target}”.`,
        },
      ];
    case "withdrawn":
      return [
        {
          to: "seller",
          event: "withdrawn",
          title: "Trade offer withdrawn",
          body: `${them} withdrew their trade offer for your “${target}”.`,
        },
      ];
    case "expired":
      return [
        {
          to: "offeror",
          event: "expired",
          title: "Trade offer expired",
          body: `The seller didn't reply to your trade offer for "${target}" within 7 days.`,
        },
      ];
    case "void": {
      const gone = items.find(({ item_id }) => item_id === trade.void_item_id)?.title ?? target;
      return both(
        "void",
        "Trade offer ended",
        `“${gone}” is no longer available, so the trade for “${target}” is off.`,
      );
    }
    case "completed":
      return both("completed", "Trade completed", `The trade for “${target}” is done. You can now rate each other.`);
    case "failed": {
      const said = (who: string) => `${who} called off the trade for “${target}”. The items are back on sale.`;
      const by = (who: string, id: string) => said(trade.called_off_by === id ? "You" : who);
      if (trade.called_off_by === null) return both("failed", "Trade called off", said("Our team"));
      return [
        { to: "offeror", event: "failed", title: "Trade called off", body: by(asked, trade.offeror_id) },
        { to: "seller", event: "failed", title: "Trade called off", body: by(them, trade.seller_id) },
      ];
    }
  }
}

/** Returns the notifications of a trade that staff called off, with their reason. */
export function calledOffNotices({ items }: TradeRecord, note: string): TradeNotice[] {
  const target = items.find(({ side }) => side === "target")?.title ?? "";
  const notice = { event: "failed", title: "Our team called off a trade", body: `“${target}”: ${note}` };
  return [
    { to: "offeror", ...notice },
    { to: "seller", ...notice },
  ];
}
