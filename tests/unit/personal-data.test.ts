/** Every column of the schema is classified as personal data or not (D61). */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { CALCULATED, exportQueries, PERSONAL_DATA } from "#domain/account/personal-data/declaration";
import { PLACES } from "#domain/account/personal-data/places";
import { columnsIn, type TableRules } from "#domain/account/personal-data/rules";
import { PATHS, read } from "../support/repository.ts";
import neutralColumns from "./neutral-columns.json" with { type: "json" };

/** The columns of each table. This one exists only as SQL in the migration. */
const tables = new Map<string, string[]>([["search_words", ["word"]]]);
const folder = resolve(import.meta.dirname, "../../worker/db/schema");
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
);
for (const table of modules.flatMap((module) => Object.values(module))) {
  if (!is(table, SQLiteTable)) continue;
  const { name, columns } = getTableConfig(table);
  tables.set(
    name,
    columns.map((column) => column.name),
  );
}

/** Returns the columns of a table that the declaration names. */
const classified = ({ neutral, personal, kept }: TableRules) => [
  ...columnsIn(neutral),
  ...columnsIn(personal),
  ...Object.keys(kept ?? {}),
];
const rules = Object.entries(PERSONAL_DATA);

describe("personal data of every table (worker/domain/account/personal-data)", () => {
  it("declares every table of the schema, and no other", () => {
    expect(Object.keys(PERSONAL_DATA).sort()).toEqual([...tables.keys()].sort());
  });

  it("knows every word of the declaration, which the compiler does not see in JSON", () => {
    const words = "about of export as nulls erase neutral personal kept withheld rows".split(" ");
    const used = rules.flatMap(([, table]) => [table, ...(table.rows ?? [])].flatMap(Object.keys));
    expect(used.filter((word) => !words.includes(word))).toEqual([]);
  });

  it("declares every column once, or lists it as one that identifies nobody (A137)", () => {
    const listed: Readonly<Record<string, string>> = neutralColumns;
    const known = rules.map(([name, table]) => [name, [...classified(table), ...columnsIn(listed[name])].sort()]);
    expect(known).toEqual(rules.map(([name]) => [name, [...(tables.get(name) ?? [])].sort()]));
  });

  it("erases every personal column, or says why it stays", () => {
    const left = rules.flatMap(([name, { personal, kept, rows = [] }]) => {
      const isDeleted = rows.some(({ erase }) => erase === "delete");
      const set = rows.flatMap(({ erase }) => (typeof erase === "object" ? Object.keys(erase) : []));
      return [
        ...columnsIn(personal).filter((column) => !isDeleted && !set.includes(column)),
        ...Object.keys(kept ?? {}).filter((column) => (kept?.[column] ?? "").length <= 20),
      ].map((column) => `${name}.${column}`);
    });
    expect(left).toEqual([]);
  });

  it("exports every personal column, or says why not", () => {
    const withheld = rules.map(([name, { personal, kept, rows = [] }]) => {
      const exported = rows.flatMap((part) => columnsIn(part.export));
      const all = [...columnsIn(personal), ...Object.keys(kept ?? {})];
      return [name, all.filter((column) => !exported.includes(column)).sort()];
    });
    expect(withheld).toEqual(rules.map(([name, table]) => [name, Object.keys(table.withheld ?? {}).sort()]));
  });

  it("names only existing columns in its statements", () => {
    const unknown = rules.flatMap(([name, { rows = [] }]) =>
      rows
        .flatMap(({ export: exported, erase }) => [
          ...columnsIn(exported),
          ...(typeof erase === "object" ? Object.keys(erase) : []),
        ])
        .filter((column) => !tables.get(name)?.includes(column))
        .map((column) => `${name}.${column}`),
    );
    expect(unknown).toEqual([]);
  });

  it("leaves calculated columns to the database", () => {
    const calculated = rules.flatMap(([, { rows = [] }]) =>
      rows.flatMap(({ erase }) =>
        typeof erase === "object" ? Object.keys(erase).filter((column) => erase[column] === CALCULATED) : [],
      ),
    );
    expect(calculated).toEqual(["keywords", "place"]);
  });

  it("gives every file of an export its own name", () => {
    const names = exportQueries().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("personal data outside of the tables", () => {
  it("names every file that writes to a room's storage, a bucket or a queue", () => {
    const writes =
      /\bkv\.put\(|\b(IMAGES|PRIVATE_FILES|BACKUPS|files)\.(put|createMultipartUpload)\(|\bDELIVERIES\.send/;
    const writers = PATHS.filter((path) => /^(worker|durable)\/.*\.ts$/.test(path) && writes.test(read(path)));
    expect(writers.sort()).toEqual(Object.keys(PLACES).sort());
  });

  it("names every key of the browser's storage in one place, with when it goes", () => {
    const source = read("web/lib/storage-keys.ts");
    const names = [...source.matchAll(/export const (\w+) = "/g)].map(([, name]) => name);
    const listed = [...source.matchAll(/^ {2}\[(\w+)\]: \{ perAccount: (?:true|false), until: /gm)].map(
      ([, name]) => name,
    );
    // The tag of a background sync stores nothing.
    expect(names.filter((name) => name !== "SYNC_MESSAGES").sort()).toEqual(listed.sort());
    const elsewhere = PATHS.filter(
      (path) =>
        /^web\/.*\.tsx?$/.test(path) &&
        path !== "web/lib/storage-keys.ts" &&
        /\b(localStorage|sessionStorage)\.\w+\(["'`]|(create|open)(Store)?\(["']goodstreet|KEY = ["'`]/.test(
          read(path),
        ),
    );
    expect(elsewhere).toEqual([]);
  });
});
