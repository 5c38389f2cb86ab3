/**
 * Every decision of our software about a person: what it decides, from what, whether a person takes part, and how to
 * reach one. /Privacy and /HowWeDecide are written from it (Australian privacy principle 1.7, from 10 December 2026).
 * tests/unit/policies.test.ts fails for an act of the service, or a job, that is neither here nor in no-decision.json
 * beside it.
 */
import {
  CASH_ACCOUNT_AGE_MS,
  CASH_NO_SHOW_MS,
  CONTEST_MS,
  DAY_MS,
  FRAUD_DECISION_MS,
  GIVEAWAY_CONFIRM_MS,
} from "../../deadlines.ts";
import { lengthText } from "../../length-of-time.ts";
import { NEW_ACCOUNT_MS } from "../../negotiation/negotiation-session.ts";
import { PAIR_MS } from "../../orders/rating-weight.ts";
import { PAYOUT_HOLD_MAX_MS } from "../../payments/payout-hold.ts";
import { STALE_ANSWER_MS, STALE_MS } from "../../selling/still-available.ts";
import { STRIKE_LIFE_MS, SUSPENSION_MS } from "../../status/strikes.ts";
import type { SiteSettings } from "../site-settings.ts";

export interface AutomatedDecision {
  title: string;
  decides: string;
  /** The data it uses. */
  from: string;
  /** Whether the software decides alone, or prepares the decision of a person. */
  by: "software" | "software and people";
  /** How to reach a person. */
  person: string;
  /** What the code calls it: transitions of orders, trades and offers, entries of the audit log, and jobs. */
  acts: readonly string[];
}

const CONTACT = "Contact us and a person looks at it.";
/** "Again within 12 months". */
export const STRIKE_MONTHS = Math.round((STRIKE_LIFE_MS * 12) / (365 * DAY_MS));

