/** A seller's own listings as a CSV file that the import can read. */
import { sql } from "drizzle-orm";
import { csvLine } from "#domain/csv";
import { CATEGORY_LABELS, CONDITION_LABELS } from "#domain/items/catalogue";
import { CSV_FIELDS, type CsvField, LISTING_FIELDS } from "#domain/items/listing-fields";
import { PRODUCT_COLUMNS, type ProductColumn, TEMPLATE_COLUMNS } from "#domain/selling/product-row";
import type { Database } from "../../../db/client.ts";
import type { items } from "../../../db/schema/items.ts";

/** Limit of rows in one file, which stays within a few megabytes. */
const ROWS_MAX = 5_000;

type FormattedColumn = "id" | "price" | "category" | "condition" | "minimum_price";
/** Exported as stored, from the column of the same name. */
type PlainField = Exclude<CsvField, FormattedColumn>;

type Item = typeof items.$inferSelect;
type ExportRow = Pick<Item, "id" | "price_cents" | "category" | "condition" | "status" | "views_count"> &
  Pick<Item, "collection_date" | "created_at" | "sold_at"> & { minimum_price_cents: number | null } & Record<
    PlainField,
    string | null
  >;

/** Without a byte order mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** Formats cents as for example "45.50", without floating point. */
const dollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
const date = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

const CELLS: Record<FormattedColumn, (row: ExportRow) => string> = {
  id: (row) => row.id,
  price: (row) => dollars(row.price_cents),
  category: (row) => CATEGORY_LABELS[row.category],
  condition: (row) => CONDITION_LABELS[row.condition],
  minimum_price: (row) => (row.minimum_price_cents === null ? "" : dollars(row.minimum_price_cents)),
};

const isPlain = (column: ProductColumn): column is PlainField => !(column in CELLS);
const PLAIN_COLUMNS = sql.join(
  CSV_FIELDS.filter(isPlain).map((field) => sql.identifier(field)),
  sql`, `,
);

const cellOf = (row: ExportRow, column: ProductColumn) => (isPlain(column) ? row[column] : CELLS[column](row));

/** Returns a CSV of a seller's items that are not deleted, newest first. */
export async function exportItems(db: Database, sellerId: string): Promise<string> {
  const rows = await db.all<ExportRow>(sql`SELECT i.id, i.price_cents, i.category, i.condition, i.status, i.views_count,
      i.collection_date, i.created_at, i.sold_at, k.minimum_price_cents, ${PLAIN_COLUMNS}
    FROM items i INDEXED BY items_by_seller LEFT JOIN item_knowledge k ON k.item_id = i.id
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL ORDER BY i.created_at DESC, i.id DESC LIMIT ${ROWS_MAX}`);
  const heading = csvLine([...PRODUCT_COLUMNS, "status", "views", "collection_date", "listed_at", "sold_at"]);
  const lines = rows.map((row) =>
    csvLine([
      ...PRODUCT_COLUMNS.map((column) => cellOf(row, column)),
      row.status,
      row.views_count,
      date(row.collection_date),
      date(row.created_at),
      date(row.sold_at),
    ]),
  );
  return BYTE_ORDER_MARK + heading + lines.join("");
}

/** Returns an example of an import file. */
export function importTemplate(): string {
  return (
    BYTE_ORDER_MARK +
    csvLine(TEMPLATE_COLUMNS) +
    csvLine(TEMPLATE_COLUMNS.map((field) => LISTING_FIELDS[field].csv.example))
  );
}
