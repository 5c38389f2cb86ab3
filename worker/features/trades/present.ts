/**
 * Maps a trade to the view of one of its parties, and its last step to notifications. The exact address of the meeting
 * is shown to the other one only while the trade is accepted, from 24 hours before (D9, D77).
 */
import { MESSAGES } from "#contract/copy";
import {
  type OfferableItem,
  TRADE_EVEN_UNDER_CENTS,
  type TradeItem,
  type TradeMeeting,
  type TradeView,
} from "#contract/trades";
import { displayName } from "#domain/account/display-name";
import { centsToDollars, formatCents } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import { pick } from "#domain/pick";
import { canMoveMeeting, firstMeeting, type Meeting, meetingAddress } from "#domain/trades/meeting";
import { cancelFrom, type TradeRole, tradeAbilities } from "#domain/trades/trade";
import { HIDDEN } from "../../http/impersonation.ts";
import { dealIds, type OfferableRow, type TradeItemRow, type TradeRecord } from "./queries.ts";

export function presentTrade(record: TradeRecord, role: TradeRole, now: number): TradeView {
  const { trade, items, transaction_id } = record;
  const viewerId = role === "offeror" ? trade.offeror_id : trade.seller_id;
  const other = role === "offeror" ? record.seller : record.offeror;
  const show = (item: TradeItemRow) => presentItem(item, trade.status);
  const target = items.find(({ side }) => side === "target");
  if (!target) throw new Error(`trade ${trade.id} asks for nothing`);
  const offered = items.filter(({ side }) => side === "offered");
  const offeredCents = offered.reduce((sum, item) => sum + item.price_cents, trade.cash_cents);
  const mine = role === "offeror" ? trade.offeror_handed_over_at : trade.seller_handed_over_at;
  const theirs = role === "offeror" ? trade.seller_handed_over_at : trade.offeror_handed_over_at;
  const runOut = trade.status === "proposed" && trade.accepting_at === null && now >= trade.expires_at;
  const deal = trade.status === "completed" && transaction_id !== null ? transaction_id : null;
  const status = runOut ? "expired" : trade.status;
  const change = trade.status === "accepted" ? trade.meeting_change : null;
  const placed = (meeting: Meeting) => presentMeeting(meeting, items, role);
  return {
    ...pick(trade, "id", "message", "created_at", "updated_at"),
    // An offer that has run out is shown as expired before the job marks it.
    status,
    role,
    counterparty: {
      id: other.id,
      display_name:
        displayName(other.full_name) || (role === "offeror" ? MESSAGES.anonymousSeller : MESSAGES.anonymousBuyer),
    },
    target: show(target),
    offered: offered.map(show),
    cash_adjustment: centsToDollars(trade.cash_cents),
    target_value: centsToDollars(target.price_cents),
    offered_value: centsToDollars(offeredCents),
    even: Math.abs(target.price_cents - offeredCents) < TRADE_EVEN_UNDER_CENTS,
    handed_over: { by_you: mine !== null, by_them: theirs !== null },
    meeting: showMeeting(record, status, role, now),
    meeting_change:
      change !== null && change.from > now
        ? { ...placed(change), by: change.by === role ? "you" : "them", proposed_at: change.proposed_at }
        : null,
    expires_at: trade.status === "proposed" && !runOut ? trade.expires_at : null,
    cancel_from: cancelFrom(trade),
    called_off_by: trade.called_off_by === null ? null : trade.called_off_by === viewerId ? "you" : "them",
    void_item_title: items.find(({ item_id }) => item_id === trade.void_item_id)?.title ?? null,
    order_id: deal === null ? null : dealIds(trade.id).orderId,
    transaction_id: deal,
    abilities: {
      ...tradeAbilities(trade, role, now),
      move: canMoveMeeting(trade),
      rate: deal !== null && !record.rated_by.includes(viewerId),
    },
    server_now: now,
  };
}

/** Removes addresses and messages. For staff who impersonate one of the parties. */
export function withoutTradeSecrets(trade: TradeView): TradeView {
  return {
    ...trade,
    meeting: trade.meeting && { ...trade.meeting, address: trade.meeting.address && HIDDEN },
    message: trade.message && HIDDEN,
  };
}

/** Returns a meeting from this party's side, without its address. */
function presentMeeting({ from, until, side, place }: Meeting, items: TradeItemRow[], role: TradeRole): TradeMeeting {
  const at = place !== "" ? "public" : side === role ? "yours" : "theirs";
  // One zone, so that both read the same time wherever they meet, and typed times are read in it.
  const { collection_zone: zone } = itemAt(items, "seller");
  return { from, until, zone, at, place: place || collectionSummary(itemAt(items, side)) };
}

/** The item whose pickup place is meant: the requested one, or the first of those offered. */
export function itemAt(items: TradeItemRow[], side: TradeRole): TradeItemRow {
  const item = items.find((one) => one.side === (side === "seller" ? "target" : "offered"));
  if (!item) throw new Error("a trade has an item on both sides");
  return item;
}

function showMeeting(
  { trade, items }: TradeRecord,
  status: TradeView["status"],
  role: TradeRole,
  now: number,
): TradeView["meeting"] {
  const open = status === "proposed";
  if (!open && status !== "accepted" && status !== "failed") return null;
  const meeting = open ? firstMeeting(itemAt(items, "seller"), now) : trade.meeting;
  if (meeting === null) return null;
  const { collection_address: address } = itemAt(items, meeting.side);
  return {
    ...presentMeeting(meeting, items, role),
    ...meetingAddress(meeting, { role, status: trade.status, address, now }),
  };
}

function presentItem(item: TradeItemRow, status: TradeView["status"]): TradeItem {
  const locked = status === "accepted" && item.status === "pending";
  return {
    id: item.item_id,
    title: item.title,
    price: centsToDollars(item.price_cents),
    image_url: item.photo?.url_400 ?? null,
    available: item.deleted_at === null && (item.status === "active" || locked),
    collection_summary: collectionSummary(item),
  };
}

export function presentOfferable(row: OfferableRow): OfferableItem {
  const photo = row.photo === null ? null : (JSON.parse(row.photo) as { url_400: string });
  return { id: row.id, title: row.title, price: centsToDollars(row.price_cents), image_url: photo?.url_400 ?? null };
}

/** "Meet at Luca's in Leichhardt: Saturday …" for the notification of an acceptance. */
function meetingLine({ trade, items, seller, offeror }: TradeRecord): string {
  if (trade.meeting === null) return "Arrange when and where to meet.";
  const { from, until, zone, at, place } = presentMeeting(trade.meeting, items, "offeror");
  const host = displayName((at === "yours" ? offeror : seller).full_name) || "the other person";
  const where = at === "public" ? place : at === "yours" ? `your place, ${place}` : `${host}'s place, ${place}`;
  return `Meet at ${where}: ${formatDateInZone(from, zone, until)}.`;
}

/** A notification about the last step of a trade, for one of its parties. */
export interface TradeNotice {
  to: "offeror" | "seller";
  event: string;
  title: string;
  body: string;
}

/** Returns the notifications of the last step. */
export function noticesOf(record: TradeRecord): TradeNotice[] {
  const { trade, items, offeror, seller } = record;
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
        body: `${asked} accepted your trade for “${target}”. ${meetingLine(record)}`,
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
