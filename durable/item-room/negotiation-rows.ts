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
import { pick } from "#domain/pick";
import { insertNotifications } from "../../worker/db/notifications.ts";
import {
  acceptedOffers,
  negotiationMessages,
  negotiations,
  sellerQuestions,
} from "../../worker/db/schema/negotiations.ts";
import { type Row, storedRow } from "../../worker/db/stored-row.ts";
import { upsert } from "../../worker/db/upsert.ts";

/** Returns the negotiation as its buyer sees it. */
export function negotiationView(conversation: NegotiationSession, priceCents: Cents, now: number): NegotiationView {
  const { standing: negotiationState, accepted, final_at } = conversation;
  const final = final_at !== null && now < final_at + FINAL_OFFER_MS;
  const live = currentAcceptance(conversation, priceCents, now);
  const offer = currentOffer(conversation, priceCents, now);
  return {
    ...pick(conversation, "id", "item_id", "rev"),
    messages: conversation.messages.map((message) => ({
      ...questionOf(conversation, message),
      id: String(message.seq),
      ...pick(message, "from", "text", "at", "act", "counter_no"),
      amount: message.amount_cents === null ? null : centsToDollars(message.amount_cents),
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
  if (!rows[0]) return null;
  const row = storedRow(negotiations, rows[0]);
  const agreed = accepted[0] && storedRow(acceptedOffers, accepted[0]);
  return {
    ...pick(row, "id", "item_id", "buyer_id", "rev", "final_at", "created_at", "updated_at"),
    standing: {
      ...pick(row, "turn", "counters", "ask_cents", "last_offer_cents", "final"),
      // Only the room stores these, and longer than they count (RoomState.compared).
      compared: [],
    },
    offer:
      row.offer_cents === null
        ? null
        : { amount_cents: row.offer_cents, list_cents: row.offer_list_cents ?? 0, until: row.offer_until ?? 0 },
    accepted: agreed
      ? { ...pick(agreed, "id", "amount_cents", "list_cents"), at: agreed.accepted_at, until: agreed.expires_at }
      : null,
    messages: messages.map(messageOf).reverse(),
    questions: questions.map(questionFromRow),
    count: row.messages,
  };
}

function messageOf(row: Row): NegotiationMessage {
  const message = storedRow(negotiationMessages, row);
  return {
    ...pick(message, "seq", "text", "at", "amount_cents", "upsell", "ref"),
    from: message.sender,
    act: message.act as NegotiationMessage["act"],
    counter_no: counterNumber(message.counter_no ?? 0),
    ask_seller: message.ask_seller as NegotiationMessage["ask_seller"],
  };
}

function questionFromRow(row: Row): SellerQuestion {
  const stored = storedRow(sellerQuestions, row);
  return { ...pick(stored, "id", "seq", "asked_at", "answer", "answered_at", "shared", "rev"), text: stored.question };
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
        ...pick(conversation, "id", "item_id", "buyer_id", "created_at"),
      },
      {
        ...pick(conversation, "rev", "final_at", "updated_at"),
        ...pick(negotiationState, "turn", "counters", "ask_cents", "last_offer_cents", "final"),
        offer_cents: offer?.amount_cents ?? null,
        offer_list_cents: offer?.list_cents ?? null,
        offer_until: offer?.until ?? null,
        accepted_id: accepted?.id ?? null,
        messages: conversation.count,
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
