/**
 * How many random cases a property test plays, and from which seed. `npm test` plays a twentieth of them; with
 * `LONG_PROPERTIES=1`, as in `npm run verify`, every one. Each run has a fresh seed, and a failure says how to repeat it.
 * `CASE` plays a single history, given by the `path` in its failure.
 */
import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterEach, vi } from "vitest";
import { Random } from "../sim/random.ts";

/** Whether every case is played. Only then are rare events certain to happen. */
export const LONG = process.env.LONG_PROPERTIES === "1";

const fixed = fc.readConfigureGlobal();
const seed = fixed?.seed ?? Number(process.env.SEED ?? randomInt(2 ** 31));
fc.configureGlobal({ ...fixed, seed });
if (LONG) {
  console.info(`seed ${seed}`);
  vi.setConfig({ testTimeout: 15 * 60_000 });
}

afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  const mode = LONG ? "LONG_PROPERTIES=1 " : "";
  throw new Error(`Repeat with: ${mode}SEED=${seed} npx vitest run --project unit ${task.file.name}`);
});

/** @param least how many cases `npm test` plays, if that is more than a twentieth. */
export const runs = (all: number, least = 60): number => (LONG ? all : Math.min(all, Math.max(least, all / 20)));

/** Plays histories, which take minutes to shrink: `SHRINK=1` shrinks a failing one. */
export const histories = (all: number, least?: number) => ({
  numRuns: runs(all, least),
  endOnFailure: !process.env.SHRINK,
  ...(process.env.CASE && { path: process.env.CASE }),
});

/** Plays cases that draw their own random numbers. */
export function randomCases(all: number, play: (random: Random) => void): void {
  const one = fc.property(fc.integer(), (stream) => play(new Random(stream)));
  fc.assert(one, { numRuns: runs(all), unbiased: true, endOnFailure: true });
}
