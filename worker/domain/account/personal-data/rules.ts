/**
 * How personal data is declared: for every table, which columns hold personal data, which rows belong to a person, and
 * what export and erasure do with them (D61). Ids, integers, a yes or no, and words of a fixed list identify nobody
 * without a name: those are listed in tests/unit/neutral-columns.json. A column that stands in neither fails a test.
 */
import { FORMER_MEMBER } from "../display-name.ts";

/** Some rows of a table that belong to a person. */
export interface OwnRows {
  /** Why these rows are treated in their own way. */
  about?: string;
  /** Which rows, as an SQL condition in which `?1` is the account id. */
  of: string;
  /** Columns for the export, separated by spaces; absent: these rows are not exported. */
  export?: string;
  /** Name in the export, if it differs from the table's. */
  as?: string;
  /** Columns that erasure empties, separated by spaces. */
  nulls?: string;
  /** What erasure does: delete the rows, or set columns to SQL expressions. Absent, without `nulls`: nothing. */
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

/** What the declarations name more than once, as `{name}`: conditions, reasons, and what stands in an emptied column. */
const SHARED: Readonly<Record<string, string>> = {
  own_email: "(SELECT email FROM accounts WHERE id = ?1)",
  // Null until the person has confirmed it, because anybody may sign up with another person's address.
  confirmed_email: "(SELECT email FROM accounts WHERE id = ?1 AND email_verified = 1)",
  // Support requests sent with the account, and those sent from the address without one.
  own_requests: `user_id = ?1 OR (user_id IS NULL AND (user_email = {confirmed_email} OR EXISTS (
    SELECT 1 FROM earlier_emails e WHERE e.account_id = ?1 AND e.email = user_email AND created_at <= e.until)))`,
  own_items: "(SELECT id FROM items WHERE seller_id = ?1)",
  order_export: `id item_id item_title status payment_method amount_cents bank_reference collection_date
    collection_ends_at collection_zone collection_summary dispute proposals changes created_at paid_at completed_at`,
  secret: "A secret, or the hash of one.",
  seven_years: "Record of a deal: kept for seven years for tax and disputes.",
  staff_record: "Record of a decision: kept for seven years.",
  removed: "'Removed'",
  // Orders keep the title they were made with.
  removed_listing: "'Removed listing'",
  former_member: `'${FORMER_MEMBER}'`,
};

function filled(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const shared = SHARED[name];
    if (shared === undefined) throw new Error(`personal data: nothing is called {${name}}`);
    return filled(shared);
  });
}

/** Reads a file of declarations: fills in what is shared, and takes emptied columns as erased to NULL. */
export function declarationsIn<Area extends string>(
  file: Readonly<Record<Area, object>>,
): Readonly<Record<Area, Declaration>> {
  return JSON.parse(JSON.stringify(file), (_, value) => {
    if (typeof value === "string") return filled(value);
    if (typeof value?.nulls !== "string") return value;
    const nulls = columnsIn(value.nulls).map((column) => [column, "NULL"]);
    return { ...value, erase: { ...Object.fromEntries(nulls), ...value.erase } };
  });
}
