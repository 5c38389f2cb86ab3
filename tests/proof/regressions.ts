/** Stored failures, which each run of the proof replays first. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "./part.ts";

const folder = join(import.meta.dirname, "regressions");

export interface Regression extends Problem {
  part: string;
}

export function readRegressions(): { file: string; regression: Regression }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((file) => ({ file, regression: JSON.parse(readFileSync(join(folder, file), "utf8")) as Regression }));
}

/** Stores a failure in one file per case, so that finding it again adds no second file. */
export function storeRegression(part: string, problem: Problem): string {
  const text = `${JSON.stringify({ part, ...problem }, null, 2)}\n`;
  const name = createHash("sha256")
    .update(JSON.stringify([part, problem.case ?? problem.seed]))
    .digest("hex");
  const file = `${part.replaceAll(/[^a-z0-9]+/gi, "-")}-${name.slice(0, 10)}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  return file;
}
