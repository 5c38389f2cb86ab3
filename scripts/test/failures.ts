/** Short summaries of a step's failures, for the end of the log. */
import { existsSync, readFileSync } from "node:fs";
import { logFile } from "./run-steps.ts";
import { resultFile } from "./steps.ts";

const LAST_LINES = 40;
const LONGEST = 1_500;

interface VitestResult {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: "expected" | "unexpected" | "flaky" | "skipped"; results: { error?: { message?: string } }[] }[];
  }[];
}

interface ProofResult {
  parts: { part: string; problems: { says: string; seed: number }[] }[];
}

type Result = Partial<VitestResult & { suites: PlaywrightSuite[] } & ProofResult>;

const readResult = (file: string): Result =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : {};

function lastLines(step: string): string[] {
  if (!existsSync(logFile(step))) return [];
  return [readFileSync(logFile(step), "utf8").split("\n").slice(-LAST_LINES).join("\n")];
}

function vitestFailures({ testResults }: VitestResult): string[] {
  return testResults.flatMap((file) => [
    ...(file.message === "" ? [] : [`${file.name}\n${file.message}`]),
    ...file.assertionResults
      .filter(({ status }) => status === "failed")
      .map((test) => `${file.name} › ${test.fullName}\n${test.failureMessages.join("\n")}`),
  ]);
}

function browserTests(suite: PlaywrightSuite, status: "unexpected" | "flaky", path = ""): string[] {
  const here = path === "" ? suite.title : `${path} › ${suite.title}`;
  return [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) => `${here} › ${spec.title}\n${test.results.map(({ error }) => error?.message ?? "").join("\n")}`),
    ),
    ...(suite.suites ?? []).flatMap((inner) => browserTests(inner, status, here)),
  ];
}

/** Returns each failed test of a step, or the end of its output for a step without tests. */
export function failuresOf(step: string): string[] {
  const { testResults, suites, parts } = readResult(resultFile(step));
  const failures = [
    ...(testResults ? vitestFailures({ testResults }) : []),
    ...(suites ?? []).flatMap((suite) => browserTests(suite, "unexpected")),
    ...(parts ?? []).flatMap(({ part, problems }) =>
      problems.map(({ says, seed }) => `${part} (seed ${seed}): ${says}`),
    ),
  ];
  return failures.length > 0 ? failures.map((text) => text.slice(0, LONGEST)) : lastLines(step);
}

/** Returns the browser tests that passed only on a retry. */
export function flakyTests(step: string): string[] {
  return (readResult(resultFile(step)).suites ?? []).flatMap((suite) => browserTests(suite, "flaky"));
}

/** Returns "1,216 tests" for a step that counts them. */
export function testCount(step: string): string {
  const { testResults, suites } = readResult(resultFile(step));
  const specs = (suite: PlaywrightSuite): number =>
    (suite.specs?.length ?? 0) + (suite.suites ?? []).reduce((sum, inner) => sum + specs(inner), 0);
  const count =
    testResults?.reduce((sum, file) => sum + file.assertionResults.length, 0) ??
    suites?.reduce((sum, suite) => sum + specs(suite), 0);
  return count === undefined ? "" : `${count.toLocaleString("en-AU")} tests`;
}
