/** Text of Knowzee's acts: the administrator's phrases for greetings and closings, templates for everything else. */

import type { Cents } from "../money.ts";
import { answerQuestion, type PublicFacts } from "./knowzee/answers.ts";
import type { Act, NegotiationState } from "./knowzee/engine.ts";
import { figuresSentence } from "./knowzee/other-languages.ts";
import { templateText } from "./knowzee/phrases.ts";
import { answerFromSeller, type SellerAnswer } from "./seller-answers.ts";

export interface CopyInput {
  text: string;
  facts: PublicFacts;
  /** What the seller has answered to earlier buyers. */
  answers?: readonly SellerAnswer[];
  list_cents: Cents;
  greetings: readonly string[];
  closings: readonly string[];
}

export interface KnowzeeCopy {
  text: string;
  /** The buyer asked something that the listing does not say. */
  unanswered: boolean;
}

const DONT_KNOW = "I don't know the answer to your question. Shall I ask the seller?";

/** Returns a function that gives the text of an act. */
export function copyFor(asked: CopyInput): (act: Act, state: NegotiationState, seed: string) => KnowzeeCopy {
  const { facts, list_cents } = asked;
  const answer = (question: string) =>
    answerQuestion(question, { ...facts, price_cents: list_cents }) ?? answerFromSeller(question, asked.answers ?? []);
  return (act, state, seed) => {
    const said = { title: facts.title, place: facts.collection_summary, list_cents, ask_cents: state.ask_cents };
    if (act.kind === "answer") {
      const found = answer(asked.text);
      return { text: templateText(act, { ...said, answer: found }, seed), unanswered: found === null };
    }
    const own = act.kind === "greet" ? asked.greetings : act.kind === "thanks" ? asked.closings : [];
    const chosen = own[state.turn % Math.max(1, own.length)];
    const figures = act.kind === "explain" ? figuresSentence(asked.text) : null;
    const text = [chosen ?? templateText(act, { ...said, answer: null }, seed), figures].filter(Boolean).join(" ");
    // The restatement of what the price covers stays alone, so that no answer can be read as a promise.
    if (act.question === undefined || act.because === "conditions") return { text, unanswered: false };
    const found = answer(act.question);
    return { text: found === null ? `${text} ${DONT_KNOW}` : `${found} ${text}`, unanswered: found === null };
  };
}
