import { clsx } from "clsx";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useNearPlace } from "./near-place.tsx";

const NearDialog = lazyDialog(() => import("./near-dialog.tsx"));

interface NearChipProps {
  /** `banner`: without a box, on a dark background. */
  look?: "pill" | "banner";
  className?: string;
}

const LOOKS = {
  pill: "rounded-full border border-field bg-raised px-5 text-ink transition-colors duration-150 hover:border-ink",
  banner: "rounded-md text-on-banner underline underline-offset-4",
};

/** "Near Newtown · 25 km" or "Set your suburb": opens the dialog that sets the visitor's place. */
export function NearChip({ look = "pill", className }: NearChipProps) {
  const near = useNearPlace();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={NearDialog.preload}
        onFocus={NearDialog.preload}
        className={clsx("inline-flex h-11 min-w-0 items-center font-semibold", LOOKS[look], className)}
      >
        <MapPin className={clsx("mr-2 size-4.5 shrink-0", look === "pill" && "text-brand-ink")} />
        {near ? (
          <>
            <span className="truncate">{`Near ${near.suburb}`}</span>
            {near.within_km === null ? null : (
              <span className="shrink-0 font-normal whitespace-pre">{` · ${near.within_km} km`}</span>
            )}
          </>
        ) : (
          "Set your suburb"
        )}
      </button>
      <NearDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
