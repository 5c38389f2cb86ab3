import { EyeOff, Percent, RotateCcw, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { BULK_MAX } from "#contract/selling/my-items";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { itemCountLabel } from "./bulk-result.ts";
import type { Selection } from "./use-selection.ts";

/** Actions on the selected rows; visible while selecting. */
export function SelectBar({
  selection,
  total,
  busy,
  onPrices,
  onStatus,
  onDelete,
}: {
  selection: Selection;
  /** Number of selectable rows. */
  total: number;
  busy: boolean;
  onPrices: () => void;
  onStatus: (status: "active" | "inactive") => void;
  onDelete: () => void;
}) {
  const { selected, full } = selection;
  const everything = selected.length > 0 && selected.length === Math.min(total, BULK_MAX);
  return (
    <section
      aria-label="Selected items"
      data-bottom-bar="always"
      className="my-actions fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised px-4 pt-2.5 shadow-float sm:px-6"
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex items-center gap-1.5">
          <IconButton label="Stop selecting" size="sm" className="-ml-2" onClick={selection.stop}>
            <X className="size-5" />
          </IconButton>
          <p aria-live="polite" className="font-bold tabular-nums">
            {selected.length === 0 ? "Select items" : `${itemCountLabel(selected.length)} selected`}
            {full ? <span className="font-normal text-muted"> · that's the maximum</span> : null}
          </p>
          <Button size="sm" variant="ghost" onClick={everything ? selection.clear : selection.all}>
            {everything ? "Select none" : total > BULK_MAX ? `Select first ${BULK_MAX}` : "Select all"}
          </Button>
        </div>
        <div className="flex gap-1">
          <Action label="Adjust prices" icon={<Percent />} onPress={onPrices} disabled={busy} />
          <Action label="Put on sale" icon={<RotateCcw />} onPress={() => onStatus("active")} disabled={busy} />
          <Action label="Take off sale" icon={<EyeOff />} onPress={() => onStatus("inactive")} disabled={busy} />
          <Action label="Delete" icon={<Trash2 />} onPress={onDelete} disabled={busy} danger />
        </div>
      </div>
    </section>
  );
}

/** Icon above label on phones, next to it on wider screens. */
function Action({
  label,
  icon,
  onPress,
  disabled,
  danger = false,
}: {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  disabled: boolean;
  danger?: boolean;
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      disabled={disabled}
      className={`my-action disabled:opacity-50 ${danger ? "text-hot-ink hover:bg-hot-soft" : "hover:bg-surface"}`}
    >
      <span aria-hidden="true">{icon}</span>
      {label}
    </button>
  );
}
