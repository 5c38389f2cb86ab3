import { clsx } from "clsx";
import { useState } from "react";
import type { AdView } from "#contract/items/marketplace";
import { Dialog } from "../../ui/dialog.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { AdDialog } from "./ad-dialog.tsx";
import { reportAdClick, useAdImpression } from "./ads.ts";

interface AdCardProps {
  ad: AdView;
  /** `card`: the size of a listing; `block`: inside the marketplace grid; `banner`: as wide as the page. */
  layout: "card" | "block" | "banner";
  className?: string;
}

const IMAGE = {
  card: "aspect-square",
  // Fills the height that the neighbouring cards set.
  block: "min-h-24 flex-1",
  banner: "w-28 sm:w-52",
} as const;

/** An ad, always labelled Sponsored. The whole card opens the dialog. Counts impressions and clicks (D46). */
export function AdCard({ ad, layout, className }: AdCardProps) {
  const [open, setOpen] = useState(false);
  const watch = useAdImpression(ad.id);
  const banner = layout === "banner";
  return (
    <>
      <article
        ref={watch}
        data-tour="advertisement"
        className={clsx(
          "group relative flex min-w-0 overflow-hidden rounded-lg bg-ad text-on-ad [--color-muted:var(--color-ad-quiet)]",
          !banner && "h-full flex-col",
          className,
        )}
      >
        {ad.image_url === null ? null : (
          <div className={clsx("relative shrink-0", IMAGE[layout])}>
            <PhotoImg photo={null} url={ad.image_url} alt="" className="absolute inset-0 size-full" />
          </div>
        )}
        <div
          className={clsx(
            "flex min-w-0 p-4",
            layout !== "block" && "flex-1",
            banner ? "flex-wrap items-center gap-x-6 gap-y-3 sm:flex-nowrap sm:px-6" : "flex-col",
          )}
        >
          <div className={clsx("min-w-0 flex-1", banner && "basis-40")}>
            <p className="text-sm text-muted">Sponsored</p>
            {/* Not a heading, because an ad does not belong in the page's outline. */}
            <p dir="auto" className={clsx("line-clamp-2", banner ? "text-lg font-bold" : "font-semibold")}>
              {ad.title}
            </p>
            {ad.description ? (
              <p dir="auto" className={clsx("mt-0.5 line-clamp-2 text-sm text-muted", banner && "max-sm:hidden")}>
                {ad.description}
              </p>
            ) : null}
          </div>
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={Dialog.preload}
            onFocus={Dialog.preload}
            onClick={() => {
              reportAdClick(ad.id);
              setOpen(true);
            }}
            className={clsx(
              "min-h-tap shrink-0 rounded-full bg-page px-5 font-semibold text-brand-ink transition-colors duration-150 after:absolute after:inset-0 group-hover:bg-brand-soft-hover",
              !banner && "mt-4",
            )}
          >
            See more
            <span className="sr-only">: {ad.title}, sponsored</span>
          </button>
        </div>
      </article>
      <AdDialog ad={ad} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
