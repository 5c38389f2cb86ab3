/**
 * The long proof: `npm run proof -- --seconds 3600 --seed 7 [--only histories,kill]`. Needs a build.
 * The time is divided over the parts by their shares. Known failures in tests/proof/regressions run first. A new
 * failure is shortened where its part supports that, and stored there. The figures go to reports/proof.json.
 */
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { histories } from "./histories.ts";
import { type Outcome, type Part, unreached } from "./part.ts";
import { killRounds, knowzeeSim } from "./program-parts.ts";
import { readRegressions, storeRegression } from "./regressions.ts";
import { repeatedTestPart, workerdPart } from "./workerd-parts.ts";

const PARTS: readonly Part[] = [
  histories,
  repeatedTestPart("orders", 2, "unit", "tests/property/orders-and-money.test.ts"),
  knowzeeSim,
  killRounds,
  workerdPart("faults", 3, "tests/proof/workerd/faults.test.ts"),
  repeatedTestPart("storm", 2, "workerd-long", "tests/workerd-long/payments-storm.test.ts"),
  workerdPart("fuzz", 3, "tests/proof/workerd/fuzz.test.ts"),
  workerdPart("canary", 3, "tests/proof/workerd/canary.test.ts"),
  workerdPart("injection", 3, "tests/proof/workerd/injection.test.ts"),
];

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
});
const seconds = Number(values.seconds ?? 120);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const only = values.only?.split(",");
const chosen = PARTS.filter(({ name }) => !only || only.some((word) => name.startsWith(word)));
if (!(seconds > 0) || !Number.isInteger(seed) || chosen.length === 0) {
  console.error(`--seconds N --seed S --only part,part; the parts are: ${PARTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
if (!existsSync(join(root, "dist/index.html"))) {
  console.error("The proof runs the built app: npm run build first.");
  process.exit(2);
}

interface Row extends Outcome {
  part: string;
  seconds: number;
  kept: string[];
}

const asked = (started: number) => Math.round((performance.now() - started) / 100) / 10;

async function playAgain(): Promise<Row> {
  const started = performance.now();
  const row: Row = { part: "regressions", cases: 0, reached: {}, seconds: 0, problems: [], figures: {}, kept: [] };
  for (const { file, regression } of readRegressions()) {
    const part = chosen.find(({ name }) => name === regression.part);
    if (!part) continue;
    row.cases++;
    const problems = await part.replay(regression);
    row.problems.push(...problems.map((problem) => ({ ...problem, message: `${file}: ${problem.message}` })));
  }
  return { ...row, seconds: asked(started) };
}

async function runPart(part: Part, budget: number): Promise<Row> {
  const started = performance.now();
  const outcome = await part.run({ seconds: Math.max(1, Math.floor(budget)), seed }).catch(
    (error: unknown): Outcome => ({
      cases: 0,
      reached: {},
      problems: [
        { message: error instanceof Error ? (error.stack ?? error.message) : String(error), seed, case: null },
      ],
      figures: {},
    }),
  );
  // A part that stopped at a problem may not have reached every kind of call.
  if (outcome.problems.length === 0) {
    outcome.problems.push(...unreached(outcome).map((message) => ({ message, seed, case: null })));
  }
  const kept = outcome.problems
    .filter(({ case: small }) => small !== null)
    .map((problem) => storeRegression(part.name, problem));
  return { part: part.name, seconds: asked(started), kept, ...outcome };
}

function print(rows: readonly Row[]): void {
  const lines = rows.map(({ part, cases, seconds: took, problems, reached, figures }) => [
    part,
    String(cases),
    took.toFixed(1),
    String(problems.length),
    Object.entries({ ...reached, ...figures })
      .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)
      .join(", "),
  ]);
  const table = [["part", "cases", "seconds", "problems", ""], ...lines];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table) {
    console.log(
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    );
  }
}

const started = performance.now();
const rows = [await playAgain()];
const deadline = started + seconds * 1_000;
let shares = chosen.reduce((sum, { share }) => sum + share, 0);
for (const part of chosen) {
  // Time that a part leaves over or overruns is shared by the later parts.
  const left = Math.max(0, (deadline - performance.now()) / 1_000);
  rows.push(await runPart(part, (left * part.share) / shares));
  shares -= part.share;
  console.log(
    `${part.name}: ${rows.at(-1)?.problems.length === 0 ? "well" : "PROBLEMS"} after ${rows.at(-1)?.seconds} s`,
  );
}
console.log(`\nseed ${seed}, ${asked(started)} s`);
print(rows);
for (const { part, problems, kept } of rows) {
  for (const { message, seed: at } of problems.slice(0, 5))
    console.error(`\n✗ ${part} (seed ${at}): ${message.slice(0, 4_000)}`);
  for (const file of kept) console.error(`  stored as tests/proof/regressions/${file}`);
}
const failed = rows.filter(({ problems }) => problems.length > 0).length;
mkdirSync(join(root, "reports"), { recursive: true });
writeFileSync(
  join(root, "reports/proof.json"),
  `${JSON.stringify({ seed, seconds, took: asked(started), at: new Date().toISOString(), parts: rows }, null, 2)}\n`,
);
console.log(`proof: ${rows.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
