import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant stops at the first test that catches it: the short tests of the rules come before the long stories. */
class ShortTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => `${file.moduleId.includes("/tests/property/") ? 1 : 0}${file.moduleId}`;
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

/**
 * Each takes seconds, loads the whole application or compares what is generated, which a change of a rule would be, too. A rule they alone hold up is one whose own tests do not say what it
 * is for; `MUTATION_LONG=1` asks them too.
 */
const LONG = [
  "tests/property/{collection-address,item-room,knowzee,line,traded-item}.test.ts",
  "tests/unit/{audits,fences,openapi,places-table}.test.ts",
];

/** What `npm run mutation` lets Stryker run: the project `unit`, every random test with one seed. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    environment: "node",
    include: ["tests/unit/**/*.test.ts", "tests/property/**/*.test.ts"],
    exclude: process.env.MUTATION_LONG ? [] : LONG,
    setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fixed-seed.ts"],
    sequence: { sequencer: ShortTestsFirst },
  },
});
