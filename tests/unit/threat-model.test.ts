import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** Numbers of the cases. */
const CASES = Array.from({ length: 149 }, (_, index) => index + 1);
const root = resolve(import.meta.dirname, "../..");
const sources = new Map<string, string | null>();

/** A test as the document cites it: path from the repository root, and exact title. */
type CitedTest = readonly [file: string, title: string];

interface AbuseCase {
  id: string;
  threat: string;
  answer: string;
  tests: CitedTest[];
  notTested: string;
  /** Lines under **Tests.** that are not a citation. */
  unreadable: string[];
}

/** The text after a label such as **Threat.**, up to the next label; empty without that label. */
function part(body: string, label: string): string {
  const [, after = ""] = body.split(`\n**${label}.**`);
  return (after.split(/\n\*\*[A-Z][a-z ]+\.\*\*/)[0] ?? "").trim();
}

function parseCases(markdown: string): AbuseCase[] {
  const sections = markdown.split(/^(?=#{1,6} )/m).filter((section) => section.startsWith("### "));
  return sections.map((section) => {
    const [, id = ""] = /^### (A\d+) .+$/m.exec(section) ?? [];
    const citations = part(section, "Tests")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ line, match: /^- `(tests\/[^`]+)`: "(.+)"$/.exec(line) }));
    return {
      id,
      threat: part(section, "Threat"),
      answer: part(section, "Answer"),
      tests: citations.flatMap(({ match }) => (match ? [[match[1] ?? "", match[2] ?? ""] as const] : [])),
      notTested: part(section, "Not tested"),
      unreadable: citations.flatMap(({ line, match }) => (match ? [] : [line])),
    };
  });
}

function read(file: string): string | null {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const path = resolve(root, file);
  // The document writes "…" for a value that the test inserts into its title.
  const text = existsSync(path) ? readFileSync(path, "utf8").replaceAll(/\$\{[^}]*\}/g, "…") : null;
  sources.set(file, text);
  return text;
}

/** Whether the file has a test with exactly this title. */
function exists([file, title]: CitedTest): boolean {
  const text = read(file);
  if (text === null) return false;
  // A title follows the bracket of `it`, `test` or the result of `each`, on the same line or the next one.
  return ['"', "`", "'"].some((quote) => {
    const quoted = `${quote}${title}${quote}`;
    for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      const after = text.slice(at + quoted.length).trimStart();
      if (before.endsWith("(") && after.startsWith(",")) return true;
    }
    return false;
  });
}

const cases = parseCases(readFileSync(resolve(root, "docs/threat-model.md"), "utf8"));

describe("docs/threat-model.md", () => {
  it("has each case exactly once, and no other", () => {
    const ids = CASES.map((number) => `A${String(number).padStart(2, "0")}`);
    const number = (id: string) => Number(id.slice(1));
    expect(cases.map(({ id }) => id).toSorted((a, b) => number(a) - number(b))).toEqual(ids);
  });

  it("gives each case a threat and an answer", () => {
    expect(cases.filter(({ threat, answer }) => threat === "" || answer === "").map(({ id }) => id)).toEqual([]);
  });

  it("cites a test for each case or says why there is none, never both, and cites no test twice", () => {
    for (const { id, tests, notTested } of cases) {
      expect(tests.length > 0, id).toBe(notTested === "");
      expect(new Set(tests.map((test) => test.join(": "))).size, id).toBe(tests.length);
    }
  });

  it("cites tests by an existing file and their exact title", () => {
    const missing = cases.flatMap(({ id, tests, unreadable }) => [
      ...tests.filter((test) => !exists(test)).map(([file, title]) => `${id}: ${file}: ${title}`),
      ...unreadable.map((line) => `${id}: ${line}`),
    ]);
    expect(missing).toEqual([]);
  });
});

describe("parseCases", () => {
  it("reads the parts of a case, and reports a citation it cannot read", () => {
    const [found, ...others] = parseCases(
      [
        "## How to read\n\n- **Threat.** What the attacker does.\n",
        "### A01 Title\n\n**Threat.** One.\nTwo.\n\n**Answer.** Three.\n",
        '**Tests.**\n\n- `tests/a.test.ts`: "says "yes""\n- tests/b.test.ts\n\n**Differs.** Four.\n',
      ].join("\n"),
    );
    expect(others).toEqual([]);
    expect(found).toEqual({
      id: "A01",
      threat: "One.\nTwo.",
      answer: "Three.",
      tests: [["tests/a.test.ts", 'says "yes"']],
      notTested: "",
      unreadable: ["- tests/b.test.ts"],
    });
  });
});

describe("exists", () => {
  it("finds a title only where it is the exact title of a test", () => {
    const file = "tests/unit/threat-model.test.ts";
    expect(exists([file, "gives each case a threat and an answer"])).toBe(true);
    expect(exists([file, "gives each case a threat"])).toBe(false);
    expect(exists([file, "The lamp was broken."])).toBe(false);
    expect(exists(["tests/unit/no-such-file.test.ts", "gives each case a threat"])).toBe(false);
  });
});
