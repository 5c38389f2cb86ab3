/** The steps of `npm run check`, `npm test` and `npm run verify`. A step runs in every mode it lists. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromiumPath } from "./chromium.ts";

export const root = resolve(import.meta.dirname, "../..");

export type Mode = "check" | "test" | "verify";

export interface Settings {
  /** Number of processes that one step may use. */
  workers: number;
  /** "2/4": the second quarter of the tests. */
  shard: string | null;
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
  /** Splits its own tests by `shard`; other steps run whole in one of the shards. */
  sharded?: boolean;
}

const ALL: readonly Mode[] = ["check", "test", "verify"];
const FULL: readonly Mode[] = ["test", "verify"];
const VERIFY: readonly Mode[] = ["verify"];

export const resultFile = (step: string) => join(root, "reports", `${step}.json`);

const script = (file: string, ...args: string[]): Command => ({ command: "node", args: [file, ...args] });
const tool = (command: string, ...args: string[]): Command => ({ command, args });

function vitest(step: string, projects: readonly string[], { workers, shard }: Settings, ...more: string[]): Command {
  const args = [
    "run",
    `--maxWorkers=${workers}`,
    ...projects.flatMap((project) => ["--project", project]),
    ...(shard === null ? [] : [`--shard=${shard}`]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${resultFile(step)}`,
    ...more,
  ];
  return { command: "vitest", args };
}

function browserTests(step: string, { shard }: Settings, ...more: string[]): Command {
  rmSync(join(root, ".state/e2e"), { recursive: true, force: true });
  return {
    command: "playwright",
    args: ["test", "--reporter=list,json", ...(shard === null ? [] : [`--shard=${shard}`]), ...more],
    env: { CHROMIUM_PATH: chromiumPath(), E2E_SKIP_BUILD: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile(step) },
  };
}

/** Uses the app that an earlier step has built. */
const built = (command: Command): Command => ({ ...command, env: { GOODSTREET_SKIP_WEB_BUILD: "1" } });

/** Longest first within what may run in parallel, for the shortest total time. */
export const STEPS: readonly Step[] = [
  { name: "chromium", modes: FULL, background: true, command: () => script("scripts/test/chromium.ts") },
  { name: "generate", modes: ALL, alone: true, command: () => script("scripts/generate.ts") },
  {
    name: "workerd",
    modes: FULL,
    // Not while the files of the app are replaced, which the runtime reads.
    after: ["build"],
    sharded: true,
    command: (settings) => vitest("workerd", ["workerd"], settings),
  },
  { name: "build", modes: FULL, after: ["generate"], command: () => script("scripts/build.ts") },
  { name: "size", modes: FULL, after: ["build"], command: () => script("scripts/check-bundle.ts") },
  {
    // May run beside other steps, unlike the whole browser suite: these few tests have generous timeouts.
    name: "journeys",
    modes: ["test"],
    after: ["build", "chromium"],
    sharded: true,
    command: (settings) => browserTests("journeys", settings, "--grep", "@golden"),
  },
  { name: "types", modes: ALL, after: ["generate"], command: () => tool("tsc", "-b") },
  { name: "lint", modes: ALL, command: () => tool("biome", "ci", "--colors=off", ".") },
  {
    name: "changed",
    modes: ["check"],
    after: ["generate"],
    command: (settings) =>
      vitest("changed", ["unit", "web"], settings, `--changed=${settings.base}`, "--passWithNoTests"),
  },
  { name: "promises", modes: FULL, after: ["generate"], command: () => tool("oxlint", "--type-aware") },
  { name: "unused", modes: FULL, after: ["generate"], command: () => tool("knip") },
  { name: "web", modes: FULL, sharded: true, command: (settings) => vitest("web", ["web"], settings) },
  {
    name: "unit",
    modes: FULL,
    after: ["generate"],
    sharded: true,
    command: (settings) => vitest("unit", ["unit"], settings),
  },
  {
    name: "workerd-long",
    modes: VERIFY,
    after: ["build"],
    sharded: true,
    command: (settings) => vitest("workerd-long", ["workerd-long"], settings),
  },
  {
    name: "simulation",
    modes: VERIFY,
    command: () => script("tests/sim/order-sim.ts", "--mutants", "--steps=2000000"),
  },
  {
    name: "browser",
    modes: VERIFY,
    after: ["build", "chromium"],
    alone: true,
    sharded: true,
    command: (settings) => browserTests("browser", settings),
  },
  {
    name: "other-browsers",
    modes: VERIFY,
    after: ["build"],
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
    command: () => ({ ...script("scripts/lighthouse.ts", "--build=0"), env: { CHROMIUM_PATH: chromiumPath() } }),
  },
];
