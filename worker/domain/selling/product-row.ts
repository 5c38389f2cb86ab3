import { unescapeCell } from "../csv.ts";
import { CATEGORIES, CATEGORY_LABELS, CONDITION_LABELS, CONDITIONS, canonicalCategory } from "../items/catalogue.ts";
import { CSV_FIELDS, type CsvField, LISTING_FIELDS } from "../items/listing-fields.ts";
import { dollarsIn } from "../readers/amount.ts";
import { readTags } from "../readers/tags.ts";

export const IMPORT_ROWS_MAX = 500;

export const REQUIRED_COLUMNS = ["title", "price", "category", "condition"] as const satisfies CsvField[];
const isRequired = (field: CsvField) => (REQUIRED_COLUMNS as readonly CsvField[]).includes(field);

export type ProductColumn = CsvField | "id";
export type ProductRow = Partial<Record<ProductColumn, string>>;

/** The columns of a file, in the order of the template. `id` is set in rows from an export. */
export const TEMPLATE_COLUMNS: readonly CsvField[] = [
  ...REQUIRED_COLUMNS,
  ...CSV_FIELDS.filter((field) => !isRequired(field)),
];
export const PRODUCT_COLUMNS: readonly ProductColumn[] = [...TEMPLATE_COLUMNS, "id"];

const headingsOf = (field: CsvField): readonly string[] => {
  const csv: { headings?: readonly string[]; example: string } = LISTING_FIELDS[field].csv;
  return csv.headings ?? [];
};

/** Returns the column for a heading in any spelling: "Price (AUD)", "minimum-price". Null for an unknown heading. */
export function columnOf(heading: string): ProductColumn | null {
  const plain = heading.toLowerCase().replace(/[^a-z]/g, "");
  const named = PRODUCT_COLUMNS.find((column) => column.replaceAll("_", "") === plain);
  return named ?? CSV_FIELDS.find((field) => headingsOf(field).includes(plain)) ?? null;
}

/** How optional cells are read; others are taken as they are. */
const READERS: Partial<Record<CsvField, (cell: string) => unknown>> = {
  tags: readTags,
  minimum_price: dollarsIn,
};

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
    price: dollarsIn(cell("price")),
    category: categoryOf(cell("category")),
    condition: conditionOf(cell("condition")),
  };
  if (cell("category") && !canonicalCategory(String(input.category))) {
    problems.push({
      field: "category",
      message: `There's no category "${short(cell("category"))}". Use one of: ${CATEGORIES.map((name) => CATEGORY_LABELS[name]).join(", ")}.`,
    });
  }
  if (cell("condition") && !(CONDITIONS as readonly unknown[]).includes(input.condition)) {
    problems.push({
      field: "condition",
      message: `There's no condition "${short(cell("condition"))}". Use one of: ${CONDITIONS.map((name) => CONDITION_LABELS[name]).join(", ")}.`,
    });
  }
  for (const field of TEMPLATE_COLUMNS) {
    if (!isRequired(field) && cell(field)) input[field] = READERS[field]?.(cell(field)) ?? cell(field);
  }
  if (input.minimum_price !== undefined) input.negotiation_enabled = true;
  return { input, problems };
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

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
