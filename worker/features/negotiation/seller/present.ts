/** Maps the negotiations of a seller's items to the wire. Nothing in it says more of the buyer than messages do. */
import type {
  NegotiationOutcome,
  OpenQuestion,
  SellerMessage,
  SellerNegotiation,
  SellerNegotiationSummary,
} from "#contract/negotiation-seller";
import { displayName } from "#domain/account/display-name";
import { centsToDollars } from "#domain/money";
import { mayBeShared } from "#domain/negotiation/seller-answers";
import { pick } from "#domain/pick";
import { isGoingOn, type LogRecord, type NegotiationRecord, type QuestionRecord } from "./queries.ts";

const nameOf = (fullName: string) => displayName(fullName) || "Goodstreet member";

function outcomeOf(record: NegotiationRecord, now: number): { outcome: NegotiationOutcome; cents: number | null } {
  const { agreed_until, agreed_cents, bought_cents, named_cents, updated_at } = record;
  if (bought_cents !== null) return { outcome: "bought", cents: bought_cents };
  if (agreed_until !== null) return { outcome: now < agreed_until ? "agreed" : "lapsed", cents: agreed_cents };
  return { outcome: isGoingOn(updated_at, now) ? "talking" : "no_deal", cents: named_cents };
}

export function presentSummary(record: NegotiationRecord, now: number): SellerNegotiationSummary {
  const { outcome, cents } = outcomeOf(record, now);
  return {
    ...pick(record, "id", "messages", "unanswered", "updated_at"),
    item: {
      id: record.item_id,
      title: record.title,
      image_url: record.photo,
      price: centsToDollars(record.price_cents),
    },
    buyer: { id: record.buyer_id, display_name: nameOf(record.full_name) },
    outcome,
    amount: cents === null ? null : centsToDollars(cents),
    last: { from: record.last_from ?? "knowzee", text: record.last_text ?? "" },
  };
}

export function presentQuestion(record: QuestionRecord): OpenQuestion {
  return {
    ...pick(record, "negotiation_id", "text", "at"),
    message_id: String(record.seq),
    item: { id: record.item_id, title: record.title },
    buyer: { id: record.buyer_id, display_name: nameOf(record.full_name) },
    amount: dollarsOrNull(record.amount_cents),
  };
}

const dollarsOrNull = (cents: number | null) => (cents === null ? null : centsToDollars(cents));

function presentMessage(record: LogRecord): SellerMessage {
  const { open_text, open_cents, answer } = record;
  const asked = record.asked === 1;
  // A bid that Knowzee refused is no question, unless the buyer has sent it.
  const open = open_text !== null && answer === null && (asked || open_cents === null);
  return {
    id: String(record.seq),
    from: record.sender,
    text: record.text,
    at: record.at,
    amount: record.amount_cents === null ? null : centsToDollars(record.amount_cents),
    open: open ? { text: open_text, asked, amount: dollarsOrNull(open_cents) } : null,
    answer: answer === null ? null : { text: answer, shared: record.shared === 1, may_be_shared: mayBeShared(answer) },
  };
}

export function presentNegotiation(
  record: NegotiationRecord,
  log: readonly LogRecord[],
  now: number,
): SellerNegotiation {
  return { ...presentSummary(record, now), log: log.map(presentMessage), server_now: now };
}
