/**
 * `npm run check`: types, lint and the unit tests of changed files, during development.
 * `npm test`: required before a change is merged.
 * `npm run verify`: everything, run nightly and before a release.
 *
 * `-- --only=unit,lint` runs some steps, `-- --skip=journeys` skips some. Test files run in a random order;
 * `-- --seed=123` repeats one.
 */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
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
  options: { only: { type: "string" }, skip: { type: "string" }, seed: { type: "string" }, base: { type: "string" } },
});
const mode = (positionals[0] ?? "test") as Mode;
const only = values.only?.split(",");
const skip = values.skip?.split(",") ?? [];
const seed = Number(values.seed ?? randomInt(1_000_000));

const inMode = STEPS.filter(({ modes }) => modes.includes(mode));
const unknown = [...(only ?? []), ...skip].filter((name) => !inMode.some((step) => step.name === name));
if (!MODES.includes(mode) || unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(
    `Usage: node scripts/test.ts ${MODES.join("|")} [--only=a,b] [--skip=a,b] [--seed=1]\n` +
      `Steps of ${mode}: ${inMode.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

const steps = inMode.filter(({ name }) => (!only || only.includes(name)) && !skip.includes(name));

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
const settings = { workers: Math.max(1, Math.floor(cores / lanes)), seed, base: values.base ?? changedSince() };
const seconds = (value: number) => (value < 90 ? `${value.toFixed(1)} s` : `${(value / 60).toFixed(1)} min`);
const started = performance.now();

console.log(`Seed ${seed}`);
const results = await runSteps(steps, settings, lanes, (step, result) => {
  if (result === null) return console.log(`▶ ${step.name}`);
  const mark = { passed: "✓", failed: "✗", skipped: "–" }[result.outcome];
  const used = result.processorSeconds === null ? "" : `${result.processorSeconds.toFixed(0)} core-s`;
  console.log(`${mark} ${[step.name, seconds(result.seconds), used, testCount(step.name)].filter(Boolean).join("  ")}`);
});

for (const { name, outcome } of results) {
  for (const flaky of outcome === "passed" ? flakyTests(name) : []) {
    console.log(`\n! ${name}: passed only at the second try: ${flaky}`);
  }
  if (outcome !== "failed") continue;
  console.log(`\n── ${name} failed; all of it is in ${relative(root, logFile(name))}`);
  for (const failure of failuresOf(name)) console.log(`\n✗ ${failure}`);
}
/** The chain of steps that decided the total time: each began when the one before it ended. */
const criticalPath: string[] = [];
for (let last = results.toSorted((a, b) => b.endedAt - a.endedAt)[0]; last; ) {
  const { name, startedAfter } = last;
  criticalPath.unshift(`${name} ${seconds(last.seconds)}`);
  last = results.find((step) => step.name === startedAfter);
}
const used = results.reduce((sum, { processorSeconds }) => sum + (processorSeconds ?? 0), 0);
console.log(`\nCritical path: ${criticalPath.join(" → ")}`);
if (used > 0) console.log(`Processor time: ${used.toFixed(0)} core-seconds`);

const failed = results.filter(({ outcome }) => outcome !== "passed").map(({ name }) => name);
const passed = results.length - failed.length;
console.log(
  `\n${mode}: ${passed} of ${results.length} steps passed in ${seconds((performance.now() - started) / 1000)}`,
);
if (failed.length > 0) console.log(`Not passed: ${failed.join(", ")}. Repeat this order with --seed=${seed}.`);
process.exit(failed.length === 0 ? 0 : 1);
