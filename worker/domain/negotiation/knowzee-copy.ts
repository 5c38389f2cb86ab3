/** Text of Knowzee's acts: the administrator's phrases for greetings and closings, templates for everything else. */

import type { Cents } from "../money.ts";
import { answerQuestion, type PublicFacts } from "./knowzee/answers.ts";
import type { Act, NegotiationState } from "./knowzee/engine.ts";
import { templateText } from "./knowzee/phrases.ts";

export interface CopyInput {
  text: string;
  facts: PublicFacts;
  list_cents: Cents;
  greetings: readonly string[];
  closings: readonly string[];
}

/** Returns a function that gives the text of an act. */
export function copyFor(asked: CopyInput): (act: Act, state: NegotiationState, seed: string) => string {
  return (act, state, seed) => {
    const own = act.kind === "greet" ? asked.greetings : act.kind === "thanks" ? asked.closings : [];
    const chosen = own[state.turn % Math.max(1, own.length)];
    if (chosen !== undefined) return chosen;
    const answer = act.kind === "answer" ? answerQuestion(asked.text, asked.facts) : null;
    const { title } = asked.facts;
    return templateText(act, { title, list_cents: asked.list_cents, ask_cents: state.ask_cents, answer }, seed);
  };
}
