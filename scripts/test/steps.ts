/** The steps of `npm run check`, `npm test` and `npm run verify`. A step runs in every mode it lists. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

export type Mode = "check" | "test" | "verify";

export interface Settings {
  /** Number of processes that one step may use. */
  workers: number;
  /** Decides the order of the test files and the inputs of property tests. */
  seed: number;
  /** Base commit of `check`. */
  base: string;
}

export interface Command {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface Step {
  name: string;
  modes: readonly Mode[];
  command: (settings: Settings) => Command;
  after?: readonly string[];
  /** Runs without other steps, because timing matters. */
  alone?: boolean;
  /** Waits for network or disk, so it does not count as a running step. */
  background?: boolean;
}

const ALL: readonly Mode[] = ["check", "test", "verify"];
const FULL: readonly Mode[] = ["test", "verify"];
const VERIFY: readonly Mode[] = ["verify"];

export const resultFile = (step: string) => join(root, "reports", `${step}.json`);

const script = (file: string, ...args: string[]): Command => ({ command: "node", args: [file, ...args] });
const tool = (command: string, ...args: string[]): Command => ({ command, args });
const withEnv = (env: Record<string, string>, command: Command): Command => ({
  ...command,
  env: { ...command.env, ...env },
});

const vitestArgs = (step: string, seed: number): string[] => [
  // Any order must pass. Without it, Vitest runs the files that failed last time first.
  "--sequence.shuffle.files",
  `--sequence.seed=${seed}`,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${resultFile(step)}`,
];

const vitest = (step: string, project: string, { workers, seed }: Settings, ...more: string[]): Command =>
  withEnv(
    { SEED: String(seed) },
    tool("vitest", "run", `--maxWorkers=${workers}`, "--project", project, ...vitestArgs(step, seed), ...more),
  );

function browserTests(step: string, ...more: string[]): Command {
  rmSync(join(root, ".state/e2e"), { recursive: true, force: true });
  return {
    command: "playwright",
    args: ["test", "--reporter=list,json", ...more],
    env: { E2E_SKIP_BUILD: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile(step) },
  };
}

/** Uses the app that an earlier step has built. */
const built = (command: Command): Command => withEnv({ GOODSTREET_SKIP_WEB_BUILD: "1" }, command);

/** Longest first within what may run in parallel, for the shortest total time. */
export const STEPS: readonly Step[] = [
  { name: "chromium", modes: FULL, background: true, command: () => script("scripts/test/browsers.ts", "chromium") },
  { name: "firefox", modes: VERIFY, background: true, command: () => script("scripts/test/browsers.ts", "firefox") },
  { name: "generate", modes: ALL, alone: true, command: () => script("scripts/generate.ts") },
  // Both use all cores by themselves, and what they find makes the rest pointless.
  { name: "types", modes: ALL, after: ["generate"], alone: true, command: () => tool("tsc", "-b") },
  {
    name: "promises",
    modes: FULL,
    after: ["generate"],
    alone: true,
    command: () => tool("oxlint", "--type-aware"),
  },
  { name: "build", modes: FULL, after: ["generate"], command: () => script("scripts/build.ts") },
  // Two halves, so that both cores have work until the end.
  ...["1/2", "2/2"].map(
    (half): Step => ({
      name: `workerd-${half[0]}`,
      modes: FULL,
      // Not while the files of the app are replaced, which the runtime reads.
      after: ["build"],
      command: (settings) => vitest(`workerd-${half[0]}`, "workerd", settings, `--shard=${half}`),
    }),
  ),
  { name: "size", modes: FULL, after: ["build"], command: () => script("scripts/check-bundle.ts") },
  {
    // May run beside other steps, unlike the whole browser suite: these few tests have generous timeouts.
    name: "journeys",
    modes: ["test"],
    after: ["build", "chromium"],
    command: () => browserTests("journeys", "--grep", "@golden"),
  },
  { name: "lint", modes: FULL, command: () => tool("biome", "ci", "--colors=off", ".") },
  {
    name: "changed-lint",
    modes: ["check"],
    command: ({ base }) => script("scripts/test/changed.ts", base, "lint"),
  },
  {
    name: "changed-tests",
    modes: ["check"],
    after: ["generate"],
    command: ({ base, seed }) =>
      withEnv(
        { SEED: String(seed) },
        script("scripts/test/changed.ts", base, "tests", ...vitestArgs("changed-tests", seed)),
      ),
  },
  { name: "unused", modes: FULL, after: ["generate"], command: () => tool("knip") },
  { name: "web", modes: FULL, command: (settings) => vitest("web", "web", settings) },
  { name: "unit", modes: ["test"], after: ["generate"], command: (settings) => vitest("unit", "unit", settings) },
  {
    // With every random case of the property tests.
    name: "unit-long",
    modes: VERIFY,
    after: ["generate"],
    command: (settings) => withEnv({ LONG_PROPERTIES: "1" }, vitest("unit-long", "unit", settings)),
  },
  {
    name: "workerd-long",
    modes: VERIFY,
    after: ["build"],
    command: (settings) => vitest("workerd-long", "workerd-long", settings),
  },
  {
    name: "browser",
    modes: VERIFY,
    after: ["build", "chromium"],
    alone: true,
    command: () => browserTests("browser"),
  },
  {
    name: "other-browsers",
    modes: VERIFY,
    after: ["build", "firefox"],
    alone: true,
    command: () => built(script("tests/browsers/other-browsers.ts")),
  },
  {
    name: "dev-loop",
    modes: VERIFY,
    after: ["chromium"],
    alone: true,
    command: () => script("tests/dev-loop/dev-loop.ts"),
  },
  {
    name: "kill",
    modes: VERIFY,
    after: ["build"],
    alone: true,
    command: () => built(script("tests/kill/kill-rounds.ts", "--rounds=3")),
  },
  {
    name: "backup",
    modes: VERIFY,
    after: ["build"],
    alone: true,
    command: () => built(script("tests/kill/backup-drill.ts")),
  },
  { name: "skew", modes: VERIFY, after: ["build"], command: () => script("tests/skew/skew.ts") },
  {
    name: "proof",
    modes: VERIFY,
    after: ["build"],
    alone: true,
    command: () => script("tests/proof/proof.ts", "--seconds=120"),
  },
  {
    name: "bench",
    modes: VERIFY,
    after: ["build"],
    alone: true,
    command: () => script("tests/bench/bench.ts", "--quick", "--write=0"),
  },
  {
    name: "lighthouse",
    modes: VERIFY,
    after: ["build", "chromium"],
    alone: true,
    command: () => script("scripts/lighthouse.ts", "--build=0"),
  },
];
