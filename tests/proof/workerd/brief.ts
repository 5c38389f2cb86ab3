/** What a part that runs inside the runtime is asked for, and how its outcome gets out of it (tests/proof/runtime.ts). */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { type Outcome, type Problem, unreached } from "../parts.ts";

interface Brief {
  seed: number;
  seconds: number;
  /** A kept failure to play again instead. */
  again: Pick<Problem, "seed" | "case"> | null;
}

const asked = (env as unknown as { PROOF?: string }).PROOF;

/** Without being asked, as in an editor: a short run. */
export const brief: Brief = asked ? (JSON.parse(asked) as Brief) : { seed: 20_261_121, seconds: 5, again: null };

/**
 * A test's outcome, empty at first. tests/proof/runtime.ts reads it from the report of the run.
 * @param reached names the kinds of calls of which at least one has to be accepted.
 */
export function outcomeOf<Kind extends string>(
  task: { meta: object },
  reached: readonly Kind[],
): Outcome & { reached: Record<Kind, number> } {
  const counts = Object.fromEntries(reached.map((kind) => [kind, 0])) as Record<Kind, number>;
  const outcome = { cases: 0, reached: counts, problems: [], figures: {} };
  Object.assign(task.meta, { proof: outcome });
  return outcome;
}

/** Fails the test when something was wrong, or when a kind of call was never accepted. */
export function conclude(outcome: Outcome): void {
  expect(outcome.problems.map(({ says }) => says).join("\n")).toBe("");
  // A kept failure is one call: it need not reach the rest.
  if (!brief.again?.case) expect(unreached(outcome).join("\n")).toBe("");
}
