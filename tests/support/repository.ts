/** The files of this repository, for the tests that read sources and documents. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Paths from the repository's root, without what .gitignore leaves out. */
export const PATHS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Rows of a table of texts (.tsv), by the names in its first line. A missing cell is empty. */
export function rowsOf<Column extends string>(path: string): Record<Column, string>[] {
  const [head = "", ...lines] = read(path).trimEnd().split("\n");
  const columns = head.split("\t") as Column[];
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as Record<Column, string>;
  });
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
