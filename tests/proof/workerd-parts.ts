/** Parts that are test files, most of them inside workerd, where the test controls the clock, the database and the limits. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mix } from "../sim/random.ts";
import { type Budget, type Outcome, type Part, type Problem, unreached } from "./part.ts";

const root = resolve(import.meta.dirname, "../..");
/** Time to start the runtime and migrate the database. */
const START_SECONDS = 6;

interface Report {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; meta?: { proof?: Outcome } }[];
  }[];
}

interface Ask {
  project: string;
  file: string;
  seed: number;
  seconds: number;
  again: Pick<Problem, "seed" | "case"> | null;
}

async function runFile({
  project,
  file,
  seed,
  ...brief
}: Ask): Promise<{ tests: number; outcomes: Outcome[]; failed: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "goodstreet-proof-"));
  const target = join(folder, "report.json");
  const args = ["run", "--project", project, file, "--reporter=json", `--outputFile.json=${target}`];
  const output = await new Promise<string>((done, fail) => {
    const child = spawn("vitest", args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, SEED: String(seed), PROOF: JSON.stringify(brief) },
    });
    let text = "";
    const add = (chunk: Buffer) => {
      text += chunk;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.once("error", fail);
    child.once("exit", () => done(text));
  });
  try {
    const { testResults } = JSON.parse(readFileSync(target, "utf8")) as Report;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      tests: tests.filter(({ status }) => status === "passed").length,
      outcomes: tests.flatMap(({ meta }) => meta?.proof ?? []),
      failed: [
        ...testResults.flatMap(({ message }) => (message ? [message] : [])),
        ...tests
          .filter(({ status }) => status === "failed")
          .map((test) => `${test.fullName}\n${test.failureMessages.join("\n")}`),
      ],
    };
  } catch {
    return { tests: 0, outcomes: [], failed: [output.slice(-3_000)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A part that receives a time budget and reports its own cases. */
export function workerdPart(name: string, share: number, file: string): Part {
  const run = async (budget: Budget, again: Ask["again"]): Promise<Outcome> => {
    const seconds = Math.max(3, budget.seconds - START_SECONDS);
    const { outcomes, failed } = await runFile({ project: "proof", file, seed: budget.seed, seconds, again });
    const [reported] = outcomes;
    // The test also fails for the problems in its outcome; report those once.
    const known = reported !== undefined && (reported.problems.length > 0 || unreached(reported).length > 0);
    const problems = known
      ? []
      : failed.map((message): Problem => ({ message: message, seed: budget.seed, case: null }));
    return {
      cases: reported?.cases ?? 0,
      reached: reported?.reached ?? {},
      problems: [...(reported?.problems ?? []), ...problems],
      figures: reported?.figures ?? {},
    };
  };
  return {
    name,
    share,
    run: (budget) => run(budget, null),
    replay: async (kept) => (await run({ seconds: 10, seed: kept.seed }, kept)).problems,
  };
}

/** A seeded test of `npm test` or `npm run verify`, repeated with other seeds. */
export function repeatedTestPart(name: string, share: number, project: string, file: string): Part {
  const once = async (seed: number) => runFile({ project, file, seed, seconds: 0, again: null });
  return {
    name,
    share,
    run: async ({ seconds, seed }) => {
      const until = performance.now() + seconds * 1_000;
      const outcome = { cases: 0, reached: { tests: 0 }, problems: [] as Problem[], figures: {} };
      let longest = 0;
      do {
        const one = outcome.cases === 0 ? seed : mix(mix(seed) ^ outcome.cases);
        const started = performance.now();
        const { tests, failed } = await once(one);
        longest = Math.max(longest, performance.now() - started);
        outcome.cases++;
        outcome.reached.tests += tests;
        outcome.problems.push(...failed.map((message) => ({ message, seed: one, case: { seed: one } })));
      } while (performance.now() + longest < until && outcome.problems.length === 0);
      return outcome;
    },
    replay: async ({ seed }) => (await once(seed)).failed.map((message) => ({ message, seed, case: { seed } })),
  };
}
