/** Documents and code agree: every id that is cited exists, every rule has a test, and named values are the code's. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Line, linesOf, PATHS, ROOT, read } from "../support/repository.ts";

const OWN_PATH = "tests/unit/cited-rules.test.ts";
const lines = linesOf(/\.(ts|tsx|js|mjs|css|html|jsonc|md|sql|toml|ya?ml)$/).filter(({ path }) => path !== OWN_PATH);

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

const rulesText = read("docs/rules.md");
const rules = matches(rulesText, /\*\*(D\d+) /g);
const [, ...abuseSections] = read("docs/threat-model.md").split(/^### (?=A)/m);
const abuseCases = abuseSections.map((section) => /^A\d+/.exec(section)?.[0] ?? "");
const untested = abuseCases.filter((_, index) => abuseSections[index]?.includes("\n**Not tested.**"));
const decisions = PATHS.flatMap((path) => /^docs\/decisions\/(\d{4})-[^/]+\.md$/.exec(path)?.[1] ?? []);
const known = new Set([...rules, ...abuseCases, ...decisions]);

/** The part of a line that is a comment or a test's title; documents are prose throughout. */
function prose({ path, text }: Line): string {
  if (path.endsWith(".md") || /^\s*(\/\/|\/\*|\*|\{\/\*|--)/.test(text)) return text;
  return /\s\/\/ (.*)$/.exec(text)?.[1] ?? "";
}

/** Numbers of decision records: "decision 0030", "decisions 0027 and 0031", "(0064)", "(0020, 0021)". */
function citedDecisions(text: string): string[] {
  const named = text.matchAll(/\bdecisions? (?:records? )?(\d{4}(?:(?:, | and |, and )\d{4})*)/gi);
  const bracketed = text.matchAll(/\((00\d\d(?:, 00\d\d)*)[),;]/g);
  return [...named, ...bracketed].flatMap((match) => match[1]?.match(/\d{4}/g) ?? []);
}

/** Ids in a line that name no rule, abuse case or decision record, as "file:line id". */
function unknownIds(line: Line): string[] {
  const ids = /\.(tsx?|md|sql)$/.test(line.path) ? matches(line.text, /\b(?:D\d{1,2}|A\d{2,3})\b/g) : [];
  return [...ids, ...citedDecisions(prose(line))].filter((id) => !known.has(id)).map((id) => `${line.at} ${id}`);
}

/** Ids in brackets, as in "refuses it (A66, D10; decision 0006)". Outside them, "D1" is the database. */
const idsInBrackets = (text: string) =>
  matches(text, /\(((?:[AD]\d{1,3}|decision \d{4})(?:[,;] (?:[AD]\d{1,3}|decision \d{4}))*)\)/g).flatMap((list) =>
    list.split(/[,;] /),
  );

describe("ids of rules, abuse cases and decision records", () => {
  it("have an entry in docs/ wherever they are cited", () => {
    expect([rules.length > 50, decisions.length > 40, lines.length > 50_000]).toEqual([true, true, true]);
    expect(lines.flatMap(unknownIds)).toEqual([]);
  });

  it("have one entry each, and abuse cases are numbered without gaps", () => {
    const ids = [...rules, ...decisions, ...abuseCases];
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const numbers = abuseCases.map((_, index) => `A${String(index + 1).padStart(2, "0")}`);
    expect(numbers.filter((id) => !known.has(id))).toEqual([]);
  });

  it("stand in brackets in the title or comment of a test, for every rule and every abuse case", () => {
    const named = new Set(
      lines.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path)).flatMap(({ text }) => idsInBrackets(text)),
    );
    expect([...rules, ...abuseCases].filter((id) => !named.has(id) && !untested.includes(id))).toEqual([]);
  });

  it("are found in each form they are written in", () => {
    const line = (text: string) => unknownIds({ path: "a.ts", at: "a.ts:1", text });
    expect(line("call(); // see D99")).toEqual(["a.ts:1 D99"]);
    expect(line('it("refuses it (D1, A999)"')).toEqual(["a.ts:1 A999"]);
    expect(line("// decisions 0001, 0998 and 0999")).toEqual(["a.ts:1 0998", "a.ts:1 0999"]);
    expect(line("// the item's room (0001, 0099), and (0098)")).toEqual(["a.ts:1 0099", "a.ts:1 0098"]);
    expect(line("// call 0061 412 345 678 in 2026")).toEqual([]);
    expect(idsInBrackets('it("refuses it (A66, D10; decision 0006)"')).toEqual(["A66", "D10", "decision 0006"]);
    expect(idsInBrackets("reads D1 (which may fail)")).toEqual([]);
  });
});

describe("constants named in docs/rules.md", () => {
  it("exist in the file that is named with them", () => {
    const rows = rulesText.split("\n").flatMap((row) => {
      const [, names = "", file = ""] = /\| ((?:`[A-Z_]+`, )+)([\w./-]+\.ts) \|$/.exec(row) ?? [];
      return matches(names, /`([A-Z_]+)`/g).map((name) => ({ name, file }));
    });
    expect(rows.length).toBeGreaterThan(20);
    const missing = rows.filter(
      ({ name, file }) => !PATHS.includes(file) || !new RegExp(`\\bconst ${name}\\b`).test(read(file)),
    );
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
      const constants = (await import(join(ROOT, file))) as Record<string, unknown>;
      const value = constants[name];
      if (typeof value === "number" && value !== Number(count) * (UNITS[unit] ?? 0))
        wrong.push(`${name} is ${value} ms`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("docs/operations.md", () => {
  const guide = read("docs/operations.md");

  it("describes every job of the cron, and no other", () => {
    const jobs = matches(read("worker/jobs/schedule.ts"), /\bname: "([a-z-]+)"/g);
    const table = /## Cron jobs\n(.*?)\n## /s.exec(guide)?.[1] ?? "";
    const described = matches(table, /^\|([^|]+)\|/gm).flatMap((cell) => matches(cell, /`([a-z-]+)`/g));
    expect(jobs.length).toBeGreaterThan(30);
    expect(described.sort()).toEqual(jobs.sort());
  });

  it("describes every variable of wrangler.toml", () => {
    const names = matches(/\[vars\]\n(.*?)\n\[\[/s.exec(read("wrangler.toml"))?.[1] ?? "", /^([A-Z_]+) = /gm);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

it("no file cites a document that is not in the repository", () => {
  const outside = /\u00a7|SPECIFICATION\.md|RELIABILITY|SERVICES\.md|PLATFORM\.md|DECISIONS\.md|\bUI\.md/;
  expect(lines.filter(({ text }) => outside.test(text)).map(({ at, text }) => `${at} ${text.trim()}`)).toEqual([]);
});
