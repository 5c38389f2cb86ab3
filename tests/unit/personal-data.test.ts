/** Every column of the schema is classified as personal data or not (D61). */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { CALCULATED, exportQueries, PERSONAL_DATA } from "#domain/account/personal-data/declaration";
import { columnsIn, type TableRules } from "#domain/account/personal-data/rules";

/** Tables that exist only as SQL in the migration, with their columns. */
const HAND_WRITTEN: Record<string, string[]> = { search_words: ["word"] };

const tables = new Map<string, string[]>(Object.entries(HAND_WRITTEN));
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

  it.each(rules)("declares every column of %s once", (name, table) => {
    expect(classified(table).sort()).toEqual([...(tables.get(name) ?? [])].sort());
  });

  it.each(rules)("erases every personal column of %s, or says why it stays", (_, { personal, kept, rows = [] }) => {
    const isDeleted = rows.some(({ erase }) => erase === "delete");
    const set = rows.flatMap(({ erase }) => (typeof erase === "object" ? Object.keys(erase) : []));
    const left = columnsIn(personal).filter((column) => !isDeleted && !set.includes(column));
    expect(left).toEqual([]);
    for (const reason of Object.values(kept ?? {})) expect(reason.length).toBeGreaterThan(20);
  });

  it.each(rules)("exports every personal column of %s, or says why not", (_, table) => {
    const exported = (table.rows ?? []).flatMap((rows) => columnsIn(rows.export));
    const personal = [...columnsIn(table.personal), ...Object.keys(table.kept ?? {})];
    const withheld = Object.keys(table.withheld ?? {});
    expect(personal.filter((column) => !exported.includes(column)).sort()).toEqual(withheld.sort());
  });

  it.each(rules)("names only columns of %s in its statements", (name, { rows = [] }) => {
    const known = tables.get(name) ?? [];
    const named = rows.flatMap((part) => [
      ...columnsIn(part.export),
      ...(typeof part.erase === "object" ? Object.keys(part.erase) : []),
    ]);
    expect(named.filter((column) => !known.includes(column))).toEqual([]);
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
