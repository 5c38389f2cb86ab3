/**
 * Every text, route, menu entry, field, call, constant and rule of the specification, with the place that shows it
 * (tests/specification.tsv). Marks: `V` seen in use, `R` read in the code, `D` built otherwise by a rule of ours.
 * A place is a file or folder, or one declaration or section in it: `file.ts#Name`. `-`: no source shows it; the rule was
 * checked in use.
 */
import { describe, expect, it } from "vitest";
import { PATHS, read } from "../support/repository.ts";

interface Row {
  section: string;
  kind: string;
  specification: string;
  mark: string;
  where: string;
  shownBy: string;
}

const [, ...lines] = read("tests/specification.tsv").trimEnd().split("\n");
const rows: Row[] = lines.map((line) => {
  const [section = "", kind = "", specification = "", mark = "", where = "", shownBy = ""] = line.split("\t");
  return { section, kind, specification, mark, where, shownBy };
});

/** What a comment says is no proof. */
const withoutComments = (source: string) => source.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
const isSource = (path: string) => /\.(tsx?|css)$/.test(path);

/** Cells of a table are quoted, so that a row of the specification can name a whole one. */
function textOf(path: string): string {
  if (path.endsWith(".tsv")) return read(path).replace(/[^\t\n]+/g, '"$&"');
  return isSource(path) ? withoutComments(read(path)) : read(path);
}

const sources = new Map<string, string>();
function sourceOf(place: string): string {
  const known = sources.get(place);
  if (known !== undefined) return known;
  const [path = "", name] = place.split("#");
  const files = PATHS.filter((file) => file === path || (file.startsWith(`${path}/`) && isSource(file)));
  const whole = files.map(textOf).join("\n");
  const source = name === undefined ? whole : path.endsWith(".md") ? section(whole, name) : declaration(whole, name);
  sources.set(place, source);
  return source;
}

const section = (text: string, title: string) => text.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";

/** Returns an exported declaration up to the line that closes it. */
function declaration(text: string, name: string): string {
  const found = new RegExp(`^export (?:interface|const|type) ${name}\\b.*?(?=^(?:[}\\])]|export |const ))`, "ms");
  return found.exec(text)?.[0] ?? "";
}

const built = rows.filter(({ where }) => where !== "-");
const differences = section(read("docs/rules.md"), "Where we differ");

describe("the specification", () => {
  it("is listed whole, with what no source shows", () => {
    const count = (chosen: readonly Row[]) => Object.entries(Object.groupBy(chosen, ({ kind }) => kind));
    const counts = count(rows).map(([kind, found = []]) => `${kind} ${found.length}`);
    expect(new Set(rows.map(({ kind, specification }) => `${kind} ${specification}`)).size).toBe(rows.length);
    expect(rows.filter(({ mark }) => !/^[VRD]$/.test(mark))).toEqual([]);
    expect(counts).toMatchInlineSnapshot(`
      [
        "route 50",
        "menu 51",
        "text 130",
        "field 198",
        "call 79",
        "constant 69",
        "rule 435",
      ]
    `);
    expect(rows.filter(({ where }) => where === "-").length).toMatchInlineSnapshot(`153`);
  });

  it("is in the sources, each row where the table says", () => {
    const gone = built.filter(({ where, shownBy }) => !sourceOf(where).includes(shownBy));
    expect(gone.map(({ kind, specification, where }) => `${kind} ${specification}: not in ${where}`)).toEqual([]);
  });

  it("has no text that the copy names and nothing shows", () => {
    const used = new Set(
      PATHS.filter((path) => /^(web|worker|durable)\//.test(path) && isSource(path)).flatMap((path) =>
        [...withoutComments(read(path)).matchAll(/\bMESSAGES\.(\w+)|\b(\w+)(?=[\w\s,]*\} = MESSAGES)/g)].map(
          ([, member, taken]) => member ?? taken,
        ),
      ),
    );
    const copy = built.filter(({ where, kind }) => kind === "text" && where.startsWith("worker/contract"));
    const copyLines = sourceOf("worker/contract/copy.ts").split("\n");
    const unused = copy.filter(({ specification }) => {
      const at = copyLines.findIndex((line) => line.includes(`"${specification}"`));
      // A long text stands on the line below its key.
      const key = /^ {2}(\w+):/.exec(copyLines[at] ?? "") ?? /^ {2}(\w+):$/.exec(copyLines[at - 1] ?? "");
      return key !== null && !used.has(key[1]);
    });
    expect(unused.map(({ specification }) => specification)).toEqual([]);
  });

  it("has a sentence for every difference, and a row", () => {
    const entries = [...differences.matchAll(/^- \*\*(.+?)\*\*(.*?)(?=\n- |\n\n|$(?![\s\S]))/gms)];
    const named = entries.map(([, name]) => `**${name}**`);
    const listed = rows.filter(({ mark }) => mark === "D").map(({ shownBy }) => shownBy);
    expect(named.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !named.includes(name))).toEqual([]);
    const incomplete = entries.filter(
      ([entry]) => !/The specification.*, we .*, because .*\.$/s.test(entry.replace(/\s+/g, " ").trim()),
    );
    expect(incomplete.map(([, name]) => name)).toEqual([]);
  });
});
