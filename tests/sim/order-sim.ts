/**
 * Simulates orders and strikes in virtual time, with one seed per run and a crash at any step.
 * `npm run sim:orders -- --steps=2000000 --seed=1 [--seconds=60] [--mutant=name]`
 * `npm run sim:orders -- --mutants [--steps=…]` must first find every injected bug.
 * `npm run sim:orders -- --run=<run seed> --only=3,17,29 [--mutant=name]` replays steps of one run.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { MUTANTS } from "./mutants.ts";
import { mix } from "./random.ts";
import { RUN_STEPS, run, shorten } from "./run.ts";
import { PRODUCTION_RULES, type Rules } from "./world.ts";

interface Share {
  seed: number;
  steps: number;
  seconds: number;
  mutant: string;
  /** This thread plays every `of`-th run. */
  part: number;
  of: number;
}

interface Result {
  steps: number;
  runs: number;
  days: number;
  counts: Record<string, number>;
  violation: string | null;
  replay: string | null;
}

const option = (name: string) =>
  process.argv.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))?.split("=")[1];
const number = (name: string, fallback: number) => Number(option(name) ?? fallback);

function rulesOf(mutant: string): Rules {
  const rules = mutant === "" ? PRODUCTION_RULES : MUTANTS[mutant];
  if (!rules) throw new Error(`no such mutant; there are: ${Object.keys(MUTANTS).join(", ")}`);
  return rules;
}

function play({ seed, steps, seconds, mutant, part, of }: Share): Result {
  const rules = rulesOf(mutant);
  const until = performance.now() + seconds * 1_000;
  const counts: Record<string, number> = {};
  const result: Result = { steps: 0, runs: 0, days: 0, counts, violation: null, replay: null };
  for (let n = part; result.steps < steps && performance.now() < until; n += of) {
    const runSeed = mix(mix(seed) ^ n);
    const one = run(rules, runSeed, Math.min(RUN_STEPS, steps - result.steps));
    result.steps += one.steps;
    result.days += one.days;
    result.runs++;
    for (const [name, count] of [...one.done, ...one.transitions]) counts[name] = (counts[name] ?? 0) + count;
    if (one.violation === null) continue;
    const only = shorten(rules, runSeed, one, 15_000);
    result.violation = one.violation;
    result.replay = `npm run sim:orders -- --run=${runSeed} --only=${only.join()}${mutant && ` --mutant=${mutant}`}`;
    break;
  }
  return result;
}

async function inThreads(share: Omit<Share, "part" | "of">, threads: number): Promise<Result> {
  const steps = Math.ceil(share.steps / threads);
  const results = await Promise.all(
    Array.from({ length: threads }, (_, part) => {
      const worker = new Worker(import.meta.filename, { workerData: { ...share, steps, part, of: threads } });
      return new Promise<Result>((resolve, reject) => worker.once("message", resolve).once("error", reject));
    }),
  );
  const counts: Record<string, number> = {};
  for (const [name, count] of results.flatMap((result) => Object.entries(result.counts)))
    counts[name] = (counts[name] ?? 0) + count;
  const sum = (key: "steps" | "runs" | "days") => results.reduce((total, result) => total + result[key], 0);
  const bad = results.find((result) => result.violation !== null);
  return {
    steps: sum("steps"),
    runs: sum("runs"),
    days: sum("days"),
    counts,
    violation: bad?.violation ?? null,
    replay: bad?.replay ?? null,
  };
}

/** The rarest event happens about three times in a million steps. */
const LONG_STEPS = 2_000_000;

/** Events that a long simulation must reach: a rule that is never reached is never tested. */
const REACHED = [
  "awaiting_payment → payment_confirmed",
  "awaiting_payment → payment_pending_seller_confirmation",
  "awaiting_payment → cancelled",
  "awaiting_payment → expired",
  "payment_pending_seller_confirmation → payment_confirmed",
  "payment_pending_seller_confirmation → awaiting_payment",
  "payment_pending_seller_confirmation → disputed",
  "disputed → payment_confirmed",
  "disputed → completed",
  "disputed → refunded",
  "payment_confirmed → completed",
  "payment_confirmed → disputed",
  "payment_confirmed → refunded",
  "expired → payment_confirmed",
  "cancelled → payment_confirmed",
  "completed → disputed",
  "chargeback won",
  "chargeback lost",
  "payout sent again",
  "purchase committed",
  "purchase cancelled",
  "own case",
  "refund by late",
  "refund by order",
  "strike counted",
  "strike of the same event",
  "strike suspended",
  "strike banned",
  "strike staff",
  "strike taken back",
  "end: banned",
];

async function main(): Promise<number> {
  const seed = number("seed", 20_261_121);
  const runSeed = option("run");
  if (runSeed !== undefined) {
    const only = new Set((option("only") ?? "").split(",").map(Number));
    const { violation } = run(rulesOf(option("mutant") ?? ""), Number(runSeed), Math.max(...only) + 1, only);
    console.log(violation ?? "no violation");
    return violation === null ? 0 : 1;
  }
  if (process.argv.includes("--mutants")) {
    let missed = 0;
    for (const mutant of Object.keys(MUTANTS)) {
      const started = performance.now();
      const found = play({
        seed,
        steps: Number.POSITIVE_INFINITY,
        seconds: number("seconds", 60),
        mutant,
        part: 0,
        of: 1,
      });
      const took = ((performance.now() - started) / 1_000).toFixed(1);
      if (found.violation === null) missed++;
      console.log(
        `${mutant}: ${found.violation === null ? "NOT FOUND" : "found"} after ${found.steps} steps, ${took} s with shortening`,
      );
      if (found.violation !== null) console.log(`  ${found.violation.slice(0, 200)}\n  ${found.replay}`);
    }
    if (missed > 0 || option("steps") === undefined) return missed === 0 ? 0 : 1;
  }
  const started = performance.now();
  const share = {
    seed,
    steps: number("steps", 2_000_000),
    seconds: number("seconds", 3_600),
    mutant: option("mutant") ?? "",
  };
  const result = await inThreads(share, number("threads", 2));
  for (const [name, count] of Object.entries(result.counts).sort())
    console.log(`${String(count).padStart(9)}  ${name}`);
  const took = (performance.now() - started) / 1_000;
  console.log(
    `seed ${seed}: ${result.steps} steps in ${result.runs} runs, ${(result.days / 365).toFixed(0)} market-years, ${took.toFixed(1)} s`,
  );
  if (result.violation !== null) {
    console.log(`VIOLATION ${result.violation}\n${result.replay}`);
    return 1;
  }
  const unmet = result.steps < LONG_STEPS ? [] : REACHED.filter((name) => !result.counts[name]);
  if (unmet.length > 0) console.log(`never reached: ${unmet.join("; ")}`);
  return unmet.length === 0 ? 0 : 1;
}

if (isMainThread) process.exitCode = await main();
else parentPort?.postMessage(play(workerData as Share));
