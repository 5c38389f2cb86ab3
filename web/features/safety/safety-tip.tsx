import { ShieldCheck, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { TIPS_KEY } from "../../lib/storage-keys.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Panel } from "../../ui/layout.tsx";

/** A tip of one kind is shown until it is dismissed on this device. */
export type TipKind = "pickup" | "cash" | "new_seller";

/** Storage may be unavailable or hold something else; tips are then shown. */
function dismissed(): string[] {
  try {
    const kinds: unknown = JSON.parse(localStorage.getItem(TIPS_KEY) ?? "[]");
    return Array.isArray(kinds) ? kinds : [];
  } catch {
    return [];
  }
}

function dismiss(kind: TipKind): void {
  try {
    localStorage.setItem(TIPS_KEY, JSON.stringify([...new Set([...dismissed(), kind])]));
  } catch {
    // It stays away until the page is loaded again.
  }
}

/** Short safety advice where it matters. Once dismissed, this kind doesn't come back. */
export function SafetyTip({ kind, className, children }: { kind: TipKind; className?: string; children: ReactNode }) {
  const [shown, setShown] = useState(() => !dismissed().includes(kind));
  if (!shown) return null;
  return (
    <div role="note" aria-label="Safety tip" className={className}>
      <Panel className="flex gap-3">
        <ShieldCheck className="mt-px size-5 shrink-0 text-brand-ink" />
        <p className="min-w-0 flex-1">{children}</p>
        <IconButton
          label="Dismiss this tip"
          size="sm"
          className="-my-3 -mr-3"
          onClick={() => {
            dismiss(kind);
            setShown(false);
          }}
        >
          <X className="size-5" />
        </IconButton>
      </Panel>
    </div>
  );
}
