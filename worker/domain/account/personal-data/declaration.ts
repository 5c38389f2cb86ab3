/** The personal data of the whole database, and the statements of export and erasure that follow from it. */
import account from "./account.json" with { type: "json" };
import deals from "./deals.json" with { type: "json" };
import listings from "./listings.json" with { type: "json" };
import { columnsIn, type Declaration, declarationsIn, type OwnRows } from "./rules.ts";

const declared = declarationsIn({ ...account, ...deals, ...listings });

/**
 * In the order in which an erasure processes them: emails first, because their rows are found by the address, which the
 * last statement removes. `site` is content of staff and the state of the service: staff give up their role before they
 * can leave.
 */
export const AREAS = {
  emails: declared.emails,
  messages: declared.messages,
  wishes: declared.wishes,
  trades: declared.trades,
  selling: declared.selling,
  orders: declared.orders,
  payments: declared.payments,
  listings: declared.listings,
  "staff records": declared["staff records"],
  site: declared.site,
  notifications: declared.notifications,
  account: declared.account,
};

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
