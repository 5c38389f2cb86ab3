import type { BaggageAction } from "#contract/admin/baggage";

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

export const ACTION_LABELS: Readonly<Record<Exclude<BaggageAction, "decide">, ActionWords>> = {
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
