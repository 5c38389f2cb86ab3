/** Which files may import which: the table of docs/architecture.md, applied to the code. */
import { describe, expect, it } from "vitest";
import { forbiddenImports, type ImportGraph, importRules, importsOf } from "../support/import-graph.ts";
import { PATHS, read } from "../support/repository.ts";

const rules = importRules(read("docs/architecture.md"));
const graph: ImportGraph = new Map(
  PATHS.filter((path) => /^(worker|durable|web)\/.*(?<!\.d)\.tsx?$/.test(path)).map((path) => [
    path,
    importsOf(path, read(path)),
  ]),
);

/** Whether a file of one browser feature imports a file of another one other than its index.ts. */
function bypassesIndex(file: string, path: string): boolean {
  const featureOf = (name: string) => /^web\/features\/([^/]+)\//.exec(name)?.[1];
  const [own, other] = [featureOf(file), featureOf(path)];
  return own !== undefined && other !== undefined && own !== other && path !== `web/features/${other}/index.ts`;
}

/** Floor of each area under a folder, as docs/architecture.md draws them. */
function floorsOf(folder: string): Map<string, number> {
  const [, picture = ""] = read("docs/architecture.md").split(`\`${folder}\`:\n\n\`\`\`\n`);
  const rows = picture.split("```")[0]?.matchAll(/^(\d) {2}(\S.*?)(?: {3,}.*)?$/gm) ?? [];
  return new Map(
    [...rows].flatMap(([, floor, areas = ""]) => areas.split(/ +/).map((area) => [area, Number(floor)] as const)),
  );
}

const areaOf = (folder: string, path: string) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;

/** Returns the imports between areas of a folder that do not lead to a lower floor. */
function upward(folder: string, floors: ReadonlyMap<string, number>, imports: ImportGraph): string[] {
  return [...imports].flatMap(([file, paths]) => {
    const own = areaOf(folder, file);
    return paths
      .filter((path) => {
        const other = areaOf(folder, path);
        return own && other && own !== other && !((floors.get(other) ?? 0) < (floors.get(own) ?? 0));
      })
      .map((path) => `${file} imports ${path}`);
  });
}

describe("imports", () => {
  it.each(["worker/features", "web/features"])("between areas of %s lead to lower floors only", (folder) => {
    const floors = floorsOf(folder);
    const areas = new Set([...graph.keys()].flatMap((path) => areaOf(folder, path) ?? []));
    expect([...floors.keys()].sort()).toEqual([...areas].sort());
    expect(upward(folder, floors, graph)).toEqual([]);
    const planted = new Map([[`${folder}/items/new.ts`, [`${folder}/selling/index.ts`]]]);
    expect(upward(folder, floors, planted)).toHaveLength(1);
  });

  it("go only where the table of docs/architecture.md allows", () => {
    expect(graph.size).toBeGreaterThan(1_000);
    expect(forbiddenImports(graph, rules)).toEqual([]);
  });

  it("connect the files of the eight journeys of docs/architecture.md, from left to right", () => {
    const table = read("docs/architecture.md").split("## Eight journeys")[1]?.split("\n## ")[0] ?? "";
    const journeys = [...table.matchAll(/^\| [^|]+ \| (`.*`) \|$/gm)].map(([, files = ""]) =>
      files.split("⇢").map((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path)),
    );
    expect(journeys).toHaveLength(8);
    const broken = journeys
      .flat()
      .flatMap((files) =>
        files.filter((path, n) => !graph.has(path) || (n > 0 && !graph.get(files[n - 1] ?? "")?.includes(path))),
      );
    expect(broken).toEqual([]);
  });

  it("of a browser feature reach another one through its index.ts only", () => {
    const offenders = [...graph].flatMap(([file, imports]) =>
      imports.filter((path) => bypassesIndex(file, path)).map((path) => `${file} imports ${path}`),
    );
    expect(offenders).toEqual([]);
  });

  it("are found in each form they are written in", () => {
    const forms = [
      'import { a } from "./b.ts";',
      'import type { A } from "./b.ts";',
      'export { a } from "./b.ts";',
      'const a = await import("./b.ts");',
      'import "./b.ts";',
    ];
    expect(forms.map((text) => importsOf("web/lib/a.ts", text))).toEqual(forms.map(() => ["web/lib/b.ts"]));
  });

  it("that break a row of the table are found, for every row", () => {
    // A development tool is allowed nowhere: it would be deployed.
    const planted = new Map([["shared/a.ts", ["worker/domain/ids.ts"]]]);
    for (const path of rules.flatMap(({ from }) => from))
      planted.set(path.endsWith(".ts") ? path : `${path}/new.ts`, ["scripts/seed-demo.ts"]);
    expect(planted.size).toBeGreaterThan(15);
    expect(forbiddenImports(planted, rules)).toEqual(
      [...planted].map(([file, [path]]) =>
        file === "shared/a.ts" ? `${file} is in no row` : `${file} imports ${path}`,
      ),
    );
    expect(forbiddenImports(new Map([["worker/domain/a.ts", ["worker/db/client.ts"]]]), rules)).toHaveLength(1);
    expect(bypassesIndex("web/features/items/a.tsx", "web/features/wishlists/b.tsx")).toBe(true);
    expect(bypassesIndex("web/features/items/a.tsx", "web/features/wishlists/index.ts")).toBe(false);
  });
});
