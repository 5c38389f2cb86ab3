/** Answers common questions from the listing and the item's state; unknown answers refer to the seller. */

import { quotableNotes } from "../negotiation/knowzee/answers.ts";
import { TO_BE_ARRANGED } from "../orders/collection.ts";
import { ABOUT_CONDITION, ABOUT_REASON, type CommonQuestion, quoted } from "./open-questions.ts";

export interface StockFacts {
  status: "active" | "reserved" | "inactive" | "pending" | "pending_payment" | "sold";
  reserved_by_you: boolean;
  /** "7 minutes": remaining time of the hold; null when the item is not held. */
  held_for: string | null;
  /** "10 minutes": length of a hold that begins now. */
  hold_length: string;
  free: boolean;
  description: string;
  /** Label: "Like new". */
  condition: string;
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
  from: "service" | "listing" | "seller" | "unknown";
}

const ASKED: Readonly<Record<CommonQuestion, string>> = {
  available: "Is it still available?",
  condition: "What condition is it in?",
  area: "Where is it?",
  when: "When can I pick it up?",
  why: "Why are you selling it?",
};

export function commonAnswer(topic: CommonQuestion, facts: StockFacts): StockAnswer {
  return { asked: ASKED[topic], ...ANSWERS[topic](facts) };
}

type Answer = Omit<StockAnswer, "asked">;
const service = (answer: string): Answer => ({ answer, from: "service" });

const ANSWERS: Readonly<Record<CommonQuestion, (facts: StockFacts) => Answer>> = {
  available: (facts) => service(availability(facts)),
  condition: ({ condition, description }) => {
    const more = quoted(description, ABOUT_CONDITION);
    const listed = `It's listed as “${condition}”.`;
    return more === null
      ? { answer: listed, from: "listing" }
      : { answer: `${listed} The seller says: “${more}”`, from: "listing" };
  },
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

function availability({ status, reserved_by_you, held_for, hold_length, free }: StockFacts): string {
  switch (status) {
    case "active":
      return free
        ? `Yes, it is, and it's free. Claim it and we'll hold it for you for ${hold_length}.`
        : `Yes, it is. Tap Buy Now and we'll hold it for you for ${hold_length}.`;
    case "reserved":
      if (reserved_by_you) return "Yes, we're holding it for you right now.";
      return `We're holding it for someone else right now. If they don't buy it within ${held_for ?? hold_length}, it's available again.`;
    case "pending_payment":
      return "Someone is paying for it. If they don't pay in time, it goes back on sale.";
    case "pending":
      return "It's part of a trade. If that falls through, it goes back on sale.";
    case "sold":
      return "No, it's sold.";
    case "inactive":
      return "No, it's not for sale at the moment.";
  }
}
