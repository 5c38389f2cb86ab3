import { clsx } from "clsx";
import { useState } from "react";
import type { BundleCard as Bundle } from "#contract/items/marketplace";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price } from "../../ui/price.tsx";
import { BundleDialog } from "./bundle-dialog.tsx";

const PREVIEW = 3;

/** A bundle of items for one price. The whole card opens the bundle's dialog. */
export function BundleCard({ bundle }: { bundle: Bundle }) {
  const [open, setOpen] = useState(false);
  const shown = bundle.bundle_items.slice(0, PREVIEW);
  const more = bundle.bundle_items.length - shown.length;
  const { seller } = bundle;
  return (
    <li className="group relative min-w-0">
      <article className="flex h-full flex-col rounded-lg bg-bundle p-3 text-on-bundle [--color-muted:var(--color-bundle-quiet)] sm:p-4">
        <div className="relative grid aspect-[3/2] grid-cols-3 grid-rows-2 gap-1.5 overflow-hidden rounded-md">
          {shown.map((item, index) => (
            <PhotoImg
              key={item.item_id}
              photo={item.image}
              alt=""
              sizes={index === 0 ? "(min-width: 640px) 22vw, 52vw" : "(min-width: 640px) 11vw, 26vw"}
              className={clsx(
                "size-full min-h-0 min-w-0",
                index === 0 && "col-span-2 row-span-2",
                index > 0 && shown.length === 2 && "row-span-2",
              )}
            />
          ))}
          {bundle.savings_percentage > 0 ? (
            <Badge tone="wattle" className="absolute top-2.5 left-2.5">
              {bundle.savings_percentage}% off
            </Badge>
          ) : null}
          {more > 0 ? (
            <Badge tone="ink" className="absolute right-2 bottom-2">
              +{more} more
            </Badge>
          ) : null}
        </div>
        <Price
          price={bundle.bundle_price}
          previous={bundle.savings > 0 ? bundle.individual_total : null}
          className="mt-3"
        />
        <h3 dir="auto" className="truncate font-medium" title={bundle.title}>
          {bundle.title}
        </h3>
        <p className="mt-0.5 truncate text-sm text-muted">
          {bundle.bundle_items.length} items · <bdi>{seller.display_name}</bdi>
        </p>
        <p className="truncate text-sm text-muted">
          {bundle.available ? bundle.collection_summary : "Not available right now"}
        </p>
        <div className="mt-auto pt-3">
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={Dialog.preload}
            onFocus={Dialog.preload}
            onClick={() => setOpen(true)}
            className="min-h-tap w-full rounded-full bg-page px-3 font-semibold text-ink transition-colors duration-150 after:absolute after:inset-0 group-hover:bg-brand-soft group-hover:text-brand-ink"
          >
            View bundle
            <span className="sr-only">: {bundle.title}</span>
          </button>
        </div>
      </article>
      <BundleDialog bundle={bundle} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}
