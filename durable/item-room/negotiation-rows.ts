/** Maps a negotiation to D1 rows and to the wire. */

import type { NegotiationView } from "#contract/negotiation";
import { type Cents, centsToDollars, formatCents } from "#domain/money";
import {
  currentAcceptance,
  currentOffer,
  FINAL_OFFER_MS,
  MESSAGES_IN_STATE_MAX,
  type NegotiationMessage,
  type NegotiationSession,
} from "#domain/negotiation/negotiation-session";
import type { Row } from "./hydration.ts";
import type { Statement } from "./projection.ts";

/** Returns the negotiation as its buyer sees it. */
export function negotiationView(conversation: NegotiationSession, priceCents: Cents, now: number): NegotiationView {
  const { standing: negotiationState, accepted, final_at } = conversation;
  const final = final_at !== null && now < final_at + FINAL_OFFER_MS;
  const live = currentAcceptance(conversation, priceCents, now);
  const offer = currentOffer(conversation, priceCents, now);
  return {
    id: conversation.id,
    item_id: conversation.item_id,
    rev: conversation.rev,
    messages: conversation.messages.map((message) => ({
      id: String(message.seq),
      from: message.from,
      text: message.text,
      at: message.at,
      amount: message.amount_cents === null ? null : centsToDollars(message.amount_cents),
      act: message.act,
      counter_no: message.counter_no,
      item: message.upsell && {
        id: message.upsell.id,
        title: message.upsell.title,
        price: centsToDollars(message.upsell.price_cents),
      },
    })),
    standing_amount: offer && centsToDollars(offer.amount_cents),
    expires_at: conversation.offer?.until ?? null,
    counter_no: counterNumber(negotiationState.counters),
    final,
    final_until: final ? final_at + FINAL_OFFER_MS : null,
    accepted: accepted && live ? { amount: centsToDollars(live.amount_cents), expires_at: live.until } : null,
    server_now: now,
  };
}

/** Returns the queries whose results `negotiationFromRows` reads, in this order. */
export function negotiationQueries(itemId: string, buyerId: string): Statement[] {
  const own = "SELECT id FROM negotiations WHERE item_id = ? AND buyer_id = ?";
  const params = [itemId, buyerId];
  return [
    { sql: "SELECT * FROM negotiations WHERE item_id = ? AND buyer_id = ?", params },
    {
      sql: `SELECT * FROM negotiation_messages WHERE negotiation_id = (${own}) ORDER BY seq DESC LIMIT ${MESSAGES_IN_STATE_MAX}`,
      params,
    },
    {
      sql: `SELECT a.* FROM accepted_offers a JOIN negotiations n ON n.accepted_id = a.id
        WHERE n.item_id = ? AND n.buyer_id = ?`,
      params,
    },
  ];
}

/** Returns the stored negotiation, or null when there is none. */
export function negotiationFromRows([rows = [], messages = [], accepted = []]: Row[][]): NegotiationSession | null {
  const row = rows[0];
  if (!row) return null;
  const [agreed] = accepted;
  const offer = number(row.offer_cents);
  return {
    id: String(row.id),
    item_id: String(row.item_id),
    buyer_id: String(row.buyer_id),
    rev: Number(row.rev),
    standing: {
      turn: Number(row.turn),
      counters: Number(row.counters),
      ask_cents: Number(row.ask_cents),
      last_offer_cents: number(row.last_offer_cents),
      final: row.final === 1,
    },
    final_at: number(row.final_at),
    offer:
      offer === null
        ? null
        : { amount_cents: offer, list_cents: Number(row.offer_list_cents), until: Number(row.offer_until) },
    accepted: agreed
      ? {
          id: String(agreed.id),
          amount_cents: Number(agreed.amount_cents),
          list_cents: Number(agreed.list_cents),
          at: Number(agreed.accepted_at),
          until: Number(agreed.expires_at),
        }
      : null,
    messages: messages.map(messageOf).reverse(),
    count: Number(row.messages),
    created_at: Number(row.created_at),
    updated_at: Number(row.updated_at),
  };
}

