import { useState } from "react";
import type { ImportedRow } from "#contract/selling/import";
import { CATEGORY_LABELS, type Category, CONDITION_LABELS, type Condition } from "#domain/items/catalogue";
import { readProductRow } from "#domain/selling/product-row";
import { formatPrice } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import type { FileRow, ParsedFile } from "./import-file.ts";

/** Number of rows on screen before "Show all". */
const SHOWN = 20;

/** The rows that will be listed, as we understood them, so that the seller can check them first. */
export function ReadyRows({ file, rows }: { file: ParsedFile; rows: readonly ImportedRow[] }) {
  const [all, setAll] = useState(false);
  const ready = new Set(rows.map(({ line }) => line));
  const shown = file.rows.filter(({ line }) => ready.has(line));
  return (
    <Section title="Check before listing">
      <div className="overflow-x-auto">
        <table className="w-full min-w-120 text-left">
          <thead className="text-sm text-muted">
            <tr className="border-b border-line">
              <th className="py-2 pr-4 font-semibold">Title</th>
              <th className="py-2 pr-4 text-right font-semibold">Price</th>
              <th className="py-2 pr-4 font-semibold">Category</th>
              <th className="py-2 font-semibold">Condition</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.slice(0, all ? shown.length : SHOWN).map((row) => (
              <ReadyRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > SHOWN && !all ? (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setAll(true)}>
          Show all {shown.length}
        </Button>
      ) : null}
    </Section>
  );
}

/** The server has checked the row, so its category and condition are known ones. */
function ReadyRow({ row: { cells } }: { row: FileRow }) {
  const { title, price, category, condition } = readProductRow(cells).input;
  return (
    <tr>
      <td className="py-2 pr-4 font-medium wrap-anywhere">{String(title)}</td>
      <td className="py-2 pr-4 text-right tabular-nums">{formatPrice(Number(price))}</td>
      <td className="py-2 pr-4">{CATEGORY_LABELS[category as Category]}</td>
      <td className="py-2">{CONDITION_LABELS[condition as Condition]}</td>
    </tr>
  );
}
