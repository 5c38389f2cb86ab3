/**
 * `npm run mutation -- [files]`: mutation testing with Stryker and the tests of the project `unit`. Without files: all
 * rules in worker/domain and three files outside it. `--table` prints the results of existing reports, `--again`
 * discards the results of earlier runs, `--concurrency=2` uses two cores, `--survivors` lists the surviving mutants.
 * Fails when a file scores below 85 %. `--runtime` does the same for commands and rooms, with a random sample of each
 * file's mutants (`--sample=30`, `--seed=1`) and the tests of the Workers runtime; the limit is 80 %.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MONEY_AND_HOLDS, mutateInRuntime } from "./mutation-runtime.ts";

const root = resolve(import.meta.dirname, "..");
const REPORTS = join(root, "reports/mutation");
/**
 * Not mutated: generated files, files tested as a whole (the patterns of the content filter are tested against a
 * corpus), and texts or sizes, which a test could only repeat.
 */
const NO_RULES = [
  "worker/domain/safety/content-filter/rules.ts",
  "worker/domain/notifications/notification-kinds.ts",
  "worker/domain/items/photo-sizes.ts",
];

/** Money rules outside the domain that can be tested without a database. */
const ELSEWHERE = [
  "worker/handover-secret.ts",
  "worker/adapters/stripe-objects.ts",
  "worker/features/payments/present.ts",
];

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: "Killed" | "Survived" | "Timeout" | "NoCoverage" | "RuntimeError" | "CompileError" | "Ignored" | "Pending";
  static?: boolean;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
  statusReason?: string;
}
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

const args = process.argv.slice(2);
const flag = (name: string) => args.includes(`--${name}`);
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const concurrency = Number(option("concurrency") ?? 1);
const BREAK = flag("runtime") ? 80 : 85;
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

/** Runs Stryker for one file, with its own report and incremental state, so that a run can stop after any file. */
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
      // Stryker's tsconfig reader uses a TypeScript API that version 7 no longer has; nothing needs rewriting there.
      tsconfigFile: "none",
      mutate: [file],
      coverageAnalysis: "perTest",
      incremental: true,
      incrementalFile: memory,
      concurrency,
      // Most endless loops are detected by repetition; a slow machine must not count as one.
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
  // Continue with the other files; this one is listed as not measured at the end.
  if (status !== 0) notMeasured.push(file);
  console.log(`${file}: ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * Stryker does not notice that a new test covers code run at module load, and would keep an old survivor, so only
 * killed mutants are kept.
 */
function forgetSurvivors(memory: string): void {
  const report = JSON.parse(readFileSync(memory, "utf8")) as Report;
  for (const each of Object.values(report.files))
    each.mutants = each.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(memory, JSON.stringify(report));
}

/** Tests a sample of one file's mutants in the Workers runtime. */
async function mutateCommands(file: string): Promise<void> {
  const started = Date.now();
  const seed = Number(option("seed") ?? Math.floor(Math.random() * 1e6));
  const sample = { size: Number(option("sample") ?? 30), seed, tests: option("tests")?.split(",") };
  const result = await mutateInRuntime(root, file, sample);
  writeFileSync(reportOf(file), JSON.stringify({ files: { [file]: result } } satisfies Report));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${file}: ${result.mutants.length} of ${result.all} mutants, --seed=${seed}, ${seconds} s`);
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
const files = named.length > 0 ? named : flag("runtime") ? MONEY_AND_HOLDS : rules();
if (!flag("table")) for (const file of files) await (flag("runtime") ? mutateCommands(file) : mutate(file));

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
