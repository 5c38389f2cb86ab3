import { Inbox, Tag } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { PriceOfferView } from "#contract/offers";
import { formatDateTime, formatDollars } from "../../lib/format.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { QueryState } from "../../ui/placeholders.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { type OfferBox, useDeclineOffers, useOffers, useOfferUpdates } from "./api.ts";
import { OfferActions } from "./offer-actions.tsx";
import { offerState } from "./offer-copy.ts";

const TABS = [
  { value: "received", label: "Received" },
  { value: "made", label: "Made" },
] as const satisfies readonly { value: OfferBox; label: string }[];

/** /PriceOffers: the price offers the viewer has received and made, by item. */
export default function PriceOffersScreen() {
  const [query, setQuery] = useSearchParams();
  useOfferUpdates();
  const tab = TABS.find(({ value }) => value === query.get("tab"))?.value ?? "received";
  return (
    <PageBody width="form">
      <PageHeader
        title="Offers"
        description="Prices buyers offered you, and prices you offered."
        back={{ to: "/MyItems", label: "My Items" }}
      />
      <Tabs
        label="Offers"
        tabs={TABS}
        value={tab}
        onChange={(value) => setQuery(value === "received" ? {} : { tab: value }, { replace: true })}
      >
        <OfferList key={tab} box={tab} />
      </Tabs>
    </PageBody>
  );
}

function OfferList({ box }: { box: OfferBox }) {
  const offers = useOffers(box);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const decline = useDeclineOffers();
  if (!offers.data) {
    return (
      <QueryState query={offers} what="offers" title="Your offers didn't load" className="grid gap-4 pt-6">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </QueryState>
    );
  }
  const all = offers.data.pages.flatMap((page) => page.items);
  if (all.length === 0) return <Nothing box={box} />;
  const picked = all.filter((offer) => offer.abilities.decline && chosen.has(offer.id));
  const choose = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)));
  const declineAll = () =>
    decline.mutate(picked, {
      onSuccess: ({ declined, unchanged }) => {
        setChosen(new Set());
        toast({
          title: declined.length === 1 ? "1 offer declined" : `${declined.length} offers declined`,
          ...(unchanged.length > 0 && { description: "Some offers had changed. Please check them again." }),
        });
      },
      onError: toastError("We couldn't decline them", "Please try again."),
    });
  return (
    <>
      {picked.length > 0 ? (
        <div className="sticky top-16 z-10 -mx-2 flex items-center justify-between gap-3 bg-page px-2 py-3">
          <span className="font-semibold">{picked.length} selected</span>
          <Button size="sm" variant="secondary" loading={decline.isPending} onClick={declineAll}>
            {picked.length === 1 ? "Decline offer" : `Decline ${picked.length} offers`}
          </Button>
        </div>
      ) : null}
      <ul className="divide-y divide-line">
        {byItem(all).map(([first, group]) => (
          <li key={first.item.id} className="py-5">
            <ItemHeading offer={first} />
            <ul className="mt-3 grid gap-4">
              {group.map((offer) => (
                <li key={offer.id} className="flex gap-3">
                  {box === "received" && offer.abilities.decline && all.length > 1 ? (
                    <Checkbox
                      checked={chosen.has(offer.id)}
                      onChange={(event) => choose(offer.id, event.target.checked)}
                    >
                      <span className="sr-only">
                        Select {formatDollars(offer.amount)} from {offer.other.display_name}
                      </span>
                    </Checkbox>
                  ) : null}
                  <OfferRow offer={offer} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <LoadMore what="offers" list={offers} />
    </>
  );
}

/** Groups offers by item, in the order of their first one. */
function byItem(offers: readonly PriceOfferView[]): [PriceOfferView, PriceOfferView[]][] {
  const groups = new Map<string, [PriceOfferView, PriceOfferView[]]>();
  for (const offer of offers) {
    const known = groups.get(offer.item.id);
    if (known) known[1].push(offer);
    else groups.set(offer.item.id, [offer, [offer]]);
  }
  return [...groups.values()];
}

function ItemHeading({ offer: { item, list_price } }: { offer: PriceOfferView }) {
  return (
    <Link to={`/ItemDetail/${item.id}`} className="flex items-center gap-3 rounded-lg hover:opacity-80">
      <PhotoImg photo={null} url={item.image_url} alt="" className="size-14 rounded-lg" />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-bold">
          {item.title}
        </span>
        <span className="text-sm text-muted">Listed at {formatDollars(list_price)}</span>
      </span>
    </Link>
  );
}

function OfferRow({ offer }: { offer: PriceOfferView }) {
  const { title, next } = offerState(offer);
  const { other } = offer;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-lg font-bold tabular-nums">{title}</span>
        <span className="text-sm text-muted">{offer.percent}% of the price</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Link
          dir="auto"
          to={offer.thread_id ? `/Messages/${offer.thread_id}` : `/ItemDetail/${offer.item.id}`}
          className="font-semibold text-ink underline-offset-4 hover:underline"
        >
          {other.display_name}
        </Link>
        <Rating average={other.average_rating} count={other.rating_count} />
      </p>
      {offer.note ? <p className="mt-1">“{offer.note}”</p> : null}
      {next ? <p className="mt-1 text-sm text-muted">{next}</p> : null}
      {offer.auto_decline_at === null ? null : (
        <p className="mt-1 text-sm text-muted">
          Below your limit. We'll decline it at {formatDateTime(offer.auto_decline_at)}, unless you answer first.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
        {offer.abilities.buy ? (
          <LinkButton size="sm" to={`/ItemDetail/${offer.item.id}`}>
            Buy at {formatDollars(offer.amount)}
          </LinkButton>
        ) : null}
        <OfferActions offer={offer} />
      </div>
    </div>
  );
}

function Nothing({ box }: { box: OfferBox }) {
  return box === "received" ? (
    <EmptyState
      icon={<Inbox className="size-7" />}
      title="No offers yet"
      description="When a buyer offers a price for one of your items, it will show up here."
      action={<LinkButton to="/MyItems">My items</LinkButton>}
    />
  ) : (
    <EmptyState
      icon={<Tag className="size-7" />}
      title="You haven't made an offer"
      description="Open an item and tap Make an offer."
      action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
    />
  );
}
