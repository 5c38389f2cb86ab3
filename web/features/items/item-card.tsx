import { clsx } from "clsx";
import { Handshake } from "lucide-react";
import { memo, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { CARD_SIZES, CAROUSEL_SIZES } from "#domain/items/photo-sizes";
import { useShownPrice } from "../../lib/shown-price.ts";
import { Badge } from "../../ui/badge.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price, priceBadge } from "../../ui/price.tsx";
import { distanceLabel, useNearPlace } from "../places/index.ts";
import { WishHeart } from "../wishlists/index.ts";
import { CardPressContext } from "./card-press.ts";
import type { GridStatus, ListedItem } from "./grid-status.ts";
import { HeldPill } from "./held-pill.tsx";

/** Navigation state: the item page links back to this list, with its filters and scroll position. */
const FROM_MARKETPLACE = { fromMarketplace: true };

interface ItemCardProps {
  listed: ListedItem;
  grid: GridStatus;
  /** Visible from the start: its photo loads first. */
  eager: boolean;
  /** True on pages other than the marketplace, so that "Back to Marketplace" does not go back to this page. */
  elsewhere?: boolean;
  /** `row`: one of six cards side by side, which scroll on narrow screens. */
  layout?: "grid" | "row";
  /** Additional content of this page, above the View Details link. */
  below?: ReactNode;
}

/**
 * Photo, price, title, place, condition and seller. "View Details" and a press on the card open the item page. On a
 * screen that opens its cards in a dialog, a press on the card or its title opens the dialog; Ctrl or the middle button
 * on the title opens the page.
 */
export const ItemCard = memo(function ItemCard({
  listed,
  grid,
  eager,
  elsewhere = false,
  layout = "grid",
  below,
}: ItemCardProps) {
  const { item, at } = listed;
  const open = useContext(CardPressContext);
  const status = useCallback(() => grid.statusOf(item.id), [grid, item.id]);
  const live = useSyncExternalStore(grid.subscribe, status, status);
  const watch = useCallback((element: HTMLLIElement) => grid.watch(element, item.id), [grid, item.id]);

  const now = live && live.at >= at ? live : item;
  const sold = now.status === "sold";
  const heldUntil = now.status === "reserved" && !now.reserved_by_you ? now.reserved_until : null;
  const settled = sold || now.status === "pending_payment" || now.status === "pending";
  const shown = useShownPrice(item, now.price, sold);
  const offer = sold ? null : now.price === 0 ? "Free" : priceBadge(shown);
  const place = [item.suburb, item.city].filter(Boolean).join(", ") || "Location TBA";
  const distance = distanceLabel(useNearPlace(), item.centre);
  const page = { to: `/ItemDetail/${item.id}`, state: elsewhere && !open ? undefined : FROM_MARKETPLACE };

  return (
    <li
      ref={watch}
      data-tour="item-card"
      data-item={item.id}
      className={clsx(
        "group relative min-w-0",
        layout === "grid"
          ? "-m-1 p-1 [contain-intrinsic-size:auto_460px] [content-visibility:auto]"
          : "w-[43vw] max-w-52 shrink-0 snap-start [contain-intrinsic-size:auto_340px] [content-visibility:auto] lg:w-auto lg:max-w-none",
      )}
    >
      <article className="flex h-full flex-col">
        <div className="relative aspect-square overflow-hidden rounded-lg bg-surface">
          <PhotoImg
            photo={item.image}
            url={item.image_url}
            category={item.category}
            alt=""
            sizes={layout === "grid" ? CARD_SIZES : CAROUSEL_SIZES}
            eager={eager}
            className="size-full transition-transform duration-200 ease-out group-hover:scale-[1.035]"
          />
          <span className="absolute top-2.5 left-2.5 flex max-w-[calc(100%-68px)] flex-col items-start gap-1.5">
            {now.line_length > 0 ? <Badge tone="ink">{now.line_length} in queue</Badge> : null}
            {offer === null ? null : <Badge tone="wattle">{offer}</Badge>}
            {item.giveaway === "draw" && !settled ? <Badge tone="ink">Giveaway draw</Badge> : null}
          </span>
          {item.negotiation_available && !settled && heldUntil === null ? (
            <span
              data-feature="knowzee"
              className="absolute right-2.5 bottom-2.5 flex size-9 items-center justify-center rounded-full bg-wattle text-on-wattle"
            >
              <Handshake className="size-5" />
              <span className="sr-only">Open to offers</span>
            </span>
          ) : null}
          {heldUntil === null ? null : <HeldPill until={heldUntil} />}
          {settled && !sold ? (
            <span className="absolute inset-x-2.5 bottom-2.5 rounded-full bg-[#14211c]/85 px-3 py-1.5 text-center text-sm font-semibold text-white">
              Sale in progress
            </span>
          ) : null}
          {sold ? (
            <span className="absolute inset-0 flex items-center justify-center bg-[#14211c]/65 text-xl font-bold">
              <span className="rounded-full bg-sold px-4 py-1 text-on-sold">Sold</span>
            </span>
          ) : null}
          <WishHeart item={item} sold={sold} place="card" />
        </div>
        <Price price={shown.price} previous={shown.struck} className="mt-2.5" />
        {settled || shown.offer === null ? null : <p className="text-sm font-semibold text-brand-ink">{shown.offer}</p>}
        <h3 dir="auto" className="truncate font-medium" title={item.title}>
          {open ? (
            <Link
              {...page}
              aria-haspopup="dialog"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                open(listed);
              }}
              className="outline-none after:absolute after:inset-0 after:rounded-lg after:-outline-offset-2 after:outline-brand focus-visible:after:outline-2"
            >
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </h3>
        <p className="mt-0.5 truncate text-sm text-muted">
          {/* First, because a narrow card truncates the end. */}
          {distance === null ? null : `${distance} · `}
          {place}
        </p>
        <p className="truncate text-sm text-muted">
          {CONDITION_LABELS[item.condition]} · <bdi>{item.seller.display_name}</bdi>
        </p>
        {below}
        <div className="mt-auto pt-2.5">
          <Link
            {...page}
            className={clsx(
              "flex min-h-tap items-center justify-center rounded-full bg-surface px-3 font-semibold transition-colors duration-150 group-hover:bg-brand-soft group-hover:text-brand-ink",
              open ? "relative" : "after:absolute after:inset-0",
            )}
          >
            View Details
            <span className="sr-only">: {item.title}</span>
          </Link>
        </div>
      </article>
    </li>
  );
});
