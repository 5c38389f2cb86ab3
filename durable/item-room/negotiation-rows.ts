/** Maps a negotiation to D1 rows and to the wire. */

import { type SQL, sql } from "drizzle-orm";
import type { NegotiationMessage as NegotiationMessageView, NegotiationView } from "#contract/negotiation";
import { type Cents, centsToDollars, formatCents } from "#domain/money";
import {
  currentAcceptance,
  currentOffer,
  FINAL_OFFER_MS,
  MESSAGES_IN_STATE_MAX,
  type NegotiationMessage,
  type NegotiationSession,
  type SellerQuestion,
} from "#domain/negotiation/negotiation-session";
import { insertNotifications } from "../../worker/db/notifications.ts";
import { negotiations, sellerQuestions } from "../../worker/db/schema/negotiations.ts";
import { upsert } from "../../worker/db/upsert.ts";
import type { Row } from "./hydration.ts";

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
      ...questionOf(conversation, message),
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
      ask_seller: message.ask_seller && {
        conditions: [...message.ask_seller.conditions],
        amount: message.ask_seller.amount_cents === null ? null : centsToDollars(message.ask_seller.amount_cents),
        text: message.ask_seller.text,
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

function questionOf(
  { questions = [] }: NegotiationSession,
  { seq }: NegotiationMessage,
): Pick<NegotiationMessageView, "question"> {
  const asked = questions.find((question) => question.seq === seq);
  return asked ? { question: asked.answer === null ? "asked" : "answered" } : {};
}

/** Returns the queries whose results `negotiationFromRows` reads, in this order. */
export function negotiationQueries(itemId: string, buyerId: string): SQL[] {
  const own = sql`item_id = ${itemId} AND buyer_id = ${buyerId}`;
  return [
    sql`SELECT * FROM negotiations WHERE ${own}`,
    sql`SELECT * FROM negotiation_messages WHERE negotiation_id = (SELECT id FROM negotiations WHERE ${own})
      ORDER BY seq DESC LIMIT ${MESSAGES_IN_STATE_MAX}`,
    sql`SELECT * FROM accepted_offers WHERE id = (SELECT accepted_id FROM negotiations WHERE ${own})`,
    sql`SELECT * FROM seller_questions WHERE negotiation_id = (SELECT id FROM negotiations WHERE ${own}) ORDER BY seq`,
  ];
}

/** Returns the stored negotiation, or null when there is none. */
export function negotiationFromRows([
  rows = [],
  messages = [],
  accepted = [],
  questions = [],
]: Row[][]): NegotiationSession | null {
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
      // Only the room stores these, and longer than they count (RoomState.compared).
      compared: [],
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
    questions: questions.map(questionFromRow),
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
    ask_seller:
      typeof row.ask_seller === "string" ? (JSON.parse(row.ask_seller) as NegotiationMessage["ask_seller"]) : null,
    ref: row.ref === null || row.ref === undefined ? null : String(row.ref),
  };
}

function questionFromRow(row: Row): SellerQuestion {
  return {
    id: String(row.id),
    seq: Number(row.seq),
    text: String(row.question),
    asked_at: Number(row.asked_at),
    answer: row.answer == null ? null : String(row.answer),
    answered_at: number(row.answered_at),
    shared: row.shared === 1,
    rev: Number(row.rev),
  };
}

/**
 * Returns the statements for everything D1 has not received, fenced by the rev: repeats and late writes change nothing.
 */
export function negotiationStatements(
  conversation: NegotiationSession,
  seen: { seen_count: number; seen_rev: number },
): SQL[] {
  const { standing: negotiationState, offer, accepted } = conversation;
  const unseen = conversation.messages.filter((message) => message.seq > seen.seen_count);
  const changed = (conversation.questions ?? []).filter(({ rev }) => rev > seen.seen_rev);
  return [
    upsert(
      negotiations,
      {
        id: conversation.id,
        item_id: conversation.item_id,
        buyer_id: conversation.buyer_id,
        created_at: conversation.created_at,
      },
      {
        rev: conversation.rev,
        turn: negotiationState.turn,
        counters: negotiationState.counters,
        ask_cents: negotiationState.ask_cents,
        last_offer_cents: negotiationState.last_offer_cents,
        final: negotiationState.final,
        final_at: conversation.final_at,
        offer_cents: offer?.amount_cents ?? null,
        offer_list_cents: offer?.list_cents ?? null,
        offer_until: offer?.until ?? null,
        accepted_id: accepted?.id ?? null,
        messages: conversation.count,
        updated_at: conversation.updated_at,
      },
      sql`excluded.rev > negotiations.rev`,
    ),
    ...unseen.map((message) => messageRow(conversation, message)),
    ...changed.flatMap((question) => [questionRow(conversation, question), questionNotice(conversation, question)]),
    ...(accepted ? [acceptedOfferRow(conversation, accepted), agreedNotification(conversation, accepted)] : []),
  ];
}

