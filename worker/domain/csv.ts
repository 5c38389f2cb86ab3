/** Writing CSV that no spreadsheet takes for formulas (A82), and undoing that on the way back. */

const FORMULA = /^[=+\-@\t\r]/;
const GUARDED = /^'[=+\-@\t\r]/;

/** One cell. Text that a spreadsheet would run gets an apostrophe in front. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A cell as it was before `csvCell`. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
