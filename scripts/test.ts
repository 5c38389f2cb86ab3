/**
 * `npm run check`: types, lint and the unit tests of changed files, during development.
 * `npm test`: required before a change is merged.
 * `npm run verify`: everything, run nightly and before a release.
 *
 * `-- --only=unit,lint` runs some steps, `-- --skip=journeys` skips some, `-- --shard=1/4` runs a quarter of them.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { failuresOf, flakyTests, testCount } from "./test/failures.ts";
import { logFile, runSteps } from "./test/run-steps.ts";
import { type Mode, root, STEPS } from "./test/steps.ts";

const MODES: readonly string[] = ["check", "test", "verify"] satisfies Mode[];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, skip: { type: "string" }, shard: { type: "string" }, base: { type: "string" } },
});
const mode = (positionals[0] ?? "test") as Mode;
const only = values.only?.split(",");
const skip = values.skip?.split(",") ?? [];
const shard = values.shard ?? null;
const [shardIndex = 1, shardCount = 1] = (shard ?? "1/1").split("/").map(Number);

const inMode = STEPS.filter(({ modes }) => modes.includes(mode));
const unknown = [...(only ?? []), ...skip].filter((name) => !inMode.some((step) => step.name === name));
if (!MODES.includes(mode) || unknown.length > 0 || !(shardIndex >= 1 && shardIndex <= shardCount)) {
  console.error(
    `Usage: node scripts/test.ts ${MODES.join("|")} [--only=a,b] [--skip=a,b] [--shard=1/4]\n` +
      `Steps of ${mode}: ${inMode.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

/** Distributes steps that cannot be split over the shards. Steps that others depend on run in every shard. */
function inShard(name: string): boolean {
  const needed = inMode.some(({ after = [] }) => after.includes(name));
  const whole = inMode.filter((step) => !step.sharded && !inMode.some(({ after = [] }) => after.includes(step.name)));
  const position = whole.findIndex((step) => step.name === name);
  return needed || position === -1 || position % shardCount === shardIndex - 1;
}

const steps = inMode
  .filter(({ name }) => (!only || only.includes(name)) && !skip.includes(name))
  .filter(({ name }) => shard === null || inShard(name));

/**
 * Returns the commit where this branch left the main branch; without one, HEAD, so that only uncommitted changes count.
 */
function changedSince(): string {
  for (const main of ["origin/main", "main"]) {
    try {
      return execFileSync("git", ["merge-base", "HEAD", main], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
    } catch {}
  }
  return "HEAD";
}

// Start from a clean build, so that a step cannot pass on the output of an earlier one.
if (!only && mode !== "check") rmSync(join(root, "dist"), { recursive: true, force: true });

const cores = availableParallelism();
// One more than cores, because each step waits for its processes a third of the time.
const lanes = Math.min(cores + 1, 4);
const settings = { workers: Math.max(1, Math.floor(cores / lanes)), shard, base: values.base ?? changedSince() };
const seconds = (value: number) => (value < 90 ? `${value.toFixed(1)} s` : `${(value / 60).toFixed(1)} min`);
const started = performance.now();

const results = await runSteps(steps, settings, lanes, (step, result) => {
  if (result === null) return console.log(`▶ ${step.name}`);
  const mark = { passed: "✓", failed: "✗", skipped: "–" }[result.outcome];
  console.log(`${mark} ${[step.name, seconds(result.seconds), testCount(step.name)].filter(Boolean).join("  ")}`);
});

for (const { name, outcome } of results) {
  for (const flaky of outcome === "passed" ? flakyTests(name) : []) {
    console.log(`\n! ${name}: passed only at the second try: ${flaky}`);
  }
  if (outcome !== "failed") continue;
  console.log(`\n── ${name} failed; all of it is in ${relative(root, logFile(name))}`);
  for (const failure of failuresOf(name)) console.log(`\n✗ ${failure}`);
}
const failed = results.filter(({ outcome }) => outcome !== "passed").map(({ name }) => name);
const passed = results.length - failed.length;
console.log(
  `\n${mode}: ${passed} of ${results.length} steps passed in ${seconds((performance.now() - started) / 1000)}`,
);
if (failed.length > 0) console.log(`Not passed: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
