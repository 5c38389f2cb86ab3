/**
 * Mutation tests of commands and rooms, for scripts/mutation.ts. Stryker's own runner replaces the pool of Vitest, so it
 * cannot run tests in the Workers runtime. Its instrumenter can be used alone: it puts all mutants of a file into one
 * copy, each behind a switch. Vitest serves that copy, and one runtime runs the tests for one mutant after the other
 * (tests/support/workerd/active-mutant.ts).
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import type { Coverage } from "../tests/support/workerd/active-mutant.ts";
import { createRandom } from "../tests/support/workerd/seeded-random.ts";

/** The files that move money or holds: measured when none is named. */
export const MONEY_AND_HOLDS = [
  ...["holds", "checkout", "orders"].map((area) => `worker/features/${area}/commands.ts`),
  "worker/features/checkout/purchases/purchases.ts",
  ...["intents/intents", "settlement", "refunds", "payouts/payouts", "payout-claims", "reversals/reversals"].map(
    (file) => `worker/features/payments/${file}.ts`,
  ),
  ...["holds", "orders"].map((topic) => `durable/item-room/commands/${topic}.ts`),
];

/**
 * The tests of the files under a path, the quickest first. Most runtime tests reach most files, so the imports do not
 * say whose tests they are. Other files need `--tests=orders,cash`.
 */
const TESTS: Record<string, string[]> = {
  "worker/features/holds/": ["abuse-holds", "holiday", "site-settings", "server-guarantees", "waitlist", "checkout"],
  "worker/features/checkout/purchases/": ["abuse-identity", "special-offers", "purchases", "cash", "purchase-races"],
  "worker/features/checkout/": ["abuse-payment-details", "abuse-holds", "crypto", "checkout", "orders", "cash"],
  "worker/features/orders/direct-refunds.ts": ["bank-refunds"],
  "worker/features/orders/": [
    ...["abuse-orders", "showing-up", "collection-times", "crypto", "payment-queue-and-baggage", "orders", "cash"],
    ...["payments", "purchase-races"],
  ],
  "worker/features/payments/intents/": ["abuse-orders", "charge-fees", "payments"],
  "worker/features/payments/settlement/": ["abuse-orders", "charge-fees", "payments", "purchase-races"],
  "worker/features/payments/payouts/": ["platform-fee", "payments", "stripe-failures", "chargebacks"],
  "worker/features/payments/payout-claims/": ["platform-fee", "stripe-failures", "chargebacks"],
  "worker/features/payments/": ["abuse-orders", "lost-events", "payments", "stripe-failures", "chargebacks"],
  "durable/item-room/commands/holds": ["server-guarantees", "waitlist", "giveaways", "room"],
  "durable/item-room/commands/orders": [
    ...["abuse-orders", "payment-queue-and-baggage", "orders", "room", "cash", "payments", "chargebacks"],
  ],
  "durable/": ["abuse-orders", "waitlist", "orders", "room", "cash", "payments"],
};

type Place = { line: number; column: number };
interface Sample {
  size: number;
  seed: number;
  /** Names of files of tests/workerd, instead of those in the table. */
  tests?: string[];
}
interface RuntimeMutant {
  id: string;
  mutatorName: string;
  replacement: string;
  status: "Killed" | "Survived" | "Timeout" | "NoCoverage";
  location: { start: Place; end: Place };
  /** The first failure. */
  statusReason?: string;
}

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

/** Part of a syntax tree of Babel. */
interface Node {
  type: string;
  expression?: Node;
  callee?: { name?: string };
  body?: Node[];
}
/** A statement, or a block of them. */
function isLogLine({ type, expression, body }: Node): boolean {
  if (type === "BlockStatement") return body !== undefined && body.length > 0 && body.every(isLogLine);
  return expression?.type === "CallExpression" && expression.callee?.name === "log";
}

/** Returns all mutants of a file, without those of texts and log lines, and the copy that contains them. */
async function instrument(file: string, source: string) {
  const { files, mutants } = await new Instrumenter(silent).instrument(
    [{ name: file, content: source, mutate: true }],
    {
      plugins: null,
      excludedMutations: ["StringLiteral"],
      ignorers: [
        { shouldIgnore: (path) => (isLogLine((path as unknown as { node: Node }).node) ? "A log line" : undefined) },
      ],
    },
  );
  const place = ({ line, column }: Place) => ({ line: line + 1, column: column + 1 });
  return {
    copy: files[0]?.content ?? "",
    mutants: mutants
      .filter(({ status }) => status !== "Ignored")
      .map(({ id, mutatorName, replacement, location: { start, end } }): RuntimeMutant => {
        const location = { start: place(start), end: place(end) };
        return { id, mutatorName, replacement, status: "NoCoverage", location };
      }),
  };
}

