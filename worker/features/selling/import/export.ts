/** A seller's own listings as a CSV file that the import can read. */
import { sql } from "drizzle-orm";
import { csvLine } from "#domain/csv";
import { CATEGORY_LABELS, type Category, CONDITION_LABELS, type Condition } from "#domain/items/catalogue";
import { PRODUCT_COLUMNS, type ProductColumn } from "#domain/selling/product-row";
import type { Database } from "../../../db/client.ts";

/** Limit of rows in one file, which stays within a few megabytes. */
const ROWS_MAX = 5_000;

interface ExportRow {
  id: string;
  title: string;
  price_cents: number;
  category: Category;
  condition: Condition;
  description: string;
  tags: string;
  minimum_price_cents: number | null;
  negotiation_notes: string | null;
  public_notes: string | null;
  suburb: string | null;
  city: string | null;
  postcode: string | null;
  collection_address: string | null;
  status: string;
  views_count: number;
  collection_date: number | null;
  created_at: number;
  sold_at: number | null;
}

/** Without a byte order mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** Formats cents as for example "45.50", without floating point. */
const dollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
const date = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

const CELLS: Record<ProductColumn, (row: ExportRow) => string | number | null> = {
  title: (row) => row.title,
  price: (row) => dollars(row.price_cents),
  category: (row) => CATEGORY_LABELS[row.category],
  condition: (row) => CONDITION_LABELS[row.condition],
  description: (row) => row.description,
  tags: (row) => row.tags,
  minimum_price: (row) => (row.minimum_price_cents === null ? "" : dollars(row.minimum_price_cents)),
  negotiation_notes: (row) => row.negotiation_notes,
  public_notes: (row) => row.public_notes,
  suburb: (row) => row.suburb,
  city: (row) => row.city,
  postcode: (row) => row.postcode,
  collection_address: (row) => row.collection_address,
  id: (row) => row.id,
};

/** Returns a CSV of a seller's items that are not deleted, newest first. */
export async function exportItems(db: Database, sellerId: string): Promise<string> {
  const rows = await db.all<ExportRow>(sql`SELECT i.id, i.title, i.price_cents, i.category, i.condition, i.description,
      i.tags, k.minimum_price_cents, k.negotiation_notes, k.public_notes, i.suburb, i.city, i.postcode, i.collection_address, i.status,
      i.views_count, i.collection_date, i.created_at, i.sold_at
    FROM items i INDEXED BY items_by_seller LEFT JOIN item_knowledge k ON k.item_id = i.id
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL ORDER BY i.created_at DESC, i.id DESC LIMIT ${ROWS_MAX}`);
  const heading = csvLine([...PRODUCT_COLUMNS, "status", "views", "collection_date", "listed_at", "sold_at"]);
  const lines = rows.map((row) =>
    csvLine([
      ...PRODUCT_COLUMNS.map((column) => CELLS[column](row)),
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
    csvLine(PRODUCT_COLUMNS.filter((column) => column !== "id")) +
    csvLine([
      "Solid oak coffee table",
      "120.00",
      CATEGORY_LABELS.furniture,
      CONDITION_LABELS.good,
      "110 × 60 cm. One scratch on the left side.",
      "oak, table",
      "100.00",
      "",
      "Comes with a glass top.",
      "Brunswick",
      "Melbourne",
      "3056",
      "",
    ])
  );
}
