/** Answers the questions that an item page leaves open; what the listing does not say, only the seller knows. */

import { quotableNotes } from "../negotiation/knowzee/answers.ts";
import { TO_BE_ARRANGED } from "../orders/collection.ts";
import { ABOUT_REASON, type CommonQuestion, quoted } from "./open-questions.ts";

export interface StockFacts {
  description: string;
  /** Suburb and city, or "To be arranged with seller". Never the address (D9). */
  collection_summary: string;
  /** Formatted in the time zone of the place; null when not set or past. */
  collection_date: string | null;
  /** The seller's notes that Knowzee may share; empty while Knowzee is off. */
  public_notes: string;
}

export interface StockAnswer {
  asked: string;
  answer: string;
  from: "listing" | "seller" | "unknown";
}

const ASKED: Readonly<Record<CommonQuestion, string>> = {
  area: "Where is it?",
  when: "When can I pick it up?",
  why: "Why are you selling it?",
};

export function commonAnswer(topic: CommonQuestion, facts: StockFacts): StockAnswer {
  return { asked: ASKED[topic], ...ANSWERS[topic](facts) };
}

type Answer = Omit<StockAnswer, "asked">;

const ANSWERS: Readonly<Record<CommonQuestion, (facts: StockFacts) => Answer>> = {
  area: ({ collection_summary }) =>
    collection_summary === TO_BE_ARRANGED
      ? {
          answer: "The seller hasn't said. You'd sort that out with them after you buy it.",
          from: "unknown",
        }
      : {
          answer: `${collection_summary}. Your order shows the exact address 24 hours before pickup.`,
          from: "listing",
        },
  when: ({ collection_date }) =>
    collection_date === null
      ? {
          answer: "The seller hasn't set a date. You'd agree on one with them after you buy it, usually within a week.",
          from: "unknown",
        }
      : { answer: `Pickup is planned for ${collection_date}.`, from: "listing" },
  why: ({ description, public_notes }) => {
    const listing = quoted(description, ABOUT_REASON);
    if (listing !== null) return { answer: `The seller says: “${listing}”`, from: "listing" };
    const said = quoted(quotableNotes(public_notes), ABOUT_REASON);
    if (said !== null) return { answer: `The seller says: “${said}”`, from: "seller" };
    return { answer: "The seller hasn't said. Send them a message to ask.", from: "unknown" };
  },
};
