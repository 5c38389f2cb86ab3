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
    question: "Ask both if it was picked up?",
    consequence: "The buyer and seller get an email and a notification, at most one a day.",
    done: "We've asked both",
  },
  remind_seller: {
    label: "Remind the seller",
    question: "Remind the seller to set up payouts?",
    consequence: "They get an email and a notification, at most one a day.",
    done: "We've reminded the seller",
  },
  complete: {
    label: "Mark as picked up",
    question: "Mark this order as picked up?",
    consequence: "The order is completed, the seller's payout falls due, and both can rate each other.",
    done: "Marked as picked up",
    note: "Both will see this.",
  },
  refund: {
    label: "Cancel the order",
    question: "Cancel this order?",
    consequence:
      "Card payments are refunded in full. The seller must refund any other payment. The item stays inactive.",
    done: "Order cancelled",
    note: "Both will see this.",
    danger: true,
  },
  call_off: {
    label: "Call off",
    question: "Call off this trade?",
    consequence: "All its items go back on sale. We'll tell both why.",
    done: "Trade called off",
    note: "Both will see this.",
    danger: true,
  },
  call_off_circle: {
    label: "Call off",
    question: "Call off this swap circle?",
    consequence: "Every item that hasn't changed hands goes back on sale. We'll tell all three why.",
    done: "Circle called off",
    note: "All three will see this.",
    danger: true,
  },
  close_case: {
    label: "Close case",
    question: "Close this case?",
    consequence: "Do this once the item is returned or paid for. We'll tell all three what was decided.",
    done: "Case closed",
    note: "All three will see this.",
  },
  uphold: {
    label: "Uphold report",
    question: "Uphold this report?",
    consequence: "The missed pickup counts against the person reported. We'll tell both.",
    done: "Report upheld",
    note: "Both will see this.",
  },
  dismiss: {
    label: "Dismiss report",
    question: "Dismiss this report?",
    consequence: "The missed pickup won't count against anyone. We'll tell both.",
    done: "Report dismissed",
    note: "Both will see this.",
  },
  decline: {
    label: "Decline",
    question: "Decline this refund?",
    consequence: "The order goes on. We'll tell the seller why.",
    done: "Refund declined",
    note: "The seller will see this.",
  },
  retry: {
    label: "Try again",
    question: "Try again now?",
    consequence: "We'll try once now, then on the usual schedule.",
    done: "Trying again",
  },
  by_hand: {
    label: "Mark as refunded",
    question: "Mark this as refunded another way?",
    consequence: "The refund counts as done, and we'll tell the buyer. You can't undo this.",
    done: "Marked as refunded",
    note: "How and when it was refunded. Kept in the audit log.",
    danger: true,
  },
  write_off: {
    label: "Write off",
    question: "Write off this money?",
    consequence: "We'll stop taking it from the seller, and Goodstreet bears the loss. You can't undo this.",
    done: "Written off",
    note: "Why you're writing it off. Kept in the audit log.",
    danger: true,
  },
  clear: {
    label: "Clear warning",
    question: "Clear this fraud warning?",
    consequence: "Every order in this payment goes ahead and is paid out when due.",
    done: "Warning cleared",
    note: "Why it isn't fraud. Kept in the audit log.",
  },
  leave: {
    label: "Don't send",
    question: "Stop trying to send this email?",
    consequence: "It stays in the list as a record.",
    done: "It won't be sent",
  },
  settle: {
    label: "Resolve",
    question: "Resolve this automatically?",
    consequence: "Goodstreet's usual rules decide what happens to it.",
    done: "Resolved",
  },
  remove: {
    label: "Remove",
    question: "Remove all unused photos?",
    consequence: "This removes every unused photo, not just this one. You can't undo this.",
    done: "Removed",
  },
};
