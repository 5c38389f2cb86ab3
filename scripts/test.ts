/**
 * `npm test`: everything that must hold before a change lands, in the order in which a mistake is cheapest to find.
 * `npm test -- --only=unit,e2e` runs some steps; `--skip=e2e` leaves some out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const option = (name: string) =>
  process.argv
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.split("=")[1]
    ?.split(",");
const only = option("only");
const skip = option("skip") ?? [];

/** Chromium for the browser tests: an installed one, or Debian's package where we may install it. */
function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = () => candidates.find((path): path is string => path !== undefined && existsSync(path));
  if (found()) return found();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  return found();
}

/** Vitest prints as usual, and leaves its result where the end of the run can name what failed. */
const vitest = (step: string, ...projects: string[]): [string, string[]] => [
  "vitest",
  [
    "run",
    // Left alone it keeps a core for itself, which is half of a small machine; starting a runtime is most of a file's time.
    "--maxWorkers=100%",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${resultOf(step)}`,
  ],
];
const resultOf = (step: string) => `${root}/reports/vitest-${step}.json`;
const PROOF_RESULT = `${root}/reports/proof.json`;

interface ProofResult {
  parts: { part: string; problems: { says: string; seed: number }[] }[];
}

interface VitestResult {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** What failed in a step of Vitest or in the proof, at the end of a long log, where it is looked for. */
function failures(step: string): string[] {
  if (step === "proof" && existsSync(PROOF_RESULT)) {
    const { parts } = JSON.parse(readFileSync(PROOF_RESULT, "utf8")) as ProofResult;
    return parts.flatMap(({ part, problems }) =>
      problems.map(({ says, seed }) => `${part} (seed ${seed}): ${says.slice(0, 4_000)}`),
    );
  }
  if (!existsSync(resultOf(step))) return [];
  const { testResults } = JSON.parse(readFileSync(resultOf(step), "utf8")) as VitestResult;
  return testResults.flatMap((file) => [
    ...(file.message === "" ? [] : [`${file.name}\n${file.message}`]),
    ...file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${file.name} › ${test.fullName}\n${test.failureMessages.join("\n").slice(0, 1_500)}`),
  ]);
}

const steps: { name: string; run: () => [string, string[], Record<string, string>?] }[] = [
  { name: "migrations", run: () => ["node", ["scripts/generate-migrations.ts"]] },
  { name: "openapi", run: () => ["node", ["scripts/generate-openapi.ts"]] },
  { name: "drawn", run: () => ["node", ["scripts/generate-drawn.ts"]] },
  { name: "types", run: () => ["tsc", ["-b"]] },
  { name: "lint", run: () => ["biome", ["ci", "--colors=off", "."]] },
  { name: "promises", run: () => ["oxlint", ["--type-aware"]] },
  { name: "unused", run: () => ["knip", []] },
  { name: "unit", run: () => vitest("unit", "unit", "web") },
  { name: "sim", run: () => ["node", ["tests/sim/order-sim.ts", "--plants", "--steps=2000000"]] },
  { name: "workerd", run: () => vitest("workerd", "workerd") },
  { name: "build", run: () => ["node", ["scripts/build.ts"]] },
  { name: "size", run: () => ["node", ["scripts/check-bundle.ts"]] },
  {
    name: "kill",
    run: () => ["node", ["tests/kill/kill-rounds.ts", "--rounds=3"], { GOODSTREET_SKIP_WEB_BUILD: "1" }],
  },
  { name: "drill", run: () => ["node", ["tests/kill/backup-drill.ts"], { GOODSTREET_SKIP_WEB_BUILD: "1" }] },
  {
    name: "proof",
    run: () => ["node", ["tests/proof/proof.ts", "--seconds=120"]],
  },
  {
    name: "e2e",
    run: () => {
      const chromium = findChromium();
      if (!chromium) throw new Error("No Chromium found. Install one or set CHROMIUM_PATH.");
      rmSync(`${root}/.state/e2e`, { recursive: true, force: true });
      return ["playwright", ["test"], { CHROMIUM_PATH: chromium, E2E_SKIP_BUILD: "1" }];
    },
  },
];

// As on a clean checkout: what only passes because an earlier build lies around fails here too.
if (!only && skip.length === 0) rmSync(`${root}/dist`, { recursive: true, force: true });

let passed = 0;
const failed: string[] = [];
const times: string[] = [];
for (const step of steps) {
  if ((only && !only.includes(step.name)) || skip.includes(step.name)) continue;
  console.log(`\n── ${step.name} ${"─".repeat(Math.max(0, 70 - step.name.length))}`);
  const started = performance.now();
  rmSync(resultOf(step.name), { force: true });
  if (step.name === "proof") rmSync(PROOF_RESULT, { force: true });
  const [command, args, env] = step.run();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  times.push(`${step.name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (status === 0) passed++;
  else failed.push(step.name);
}
console.log(`\n${times.join(" · ")}`);
for (const failure of failed.flatMap(failures)) console.log(`\n✗ ${failure}`);
if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}`);
console.log(`steps: ${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
