/** Listing many things at once from a CSV file (/AddProduct). */
import * as z from "zod/mini";
import { IMPORT_ROWS_MAX, PRODUCT_COLUMNS, type ProductColumn } from "#domain/product-row";
import type { FieldProblem } from "./errors.ts";

/** Rows of one call: as many as one batch of the database takes comfortably. */
export const ROWS_PER_CALL = 25;

/** Most characters of one cell: more than any listing may say, so that its own rules have the word. */
export const CELL_MAX = 6_000;

const cell = z.pipe(
  z.string().check(z.maxLength(CELL_MAX, "This cell is too long.")),
  z.transform((value: string) => value.toWellFormed()),
);
const cells = Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, z.optional(cell)])) as Record<
  ProductColumn,
  z.ZodMiniOptional<typeof cell>
>;

/** POST /api/products/import: some rows of a file, to be looked at or listed. */
export const ImportRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        /** Where the row begins in the file, for the messages. */
        line: z.int().check(z.minimum(1), z.maximum(1_000_000)),
        /** Which of several rows that say the same: three equal chairs are three listings. */
        occurrence: z.int().check(z.minimum(0), z.maximum(IMPORT_ROWS_MAX)),
        cells: z.strictObject(cells),
      }),
    )
    .check(z.minLength(1), z.maxLength(ROWS_PER_CALL)),
  /** Only says what would become of each row. */
  dry_run: z.boolean(),
  /** On sale at once, or waiting for photos. */
  on_sale: z.boolean(),
  /** Lists rows again that were listed before: once for each such word. */
  again: z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/, "That is not valid."))),
});
export type ImportRowsInput = z.input<typeof ImportRows>;

export interface ImportedRow {
  line: number;
  /** `ready` in a dry run; `already`: a row that says the same was listed before. */
  outcome: "ready" | "listed" | "already" | "rejected";
  item_id: string | null;
  title: string;
  problems: FieldProblem[];
}

export interface ImportReply {
  results: ImportedRow[];
  server_now: number;
}
