/** Columns that refer to another table. */
import { type AnySQLiteColumn, text } from "drizzle-orm/sqlite-core";

/** The id of a row of another table, for example `idOf(() => profiles.id)`. */
export const idOf = (column: () => AnySQLiteColumn) => text().notNull().references(column);

/** The same for a table with one row for each of the other, whose id is its key. */
export const keyOf = (column: () => AnySQLiteColumn) => text().primaryKey().references(column);
