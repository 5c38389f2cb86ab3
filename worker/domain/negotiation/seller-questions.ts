/**
 * Questions that a buyer sends to the seller because Knowzee could not answer them (D64), and the seller's answers, which
 * become facts about the item. Pure: ids and clock are passed in.
 */

import type { Cents } from "../money.ts";
import {
  appendMessage,
  FINAL_OFFER_MS,
  type NegotiationOffer,
  type NegotiationSession,
  type SellerQuestion,
} from "./negotiation-session.ts";
import { mayBeShared } from "./seller-answers.ts";

/** Questions of one buyer about one item that wait for an answer. */
export const OPEN_QUESTIONS_MAX = 3;
export const ANSWER_MAX = 300;
/** The most of a buyer's message that the seller is asked. */
const QUESTION_MAX = 300;

export type QuestionDecision =
  | { ok: true; session: NegotiationSession }
  | { ok: false; reason: "not_found" | "too_many" | "answered" | "unanswered" };

/** Sends the seller what one reply of Knowzee could not settle. Repeating it changes nothing. */
export function askSeller(
  before: NegotiationSession,
  asked: { id: string; seq: number },
  now: number,
): QuestionDecision {
  const questions = before.questions ?? [];
  if (questions.some(({ seq }) => seq === asked.seq)) return { ok: true, session: before };
  const question = openQuestion(before, asked, now);
  if (!question) return { ok: false, reason: "not_found" };
  if (questions.filter(({ answer }) => answer === null).length >= OPEN_QUESTIONS_MAX) {
    return { ok: false, reason: "too_many" };
  }
  const text = "We've asked the seller. Their answer will show up here.";
  return {
    ok: true,
    session: {
      ...appendMessage(before, { from: "system", text, act: "asked" }, now),
      questions: [...questions, question],
      rev: question.rev,
      updated_at: now,
    },
  };
}

/**
 * Adds the seller's answer to the negotiation. The buyer need not have asked: the seller sees what Knowzee could not
 * settle. Repeating the same answer changes nothing; a second one is refused.
 * @param given `id` names the question if the buyer has not asked. `agreedAt`: the seller says yes to the amount the
 *   buyer named, at this list price. It becomes their counter-offer for a day.
 */
export function giveAnswer(
  before: NegotiationSession,
  given: { id: string; seq: number; text: string; shared: boolean; agreedAt?: Cents | null },
  now: number,
): QuestionDecision {
  const questions = before.questions ?? [];
  const asked = questions.find(({ seq }) => seq === given.seq);
  const question = asked ?? openQuestion(before, given, now);
  if (!question) return { ok: false, reason: "not_found" };
  if (question.answer !== null) {
    return question.answer === given.text ? { ok: true, session: before } : { ok: false, reason: "answered" };
  }
  const rev = before.rev + 1;
  const shared = given.shared && mayBeShared(given.text);
  const answered = { ...question, answer: given.text, answered_at: now, shared, rev };
  const next = appendMessage(before, { from: "seller", text: given.text, act: "seller_answer" }, now);
  const others = questions.filter(({ seq }) => seq !== given.seq);
  const offer = counterOffer(before, given, now) ?? next.offer;
  return { ok: true, session: { ...next, offer, questions: [...others, answered], rev, updated_at: now } };
}

function counterOffer(
  { messages }: NegotiationSession,
  { seq, agreedAt = null }: { seq: number; agreedAt?: Cents | null },
  now: number,
): NegotiationOffer | null {
  const amount = messages.find((message) => message.seq === seq)?.ask_seller?.amount_cents ?? null;
  if (agreedAt === null || amount === null || amount <= 0 || amount > agreedAt) return null;
  return { amount_cents: amount, list_cents: agreedAt, until: now + FINAL_OFFER_MS };
}

function openQuestion(
  { messages, rev }: NegotiationSession,
  { id, seq }: { id: string; seq: number },
  now: number,
): SellerQuestion | null {
  const open = messages.find((message) => message.seq === seq)?.ask_seller;
  if (!open) return null;
  const text = open.text.slice(0, QUESTION_MAX);
  return { id, seq, text, asked_at: now, answer: null, answered_at: null, shared: false, rev: rev + 1 };
}

/** Lets Knowzee repeat an answer to other buyers, or stops that. */
export function shareAnswer(before: NegotiationSession, wanted: { seq: number; shared: boolean }): QuestionDecision {
  const questions = before.questions ?? [];
  const question = questions.find(({ seq, answer }) => seq === wanted.seq && answer !== null);
  if (!question) return { ok: false, reason: "unanswered" };
  const shared = wanted.shared && mayBeShared(question.answer ?? "");
  if (shared === question.shared) return { ok: true, session: before };
  const rev = before.rev + 1;
  const changed = { ...question, shared, rev };
  return {
    ok: true,
    session: { ...before, questions: questions.map((other) => (other === question ? changed : other)), rev },
  };
}
