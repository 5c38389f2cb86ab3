/**
 * `npm run test:flaky -- --step=web`: runs one step of `npm test` again and again, each time in another order, and
 * reports what failed. `--runs=10`: how often; `--load=4`: that many busy processes beside it; `--mode=verify` for a step
 * of `npm run verify`. Build once before steps that need it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { failuresOf, flakyTests } from "./failures.ts";
import { root } from "./steps.ts";

const { values } = parseArgs({
  options: {
    step: { type: "string" },
    runs: { type: "string", default: "10" },
    load: { type: "string", default: "0" },
    mode: { type: "string", default: "test" },
  },
});
const { step, mode } = values;
if (!step) throw new Error("Name a step: npm run test:flaky -- --step=web");

const busy: ChildProcess[] = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
process.once("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});

const runs = Number(values.runs);
let failed = 0;
for (let run = 1; run <= runs; run++) {
  const seed = randomInt(1_000_000);
  const began = performance.now();
  const { status } = spawnSync(process.execPath, ["scripts/test.ts", mode, `--only=${step}`, `--seed=${seed}`], {
    cwd: root,
    stdio: "ignore",
  });
  const failures = status === 0 ? flakyTests(step) : failuresOf(step);
  const passed = status === 0 && failures.length === 0;
  if (!passed) failed++;
  console.log(
    `${passed ? "✓" : "✗"} ${step} ${run}/${runs}  seed ${seed}  ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  for (const failure of failures) console.log(`  ${failure.replaceAll("\n", "\n  ")}`);
}
console.log(`${step}: ${runs - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
