/** Writes CSV that spreadsheets do not execute as formulas (A82), and reverses the escaping on import. */

/** Some spreadsheets read the full-width signs like the others. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const GUARDED = /^'[=+\-@\t\r＝＋－＠]/;

/** Writes one cell. Text that a spreadsheet would execute gets a leading apostrophe. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes one line, ending with CRLF. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Removes the apostrophe that `csvCell` adds. */
export function unescapeCell(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
