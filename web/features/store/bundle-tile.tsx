import { Link } from "react-router-dom";
import type { BundleCard } from "#contract/browse";
import { formatPrice } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price } from "../../ui/price.tsx";

/** Parts that are drawn; the rest is a number (§9 Previews). */
const PARTS_SHOWN = 3;

/** A bundle on its seller's page: what is in it, each a way to its own page, and what it costs together. */
export function BundleTile({ bundle }: { bundle: BundleCard }) {
  const more = bundle.items.length - PARTS_SHOWN;
  return (
    <li className="flex min-w-0 flex-col rounded-lg bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="line-clamp-2 text-lg font-bold">{bundle.title}</h3>
        {bundle.savings_percentage > 0 ? <Badge tone="wattle">{bundle.savings_percentage}% off</Badge> : null}
      </div>
      <ul className="mt-3 grid gap-2">
        {bundle.items.slice(0, PARTS_SHOWN).map((part) => (
          <li key={part.id} className="flex items-center gap-3">
            <PhotoImg photo={part.image} alt="" sizes="48px" className="size-12 shrink-0 rounded-sm" />
            <Link
              to={`/ItemDetail/${part.id}`}
              className="min-w-0 flex-1 truncate py-2.5 font-medium underline-offset-4 hover:underline"
            >
              {part.title}
            </Link>
            <span className="shrink-0 text-sm text-muted tabular-nums">{formatPrice(part.price)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-sm text-muted">
          and {more} more {more === 1 ? "item" : "items"}
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-4">
        <Price price={bundle.bundle_price} previous={bundle.savings > 0 ? bundle.individual_total : null} />
        {bundle.available ? null : <Badge>Not available right now</Badge>}
      </div>
    </li>
  );
}
