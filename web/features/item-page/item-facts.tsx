import { ChevronRight, Handshake } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import { answerTimeText } from "../../lib/answer-time.ts";
import { CHECK_LABELS } from "../../lib/check-labels.ts";
import { formatCollectionChoices, formatMonth, zoneNote } from "../../lib/format.ts";
import { showsUpText } from "../../lib/shows-up.ts";
import { useHydrated } from "../../lib/use-hydrated.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Facts, Panel } from "../../ui/layout.tsx";
import { Rating } from "../../ui/rating.tsx";
import { distanceLabel, useNearPlace } from "../places/index.ts";

/** Returns suburb and city, the seller's own description of the place, or "Location TBA". */
export function placeOf(item: Pick<ItemDetail, "suburb" | "city" | "location">): string {
  return [item.suburb, item.city].filter(Boolean).join(", ") || item.location || "Location TBA";
}

/** Place and date of the collection, and when the address is revealed. */
export function CollectionDetails({ item }: { item: ItemDetail }) {
  // The server does not know the viewer's time zone, so the note about it appears after hydration: in the label, where it
  // needs no second line and moves nothing.
  const hydrated = useHydrated();
  const { collection_date: date, collection_zone: zone } = item;
  const distance = distanceLabel(useNearPlace(), item.centre);
  return (
    <Panel tour="collection-details">
      <h2 className="sr-only">Pickup details</h2>
      <Facts
        className="grid-cols-2"
        items={[
          { name: "Pickup place", value: distance === null ? placeOf(item) : `${placeOf(item)} · ${distance}` },
          {
            name: `When${hydrated && date !== null ? zoneNote(date, zone) : ""}`,
            value: date === null ? "Not set" : formatCollectionChoices(date, item.collection_windows, zone),
          },
        ]}
      />
      <p className="mt-2 text-sm text-muted">Buyers see the address 24 hours before pickup.</p>
    </Panel>
  );
}

/** Shown for an item without a minimum price, which Knowzee cannot negotiate. */
export function NoNegotiation() {
  return (
    <p data-tour="negotiation" className="flex items-center gap-2 text-sm text-muted">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-surface">
        <Handshake className="size-4.5" />
      </span>
      Knowzee not available for this item
    </p>
  );
}

/** The seller: name, rating, member since, the usual time to answer, and what was checked of them. */
export function SellerLine({ item }: { item: ItemDetail }) {
  const { seller } = item;
  const name = seller.display_name || "Anonymous Seller";
  return (
    <section
      aria-label="Seller"
      className="group relative -mx-2 flex items-center gap-3.5 rounded-md px-2 py-1.5 transition-colors duration-150 hover:bg-surface"
    >
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <Link
          to={`/Store/${item.seller_id}`}
          className="block truncate font-semibold underline-offset-4 after:absolute after:inset-0 after:rounded-md group-hover:underline"
        >
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <Rating average={seller.average_rating} count={seller.rating_count} />
          <span aria-hidden="true">·</span>
          <span suppressHydrationWarning>Member since {formatMonth(item.seller_since, item.collection_zone)}</span>
        </p>
        {item.seller_shows_up || item.seller_answer_time ? (
          <p className="flex flex-wrap gap-x-1.5 text-sm text-muted">
            {item.seller_shows_up ? <span>{showsUpText(item.seller_shows_up)}</span> : null}
            {item.seller_shows_up && item.seller_answer_time ? <span aria-hidden="true">·</span> : null}
            {item.seller_answer_time ? <span>{answerTimeText(item.seller_answer_time)}</span> : null}
          </p>
        ) : null}
        {item.seller_checks.length > 0 ? (
          <p className="text-sm text-muted">{item.seller_checks.map((check) => CHECK_LABELS[check]).join(" · ")}</p>
        ) : null}
      </div>
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </section>
  );
}

const CLAMP_OVER = 200;

/** Returns the first 200 characters, cut at a word. Not by lines, so that Read more always reveals something. */
function clamped(text: string): string {
  const start = text.slice(0, CLAMP_OVER);
  const end = start.search(/\s\S*$/);
  return `${start.slice(0, end > 0 ? end : CLAMP_OVER).trimEnd()}…`;
}

/** The seller's description; over 200 characters it is shortened until expanded. */
export function Description({ item }: { item: ItemDetail }) {
  const [expanded, setExpanded] = useState(false);
  const text = item.description;
  const long = text.length > CLAMP_OVER;
  return (
    <section aria-labelledby="description-heading">
      <h2 id="description-heading" className="text-xl font-bold">
        Description
      </h2>
      {text ? (
        <p dir="auto" id="description-text" className="mt-2 max-w-prose whitespace-pre-line">
          {long && !expanded ? clamped(text) : text}
        </p>
      ) : (
        <p className="mt-2 text-muted">The seller hasn't added a description.</p>
      )}
      {long ? (
        <button
          type="button"
          aria-expanded={expanded}
          aria-controls="description-text"
          onClick={() => setExpanded((before) => !before)}
          className="-ml-2 mt-1 min-h-tap rounded-full px-2 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {expanded ? "Show less" : "Show more"}
        </button>
      ) : null}
      {item.tags.length > 0 ? (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
          {item.tags.map((tag) => (
            <li key={tag} dir="auto">
              <Link
                to={`/Marketplace?q=${encodeURIComponent(tag)}`}
                className="flex min-h-tap items-center rounded-full bg-surface px-3.5 text-sm font-medium text-muted hover:bg-brand-soft hover:text-brand-ink"
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
