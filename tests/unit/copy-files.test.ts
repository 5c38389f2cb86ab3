/**
 * All copy is in the words files of a feature, ready for translation (decision 0002). Biome's noJsxLiterals checks
 * text between tags, this test the rest.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { visibleTexts } from "../support/node/visible-texts.ts";

const root = resolve(import.meta.dirname, "../..");

/** A words file of a feature: `words.ts`, `filters-words.ts`, `words.tsx`. */
const WORDS_FILE = /(^|[/-])words\.tsx?$/;

const files = readdirSync(join(root, "web"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !WORDS_FILE.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

describe("copy of the screens", () => {
  it("is in the words files of its feature", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => visibleTexts(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  });

  it("is found in props, toasts, titles, branches, templates and code", () => {
    const texts = [
      '<Field label="Suburb" />',
      '<img alt={ready ? "Front view" : fallback} />',
      "<p>{count} {count === 1 ? 'Item' : 'Items'}</p>",
      'toast({ title: "Saved" })',
      'document.title = "Orders";',
      ["const told = `You have $", "{count} left`;"].join(""),
      'const told = "It is gone.";',
      'const rows = [{ label: "Price", value: 1 }];',
    ];
    for (const text of texts) expect(visibleTexts("a.tsx", text), text).not.toEqual([]);
    const silent = [
      '<div className="flex items-center" role="status" type="Button" />',
      'import a from "./A b.ts";',
      'throw new Error("Not a word of this is shown.");',
      'type Told = "Not a text";',
      '<p>{kind === "Sold out" ? words.gone : words.left}</p>',
      "<p>{words.title} · {price}</p>",
      'fetch("/api/items", { method: "POST" })',
    ];
    for (const text of silent) expect(visibleTexts("a.tsx", text), text).toEqual([]);
  });
});
