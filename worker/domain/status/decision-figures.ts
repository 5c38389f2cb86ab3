/** What the page "How we decide" may say about decisions of staff. Small numbers would point at single people. */
import { HOUR_MS } from "../deadlines.ts";

/** Numbers below this are not shown. */
export const SHOWN_FROM = 5;

/** Decisions of one kind in a span of time. */
export interface Decisions {
  decided: number;
  /** How many of them changed something: a report upheld, an appeal allowed. */
  changed: number;
  /** Null without decisions. */
  median_ms: number | null;
}

export interface DecisionFigures {
  /** Null for fewer than 5. */
  decided: number | null;
  /** Whole percent; null if fewer than 5 were decided in one of the two ways. */
  changed_percent: number | null;
  /** Median time to a decision in hours, at least 1; null for fewer than 5 decisions. */
  median_hours: number | null;
}

/** Returns the figures as everyone may see them. */
export function decisionFigures({ decided, changed, median_ms }: Decisions): DecisionFigures {
  if (decided < SHOWN_FROM) return { decided: null, changed_percent: null, median_hours: null };
  const few = changed < SHOWN_FROM || decided - changed < SHOWN_FROM;
  return {
    decided,
    changed_percent: few ? null : Math.round((changed / decided) * 100),
    median_hours: median_ms === null ? null : Math.max(1, Math.round(median_ms / HOUR_MS)),
  };
}
