import { cloudflareTest } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The real runtime. `PROOF` is what tests/proof/runtime.ts asks of a part, `CARD_PAYMENTS` how many a long run wants. */
const runtime = () =>
  cloudflareTest({
    remoteBindings: false,
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      bindings: {
        APP_ENV: "local",
        PAYMENTS: "emulator",
        REQUEST_LOG: "off",
        PROOF: process.env.PROOF ?? "",
        CARD_PAYMENTS: process.env.CARD_PAYMENTS ?? "",
      },
    },
  });

const inRuntime = (name: string, include: string[], shared: boolean) => ({
  plugins: [runtime()],
  test: {
    name,
    include,
    // Loading the Worker's modules takes ten seconds, so the files of a run share one runtime; each starts with empty storage.
    isolate: !shared,
    setupFiles: [
      ...(shared ? ["tests/support/workerd/fresh-storage.ts"] : []),
      // The database's invariants are checked after every file, whatever it was about.
      "tests/support/workerd/audits.ts",
    ],
    // As one file: its few hundred modules would otherwise be loaded one by one.
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

/** A mutant stops at the first test that catches it: the short tests of the rules come before the long properties. */
class ShortTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => `${file.moduleId.includes("/tests/property/") ? 1 : 0}${file.moduleId}`;
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

/**
 * Each takes seconds, loads the whole application or compares generated files, which a changed rule would be too. A rule that
 * only they hold needs tests of its own; `MUTATION_LONG=1` runs them as well.
 */
const LONG = [
  "tests/property/{collection-address,item-room,knowzee,line,traded-item}.test.ts",
  "tests/unit/{audits,cited-rules,fences,openapi,places-table}.test.ts",
];

/** What `npm run mutation` lets Stryker run: the unit tests, every random test with one seed. */
const mutation = defineConfig({
  test: {
    ...unit,
    exclude: process.env.MUTATION_LONG ? [] : LONG,
    setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fixed-seed.ts"],
    sequence: { sequencer: ShortTestsFirst },
  },
});

const projects = defineConfig({
  test: {
    projects: [
      { test: { ...unit, name: "unit", setupFiles: ["tests/support/fail-on-console.ts"] } },
      {
        plugins: [react()],
        test: {
          name: "web",
          testTimeout: 30_000,
          environment: "jsdom",
          include: ["tests/web/**/*.test.tsx"],
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/web-setup.ts"],
        },
      },
      inRuntime("workerd", ["tests/workerd/**/*.test.ts"], true),
      inRuntime("workerd-long", ["tests/workerd-long/**/*.test.ts"], true),
      inRuntime("proof", ["tests/proof/workerd/**/*.test.ts"], false),
    ],
  },
});

export default process.env.MUTATION ? mutation : projects;
