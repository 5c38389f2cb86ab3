/** Which files may import which: the table of docs/architecture.md, applied to the code. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  forbiddenImports,
  type ImportGraph,
  importCycles,
  importRules,
  importsOf,
  readGraph,
} from "../support/import-graph.ts";

const root = resolve(import.meta.dirname, "../..");
const rules = importRules(readFileSync(join(root, "docs/architecture.md"), "utf8"));
const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "worker", "durable", "web"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && existsSync(join(root, file)));
const graph = readGraph(root, files);

describe("imports", () => {
  it("go only where the table of docs/architecture.md allows", () => {
    expect(forbiddenImports(graph, rules)).toEqual([]);
  });

  it("form no cycle, types included", () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it("of a feature never reach another feature's routes", () => {
    const offenders = [...graph].flatMap(([file, imports]) =>
      file.startsWith("worker/features/")
        ? imports
            .filter((path) => /^worker\/features\/.*routes\.ts$/.test(path))
            .map((path) => `${file} imports ${path}`)
        : [],
    );
    expect(offenders).toEqual([]);
  });

  it("of a browser feature reach another one through its index.ts only", () => {
    expect(
      [...graph].flatMap(([file, imports]) =>
        imports.filter((path) => bypassesIndex(file, path)).map((path) => `${file} imports ${path}`),
      ),
    ).toEqual([]);
  });
});

/** Whether a file of one browser feature imports a file of another one other than its index.ts. */
function bypassesIndex(file: string, path: string): boolean {
  const featureOf = (name: string) => /^web\/features\/([^/]+)\//.exec(name)?.[1];
  const [own, other] = [featureOf(file), featureOf(path)];
  return own !== undefined && other !== undefined && own !== other && path !== `web/features/${other}/index.ts`;
}

describe("import rules", () => {
  const withImport = (file: string, path: string): ImportGraph => new Map([[file, [path]]]);

  /** For every row and every path it does not name, one import that breaks it. */
  const folders = rules.flatMap(({ from }) => from);
  const sample = (path: string) => (/\.tsx?$/.test(path) ? path : `${path}/new.ts`);
  const planted = rules.flatMap(({ from, to }) =>
    from.flatMap((own) =>
      folders
        .filter((other) => other !== own && !to.some((allowed) => other === allowed || other.startsWith(`${allowed}/`)))
        .map((other): [string, string] => [sample(own), sample(other)]),
    ),
  );

  it("cover every folder of the Worker, the rooms and the browser", () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(planted.length).toBeGreaterThan(150);
  });

  it.each(planted)("find the import of %s from %s", (file, path) => {
    expect(forbiddenImports(withImport(file, path), rules)).toEqual([`${file} imports ${path}`]);
  });

  it("find a file in a folder that the table does not name", () => {
    expect(forbiddenImports(withImport("shared/helpers.ts", "worker/domain/ids.ts"), rules)).toEqual([
      "shared/helpers.ts is in no row",
    ]);
  });

  it.each([
    ["import", 'import { a } from "./b.ts";'],
    ["type import", 'import type { A } from "./b.ts";'],
    ["export from", 'export { a } from "./b.ts";'],
    ["dynamic import", 'const a = await import("./b.ts");'],
    ["import for side effects", 'import "./b.ts";'],
  ])("see an %s", (_, text) => {
    expect(importsOf("web/lib/a.ts", text)).toEqual(["web/lib/b.ts"]);
  });

  it("find an import that goes past the index.ts of a browser feature", () => {
    expect(bypassesIndex("web/features/items/item-card.tsx", "web/features/wishlists/list-chooser.tsx")).toBe(true);
    expect(bypassesIndex("web/features/items/item-card.tsx", "web/features/wishlists/index.ts")).toBe(false);
    expect(bypassesIndex("web/features/items/item-card.tsx", "web/features/items/item-row.tsx")).toBe(false);
  });

  it("find a cycle of three files through a type import", () => {
    const cyclic = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["a.ts"]],
      ["d.ts", ["a.ts"]],
    ]);
    expect(importCycles(cyclic)).toEqual([["a.ts", "b.ts", "c.ts"]]);
  });
});
