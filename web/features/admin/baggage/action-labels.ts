import type { BaggageAction } from "#contract/admin/baggage";
import labels from "./action-labels.json" with { type: "json" };

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

export const ACTION_LABELS: Readonly<Record<Exclude<BaggageAction, "decide">, ActionWords>> = labels;
