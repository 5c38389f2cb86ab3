export const WALKTHROUGHS = ["marketplace", "item_detail"] as const;
export type Walkthrough = (typeof WALKTHROUGHS)[number];

/** Times are UTC ms, server time. */
export interface WalkthroughState {
  completed: boolean;
  completed_at: number | null;
  skipped: boolean;
  skipped_at: number | null;
}

export type WalkthroughOutcomes = { [name in Walkthrough]?: { completed?: true; skipped?: true } };

/** Reads the stored states; invalid ones count as absent. */
export function walkthroughStates(
  stored: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Record<Walkthrough, WalkthroughState | null> {
  return { marketplace: stateOf(stored.marketplace), item_detail: stateOf(stored.item_detail) };
}

function stateOf(stored: Readonly<Record<string, unknown>> | undefined): WalkthroughState | null {
  const completed = stored?.completed === true;
  const skipped = stored?.skipped === true;
  if (!completed && !skipped) return null;
  return {
    completed,
    completed_at: completed && typeof stored.completed_at === "number" ? stored.completed_at : null,
    skipped,
    skipped_at: skipped && typeof stored.skipped_at === "number" ? stored.skipped_at : null,
  };
}

const NOT_SEEN: WalkthroughState = { completed: false, completed_at: null, skipped: false, skipped_at: null };

/** Returns the states after these outcomes. The time of the first outcome is kept. */
export function recordOutcomes(
  stored: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  outcomes: WalkthroughOutcomes,
  now: number,
): Record<string, Record<string, unknown>> {
  const states = walkthroughStates(stored);
  const next: Record<string, Record<string, unknown>> = {};
  for (const name of WALKTHROUGHS) {
    const before = states[name] ?? NOT_SEEN;
    const { completed = before.completed, skipped = before.skipped } = outcomes[name] ?? {};
    if (!completed && !skipped) continue;
    next[name] = {
      completed,
      completed_at: completed ? (before.completed_at ?? now) : null,
      skipped,
      skipped_at: skipped ? (before.skipped_at ?? now) : null,
    };
  }
  return next;
}
