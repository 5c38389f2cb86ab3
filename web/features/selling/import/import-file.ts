/** Parses a seller's CSV file into columns and rows with their line numbers. */

import { CELL_MAX, type ImportedRow, type ImportRowsInput } from "#contract/selling/import";
import type { FieldProblem } from "#domain/result";
import { columnOf, IMPORT_ROWS_MAX, type ProductColumn, REQUIRED_COLUMNS } from "#domain/selling/product-row";

export type FileRow = ImportRowsInput["rows"][number];

export interface ParsedFile {
  headings: string[];
  rows: FileRow[];
  /** Rows that could not be parsed. */
  broken: ImportedRow[];
  /** Headings without a matching column. */
  ignored: string[];
  /** The original cells by line, to export rejected rows. */
  original: Map<number, string[]>;
}

/** The whole file cannot be used; the message says why. */
export class FileError extends Error {}

const BYTES_MAX = 2_000_000;
/** Maximum size of one row; below the request limit. */
const ROW_BYTES_MAX = 40_000;

/** Decodes a file as UTF-8, UTF-16 (with a byte order mark) or Windows-1252. */
export function decodeFile(bytes: ArrayBuffer): string {
  if (bytes.byteLength > BYTES_MAX)
    throw new FileError("This file is larger than 2 MB. Split it into smaller files and import them one by one.");
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

interface RawRecord {
  line: number;
  cells: string[];
  unclosed: boolean;
}

const linesIn = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Parses the records with their first line number; a cell may contain several lines. */
async function recordsOf(text: string): Promise<RawRecord[]> {
  const { default: Papa } = await import("papaparse");
  const records: RawRecord[] = [];
  let line = 1;
  let at = 0;
  Papa.parse<string[]>(text, {
    step: ({ data, errors, meta }) => {
      records.push({ line, cells: data, unclosed: errors.some(({ type }) => type === "Quotes") });
      line += linesIn(text.slice(at, meta.cursor));
      at = meta.cursor;
    },
  });
  return records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
}

/** Returns the error of a row that exceeds the request limit; sent, it would block all other rows. */
function tooLong(row: Partial<Record<ProductColumn, string>>): FieldProblem | null {
  const [field] = Object.entries(row).find(([, cell]) => cell.length > CELL_MAX) ?? [];
  if (field) return { field, message: "This cell is too long." };
  const bytes = new TextEncoder().encode(JSON.stringify(row)).length;
  return bytes > ROW_BYTES_MAX ? { field: "", message: "This line is too long." } : null;
}

/** Parses a CSV text. Throws `FileError` when it is empty or its columns do not fit. */
export async function parseFile(text: string): Promise<ParsedFile> {
  const [heading, ...records] = await recordsOf(text.replace(/^\ufeff/, ""));
  if (!heading) throw new FileError("This file is empty.");
  const headings = heading.cells.map((cell) => cell.trim());
  const columns = headings.map(columnOf);
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new FileError(`The first line must name the columns. Missing: ${missing.join(", ")}.`);
  }
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) !== index);
  if (twice) throw new FileError(`Two columns are called "${twice}". Rename or remove one of them.`);
  if (records.length === 0) throw new FileError("There are no rows below the headings.");
  if (records.length > IMPORT_ROWS_MAX) {
    throw new FileError(`This file has ${records.length} rows. You can import up to ${IMPORT_ROWS_MAX} at a time.`);
  }

  const file: ParsedFile = {
    headings,
    rows: [],
    broken: [],
    ignored: headings.filter((text, index) => text !== "" && columns[index] === null),
    original: new Map(records.map(({ line, cells }) => [line, cells])),
  };
  const seen = new Map<string, number>();
  for (const { line, cells, unclosed } of records) {
    const row: Partial<Record<ProductColumn, string>> = {};
    for (const [index, column] of columns.entries()) {
      const cell = cells[index]?.trim();
      if (column !== null && cell) row[column] = cell;
    }
    const problem = unclosed
      ? { field: "", message: "This line has an opening quotation mark but no closing one." }
      : cells.slice(headings.length).some((cell) => cell.trim() !== "")
        ? {
            field: "",
            message: `This line has ${cells.length} cells but there are ${headings.length} headings. Put quotation marks around text that contains commas.`,
          }
        : tooLong(row);
    if (problem !== null) {
      const problems = [problem];
      file.broken.push({
        line,
        outcome: "rejected",
        in_review: false,
        item_id: null,
        title: row.title?.slice(0, 200) ?? "",
        problems,
      });
      continue;
    }
    const same = JSON.stringify(row);
    const occurrence = seen.get(same) ?? 0;
    seen.set(same, occurrence + 1);
    file.rows.push({ line, occurrence, cells: row });
  }
  return file;
}
