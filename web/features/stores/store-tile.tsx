import { Link } from "react-router-dom";
import type { StoreCard } from "#contract/items/marketplace";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Rating } from "../../ui/rating.tsx";
import { kmLabel } from "../places/index.ts";
import { placeOf, sellerName } from "./seller-label.ts";

const PHOTO_SIZES = "(min-width: 1024px) 100px, 25vw";

/** Four photo slots. The first is rendered even without a photo, so that the tiles of a row align. */
const SLOTS = [0, 1, 2, 3];
const FOUR_ABREAST = { gridTemplateColumns: "repeat(4, minmax(0, 1fr))" };

/** A seller in the directory: newest photos, name, place and number of items. The whole tile is one link. */
export function StoreTile({ store }: { store: StoreCard }) {
  const name = sellerName(store);
  const place = placeOf(store);
  return (
    <li className="group relative min-w-0 rounded-lg bg-surface p-4 transition-colors duration-150 hover:bg-brand-soft">
      <div className="grid gap-2" style={FOUR_ABREAST}>
        {SLOTS.map((slot) => {
          const photo = store.photos[slot];
          return photo ? (
            <PhotoImg key={slot} photo={photo} alt="" sizes={PHOTO_SIZES} className="aspect-square w-full rounded-sm" />
          ) : slot === 0 ? (
            <span key={slot} className="aspect-square" />
          ) : null;
        })}
      </div>
      <div className="mt-4 flex items-center gap-3.5">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <Link to={`/Store/${store.id}`} className="after:absolute after:inset-0 after:rounded-lg">
              {name}
            </Link>
          </h2>
          <p className="truncate text-sm text-muted">
            {store.distance_km === null ? null : `${kmLabel(store.distance_km)} · `}
            {place ?? "Location TBA"}
          </p>
        </div>
        {store.account_type === "business" ? <Badge tone="brand">Business</Badge> : null}
      </div>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
        <Rating average={store.average_rating} count={store.rating_count} />
        <span className="font-semibold text-ink tabular-nums">
          {store.listed_count} {store.listed_count === 1 ? "item" : "items"} for sale
        </span>
      </p>
    </li>
  );
}
