/**
 * `node scripts/test/changed.ts <base> lint|tests [arguments of Vitest]`: checks the files that differ from a commit, or
 * runs the unit and component tests that import one of them, directly or not.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readGraph } from "../../tests/support/import-graph.ts";
import { root } from "./steps.ts";

const [base = "HEAD", what, ...more] = process.argv.slice(2);

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));
const changed = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];

/** Returns the test files that reach a changed file by their imports. */
function relatedTests(): string[] {
  const sources = git(
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "worker",
    "durable",
    "web",
    "scripts",
    "tests",
  );
  const graph = readGraph(
    root,
    sources.filter((file) => /\.tsx?$/.test(file)),
  );
  const importers = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    for (const path of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => /^tests\/(?:unit|property|web)\/.*\.test\.tsx?$/.test(file));
}

const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, stdio: "inherit" }).status ?? 1;

if (changed.length === 0) console.log("Nothing has changed.");
else if (what === "lint") process.exit(run("biome", ["ci", "--colors=off", "--no-errors-on-unmatched", ...changed]));
else {
  const tests = relatedTests();
  if (tests.length > 0) process.exit(run("vitest", ["run", ...more, ...tests]));
}
