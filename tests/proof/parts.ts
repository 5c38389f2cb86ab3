/** What every part of the proof takes and gives back. */

export interface Budget {
  seconds: number;
  seed: number;
}

export interface Problem {
  says: string;
  /** Plays it again. */
  seed: number;
  /** What is left of it after shortening, as `replay` wants it; null: the seed says it all. */
  case: unknown;
}

export interface Outcome {
  cases: number;
  /** Calls the service accepted, by kind. Every kind has to be reached: refused calls alone prove nothing. */
  reached: Record<string, number>;
  problems: Problem[];
  figures: Record<string, number | string>;
}

export interface Part {
  name: string;
  /** Of the time, beside the others. */
  share: number;
  run: (budget: Budget) => Promise<Outcome>;
  /** Plays a problem of an earlier run again. Empty: it is gone. */
  replay: (problem: Pick<Problem, "seed" | "case">) => Promise<Problem[]>;
}

/** What a run never reached, in words. */
export function unreached({ cases, reached }: Pick<Outcome, "cases" | "reached">): string[] {
  if (cases === 0) return ["not one case was played: this proves nothing"];
  return Object.entries(reached)
    .filter(([, count]) => !(count > 0))
    .map(
      ([name]) =>
        `${name.replaceAll("_", " ")}: none was accepted in ${cases} cases, so this proves nothing about them`,
    );
}

export const pauseFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