function messageOf(row: Row): NegotiationMessage {
  return {
    seq: Number(row.seq),
    from: String(row.sender) as NegotiationMessage["from"],
    text: String(row.text),
    at: Number(row.at),
    act: (row.act ?? null) as NegotiationMessage["act"],
    amount_cents: number(row.amount_cents),
    counter_no: counterNumber(Number(row.counter_no ?? 0)),
    upsell: typeof row.upsell === "string" ? (JSON.parse(row.upsell) as NegotiationMessage["upsell"]) : null,
    ref: row.ref === null || row.ref === undefined ? null : String(row.ref),
  };
}

/**
 * Returns the statements for everything D1 has not received, fenced by the rev: repeats and late writes change nothing.
 */
export function negotiationStatements(conversation: NegotiationSession, seenCount: number): Statement[] {
  const { standing: negotiationState, offer, accepted } = conversation;
  // The last answer may have been reworded since it was written, so the last two messages are written again.
  const unseen = conversation.messages.filter((message) => message.seq > seenCount - 2);
  return [
    {
      sql: `INSERT INTO negotiations (id, item_id, buyer_id, rev, turn, counters, ask_cents, last_offer_cents, final,
          final_at, offer_cents, offer_list_cents, offer_until, accepted_id, messages, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, turn = excluded.turn, counters = excluded.counters,
          ask_cents = excluded.ask_cents, last_offer_cents = excluded.last_offer_cents, final = excluded.final,
          final_at = excluded.final_at, offer_cents = excluded.offer_cents,
          offer_list_cents = excluded.offer_list_cents, offer_until = excluded.offer_until,
          accepted_id = excluded.accepted_id, messages = excluded.messages, updated_at = excluded.updated_at
        WHERE excluded.rev > negotiations.rev`,
      params: [
        conversation.id,
        conversation.item_id,
        conversation.buyer_id,
        conversation.rev,
        negotiationState.turn,
        negotiationState.counters,
        negotiationState.ask_cents,
        negotiationState.last_offer_cents,
        negotiationState.final ? 1 : 0,
        conversation.final_at,
        offer?.amount_cents ?? null,
        offer?.list_cents ?? null,
        offer?.until ?? null,
        accepted?.id ?? null,
        conversation.count,
        conversation.created_at,
        conversation.updated_at,
      ],
    },
    ...unseen.map((message) => ({
      sql: `INSERT INTO negotiation_messages
          (negotiation_id, seq, sender, text, act, amount_cents, counter_no, upsell, ref, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (negotiation_id, seq) DO UPDATE SET text = excluded.text
        WHERE (SELECT rev FROM negotiations WHERE id = excluded.negotiation_id) = ?`,
      params: [
        conversation.id,
        message.seq,
        message.from,
        message.text,
        message.act,
        message.amount_cents,
        message.counter_no,
        message.upsell && JSON.stringify(message.upsell),
        message.ref,
        message.at,
        conversation.rev,
      ],
    })),
    ...(accepted
      ? [
          {
            sql: `INSERT OR IGNORE INTO accepted_offers
                (id, negotiation_id, item_id, buyer_id, amount_cents, list_cents, accepted_at, expires_at)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            params: [
              accepted.id,
              conversation.id,
              conversation.item_id,
              conversation.buyer_id,
              accepted.amount_cents,
              accepted.list_cents,
              accepted.at,
              accepted.until,
            ],
          },
          // Notifies the seller whose item Knowzee agreed to sell. The title comes from the database, because the room
          // does not have it.
          {
            sql: `INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at, next_at)
              SELECT ?, seller_id, 'offer', ?, substr('Price agreed: ' || title, 1, 120), ?, ?, ?, ?
              FROM items WHERE id = ? ON CONFLICT DO NOTHING`,
            params: [
              accepted.id.replace(/^[a-z]+_/, "ntf_"),
              `agreed:${accepted.id}`,
              `Knowzee agreed on ${formatCents(accepted.amount_cents)} with a buyer, who can now buy at that price.`,
              `/ItemDetail/${conversation.item_id}`,
              accepted.at,
              accepted.at,
              conversation.item_id,
            ],
          },
        ]
      : []),
  ];
}

function counterNumber(counters: number): 1 | 2 | 3 | null {
  return counters === 1 || counters === 2 || counters === 3 ? counters : null;
}

function number(value: Row[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