/** Runs a list of test files, in this order, in one new runtime. `mutant` is part of each name. */
async function runFiles(vitest: Vitest, runs: { path: string; mutant: string }[]): Promise<TestModule[]> {
  const project = vitest.getRootProject();
  const specifications = runs.map(({ path, mutant }) => project.createSpecification(`${path}?mutant=${mutant}`));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const ids = new Set(specifications.map(({ moduleId }) => moduleId));
  return testModules.filter(({ moduleId }) => ids.has(moduleId));
}

/** Says which mutant is being tested. */
const progress = {
  onTestModuleEnd: (module: TestModule) =>
    console.log(`  ${basename(module.moduleId)} ${module.ok() ? "passed" : "failed"}`),
};

/** Returns the first failure of a test file. */
function failure(module: TestModule): string | null {
  for (const test of module.children.allTests("failed")) {
    return `${test.fullName}: ${test.result().errors?.[0]?.message ?? ""}`;
  }
  if (module.ok()) return null;
  return [...module.children.allSuites(), module].flatMap((suite) => suite.errors())[0]?.message ?? "failed";
}

/** Runs the tests without a mutant, and returns which mutants they reach. */
async function cover(vitest: Vitest, paths: string[]) {
  vitest.provide("coverage", {});
  const byFile: Record<string, Coverage> = {};
  let atLoad: string[] = [];
  const first = paths.map((path) => ({ path, mutant: "none" }));
  for (const module of await runFiles(vitest, first)) {
    const failed = failure(module);
    const meta = module.meta();
    if (failed || !meta.coverage) throw new Error(`${module.moduleId} fails without a mutant: ${failed}`);
    byFile[basename(module.moduleId).replace("?mutant=none", "")] = meta.coverage;
    atLoad = meta.atLoad ?? [];
  }
  const reaches = (path: string, id: string) => {
    const file = byFile[basename(path)];
    return atLoad.includes(id) || [file?.static, ...Object.values(file?.perTest ?? {})].some((hits) => hits?.[id]);
  };
  return { byFile, atLoad, reaches };
}

/** Sets what became of a mutant, unless the runtime itself failed and the mutant has not been tried `alone`. */
function setStatus(mutant: RuntimeMutant, modules: TestModule[], alone: boolean): void {
  const own = modules.filter(({ moduleId }) => moduleId.endsWith(`?mutant=${mutant.id}`));
  const failed = own.find((module) => !module.ok());
  const broken = failed ? failed.children.size === 0 : own.some((module) => !/passed|skipped/.test(module.state()));
  if (broken && !alone) return;
  const reason = failed ? failure(failed) : broken ? "timed out" : null;
  mutant.status = reason === null ? "Survived" : reason.includes("timed out") ? "Timeout" : "Killed";
  if (reason !== null) mutant.statusReason = reason;
}

/** Tests a random sample of a file's mutants, and returns them with the file's text. */
export async function mutateInRuntime(root: string, file: string, { size, seed, tests }: Sample) {
  const source = readFileSync(join(root, file), "utf8");
  const { copy, mutants } = await instrument(file, source);
  const sample = createRandom(seed)
    .shuffle([...mutants])
    .slice(0, size);
  const names = tests ?? Object.entries(TESTS).find(([path]) => file.startsWith(path))?.[1];
  if (!names) throw new Error(`Name the tests of ${file}: --tests=orders,cash`);
  const paths = names.map((name) => join(root, `tests/workerd/${name}.test.ts`));

  process.env.MUTATION = "runtime";
  const vitest = await createVitest(
    "test",
    { root, watch: false, reporters: [progress], onConsoleLog: () => false },
    { plugins: [{ name: "mutants", enforce: "pre", load: (id) => (id === join(root, file) ? copy : null) }] },
  );
  vitest.provide("mutantAtLoad", null);
  try {
    const coverage = await cover(vitest, paths);
    vitest.provide("coverage", coverage.byFile);
    const runsOf = ({ id }: RuntimeMutant) =>
      paths.filter((path) => coverage.reaches(path, id)).map((path) => ({ path, mutant: id }));
    const judge = async (mutants: RuntimeMutant[], alone: string | null) => {
      vitest.provide("mutantAtLoad", alone);
      const last = alone ? [] : [{ path: paths[0] ?? "", mutant: "last" }];
      const modules = await runFiles(vitest, [...mutants.flatMap(runsOf), ...last]);
      for (const mutant of mutants) setStatus(mutant, modules, alone !== null);
      const damage = modules.find((module) => module.moduleId.endsWith("?mutant=last") && !module.ok());
      if (damage) console.warn(`A mutant damaged the runtime, so some were killed for no reason: ${failure(damage)}`);
    };
    const reached = sample.filter((mutant) => runsOf(mutant).length > 0);
    await judge(
      reached.filter(({ id }) => !coverage.atLoad.includes(id)),
      null,
    );
    // Each in a new runtime: code that runs when its module loads, and mutants after one that broke the storage.
    for (const mutant of reached) if (mutant.status === "NoCoverage") await judge([mutant], mutant.id);
  } finally {
    await vitest.close();
    // Vitest has set it, because tests failed.
    process.exitCode = 0;
  }
  return { source, mutants: sample, all: mutants.length };
}