export function automatedDecisions({ numbers, features }: SiteSettings): AutomatedDecision[] {
  const decisions: (AutomatedDecision | false)[] = [
    {
      title: "Missed payments",
      decides: `The first suspends an account from buying and selling for ${lengthText(SUSPENSION_MS)}. Another within ${STRIKE_MONTHS} months closes it to buying and selling.`,
      from: "Your orders, their payment deadlines, and whether you told us you'd paid.",
      by: "software",
      person: "The notice has an Appeal button. A person decides.",
      acts: [
        "order expire",
        "audit strike",
        "audit strike_not_counted",
        "audit strike_taken_back",
        "job apply-strikes",
        "job settle-due-items",
      ],
    },
    {
      title: "Unanswered payment confirmations",
      decides: "A seller who doesn't say whether a payment arrived can't list or sell until they do.",
      from: "The dates of payments that buyers told us about.",
      by: "software",
      person: CONTACT,
      acts: ["order lapse"],
    },
    {
      title: "Held payouts",
      decides: `We send the money of a card sale later, for ${lengthText(PAYOUT_HOLD_MAX_MS)} at most, or keep what a seller owes us from it.`,
      from: "The number of card sales, a ban, a report of fraud or a counterfeit by that order's buyer, a fraud warning of the card's bank, and what is owed.",
      by: "software and people",
      person: "The Seller Hub says why and until when. Contact us and a person looks at it.",
      acts: ["job release-payouts"],
    },
    {
      title: "Payments in doubt",
      decides: `We stop a handover while a bank questions the payment. After a fraud warning that nobody decided within ${lengthText(FRAUD_DECISION_MS)}, the buyer gets the money back. So does one whose payment came too late.`,
      from: "What the card's bank and Stripe tell us.",
      by: "software and people",
      person: CONTACT,
      acts: [
        "order open_chargeback",
        "order open_inquiry",
        "order find_refund",
        "order warn_of_fraud",
        "order refund",
        "order revive",
        "order owe_back",
        "job follow-reversals",
      ],
    },
    {
      title: "Refunds by sellers",
      decides: `A seller can refund up to $${numbers.refund_dollars} and ${numbers.refunds_a_day} orders a day alone, after the payout or for a repeated buyer. Staff decide about more.`,
      from: "The seller's refunds of the last day and earlier deals between the two.",
      by: "software and people",
      person: "Staff see each one that waits.",
      acts: ["job continue-seller-refunds", "job retry-refunds"],
    },
    {
      title: "Paying at pickup",
      decides: `Not offered to an account younger than ${lengthText(CASH_ACCOUNT_AGE_MS)} without a completed order, or for ${lengthText(CASH_NO_SHOW_MS)} after a missed pickup. An order that nobody reports as picked up ends.`,
      from: "Your account's age, your orders and missed pickups.",
      by: "software",
      person: CONTACT,
      acts: ["order run_out"],
    },
    {
      title: "Missed pickups",
      decides: `If one side says the other didn't come, it counts, unless that is contested within ${lengthText(CONTEST_MS)}.`,
      from: "The report and the answer to it.",
      by: "software and people",
      person: "Contest it on the order page. A person decides.",
      acts: [],
    },
    {
      title: "Price offers below a limit",
      decides:
        "A seller can set a limit. Offers below it are declined, some time later. The answer doesn't say which it was.",
      from: "The amount and the seller's limit.",
      by: "software",
      person: "Message the seller.",
      acts: ["offer limit", "job settle-price-offers"],
    },
    features.knowzee && {
      title: "Knowzee, the negotiation assistant",
      decides:
        "It accepts, refuses or counters offers for a seller, never below the seller's minimum. Rules decide, on our server. No language model reads the chat.",
      from: `The seller's settings, your words and offers, and whether your email address is confirmed. If several accounts younger than ${lengthText(NEW_ACCOUNT_MS)} test an item, it's stricter with other buyers of it for a while.`,
      by: "software",
      person: "Put your offer to the seller, or contact us.",
      acts: [],
    },
    {
      title: "Draws",
      decides: `Chance picks who gets the item. They have ${lengthText(GIVEAWAY_CONFIRM_MS)} to confirm, then it's the next one's turn. People who are suspended or blocked are skipped.`,
      from: "The entries and a secret number that we publish afterwards, so anyone can check it.",
      by: "software",
      person: CONTACT,
      acts: ["job settle-giveaways"],
    },
    features.trades && {
      title: "Trades and swap circles",
      decides: "We look for three people whose wishes fit, and end offers whose items are gone or whose time is up.",
      from: "Wish lists, saved searches, trade offers, prices and blocks.",
      by: "software",
      person: CONTACT,
      acts: ["trade expire", "trade dissolve", "job settle-trades", "job find-circles", "job settle-circles"],
    },
    {
      title: "Old listings",
      decides: `After ${lengthText(STALE_MS)} we ask whether an item is still for sale. After ${lengthText(STALE_ANSWER_MS)} without an answer we pause the listing.`,
      from: "When you last changed it or answered.",
      by: "software",
      person: "One tap puts it back on sale.",
      acts: ["job stale-listings"],
    },
    {
      title: "The scam check",
      decides: "We deliver a message, show it with a warning, or hold it until a person has looked at it.",
      from: "The words of the message.",
      by: "software and people",
      person: "We tell you when we hold a message. A person decides.",
      acts: [],
    },
    {
      title: "The goods check",
      decides:
        "We list an item, keep it hidden until a person has looked at it, or refuse it and say which words and rule it is. Other public texts, such as names, stores, requests, bundles and answers, we publish or refuse.",
      from: "The words of the text, and what our team has approved in your listings.",
      by: "software and people",
      person:
        "Ask for a review of the listing, and a person decides. What they approve counts for your other texts too.",
      acts: [],
    },
    {
      title: "Contact details in public",
      decides:
        "We refuse a public text with a phone number, email, street address, link, name on another app, payment details or a request for money in advance, and say what to leave out.",
      from: "The words of the text.",
      by: "software",
      person: CONTACT,
      acts: [],
    },
    {
      title: "Ratings that don't count",
      decides: `A second rating of the same person within ${lengthText(PAIR_MS)}, of a sale that its buyer hasn't confirmed, or of a deal that looks made up, is shown but isn't in the average.`,
      from: "The deals between the two, how long they took, and whom else they dealt with.",
      by: "software and people",
      person: "Staff look at those that look made up. Contact us about others.",
      acts: ["job examine-ratings"],
    },
    {
      title: "Order of lists, badges and Popular",
      decides: "Which items come first, and which are shown as popular or in demand.",
      from: "Counts of views, wish lists and offers of an item, its date, and the suburb you set. They say nothing about you.",
      by: "software",
      person: CONTACT,
      acts: ["job refresh-popularity"],
    },
    {
      title: "Matches",
      decides: "Who we tell about a new listing or a lower price.",
      from: "The words, category, price and suburb of requests, saved searches and listings, wish lists and whom you follow.",
      by: "software",
      person: "Choose what you get in your settings.",
      acts: ["job match-new-listings", "job saved-searches", "job tell-followers", "job notify-wishers"],
    },
    {
      title: "Limits",
      decides: "If something happens too often, you have to wait.",
      from: "How often an account or IP address does it.",
      by: "software",
      person: CONTACT,
      acts: [],
    },
  ];
  return decisions.filter((decision) => decision !== false);
}
