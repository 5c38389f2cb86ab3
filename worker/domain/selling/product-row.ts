import { unescapeCell } from "../csv.ts";
import { CATEGORIES, CATEGORY_LABELS, CONDITION_LABELS, CONDITIONS, canonicalCategory } from "../items/catalogue.ts";

export const IMPORT_ROWS_MAX = 500;

/** The columns of a file, in the order of the template. `id` is set in rows from an export. */
export const PRODUCT_COLUMNS = [
  "title",
  "price",
  "category",
  "condition",
  "description",
  "tags",
  "minimum_price",
  "negotiation_notes",
  "public_notes",
  "suburb",
  "city",
  "postcode",
  "collection_address",
  "id",
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];
export type ProductRow = Partial<Record<ProductColumn, string>>;

export const REQUIRED_COLUMNS = ["title", "price", "category", "condition"] as const satisfies ProductColumn[];

const OTHER_NAMES: Record<string, ProductColumn> = {
  name: "title",
  product: "title",
  item: "title",
  priceaud: "price",
  priceinaud: "price",
  amount: "price",
  details: "description",
  keywords: "tags",
  minimum: "minimum_price",
  notes: "negotiation_notes",
  buyernotes: "public_notes",
  address: "collection_address",
  town: "suburb",
};

/** Returns the column for a heading in any spelling: "Price (AUD)", "minimum-price". Null for an unknown heading. */
export function columnOf(heading: string): ProductColumn | null {
  const plain = heading.toLowerCase().replace(/[^a-z]/g, "");
  const known = PRODUCT_COLUMNS.find((column) => column.replaceAll("_", "") === plain);
  return known ?? (Object.hasOwn(OTHER_NAMES, plain) ? (OTHER_NAMES[plain] ?? null) : null);
}

/** A problem with one cell, by its column. */
export interface RowProblem {
  field: string;
  message: string;
}

/** Converts a row to the input of a new listing. Only readability is checked; the rules for listings come later. */
export function readProductRow(row: ProductRow): { input: Record<string, unknown>; problems: RowProblem[] } {
  const cell = (column: ProductColumn) => unescapeCell(row[column] ?? "").trim();
  const problems: RowProblem[] = [];
  const input: Record<string, unknown> = {
    title: cell("title"),
    price: dollarsOf(cell("price")),
    category: categoryOf(cell("category")),
    condition: conditionOf(cell("condition")),
  };
  if (cell("category") && !canonicalCategory(String(input.category))) {
    problems.push({
      field: "category",
      message: `There is no category "${short(cell("category"))}". Use one of: ${CATEGORIES.map((name) => CATEGORY_LABELS[name]).join(", ")}.`,
    });
  }
  if (cell("condition") && !(CONDITIONS as readonly unknown[]).includes(input.condition)) {
    problems.push({
      field: "condition",
      message: `There is no condition "${short(cell("condition"))}". Use one of: ${CONDITIONS.map((name) => CONDITION_LABELS[name]).join(", ")}.`,
    });
  }
  for (const column of [
    "description",
    "suburb",
    "city",
    "collection_address",
    "negotiation_notes",
    "public_notes",
  ] as const) {
    if (cell(column)) input[column] = cell(column);
  }
  if (cell("tags"))
    input.tags = cell("tags")
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean);
  // Spreadsheets treat 0800 as a number and drop the leading zero.
  if (cell("postcode")) input.postcode = cell("postcode").padStart(4, "0");
  if (cell("minimum_price")) {
    input.minimum_price = dollarsOf(cell("minimum_price"));
    input.negotiation_enabled = true;
  }
  return { input, problems };
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Reads "$1,240.50", "1240.5" or "Free". Other text is returned unchanged, so that price validation refuses it. */
function dollarsOf(text: string): string {
  if (text.toLowerCase() === "free") return "0";
  const bare = text.replace(/^(A\$|AUD|\$)\s*|\s*AUD$/gi, "");
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

function categoryOf(text: string): string {
  const byLabel = CATEGORIES.find((name) =>
    [name, CATEGORY_LABELS[name]].some((words) => plain(words) === plain(text)),
  );
  return byLabel ?? text;
}

function conditionOf(text: string): string {
  return CONDITIONS.find((name) => plain(name) === plain(text)) ?? text;
}
