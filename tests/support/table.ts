/** Rows of a table of texts (.tsv), by the names in its first line. A missing cell is empty. */
export function parseTable<Column extends string>(text: string): Record<Column, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const columns = head.split("\t") as Column[];
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as Record<Column, string>;
  });
}
