import { useQuery } from "@tanstack/react-query";
import { Bell, Tag } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { Link } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import type { RelatedReply } from "#contract/items/marketplace";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast.tsx";
import { ItemRow, useGridStatus } from "../items/index.ts";
import { fetchRelated } from "./api.ts";

/**
 * Loads the offers and recommendations of an item. Each part that shows them calls this itself, so that the rest of the
 * page does not render again: rendering two dozen cards at once would block input. A failure is not shown, because the
 * page works without them.
 */
function useRelated(id: string): RelatedReply | undefined {
  const { data } = useQuery({
    queryKey: ["items", "related", id],
    queryFn: ({ signal }) => fetchRelated(id, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return useDeferredValue(data);
}

/**
 * The seller's offers on this item (D25), without prices: the heading has the only one (D79). Appears before the offers
 * have loaded if the item has any.
 */
export function SpecialOffers({ item }: { item: ItemDetail }) {
  const related = useRelated(item.id);
  const offers =
    related?.special_offers ??
    // The item contains the label of its best offer, so the block has almost its final height while the offers load.
    (item.offer_label === null
      ? []
      : [{ id: "best", label: item.offer_label, title: "", description: "", ends_at: null }]);
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="offers-heading">
      <Panel tone="wattle">
        <h2 id="offers-heading" className="flex items-center gap-2 font-bold">
          <Tag className="size-4.5" />
          Special offers
        </h2>
        <ul className="mt-2 flex flex-col gap-2.5">
          {offers.map((offer) => (
            <li key={offer.id}>
              <p className="font-semibold">{offer.label}</p>
              {offer.title ? <p dir="auto">{offer.title}</p> : null}
              {offer.description ? (
                <p dir="auto" className="text-sm text-muted">
                  {offer.description}
                </p>
              ) : null}
              {offer.ends_at === null ? null : <p className="text-sm text-muted">Until {formatDate(offer.ends_at)}</p>}
            </li>
          ))}
        </ul>
        {offers.length > 1 ? (
          <p className="mt-2.5 text-sm text-muted">Only the biggest discount applies. Offers can't be combined.</p>
        ) : null}
      </Panel>
    </section>
  );
}

/** More from this Seller and the three rows of recommendations. The cards follow holds and sales. */
export const RelatedRows = memo(function RelatedRows({ item }: { item: ItemDetail }) {
  const related = useRelated(item.id);
  const grid = useGridStatus();
  if (!related) return null;
  const row = { at: related.server_now, grid };
  return (
    <div className="mt-12 flex flex-col gap-10 empty:hidden">
      <ItemRow
        {...row}
        title="More from this Seller"
        tour="more-from-seller"
        items={related.more_from_seller}
        action={
          <Link
            to={`/Store/${item.seller_id}`}
            className="-my-2 -mr-3 flex min-h-11 shrink-0 items-center rounded-full px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
          >
            Visit store
          </Link>
        }
      />
      <ItemRow {...row} title="Similar items" items={related.similar} />
      <ItemRow {...row} title="Trending now" items={related.trending} />
      <ItemRow {...row} title="Similar price" items={related.price} />
    </div>
  );
});

/** The specified Notify Me button; it shows a notice and stores nothing. */
export function NotifyMe() {
  return (
    <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-5">
      <p className="font-semibold">Not what you're after?</p>
      <Button
        variant="soft"
        icon={<Bell className="size-4.5 shrink-0" />}
        onClick={() => toast({ title: "Coming Soon" })}
      >
        Notify Me When Similar Items Are Listed
      </Button>
    </div>
  );
}
