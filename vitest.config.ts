import { randomInt } from "node:crypto";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { writeLocalConfig } from "./scripts/local/config.ts";

/** Seed of the tests in the Workers runtime that play random cases: a fresh one for each run. */
const SEED = process.env.SEED ?? String(randomInt(2 ** 31));

/**
 * Runs tests in the Workers runtime. `PROOF` is set by tests/proof/workerd-parts.ts for each part, `CARD_PAYMENTS` is
 * the number of payments of a long run.
 */
const runtime = () =>
  cloudflareTest({
    remoteBindings: false,
    wrangler: { configPath: writeLocalConfig() },
    miniflare: {
      bindings: {
        REQUEST_LOG: "off",
        STAFF_SECOND_FACTOR: "required",
        PASSWORD_COST: "low",
        PROOF: process.env.PROOF ?? "",
        CARD_PAYMENTS: process.env.CARD_PAYMENTS ?? "",
        SEED,
      },
    },
  });

const inRuntime = (name: string, include: string[], shared: boolean) => ({
  plugins: [runtime()],
  test: {
    name,
    include,
    // Loading the Worker's modules takes ten seconds, so all files of a run share one runtime; each starts with empty
    // storage.
    isolate: !shared,
    setupFiles: [
      ...(shared ? ["tests/support/workerd/fresh-storage.ts"] : []),
      // Checks the database's invariants after every test file.
      "tests/support/workerd/audits.ts",
      ...(name === "workerd" ? [] : ["tests/support/workerd/print-seed.ts"]),
    ],
    // Bundled into one file, because loading its few hundred modules one by one is slow.
    deps: { optimizer: { ssr: { enabled: true, include: ["stripe"] } } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const unit = {
  testTimeout: 60_000,
  environment: "node",
  include: ["tests/unit/**/*.test.ts", "tests/property/**/*.test.ts"],
};

/** Runs the short unit tests before the long property tests, because a mutant run stops at the first failing test. */
class ShortTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => `${file.moduleId.includes("/tests/property/") ? 1 : 0}${file.moduleId}`;
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

/**
 * Slow tests: they load the whole application, or compare generated files, which fail for any changed rule. A rule that
 * only these cover needs tests of its own; `MUTATION_LONG=1` includes them.
 */
const LONG = [
  "tests/property/{collection-address,item-room,knowzee,traded-item,waitlist}.test.ts",
  "tests/unit/{audits,cited-rules,places-table}.test.ts",
];

/** The tests that `npm run mutation` runs: the unit tests, and every property test with one seed. */
const mutation = defineConfig({
  test: {
    ...unit,
    exclude: process.env.MUTATION_LONG ? [] : LONG,
    setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fixed-seed.ts"],
    sequence: { sequencer: ShortTestsFirst },
  },
});

const workerd = inRuntime("workerd", ["tests/workerd/**/*.test.ts"], true);

/** Keeps the order of scripts/mutation-runtime.ts. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** The tests that `npm run mutation -- --runtime` runs once for each mutant (scripts/mutation-runtime.ts). */
const runtimeMutation = defineConfig({
  ...workerd,
  test: {
    ...workerd.test,
    setupFiles: ["tests/support/workerd/active-mutant.ts", ...workerd.test.setupFiles],
    sequence: { setupFiles: "list", sequencer: InOrder },
    fileParallelism: false,
    testTimeout: 30_000,
    // Most mutants of payments are noticed by a state that never comes.
    provide: { patience: 5_000 },
  },
});

const projects = defineConfig({
  test: {
    experimental: { fsModuleCache: true },
    projects: [
      { test: { ...unit, name: "unit", setupFiles: ["tests/support/fail-on-console.ts"] } },
      {
        plugins: [react()],
        test: {
          name: "web",
          testTimeout: 60_000,
          environment: "jsdom",
          // The files share a page, which tests/support/web/fresh-page.ts empties: a page and its modules for each took
          // two thirds of the time. Processes, because threads ignore a changed `TZ`.
          isolate: false,
          pool: "forks",
          include: ["tests/web/**/*.test.tsx"],
          // State of their modules belongs to one file, so they are loaded anew.
          server: { deps: { inline: [/@base-ui/, /@floating-ui/, /@tanstack/] } },
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/web-setup.ts"],
        },
      },
      workerd,
      inRuntime("workerd-long", ["tests/workerd-long/**/*.test.ts"], true),
      inRuntime("proof", ["tests/proof/workerd/**/*.test.ts"], false),
    ],
  },
});

const { MUTATION } = process.env;
export default MUTATION === "runtime" ? runtimeMutation : MUTATION ? mutation : projects;
