/** What a part that runs inside the runtime is asked for, and how its outcome gets out of it (tests/proof/runtime.ts). */
import { env } from "cloudflare:workers";
import type { Outcome, Problem } from "../parts.ts";

interface Brief {
  seed: number;
  seconds: number;
  /** A kept failure to play again instead. */
  again: Pick<Problem, "seed" | "case"> | null;
}

const asked = (env as unknown as { PROOF?: string }).PROOF;

/** Without being asked, as in an editor: a short run. */
export const brief: Brief = asked ? (JSON.parse(asked) as Brief) : { seed: 20_261_121, seconds: 5, again: null };

/** A test's outcome, empty at first. tests/proof/runtime.ts reads it from the report of the run. */
export function outcomeOf(task: { meta: object }, figures: Outcome["figures"] = {}): Outcome {
  const outcome: Outcome = { cases: 0, problems: [], figures };
  Object.assign(task.meta, { proof: outcome });
  return outcome;
}
