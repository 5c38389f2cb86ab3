import { clsx } from "clsx";
import { memo, useCallback, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { CONDITION_LABELS } from "#domain/catalogue";
import { CARD_SIZES, ROW_SIZES } from "#domain/photo-sizes";
import type { GridStatus, ListedItem } from "../lib/grid-status.ts";
import { Badge } from "./badge.tsx";
import { HeldPill } from "./held-pill.tsx";
import { PhotoImg } from "./photo-img.tsx";
import { Price, percentOff } from "./price.tsx";

/** Lets the item's page lead back to this very list, filters and place included. */
const FROM_MARKETPLACE = { fromMarketplace: true };

interface ItemCardProps {
  listed: ListedItem;
  grid: GridStatus;
  /** In view from the start: its photo loads first. */
  eager: boolean;
  /** On another page than the marketplace: "Back to Marketplace" must not lead back to it. */
  elsewhere?: boolean;
  /** `row`: one of six side by side, which scroll where six do not fit. */
  layout?: "grid" | "row";
}

/** Photo, price, title, place, condition and seller. The whole card is one link, its name is "View Details" (§2). */
export const ItemCard = memo(function ItemCard({
  listed: { item, at },
  grid,
  eager,
  elsewhere = false,
  layout = "grid",
}: ItemCardProps) {
  const live = useSyncExternalStore(
    grid.subscribe,
    useCallback(() => grid.statusOf(item.id), [grid, item.id]),
  );
  const watch = useCallback((element: HTMLLIElement) => grid.watch(element, item.id), [grid, item.id]);

  const now = live && live.at >= at ? live : item;
  const sold = now.status === "sold";
  const heldUntil = now.status === "reserved" && !now.reserved_by_you ? now.reserved_until : null;
  const percent = percentOff(now.price, item.previous_price);
  const offer = sold ? null : now.price === 0 ? "Free" : percent === null ? null : `${percent}% off`;
  const place = [item.suburb, item.city].filter(Boolean).join(", ");

  return (
    <li
      ref={watch}
      data-tour="item-card"
      className={clsx(
        "group relative min-w-0",
        layout === "grid"
          ? "-m-1 p-1 [contain-intrinsic-size:auto_460px] [content-visibility:auto]"
          : "w-[43vw] max-w-52 shrink-0 snap-start lg:w-auto lg:max-w-none",
      )}
    >
      <article className="flex h-full flex-col">
        <div className="relative aspect-square overflow-hidden rounded-lg bg-surface">
          <PhotoImg
            photo={item.image}
            url={item.image_url}
            alt=""
            sizes={layout === "grid" ? CARD_SIZES : ROW_SIZES}
            eager={eager}
            className="size-full transition-transform duration-200 ease-out group-hover:scale-[1.035]"
          />
          {offer === null ? null : (
            <Badge tone="wattle" className="absolute top-2.5 left-2.5">
              {offer}
            </Badge>
          )}
          {heldUntil === null ? null : <HeldPill until={heldUntil} />}
          {now.status === "pending_payment" || now.status === "pending" ? (
            <span className="absolute inset-x-2.5 bottom-2.5 rounded-full bg-[#14211c]/85 px-3 py-1.5 text-center text-sm font-semibold text-white">
              Sale in progress
            </span>
          ) : null}
          {sold ? (
            <span className="absolute inset-0 flex items-center justify-center bg-[#14211c]/65 text-xl font-bold text-white">
              Sold
            </span>
          ) : null}
        </div>
        <Price price={now.price} previous={sold ? null : item.previous_price} className="mt-2.5" />
        <h3 className="truncate font-medium" title={item.title}>
          {item.title}
        </h3>
        <p className="mt-0.5 truncate text-sm text-muted">{place || "Location TBA"}</p>
        <p className="truncate text-sm text-muted">
          {CONDITION_LABELS[item.condition]} · {item.seller.display_name}
        </p>
        <div className="mt-auto pt-2.5">
          <Link
            to={`/ItemDetail/${item.id}`}
            state={elsewhere ? undefined : FROM_MARKETPLACE}
            className="flex min-h-10 items-center justify-center rounded-full bg-surface px-3 font-semibold transition-colors duration-150 after:absolute after:inset-0 group-hover:bg-brand-soft group-hover:text-brand-ink"
          >
            View Details
            <span className="sr-only">: {item.title}</span>
          </Link>
        </div>
      </article>
    </li>
  );
});
