/** Input and output of every part of the proof. */

export interface Budget {
  seconds: number;
  seed: number;
}

export interface Problem {
  message: string;
  /** Replays the problem. */
  seed: number;
  /** The shortened case, in the form that `replay` takes; null when the seed alone reproduces it. */
  case: unknown;
}

export interface Outcome {
  cases: number;
  /** Accepted calls by kind. Every kind must be reached, because refused calls alone prove nothing. */
  reached: Record<string, number>;
  problems: Problem[];
  figures: Record<string, number | string>;
}

export interface Part {
  name: string;
  /** Share of the total time, relative to the other parts. */
  share: number;
  run: (budget: Budget) => Promise<Outcome>;
  /** Replays a problem of an earlier run. Empty when it no longer occurs. */
  replay: (problem: Pick<Problem, "seed" | "case">) => Promise<Problem[]>;
}

/** Returns a message for each kind of call that a run never had accepted. */
export function unreached({ cases, reached }: Pick<Outcome, "cases" | "reached">): string[] {
  if (cases === 0) return ["not one case was played: this proves nothing"];
  return Object.entries(reached)
    .filter(([, count]) => !(count > 0))
    .map(
      ([name]) =>
        `${name.replaceAll("_", " ")}: none was accepted in ${cases} cases, so this proves nothing about them`,
    );
}

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
