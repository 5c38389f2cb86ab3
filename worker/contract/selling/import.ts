/** Import of listings from a CSV file. */
import * as z from "zod/mini";
import type { FieldProblem } from "#domain/result";
import { IMPORT_ROWS_MAX, PRODUCT_COLUMNS, type ProductColumn } from "#domain/selling/product-row";

/** Rows per request, limited by the size of a D1 batch. */
export const ROWS_PER_CALL = 25;

/** Characters per cell: above every field's own limit, so that the field's message is shown. */
export const CELL_MAX = 6_000;

const cell = z.pipe(
  z.string().check(z.maxLength(CELL_MAX, "This cell is too long.")),
  z.transform((value: string) => value.toWellFormed()),
);
const cells = Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, z.optional(cell)])) as Record<
  ProductColumn,
  z.ZodMiniOptional<typeof cell>
>;

/** POST /api/products/import: checks or lists some rows of a file. */
export const ImportRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        /** Line in the file where the row begins, for messages. */
        line: z.int().check(z.minimum(1), z.maximum(1_000_000)),
        /** Number of the row among equal rows, because three equal rows are three listings. */
        occurrence: z.int().check(z.minimum(0), z.maximum(IMPORT_ROWS_MAX)),
        cells: z.strictObject(cells),
      }),
    )
    .check(z.minLength(1), z.maxLength(ROWS_PER_CALL)),
  /** Only reports the result of each row, without listing it. */
  dry_run: z.boolean(),
  /** Puts the items on sale at once; otherwise they start as inactive, for example to add photos first. */
  on_sale: z.boolean(),
  /** Lists rows again that were listed before: once per value. */
  again: z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/, "That isn't valid."))),
});
export type ImportRowsInput = z.input<typeof ImportRows>;

export interface ImportedRow {
  line: number;
  /** `ready` in a dry run; `already`: an equal row was listed before. */
  outcome: "ready" | "listed" | "already" | "rejected";
  /** It goes on sale only once staff have reviewed it (D63). */
  in_review: boolean;
  item_id: string | null;
  title: string;
  problems: FieldProblem[];
}

export interface ImportReply {
  results: ImportedRow[];
  server_now: number;
}
