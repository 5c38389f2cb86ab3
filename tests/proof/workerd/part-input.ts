/** Input of a part that runs inside workerd, and how its outcome reaches tests/proof/workerd-parts.ts. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { seed } from "../../support/workerd/seed.ts";
import { type Outcome, type Problem, unreached } from "../part.ts";

interface PartInput {
  seed: number;
  seconds: number;
  /** A stored failure to replay instead. */
  again: Pick<Problem, "seed" | "case"> | null;
}

const asked = (env as unknown as { PROOF?: string }).PROOF;

/** Without input, as in an editor, the run is short. */
const brief: Omit<PartInput, "seed"> = asked ? JSON.parse(asked) : { seconds: 5, again: null };
export const partInput: PartInput = { seed, ...brief };

/**
 * Returns an empty outcome. tests/proof/workerd-parts.ts reads it from the report of the run.
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

/** Fails the test when there are problems, or when a kind of call was never accepted. */
export function assertOutcome(outcome: Outcome): void {
  expect(outcome.problems.map(({ message }) => message).join("\n")).toBe("");
  // A stored failure is a single call, so it need not reach the other kinds.
  if (!partInput.again?.case) expect(unreached(outcome).join("\n")).toBe("");
}
