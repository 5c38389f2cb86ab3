/**
 * `node scripts/test/changed.ts <base> lint|tests [arguments of Vitest]`: checks the files that differ from a commit, or
 * runs the unit and component tests that import one of them, directly or not.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { importsOf } from "../../tests/support/import-graph.ts";
import { PATHS, read } from "../../tests/support/repository.ts";
import { root } from "./steps.ts";

const [base = "HEAD", what, ...more] = process.argv.slice(2);

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
const differing = new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")]);
const changed = PATHS.filter((path) => differing.has(path));

/** They import every screen: through them, each screen would concern each test of the app's frame. */
const ALL_SCREENS = ["web/app/screens.ts", "web/app/server-screens.tsx"];

/** Returns the test files that reach a changed file by their imports. */
function relatedTests(): string[] {
  const importers = new Map<string, string[]>();
  for (const file of PATHS.filter((path) => /\.tsx?$/.test(path))) {
    for (const path of importsOf(file, read(file))) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  const reached = new Set(changed);
  for (const file of reached) {
    if (!ALL_SCREENS.includes(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return [...reached].filter((file) => /^tests\/(?:unit|property|web)\/.*\.test\.tsx?$/.test(file));
}

const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, stdio: "inherit" }).status ?? 1;

if (changed.length === 0) console.log("Nothing has changed.");
else if (what === "lint") process.exit(run("biome", ["ci", "--colors=off", "--no-errors-on-unmatched", ...changed]));
else {
  const tests = relatedTests();
  if (tests.length > 0) process.exit(run("vitest", ["run", ...more, ...tests]));
}
