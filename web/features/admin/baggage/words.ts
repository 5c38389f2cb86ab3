import type { BaggageAction, BaggageKind } from "#contract/admin/baggage";

export const KIND_WORDS: Readonly<Record<BaggageKind, { label: string; description: string; empty: string }>> = {
  uncollected: {
    label: "Not collected",
    description: "Paid for, the day of collection is three days past, and nobody has said that it was collected.",
    empty: "Everything that was paid for has been collected.",
  },
  trades: {
    label: "Trades",
    description: "Agreed and not yet taken place. The two can call one off after seven days, you at once.",
    empty: "No trade is waiting to take place.",
  },
  no_shows: {
    label: "Missed collections",
    description: "One side reports that the other did not come, and the other says otherwise.",
    empty: "No report of a missed collection is contested.",
  },
  disputes: {
    label: "Old disputes",
    description: "Disputes that have been open for more than three days.",
    empty: "No dispute has been open for long.",
  },
  money_back: {
    label: "Owed by sellers",
    description:
      "Refunds that go from seller to buyer, because the money never passed through us. Listed until each has arrived.",
    empty: "No seller owes a refund.",
  },
  refunds: {
    label: "Refunds",
    description: "Money that should have gone back and has not.",
    empty: "Every refund got through.",
  },
  payouts: {
    label: "Payouts",
    description: "Sellers' proceeds that the card provider did not take, or whose account there is closed.",
    empty: "No payout is stuck.",
  },
  payout_claims: {
    label: "Owed to us",
    description:
      "The buyer has the money back, and the seller still has the payout. It is taken from the seller's balance at the card provider as soon as there is some.",
    empty: "No seller owes us a payout.",
  },
  fraud_warnings: {
    label: "Fraud warnings",
    description:
      "The card's bank suspects fraud, and the payout waits. Undo an order that has not been collected, before a chargeback comes, or let it go on.",
    empty: "No bank suspects fraud.",
  },
  mails: {
    label: "E-mails",
    description: "Letters given up after eight tries.",
    empty: "Every e-mail left.",
  },
  half_made: {
    label: "Half-made",
    description: "Purchases and trades that were interrupted while they were being made.",
    empty: "Nothing was left half-made.",
  },
  orders: {
    label: "Overdue orders",
    description: "Orders whose deadline has passed and that nothing has acted on.",
    empty: "Every deadline was acted on.",
  },
  holds: {
    label: "Old holds",
    description: "Holds that have outlived their time.",
    empty: "No hold has outlived its time.",
  },
  photos: {
    label: "Lost photos",
    description: "Photos that no listing, draft or message shows.",
    empty: "No photo is lying around.",
  },
};

interface ActionWords {
  label: string;
  /** Question of the confirmation. */
  question: string;
  consequence: string;
  done: string;
  /** Hint of the reason field, which says who reads the reason; without it no reason is asked. */
  note?: string;
  danger?: boolean;
}

export const ACTION_WORDS: Readonly<Record<Exclude<BaggageAction, "decide">, ActionWords>> = {
  remind: {
    label: "Ask both",
    question: "Ask both whether it was collected?",
    consequence: "Buyer and seller get an e-mail and a notice, at most one a day.",
    done: "Both have been asked",
  },
  complete: {
    label: "It was collected",
    question: "Complete this order?",
    consequence: "It counts as collected: the seller's proceeds fall due and the two can rate each other.",
    done: "Completed",
    note: "Both read this.",
  },
  refund: {
    label: "Undo the order",
    question: "Undo this order?",
    consequence:
      "A card payment goes back in full; money paid another way the seller has to return. The item is left inactive.",
    done: "The order was undone",
    note: "Both read this.",
    danger: true,
  },
  call_off: {
    label: "Call off",
    question: "Call off this trade?",
    consequence: "Everything in it is for sale again. Both are told why.",
    done: "The trade is off",
    note: "Both read this.",
    danger: true,
  },
  uphold: {
    label: "The report stands",
    question: "Let this report stand?",
    consequence: "The missed collection counts for the person it is about. Both are told.",
    done: "The report stands",
    note: "Both read this.",
  },
  dismiss: {
    label: "It doesn't count",
    question: "Dismiss this report?",
    consequence: "The missed collection counts for nobody. Both are told.",
    done: "The report was dismissed",
    note: "Both read this.",
  },
  retry: {
    label: "Try again",
    question: "Try it again now?",
    consequence: "It is tried once more at once, and from then on as usual.",
    done: "It is being tried again",
  },
  by_hand: {
    label: "Paid back by hand",
    question: "Has the money gone back another way?",
    consequence: "The refund counts as done and the buyer is told. This can't be undone.",
    done: "Written down as paid back",
    note: "How and when it went back. Kept in the audit log.",
    danger: true,
  },
  write_off: {
    label: "Write it off",
    question: "Give up this money?",
    consequence: "It is not taken from the seller any more, and Goodstreet bears the loss. This can't be undone.",
    done: "Written off",
    note: "Why it is given up. Kept in the audit log.",
    danger: true,
  },
  clear: {
    label: "Not fraud",
    question: "Let this order go on?",
    consequence: "The payout is sent when it is due, for every order of this payment.",
    done: "The order goes on",
    note: "Why it is not fraud. Kept in the audit log.",
  },
  leave: {
    label: "Leave it",
    question: "Never send this e-mail?",
    consequence: "It stays in the list as a record.",
    done: "It will not be sent",
  },
  settle: {
    label: "Settle",
    question: "Let Goodstreet look at it again?",
    consequence: "Its own rules decide what becomes of it, as they would have by themselves.",
    done: "Settled",
  },
  remove: {
    label: "Remove",
    question: "Remove the photos that nothing shows?",
    consequence: "All of them go, not only this one. This can't be undone.",
    done: "Removed",
  },
};

// The list

export const baggage = "Baggage";
export const description =
  "What is lost, unclaimed or stuck and needs a person. Goodstreet settles most of it by itself; the rest waits here.";
export const tabsLabel = "What is stuck";
export const listed = "entries";
export const nothingHere = "Nothing here";
export const waitingSince = (age: string) => `waiting since ${age}`;
export const lookAndDecide = "Look and decide";
export const seeMore = "See more";

// The dialog

export const reasonTooShort = "Please say why in a few words.";
export const cancel = "Cancel";
export const reason = "Reason";
