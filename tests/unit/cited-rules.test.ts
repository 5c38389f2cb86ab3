/** Every rule, abuse case and decision record that a comment, a test or a document cites exists in docs/. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const OWN_PATH = "tests/unit/cited-rules.test.ts";
const SOURCE_FOLDERS = /^(worker|durable|web|scripts|tests)\//;
const TEXT_FILE = /(\.(ts|tsx|js|mjs|css|html|json|jsonc|md|sql|svg|toml|txt|webmanifest|ya?ml)|\/\.[a-z]+)$/;

interface Line {
  path: string;
  at: string;
  text: string;
}

/** Names that .gitignore leaves out of the repository. */
const ignored = readFileSync(join(root, ".gitignore"), "utf8")
  .split("\n")
  .map((line) => line.trim().replace(/\/$/, ""))
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`));

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    // A pattern that begins with a slash is a path from the root, any other is a name.
    if (entry.name === ".git" || ignored.some((pattern) => pattern.test(entry.name) || pattern.test(`/${path}`)))
      return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const paths = filesIn("").filter(
  (path) => TEXT_FILE.test(`/${path}`) && !path.includes(".generated.") && path !== "package-lock.json",
);
const lines: Line[] = paths
  .filter((path) => path !== OWN_PATH)
  .flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .map((text, index) => ({ path, at: `${path}:${index + 1}`, text })),
  );
const sources = lines.filter(({ path }) => SOURCE_FOLDERS.test(path) && /\.tsx?$/.test(path));

function read(path: string): string {
  return paths.includes(path) ? readFileSync(join(root, path), "utf8") : "";
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Citations of ids that have no entry, as "file:line id". */
function unresolved(cited: readonly Line[], pattern: RegExp, known: readonly string[]): string[] {
  const entries = new Set(known);
  return cited.flatMap(({ at, text }) =>
    matches(text, pattern)
      .filter((id) => !entries.has(id))
      .map((id) => `${at} ${id}`),
  );
}

/** The part of a source line that is a comment; documents are prose throughout. */
function prose({ path, text }: Line): string {
  if (path.endsWith(".md")) return text;
  if (/^\s*(\/\/|\/\*|\*|\{\/\*|--)/.test(text)) return text;
  return /\s\/\/ (.*)$/.exec(text)?.[1] ?? "";
}

/** Numbers of decision records: "decision 0030", "decisions 0027 and 0031", "(0064)", "(0020, 0021)". */
function citedDecisions(text: string): string[] {
  const named = text.matchAll(/\bdecisions? (?:records? )?(\d{4}(?:(?:, | and |, and )\d{4})*)/gi);
  const bracketed = text.matchAll(/\((00\d\d(?:, 00\d\d)*)[),;]/g);
  return [...named, ...bracketed].flatMap((match) => match[1]?.match(/\d{4}/g) ?? []);
}

const rulesText = read("docs/rules.md");
const rules = matches(rulesText, /\*\*(D\d+) /g);
const abuseCases = matches(read("docs/threat-model.md"), /^### (A\d{2,3}) /gm);
const decisions = paths.flatMap((path) => /^docs\/decisions\/(\d{4})-[^/]+\.md$/.exec(path)?.[1] ?? []);

describe("cited rules", () => {
  it("reads the sources and the documents", () => {
    expect(sources.length).toBeGreaterThan(50_000);
    expect(rules.length).toBeGreaterThan(50);
    expect(decisions.length).toBeGreaterThan(10);
  });

  it("have an entry in docs/rules.md", () => {
    expect(unresolved(sources, /\bD\d{1,2}\b/g, rules)).toEqual([]);
  });

  it("have an entry in docs/threat-model.md when they are abuse cases", () => {
    expect(unresolved(sources, /\bA\d{2,3}\b/g, abuseCases)).toEqual([]);
  });

  it("have one entry each", () => {
    expect(repeated(rules)).toEqual([]);
    expect(repeated(abuseCases)).toEqual([]);
    expect(repeated(decisions)).toEqual([]);
  });
});

describe("cited decision records", () => {
  it("exist in docs/decisions", () => {
    const known = new Set(decisions);
    const missing = lines.flatMap((line) =>
      citedDecisions(prose(line))
        .filter((number) => !known.has(number))
        .map((number) => `${line.at} ${number}`),
    );
    expect(missing).toEqual([]);
  });

  it("are recognised in each form they are written in", () => {
    expect(citedDecisions("as decided (decision 0030; A66)")).toEqual(["0030"]);
    expect(citedDecisions("decisions 0027 and 0031")).toEqual(["0027", "0031"]);
    expect(citedDecisions("the item's room (0020, 0021), and (0064)")).toEqual(["0020", "0021", "0064"]);
    expect(citedDecisions("call 0061 412 345 678 in 2026")).toEqual([]);
  });
});

describe("constants named in docs/rules.md", () => {
  it("exist in the file that is named with them", () => {
    const rows = rulesText.split("\n").flatMap((row) => {
      const [, names = "", file = ""] = /\| ((?:`[A-Z_]+`, )+)([\w./-]+\.ts) \|$/.exec(row) ?? [];
      return names === "" ? [] : [{ names: matches(names, /`([A-Z_]+)`/g), file }];
    });
    expect(rows.length).toBeGreaterThan(20);
    const missing = rows.flatMap(({ names, file }) => {
      const text = read(file);
      return names.filter((name) => !new RegExp(`\\bconst ${name}\\b`).test(text)).map((name) => `${file} ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("have the length of time that is named with them", async () => {
    const UNITS: Record<string, number> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
    const rows = [
      ...rulesText.matchAll(
        /\| (\d+) (second|minute|hour|day)s? \| `([A-Z_]+_MS)`, (worker\/domain\/[\w./-]+\.ts) \|$/gm,
      ),
    ];
    expect(rows.length).toBeGreaterThan(15);
    const wrong: string[] = [];
    for (const [, count, unit = "", name = "", file = ""] of rows) {
      const constants = (await import(join(root, file))) as Record<string, unknown>;
      const value = constants[name];
      if (typeof value === "number" && value !== Number(count) * (UNITS[unit] ?? 0))
        wrong.push(`${name} is ${value} ms`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("documents outside the repository", () => {
  const offenders = (pattern: RegExp) =>
    lines.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${at} ${text.trim()}`);

  it("are not cited by section", () => {
    expect(offenders(/\u00a7/)).toEqual([]);
  });

  it("are not cited by name", () => {
    expect(offenders(/SPECIFICATION\.md|RELIABILITY|SERVICES\.md|PLATFORM\.md|DECISIONS\.md|\bUI\.md/)).toEqual([]);
  });
});
