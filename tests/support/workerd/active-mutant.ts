/**
 * Setup of `npm run mutation -- --runtime`. One runtime stays alive for all mutants of a file, and each mutant loads the
 * test files again under its own name (`orders.test.ts?mutant=12`). This switches the mutant on for that file, skips the
 * tests that do not reach it, and skips all others after the first failure.
 */
import { afterAll, afterEach, beforeAll, beforeEach, inject, type RunnerTestCase, type RunnerTestSuite } from "vitest";

/** How often each mutant was reached: in each test, and outside of tests. */
export interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

declare module "vitest" {
  interface ProvidedContext {
    /** What each test file reaches, by its name. */
    coverage: Record<string, Coverage>;
    /** A mutant of code that runs when its module loads: it is active before that. */
    mutantAtLoad: string | null;
    /** How long a test waits for a state (ms). */
    patience?: number;
  }
}
declare module "@vitest/runner" {
  interface TaskMeta {
    coverage?: Coverage;
    /** Mutants that are reached when the modules load. */
    atLoad?: string[];
  }
}

/** Stryker's switch in the mutated file. The tests, the Worker and its Durable Objects share this global. */
interface Switch {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage: Coverage;
  hitCount?: number;
  hitLimit?: number;
  atLoad?: string[];
  killed: Set<string>;
}
const shared = globalThis as { __stryker__?: Switch };
shared.__stryker__ ??= { killed: new Set(), mutantCoverage: { static: {}, perTest: {} } };
const stryker = shared.__stryker__;

/** A mutant that runs this often is in an endless loop. */
const HIT_LIMIT = 200_000;

const mutantAtLoad = inject("mutantAtLoad");
stryker.activeMutant = mutantAtLoad ?? undefined;
let mutant: string | null = null;

/** Skips tests that have not begun, and suites without other tests, so that their hooks do not run. */
function skipTests({ tasks }: RunnerTestSuite, skipped: (test: RunnerTestCase) => boolean): void {
  for (const task of tasks.filter(({ result }) => !result)) {
    if (task.type === "suite") skipTests(task, skipped);
    if (task.type === "suite" ? task.tasks.every(({ mode }) => mode === "skip") : skipped(task)) task.mode = "skip";
  }
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern as the first parameter.
beforeAll(({}, { file }) => {
  const [name = "", id = ""] = (file.filepath.split("/").at(-1) ?? "").split("?mutant=");
  mutant = /^\d+$/.test(id) ? id : null;
  stryker.atLoad ??= Object.keys(stryker.mutantCoverage.static);
  stryker.mutantCoverage.static = {};
  stryker.mutantCoverage.perTest = {};
  stryker.hitCount = 0;
  stryker.hitLimit = HIT_LIMIT;
  if (!mutant) return;
  stryker.activeMutant = id;
  const known = inject("coverage")[name];
  // What runs outside of tests may concern each of them.
  const all = mutantAtLoad === id || known?.static[id] !== undefined;
  const reaches = (test: RunnerTestCase) => all || known?.perTest[test.fullTestName]?.[id] !== undefined;
  skipTests(file, (test) => stryker.killed.has(id) || !reaches(test));
});

beforeEach(({ task }) => {
  stryker.currentTestId = task.fullTestName;
});

afterEach(({ task }) => {
  stryker.currentTestId = undefined;
  if (!mutant || task.result?.state !== "fail") return;
  stryker.killed.add(mutant);
  skipTests(task.file, () => true);
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern as the first parameter.
afterAll(({}, { file }) => {
  stryker.activeMutant = undefined;
  file.meta.coverage = stryker.mutantCoverage;
  file.meta.atLoad = stryker.atLoad;
});
