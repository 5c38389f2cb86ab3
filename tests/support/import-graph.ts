/** The imports between our own files, types included, and the rules of docs/architecture.md about them. */
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/** Path of each file with the paths it imports. Packages are left out. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** A row of the table: files under `from` may import files under `to`, and each other. */
export interface ImportRule {
  from: readonly string[];
  to: readonly string[];
}

const ALIASES: [prefix: string, folder: string][] = [
  ["#domain/", "worker/domain/"],
  ["#contract/", "worker/contract/"],
];

/** Returns the path an import leads to, or null for a package. */
function target(file: string, request: string): string | null {
  const alias = ALIASES.find(([prefix]) => request.startsWith(prefix));
  if (alias) return `${alias[1]}${request.slice(alias[0].length)}.ts`;
  return request.startsWith(".") ? normalize(join(dirname(file), request)) : null;
}

/** Returns the paths that a file's text imports, also by `import()`, `export from` and `import type`. */
export function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return [...new Set(requests.flatMap((request) => target(file, request) ?? []))];
}

/** Reads the table with the header "files | may import" from the architecture document. */
export function importRules(markdown: string): ImportRule[] {
  const [, table = ""] = markdown.split("| files | may import |");
  const rows =
    table
      .split("\n\n")[0]
      ?.split("\n")
      .filter((row) => row.startsWith("| `")) ?? [];
  const paths = (cell: string | undefined) => [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
  return rows.map((row) => {
    const [, from, to] = row.split("|");
    return { from: paths(from), to: paths(to) };
  });
}

const isUnder = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

/** Returns the rule of the longest path that contains the file. */
function ruleOf(file: string, rules: readonly ImportRule[]): { path: string; rule: ImportRule } | undefined {
  return rules
    .flatMap((rule) => rule.from.filter((path) => isUnder(file, path)).map((path) => ({ path, rule })))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** Returns the imports that the rules do not allow, and the files that no rule covers. */
export function forbiddenImports(graph: ImportGraph, rules: readonly ImportRule[]): string[] {
  return [...graph].flatMap(([file, imports]) => {
    const own = ruleOf(file, rules);
    if (!own) return [`${file} is in no row`];
    return imports
      .filter((path) => {
        const other = ruleOf(path, rules);
        if (other?.path === own.path) return false;
        return !own.rule.to.some(
          (allowed) =>
            allowed === other?.path || (isUnder(path, allowed) && other !== undefined && isUnder(other.path, allowed)),
        );
      })
      .map((path) => `${file} imports ${path}`);
  });
}
