import { Download } from "lucide-react";
import { useState } from "react";
import type { ImportedRow } from "#contract/selling/import";
import { csvLine } from "#domain/csv";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { download } from "./file-link.tsx";
import type { ParsedFile } from "./import-file.ts";

/** Number of rows on screen; the exported file has all of them. */
const SHOWN = 50;

const columnLabel = (field: string) => {
  const words = field.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: `;
};
const reasonsOf = ({ problems }: ImportedRow) =>
  problems.map(({ field, message }) => (field ? columnLabel(field) : "") + message);

/** Rows that cannot be listed, with line and reason, and an export to correct and import again. */
export function RejectedRows({ file, name, rows }: { file: ParsedFile; name: string; rows: readonly ImportedRow[] }) {
  const [all, setAll] = useState(false);
  const sorted = [...rows].sort((a, b) => a.line - b.line);
  const save = () => {
    const text = [
      csvLine([...file.headings, "problem"]),
      ...sorted.map((row) => {
        const cells = file.original.get(row.line) ?? [];
        return csvLine([...file.headings.map((_, index) => cells[index] ?? ""), reasonsOf(row).join(" ")]);
      }),
    ].join("");
    const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: "text/csv" }));
    download(url, `${name.replace(/\.csv$/i, "")}-to-correct.csv`);
    // The browser has started the download by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Section
      title={rows.length === 1 ? "1 row has a problem" : `${rows.length} rows have problems`}
      description="We skipped these. Fix them in your file and import it again. We won't list anything twice."
      actions={
        <Button size="sm" variant="secondary" icon={<Download className="size-4" />} onClick={save}>
          Download these rows
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {sorted.slice(0, all ? sorted.length : SHOWN).map((row) => (
          <li key={row.line} className="flex flex-wrap gap-x-4 py-2.5">
            <span className="shrink-0 font-semibold tabular-nums">Line {row.line}</span>
            <span className="min-w-0 flex-1 basis-64">
              <span className="block truncate font-medium">{row.title || "No title"}</span>
              {reasonsOf(row).map((reason) => (
                <span key={reason} className="block text-sm text-hot-ink">
                  {reason}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {sorted.length > SHOWN && !all ? (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setAll(true)}>
          Show all {sorted.length}
        </Button>
      ) : null}
    </Section>
  );
}