function messageRow({ id }: NegotiationSession, message: NegotiationMessage): SQL {
  return sql`INSERT INTO negotiation_messages
      (negotiation_id, seq, sender, text, act, amount_cents, counter_no, upsell, ask_seller, ref, at)
    VALUES (${id}, ${message.seq}, ${message.from}, ${message.text}, ${message.act}, ${message.amount_cents},
      ${message.counter_no}, ${message.upsell && JSON.stringify(message.upsell)},
      ${message.ask_seller && JSON.stringify(message.ask_seller)}, ${message.ref}, ${message.at})
    ON CONFLICT (negotiation_id, seq) DO NOTHING`;
}

function questionRow({ id, item_id, buyer_id }: NegotiationSession, question: SellerQuestion): SQL {
  const { text, ...rest } = question;
  const { id: question_id, seq, asked_at, ...changing } = rest;
  return upsert(
    sellerQuestions,
    { id: question_id, negotiation_id: id, item_id, buyer_id, seq, question: text, asked_at },
    changing,
    sql`excluded.rev > seller_questions.rev`,
  );
}

/** Notifies the seller of a question, and the buyer of its answer. */
function questionNotice({ item_id, buyer_id, id }: NegotiationSession, question: SellerQuestion): SQL {
  const answered = question.answer !== null;
  const suffix = question.id.slice(question.id.indexOf("_") + 1);
  const [title, body] = answered
    ? ["Answer about: ", `The seller answered: “${question.answer}”`]
    : ["Question about: ", `“${question.text}” Answer with one tap.`];
  const link = answered ? `/ItemDetail/${item_id}` : `/Negotiations/${id}`;
  const at = question.answered_at ?? question.asked_at;
  return insertNotifications(sql`items i WHERE i.id = ${item_id}`, {
    id: `ntf_${suffix}${answered ? "a" : "q"}`,
    user_id: answered ? buyer_id : sql`i.seller_id`,
    kind: "message",
    dedupe_key: `question:${question.id}:${answered ? "answer" : "asked"}`,
    title: sql`${title} || i.title`,
    body,
    link,
    at,
  });
}

type Accepted = NonNullable<NegotiationSession["accepted"]>;

function acceptedOfferRow({ id, item_id, buyer_id }: NegotiationSession, accepted: Accepted): SQL {
  return sql`INSERT OR IGNORE INTO accepted_offers
      (id, negotiation_id, item_id, buyer_id, amount_cents, list_cents, accepted_at, expires_at)
    VALUES (${accepted.id}, ${id}, ${item_id}, ${buyer_id}, ${accepted.amount_cents}, ${accepted.list_cents},
      ${accepted.at}, ${accepted.until})`;
}

/** Notifies the seller, whose id and title come from the item's row, because the negotiation does not have them. */
function agreedNotification({ item_id }: NegotiationSession, accepted: Accepted): SQL {
  const body = `Knowzee agreed on ${formatCents(accepted.amount_cents)} with a buyer, who can now buy at that price.`;
  return insertNotifications(sql`items i WHERE i.id = ${item_id}`, {
    id: accepted.id.replace(/^[a-z]+_/, "ntf_"),
    user_id: sql`i.seller_id`,
    kind: "offer",
    dedupe_key: `agreed:${accepted.id}`,
    title: sql`'Price agreed: ' || i.title`,
    body,
    link: `/ItemDetail/${item_id}`,
    at: accepted.at,
  });
}

function counterNumber(counters: number): 1 | 2 | 3 | null {
  return counters === 1 || counters === 2 || counters === 3 ? counters : null;
}

function number(value: Row[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
