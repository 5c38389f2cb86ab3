import { CircleAlert, CircleCheck } from "lucide-react";
import type { BulkReply } from "#contract/selling/my-items";
import { formatPrice } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { itemCountLabel, OPERATIONS, type OperationName } from "./bulk-result.ts";

export interface Report {
  operation: OperationName;
  reply: BulkReply;
}

/** Result per item when some were skipped; skipped ones first, with the reason. */
export function BulkReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { done, skipped, results } = report.reply;
  const ordered = [...results.filter((result) => !result.ok), ...results.filter((result) => result.ok)];
  return (
    <Dialog
      open
      onClose={onClose}
      title={done === 0 ? "Nothing changed" : `${itemCountLabel(done)} ${OPERATIONS[report.operation].done}`}
      description={`${itemCountLabel(skipped)} ${skipped === 1 ? "wasn't" : "weren't"} changed:`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="divide-y divide-line">
        {ordered.map((result) => (
          <li key={result.id} className="flex gap-3 py-2.5">
            {result.ok ? (
              <CircleCheck className="mt-px size-5 shrink-0 text-brand-ink" />
            ) : (
              <CircleAlert className="mt-px size-5 shrink-0 text-hot-ink" />
            )}
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{result.title ?? "An item that's no longer listed"}</span>
              <span className="block text-sm text-muted">
                {!result.ok
                  ? result.message
                  : result.from !== undefined && result.to !== undefined
                    ? `${formatPrice(result.from)} → ${formatPrice(result.to)}`
                    : "Done"}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
