/** Prints the figures as a table, writes them to a JSON file, and updates the tables of docs/performance.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { type Growth, isFlat } from "./growth.ts";
import type { Figures } from "./load.ts";

const root = resolve(import.meta.dirname, "../..");
const PAGE = join(root, "docs/performance.md");

/** One row of the table: the app compared with the runtime. */
export interface Line {
  name: string;
  app: Figures;
  bareName: string;
  bare: Figures;
  /** Requests per second of the app relative to the bare Worker; for messages the ratio of their p99. */
  ratio: number;
  /** The goal for the ratio; absent where there is none. */
  goal?: { least: number } | { most: number };
}

export interface Report {
  at: string;
  machine: string;
  listings: number;
  lines: Line[];
  limits: { name: string; figures: Figures }[];
  scales: number[];
  growth: Growth[];
}

export function isMet({ ratio, goal, app, bare }: Line): boolean {
  if (app.errors > 0 || bare.errors > 0) return false;
  if (!goal) return true;
  return "least" in goal ? ratio >= goal.least : ratio <= goal.most;
}

export const machineName = () => `${cpus().length} × ${cpus()[0]?.model ?? "processor"}, Node ${process.versions.node}`;

const count = (value: number) => (Number.isNaN(value) ? "–" : Math.round(value).toLocaleString("en-AU"));
const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : 1));
const times = (value: number) => (value < 2 ? `${Math.round(value * 100)} %` : `${value.toFixed(1)} ×`);
const growthOf = (value: number) => `${value >= 0 ? "+" : "−"}${Math.abs(Math.round(value * 100))} %`;

function goalOf({ goal }: Line): string {
  if (!goal) return "";
  return "least" in goal ? `≥ ${times(goal.least)}` : `≤ ${times(goal.most)}`;
}

function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(heads), rule, ...rows.map(line)].join("\n");
}

export function comparison({ lines }: Pick<Report, "lines">): string {
  return table(
    [
      "",
      "req/s",
      "p50 ms",
      "p99 ms",
      "CPU ms",
      "errors",
      "beside",
      "req/s",
      "p50 ms",
      "p99 ms",
      "CPU ms",
      "ratio",
      "goal",
      "",
    ],
    lines.map((line) => [
      line.name,
      count(line.app.rps),
      ms(line.app.p50),
      ms(line.app.p99),
      ms(line.app.cpu),
      count(line.app.errors + line.bare.errors),
      line.bareName,
      count(line.bare.rps),
      ms(line.bare.p50),
      ms(line.bare.p99),
      ms(line.bare.cpu),
      times(line.ratio),
      goalOf(line),
      line.goal || !isMet(line) ? (isMet(line) ? "met" : "MISSED") : "",
    ]),
  );
}

export function growthTable({ growth, scales }: Report): string {
  return table(
    ["CPU ms (p50 ms) of one page", ...scales.map((size) => size.toLocaleString("en-AU")), "growth", ""],
    growth.map((row) => [
      row.name,
      ...row.cpu.map((cpu, size) => `${ms(cpu)} (${ms(row.p50[size] ?? Number.NaN)})`),
      growthOf(row.growth),
      isFlat(row) ? "flat" : `GROWS${row.reason === null ? "" : `: ${row.reason}`}`,
    ]),
  );
}

/** Replaces the text between a pair of markers. */
function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

export function writeReport(report: Report): void {
  mkdirSync(join(root, "reports"), { recursive: true });
  writeFileSync(join(root, "reports/bench.json"), `${JSON.stringify(report, null, 2)}\n`);
  const made = `Made by \`npm run bench\` on ${report.at.slice(0, 10)}: ${report.machine}.`;
  let page = readFileSync(PAGE, "utf8");
  if (report.lines.length > 0) page = between(page, "comparison", `${made}\n\n${comparison(report)}`);
  if (report.growth.length > 0) page = between(page, "growth", `${made}\n\n${growthTable(report)}`);
  writeFileSync(PAGE, page);
}
