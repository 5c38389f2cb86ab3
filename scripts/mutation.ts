/**
 * `npm run mutation -- [files]`: Stryker changes the rules one small piece at a time, and the tests of the project `unit`
 * have to notice. Without files: everything in worker/domain that holds a rule, and three beside it.
 * `--table` prints the table from the reports that are there, `--again` forgets what earlier runs found,
 * `--concurrency=2` takes two cores, `--survivors` names each survivor. Fails when a file stays under 85 %.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const REPORTS = join(root, "reports/mutation");
const BREAK = 85;

/**
 * Generated; judged as a whole (the shield's patterns answer for a corpus, not each for itself); or words and measures that
 * are looked at, where a test could only repeat them.
 */
const NO_RULES = [
  "worker/domain/places-table.ts",
  "worker/domain/shield/rules.ts",
  "worker/domain/notification-kinds.ts",
  "worker/domain/photo-sizes.ts",
];

/** What decides about money outside the domain and is plain enough to be asked without a database. */
const ELSEWHERE = [
  "worker/features/orders/handover-secret.ts",
  "worker/features/payments/intent-facts.ts",
  "worker/features/payments/present.ts",
];

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: "Killed" | "Survived" | "Timeout" | "NoCoverage" | "RuntimeError" | "CompileError" | "Ignored" | "Pending";
  static?: boolean;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

const args = process.argv.slice(2);
const flag = (name: string) => args.includes(`--${name}`);
const concurrency = Number(args.find((arg) => arg.startsWith("--concurrency="))?.split("=")[1] ?? 1);
const named = args.filter((arg) => !arg.startsWith("--"));

const slug = (file: string) =>
  file
    .replace(/^worker\//, "")
    .replace(/\.ts$/, "")
    .replaceAll("/", ".");
const reportOf = (file: string) => join(REPORTS, `${slug(file)}.json`);
const rules = () =>
  globSync(["worker/domain/**/*.ts", ...ELSEWHERE], { cwd: root })
    .filter((file) => !NO_RULES.includes(file))
    .sort();

const notMeasured: string[] = [];

/** One file, one run: its own report and memory, so that a run can stop anywhere and lose nothing. */
function mutate(file: string): void {
  const config = join(REPORTS, `${slug(file)}.config.json`);
  const memory = join(REPORTS, `${slug(file)}.memory.json`);
  if (flag("again")) rmSync(memory, { force: true });
  if (existsSync(memory)) forgetSurvivors(memory);
  writeFileSync(
    config,
    JSON.stringify({
      plugins: ["@stryker-mutator/vitest-runner"],
      testRunner: "vitest",
      vitest: { configFile: "vitest.config.ts" },
      // Its reader of tsconfig files asks TypeScript for an API that version 7 no longer has; nothing there needs rewriting.
      tsconfigFile: "none",
      mutate: [file],
      coverageAnalysis: "perTest",
      incremental: true,
      incrementalFile: memory,
      concurrency,
      // Most endless loops are noticed by what they repeat. A busy machine must not look like one.
      timeoutMS: 60_000,
      reporters: ["json", "html", "clear-text"],
      clearTextReporter: { reportTests: false, reportMutants: false, allowEmojis: false },
      jsonReporter: { fileName: reportOf(file) },
      htmlReporter: { fileName: join(REPORTS, `${slug(file)}.html`) },
      tempDirName: join("reports/mutation/tmp", slug(file)),
      ignorePatterns: ["dist", ".types", ".wrangler", "reports", "backups", "docs", "tests/e2e", "tests/workerd"],
      allowEmpty: true,
      thresholds: { high: 95, low: BREAK, break: null },
    }),
  );
  const started = Date.now();
  const env = { ...process.env, MUTATION: "1" };
  const { status } = spawnSync("stryker", ["run", config], { cwd: root, stdio: "inherit", env });
  rmSync(config, { force: true });
  // The files after it are worth their turn: one is named as not measured at the end.
  if (status !== 0) notMeasured.push(file);
  console.log(`${file}: ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Stryker does not see that a new test reaches what runs when a module is loaded, and would believe an old survivor. */
function forgetSurvivors(memory: string): void {
  const report = JSON.parse(readFileSync(memory, "utf8")) as Report;
  for (const each of Object.values(report.files))
    each.mutants = each.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(memory, JSON.stringify(report));
}

const countOf = (mutants: Mutant[], ...status: Mutant["status"][]) =>
  mutants.filter((mutant) => status.includes(mutant.status)).length;

function row(file: string) {
  const report = JSON.parse(readFileSync(reportOf(file), "utf8")) as Report;
  const mutants = report.files[file]?.mutants ?? [];
  const killed = countOf(mutants, "Killed");
  const timeouts = countOf(mutants, "Timeout");
  const survived = countOf(mutants, "Survived");
  const uncovered = countOf(mutants, "NoCoverage");
  const valid = killed + timeouts + survived + uncovered;
  return {
    file,
    score: valid === 0 ? 100 : (100 * (killed + timeouts)) / valid,
    killed,
    survived,
    timeouts,
    uncovered,
    reasoned: countOf(mutants, "Ignored"),
    source: report.files[file]?.source ?? "",
    mutants,
  };
}

function survivors({ source, mutants }: ReturnType<typeof row>): string[] {
  const lines = source.split("\n");
  return mutants
    .filter((mutant) => mutant.status === "Survived" || mutant.status === "NoCoverage")
    .map(({ location: { start, end }, mutatorName, replacement, status }) => {
      const was =
        start.line === end.line
          ? (lines[start.line - 1] ?? "").slice(start.column - 1, end.column - 1)
          : `${(lines[start.line - 1] ?? "").slice(start.column - 1)} …`;
      return `    ${start.line}:${start.column} ${status} ${mutatorName}: ${was} → ${replacement?.replace(/\s+/g, " ")}`;
    });
}

mkdirSync(REPORTS, { recursive: true });
const files = named.length > 0 ? named : rules();
if (!flag("table")) for (const file of files) mutate(file);

const rows = files.filter((file) => existsSync(reportOf(file))).map(row);
console.log(
  "| File | Score | Killed | Survived | Timeouts | No coverage | Equivalent |\n|---|---|---|---|---|---|---|",
);
for (const each of rows) {
  const { file, score, killed, survived, timeouts, uncovered, reasoned } = each;
  console.log(`| ${file} | ${score.toFixed(1)} | ${killed} | ${survived} | ${timeouts} | ${uncovered} | ${reasoned} |`);
  if (flag("survivors")) for (const line of survivors(each)) console.log(line);
}
const caught = rows.reduce((sum, { killed, timeouts }) => sum + killed + timeouts, 0);
const valid = rows.reduce(
  (sum, { killed, timeouts, survived, uncovered }) => sum + killed + timeouts + survived + uncovered,
  0,
);
console.log(
  `${rows.length} files, ${caught} of ${valid} mutants caught: ${((100 * caught) / Math.max(1, valid)).toFixed(1)} %`,
);
if (notMeasured.length > 0) {
  console.error(`Stryker stopped at ${notMeasured.join(", ")}`);
  process.exitCode = 1;
}
const low = rows.filter(({ score }) => score < BREAK).map(({ file }) => file);
if (low.length > 0) {
  console.error(`Under ${BREAK} %: ${low.join(", ")}`);
  process.exitCode = 1;
}
