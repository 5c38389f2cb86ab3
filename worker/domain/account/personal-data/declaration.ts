/** The personal data of the whole database, and the statements of export and erasure that follow from it. */
import { ACCOUNT, CORRESPONDENCE, NOTIFICATIONS, STAFF_RECORDS } from "./account.ts";
import { MESSAGES, ORDERS, PAYMENTS, SITE } from "./deals.ts";
import { LISTINGS, SELLING, TRADES, WISHES } from "./listings.ts";
import { columnsIn, type Declaration, type OwnRows } from "./rules.ts";

/** In the order in which an erasure processes them. */
export const AREAS = {
  emails: CORRESPONDENCE,
  messages: MESSAGES,
  wishes: WISHES,
  trades: TRADES,
  selling: SELLING,
  orders: ORDERS,
  payments: PAYMENTS,
  listings: LISTINGS,
  "staff records": STAFF_RECORDS,
  site: SITE,
  notifications: NOTIFICATIONS,
  account: ACCOUNT,
} as const satisfies Record<string, Declaration>;

/** Every table, in that order. */
export const PERSONAL_DATA: Declaration = Object.assign({}, ...Object.values(AREAS));

/** A value that SQLite calculates from other columns, so that erasing those erases it. */
export const CALCULATED = "calculated";

const OWN: readonly [table: string, rows: OwnRows][] = Object.entries(PERSONAL_DATA).flatMap(([table, { rows = [] }]) =>
  rows.map((part): [string, OwnRows] => [table, part]),
);

/** Returns the statements that erase a person, in order. `?1` is the account id. */
export function erasureStatements(): string[] {
  return OWN.flatMap(([table, { of, erase }]) => {
    if (erase === undefined) return [];
    if (erase === "delete") return [`DELETE FROM ${table} WHERE ${of}`];
    const set = Object.entries(erase).filter(([, value]) => value !== CALCULATED);
    return [`UPDATE ${table} SET ${set.map(([column, value]) => `${column} = ${value}`).join(", ")} WHERE ${of}`];
  });
}

export interface ExportQuery {
  /** Name of the file, without its extension. */
  name: string;
  columns: string[];
  /** `?1` is the account id, `?2` the row after which to continue, `?3` the number of rows. */
  sql: string;
}

/** Returns the queries of an export, one for each file. */
export function exportQueries(): ExportQuery[] {
  // The plus signs keep SQLite from reading a whole table in the order of its rows.
  return OWN.flatMap(([table, { of, as = table, export: list }]) => {
    if (list === undefined) return [];
    const columns = columnsIn(list);
    return [
      {
        name: as,
        columns,
        sql: `SELECT rowid AS export_row, ${columns.join(", ")} FROM ${table} WHERE (${of})
          AND +rowid > ?2 ORDER BY +rowid LIMIT ?3`,
      },
    ];
  });
}
