/** The files of this repository, for the tests that read sources and documents. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseTable } from "./table.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Paths from the repository's root, without what .gitignore leaves out. */
export const PATHS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

export const rowsOf = <Column extends string>(path: string) => parseTable<Column>(read(path));

/**
 * Cases of a table of texts: its first column names the set that a case belongs to, the other cells are its values.
 * A set without cases is refused, because no test would run.
 */
export function casesOf(path: string): (set: string) => string[][] {
  const [, ...lines] = read(path).trimEnd().split("\n");
  const sets = Map.groupBy(
    lines.map((line) => line.split("\t")),
    ([set]) => set,
  );
  return (set) => {
    const found = sets.get(set);
    if (!found) throw new Error(`${path} has no cases "${set}"`);
    return found.map(([, ...values]) => values);
  };
}

export interface Line {
  path: string;
  /** Path and number of the line, as an editor opens it. */
  at: string;
  text: string;
}

/** Returns the lines of all files whose path matches. */
export function linesOf(pattern: RegExp): Line[] {
  return PATHS.filter((path) => pattern.test(path)).flatMap((path) =>
    read(path)
      .split("\n")
      .map((text, index) => ({ path, at: `${path}:${index + 1}`, text })),
  );
}
