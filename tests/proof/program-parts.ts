/** Parts that are separate programs: the simulation of Knowzee and the kill -9 rounds. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Budget, Outcome, Part, Problem } from "./part.ts";

const root = resolve(import.meta.dirname, "../..");

interface Ended {
  status: number | null;
  output: string;
}

function runNode(args: string[], seconds: number): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn("node", args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, GOODSTREET_SKIP_WEB_BUILD: "1" },
      timeout: seconds * 1_000,
    });
    let output = "";
    const add = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.once("error", fail);
    child.once("exit", (status) => done({ status, output }));
  });
}

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
const numbersIn = (text: string, patterns: Record<string, RegExp>) =>
  Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, numberIn(text, pattern)]));
const lastLines = (text: string) => text.trim().split("\n").slice(-8).join("\n");

interface Program {
  name: string;
  share: number;
  args: (budget: Budget) => string[];
  /** Seconds beyond the budget after which the program counts as hanging. */
  grace: number;
  cases: RegExp;
  reached: Record<string, RegExp>;
  figures: Record<string, RegExp>;
}

function partOf({ name, share, args, grace, cases, reached, figures }: Program): Part {
  const outcome = async (budget: Budget): Promise<Outcome> => {
    const { status, output } = await runNode(args(budget), budget.seconds + grace);
    const problems: Problem[] = status === 0 ? [] : [{ message: lastLines(output), seed: budget.seed, case: budget }];
    return {
      cases: numberIn(output, cases),
      reached: numbersIn(output, reached),
      problems,
      figures: numbersIn(output, figures),
    };
  };
  return {
    name,
    share,
    run: outcome,
    replay: async ({ seed, case: kept }) => (await outcome((kept as Budget | null) ?? { seed, seconds: 20 })).problems,
  };
}

export const knowzeeSim = partOf({
  name: "haggling",
  share: 0.5,
  args: ({ seconds, seed }) => [
    "tests/sim/knowzee-market.ts",
    `--buyers=${Math.max(20_000, Math.floor(seconds * 4_000))}`,
    `--seed=${seed}`,
  ],
  grace: 120,
  cases: /^(\d+) buyers/m,
  reached: { deal_rate: /^Knowzee, normal\s+([\d.]+)/m },
  figures: {},
});

export const killRounds = partOf({
  name: "kill -9",
  share: 4,
  // A round and the shutdown take some seconds themselves.
  args: ({ seconds, seed }) => [
    "tests/kill/kill-rounds.ts",
    "--rounds=100000",
    `--limit=${Math.max(1, seconds - 12)}`,
    `--seed=${seed}`,
  ],
  grace: 240,
  cases: /kill -9 × (\d+)/,
  reached: { holds: /\((\d+) holds/, orders: /(\d+) orders\)/ },
  figures: {
    cut_off: /(\d+) cut off/,
    slowest_restart_ms: /slowest restart (\d+) ms/,
  },
});
