/**
 * How personal data is declared: for every table, which columns hold personal data, which rows belong to a person, and
 * what export and erasure do with them (D61). Ids, integers, a yes or no, and words of a fixed list identify nobody
 * without a name: those are listed in tests/unit/neutral-columns.json. A column that stands in neither fails a test.
 */

/** Some rows of a table that belong to a person. */
export interface OwnRows {
  /** Which rows, as an SQL condition in which `?1` is the account id. */
  of: string;
  /** Columns for the export, separated by spaces; absent: these rows are not exported. */
  export?: string;
  /** Name in the export, if it differs from the table's. */
  as?: string;
  /** What erasure does: delete the rows, or set columns to SQL expressions. Absent: nothing. */
  erase?: "delete" | Readonly<Record<string, string>>;
}

export interface TableRules {
  /** Columns that could hold personal data by their type, and don't. */
  neutral?: string;
  /** Columns with personal data that erasure removes. */
  personal?: string;
  /** Columns with personal data that stay, with the reason. */
  kept?: Readonly<Record<string, string>>;
  /** Columns with personal data that are not exported, with the reason. */
  withheld?: Readonly<Record<string, string>>;
  /** Rows of a person. The statements of an erasure run in this order. */
  rows?: readonly OwnRows[];
}

export type Declaration = Readonly<Record<string, TableRules>>;

/** Returns the names in a list of columns. */
export function columnsIn(list: string | undefined): string[] {
  return (list ?? "").split(/\s+/).filter(Boolean);
}

/** Returns an erasure that empties columns. */
export function nulls(list: string): Readonly<Record<string, string>> {
  return Object.fromEntries(columnsIn(list).map((column) => [column, "NULL"]));
}

/** Text of a message or field whose author has left. */
export const REMOVED = "'Removed'";

export const SEVEN_YEARS = "Record of a deal: kept for seven years for tax and disputes.";
export const STAFF_RECORD = "Record of a decision: kept for seven years.";
