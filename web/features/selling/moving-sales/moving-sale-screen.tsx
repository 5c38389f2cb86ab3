import { CalendarDays, MapPin, Truck } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import type { ItemCard } from "#contract/items";
import type { MovingSaleView } from "#contract/selling/moving-sales";
import { HOLIDAY_ZONE } from "#domain/selling/holiday";
import { ApiError } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatCollection, formatDay } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { useShownPrice } from "../../../lib/shown-price.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { ClientOnly } from "../../../ui/client-only.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { Price, priceBadge } from "../../../ui/price.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { AddToCart } from "../../checkout/index.ts";
import { ReportButton } from "../../safety/index.ts";
import { useMovingSale } from "./api.ts";

/** /MovingSale/{id}: the public page of a moving sale. */
export default function MovingSaleScreen() {
  const { id = "" } = useParams();
  const sale = useMovingSale(id);
  useDocumentTitle(sale.data?.title);
  if (sale.data) return <Sale sale={sale.data} onChanged={() => void sale.refetch()} />;
  if (sale.error instanceof ApiError && sale.error.status === 404) {
    return (
      <PageBody>
        <PageHeader title="Moving sale" />
        <EmptyState
          icon={<Truck className="size-7" />}
          title="We can't find this sale"
          description="The link may be wrong, or the sale may have been taken down."
          action={<LinkButton to="/Marketplace">Go to the marketplace</LinkButton>}
        />
      </PageBody>
    );
  }
  if (sale.error) {
    return (
      <PageBody>
        <ErrorState title="This sale didn't load" query={sale} />
      </PageBody>
    );
  }
  return <PageSkeleton />;
}

function Sale({ sale, onChanged }: { sale: MovingSaleView; onChanged: () => void }) {
  const { user } = useSession();
  const own = user?.id === sale.seller.id;
  const { seller, items, live } = sale;
  const name = seller.display_name;
  return (
    <PageBody>
      <PageHeader
        title={sale.title}
        description={
          <>
            A moving sale by{" "}
            <Link
              to={`/Store/${seller.id}`}
              className="font-semibold text-brand-ink underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          </>
        }
        actions={
          own && live ? (
            <>
              <LinkButton to={`/MovingSales?share=${sale.id}`} variant="secondary">
                Share
              </LinkButton>
              <LinkButton to={`/MovingSales?edit=${sale.id}`} variant="soft">
                Edit
              </LinkButton>
            </>
          ) : null
        }
      />
      {live ? null : (
        <Notice kind="info" title="This sale is over" className="mb-5">
          <p>Items that are still for sale can be bought as usual.</p>
        </Notice>
      )}
      {live && sale.seller_away_until !== null ? (
        <Notice kind="info" title={`${name} is on holiday`} className="mb-5">
          <p>You can buy these items from {formatDay(sale.seller_away_until, HOLIDAY_ZONE)}.</p>
        </Notice>
      ) : null}
      {sale.description ? (
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {sale.description}
        </p>
      ) : null}
      <ul className="mt-3 grid gap-2">
        <li className="flex gap-2">
          <MapPin className="mt-0.5 size-4.5 shrink-0 text-muted" />
          Pickup in {sale.place}
        </li>
        {sale.collection_windows.map(({ from, until }) => (
          <li key={from} className="flex gap-2">
            <CalendarDays className="mt-0.5 size-4.5 shrink-0 text-muted" />
            {formatCollection(from, sale.collection_zone, until)}
          </li>
        ))}
      </ul>
      <Section title={left(items)} className="mt-9">
        {items.length === 0 ? (
          <EmptyState icon={<Truck className="size-7" />} title="Nothing here any more" />
        ) : (
          <ul className="grid gap-4 lg:grid-cols-2">
            {items.map((item) => (
              <SaleItem
                key={item.id}
                item={item}
                buyable={!own && sale.seller_away_until === null}
                onAdded={onChanged}
              />
            ))}
          </ul>
        )}
      </Section>
      {own ? null : (
        <ClientOnly>
          <ReportButton subject={{ type: "sale", id: sale.id }} what="this sale" className="mt-9 -ml-3 text-muted!">
            Report this sale
          </ReportButton>
        </ClientOnly>
      )}
    </PageBody>
  );
}

const STATUS: Partial<Record<ItemCard["status"], string>> = {
  reserved: "On hold",
  pending: "In a trade",
  pending_payment: "Being bought",
  sold: "Sold",
};

/** One item: its page, what it costs, whether it is still there, and a button to put it in the cart. */
function SaleItem({ item, buyable, onAdded }: { item: ItemCard; buyable: boolean; onAdded: () => void }) {
  const shown = useShownPrice(item, item.price, item.status === "sold");
  const yours = item.status === "reserved" && item.reserved_by_you;
  const status = yours ? "Held for you" : STATUS[item.status];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-4 rounded-lg bg-surface p-4">
      <PhotoImg
        photo={item.image}
        alt=""
        sizes="80px"
        className="size-20 shrink-0 rounded-md"
        style={item.status === "active" || yours ? undefined : { opacity: 0.5 }}
      />
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-semibold">
          <Link dir="auto" to={`/ItemDetail/${item.id}`} className="underline-offset-4 hover:underline">
            {item.title}
          </Link>
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-2 tabular-nums">
          <Price price={shown.price} previous={shown.struck} badge={priceBadge(shown)} />
          {item.giveaway === null ? null : <Badge tone="ink">Giveaway</Badge>}
          {status ? <Badge tone={yours ? "brand" : "neutral"}>{status}</Badge> : null}
        </p>
      </div>
      {buyable && ((item.status === "active" && item.giveaway === null) || yours) ? (
        <div className="w-full sm:w-auto">
          <AddToCart itemId={item.id} block onAdded={onAdded} />
        </div>
      ) : null}
    </li>
  );
}

/** "4 of 7 items left". */
function left(items: readonly ItemCard[]): string {
  const free = items.filter(({ status }) => status === "active").length;
  if (items.length === 0) return "Items";
  return free === items.length ? `${free} ${free === 1 ? "item" : "items"}` : `${free} of ${items.length} items left`;
}
