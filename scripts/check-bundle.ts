/**
 * Checks the size budget of the first page: reads Vite's manifest, adds up what the page loads and fails above the
 * limit. Unlike times, sizes are the same on every machine. `npm run build:size [folder]`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const BUDGET_KB = { initial: 150, css: 12, lazy: 60 };
const ROUTE = "features/marketplace/marketplace-screen.tsx";

/** MapLibre weighs 300 KB and cannot be split; the browser loads it when the user opens the map. */
const MAP = "features/marketplace/map/maplibre.ts";

const folder = process.argv[2] ?? "dist";
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;

function chunk(key: string): Chunk {
  const found = manifest[key];
  if (!found) throw new Error(`${key} is not in the manifest of ${folder}: run \`npm run build\` first.`);
  return found;
}

function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk(key).imports ?? []) closure(imported, seen);
  return seen;
}

function sizesOf(files: Iterable<string>): { gz: number; br: number } {
  const sum = { gz: 0, br: 0 };
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    sum.gz += gzipSync(bytes, { level: 9 }).length / 1024;
    sum.br += brotliCompressSync(bytes).length / 1024;
  }
  return sum;
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error("The manifest has no entry.");
const keys = new Set([...closure(entry), ...closure(ROUTE)]);
const initial = sizesOf([...keys].map((key) => chunk(key).file));
const css = sizesOf(new Set([...keys].flatMap((key) => chunk(key).css ?? [])));

const lazy = Object.entries(manifest)
  .filter(([key, { file }]) => !keys.has(key) && key !== MAP && file.endsWith(".js"))
  .map(([, { file }]) => ({ file, ...sizesOf([file]) }))
  .sort((a, b) => b.gz - a.gz);
const largest = lazy[0];

const kb = (value: number) => value.toFixed(1);
console.log(`first page script: ${kb(initial.gz)} KB gz, ${kb(initial.br)} KB br (budget ${BUDGET_KB.initial} gz)`);
console.log(`styles:            ${kb(css.gz)} KB gz, ${kb(css.br)} KB br (budget ${BUDGET_KB.css} gz)`);
if (largest) console.log(`largest lazy:      ${kb(largest.gz)} KB gz, ${largest.file} (budget ${BUDGET_KB.lazy} gz)`);

const over = initial.gz > BUDGET_KB.initial || css.gz > BUDGET_KB.css || (largest?.gz ?? 0) > BUDGET_KB.lazy;
if (over) {
  console.error("Over the budget. Make what the first page does not need lazy, or let it pay for itself.");
  process.exitCode = 1;
}
