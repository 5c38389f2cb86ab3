/** Every text column of the schema is a public text, or has a reason why not (D63). */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { contactProblem, PUBLIC_TEXTS } from "#domain/safety/public-texts";
import unread from "./private-texts.json" with { type: "json" };

const folder = resolve(import.meta.dirname, "../../worker/db/schema");
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
);
const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((table) => is(table, SQLiteTable))
  .map((table) => getTableConfig(table));

it("declares every table once as one with public texts or without", () => {
  const declared = [...Object.keys(PUBLIC_TEXTS), ...unread.tables.flatMap((line) => line.split(" "))];
  expect(declared.sort()).toEqual([...new Set(tables.map(({ name }) => name))].sort());
});

it("declares every text column of a table with public texts (D63)", () => {
  const texts = tables
    .filter(({ name }) => name in PUBLIC_TEXTS)
    .flatMap(({ name, columns, foreignKeys }) => {
      const keys = new Set(foreignKeys.flatMap((key) => key.reference().columns.map((column) => column.name)));
      const isText = ({ columnType, enumValues, primary, name: column }: (typeof columns)[number]) =>
        columnType === "SQLiteText" &&
        !enumValues?.length &&
        !primary &&
        !keys.has(column) &&
        !/(?:^|_)id$/.test(column);
      return columns.filter(isText).map((column) => `${name}.${column.name}`);
    });
  const read = Object.entries(PUBLIC_TEXTS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect([...read, ...Object.keys(unread.columns)].sort()).toEqual(texts.sort());
});

it("finds a number that two texts share, and names the last one", () => {
  const texts = { title: "Desk 0412 345", description: "678 by the window" };
  expect(contactProblem("items", texts)).toEqual({
    field: "description",
    message: "Please leave out phone numbers: everyone can read this. People reach you here.",
  });
  expect(contactProblem("items", { title: "Desk", description: "Cash or PayID at pickup" })).toBeNull();
});
