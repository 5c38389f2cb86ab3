import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { MESSAGES } from "#contract/copy";
import type { ItemDetail, OwnItem } from "#contract/items";
import type { AcceptedOffer } from "#contract/negotiation";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatAge, formatDollars } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useAgreedPrice } from "../../lib/shown-price.ts";
import { Badge } from "../../ui/badge.tsx";
import { ClientOnly } from "../../ui/client-only.tsx";
import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { Price, priceBadge } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddToCart, CheckoutDialog } from "../checkout/index.ts";
import { GiveawayPanel } from "../giveaways/index.ts";
import { WaitlistPanel } from "../holds/index.ts";
import { CategoryChip } from "../items/index.ts";
import { ChatPanel, NegotiationRowLoading, useNegotiationView } from "../negotiation/index.ts";
import { OfferPanel } from "../offers/index.ts";
import { WishHeart } from "../wishlists/index.ts";
import { countView, isBoughtByViewer } from "./api.ts";
import { BuyBar } from "./buy-bar.tsx";
import { type Buying, BuyPanel, useBuying } from "./buy-panel.tsx";
import { Gallery } from "./gallery.tsx";
import { InterestBadge } from "./interest-badge.tsx";
import { CollectionDetails, Description, NoNegotiation, SellerLine } from "./item-facts.tsx";
import type { LiveState } from "./live-item.ts";
import { NotifyMe, RelatedRows, SpecialOffers } from "./related.tsx";
import { ShareButton } from "./share-button.tsx";
import { useLiveItem } from "./use-live-item.ts";

const AgentSettings = lazyPart(() => import("./agent-settings.tsx"), missingPart);

/** Loaded late, because it is below the buy buttons. */
const ItemActions = lazyPart(() => import("./item-actions.tsx"), missingPart);

interface ItemViewProps {
  item: ItemDetail;
  /** Called when the listing is removed while it is open. */
  onGone: () => void;
  /** Called when the loaded item differs from the live state. */
  onStale: () => void;
}

/**
 * A loaded item: photos and description on the left, price, pickup, seller and actions on the right; on phones one below
 * the other, with the description before the further actions.
 */
export function ItemView({ item, onGone, onStale }: ItemViewProps) {
  const session = useSession();
  const isOwner = session.user?.id === item.seller_id;
  const live = useLiveItem(item, session.ready ? (session.user?.id ?? "visitor") : null);
  const { state } = live;
  const negotiable =
    item.negotiation_available && !isOwner && (state.status === "active" || state.status === "reserved");
  const { data: conversation } = useNegotiationView(item.id, negotiable && session.signedIn);
  // Where Knowzee is on, an offer follows a negotiation with it, so no place is kept for the button.
  const offerable = item.abilities.offer && !item.negotiation_available;
  const buying = useBuyNow();
  useDocumentTitle(item.title);
  useEffect(() => countView(item.id), [item.id]);
  useSoldNotice(item.id, state, { signedIn: session.signedIn, quiet: isOwner || buying.open });

  const gone = state.channel === "gone";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the listing is removed
  useEffect(() => {
    if (gone) onGone();
  }, [gone]);

  // The live message has only the price; the previous price, for the discount, comes with the item.
  const priceMoved = state.price !== item.price;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per new price
  useEffect(() => {
    if (priceMoved) onStale();
  }, [state.price]);

  const sold = state.status === "sold";
  const knowzeeOff = session.disabledFeatures.includes("knowzee");
  const [agreedWithSeller, setAgreedWithSeller] = useState<AcceptedOffer | null>(null);
  const [buyButton, setBuyButton] = useState<HTMLElement | null>(null);
  const agreed = useAgreedPrice(item.id);
  const buy = {
    item,
    state,
    isOwner,
    awayUntil: item.seller_away_until,
    givenAway: item.giveaway !== null,
    agreed: agreedWithSeller ?? conversation?.accepted ?? agreed,
    onBuy: buying.start,
    onIntent: CheckoutDialog.preload,
  };
  return (
    <>
      <article
        data-tour-page="item_detail"
        className="grid grid-cols-1 gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:grid-rows-[auto_1fr] md:gap-x-8 lg:gap-x-12"
      >
        <Gallery
          category={item.category}
          photos={item.photos}
          title={item.title}
          veil={sold ? "Sold" : undefined}
          badge={
            sold ? null : (
              <InterestBadge
                // The server counts every viewer except the seller; leave out this viewer.
                others={Math.max(0, state.viewers - (isOwner ? 0 : 1))}
                negotiations={state.negotiations}
                popularScore={item.popular_score}
              />
            )
          }
        />
        <div className="flex flex-col gap-7 max-md:contents md:sticky md:top-24 md:row-span-2 md:self-start">
          <header className="flex flex-col gap-4">
            <div data-tour="price-and-condition">
              <div className="flex items-center justify-between gap-3">
                <ItemPrice {...buy} />
                <div className="flex gap-2">
                  <WishHeart item={item} sold={sold} place="page" />
                  <ShareButton id={item.id} title={item.title} />
                </div>
              </div>
              <h1 dir="auto" className="mt-1.5 text-2xl font-extrabold">
                {item.title}
              </h1>
              <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted">
                <Link
                  to={`/Marketplace?category=${item.category}`}
                  className="flex min-h-tap items-center rounded-full hover:opacity-80"
                >
                  <CategoryChip category={item.category} />
                </Link>
                <span className="rounded-full bg-surface px-3 py-1 text-sm font-semibold">
                  Condition: <span className="text-ink">{CONDITION_LABELS[item.condition]}</span>
                </span>
                <span className="text-sm">Listed {formatAge(item.created_at, item.server_now)}</span>
              </p>
            </div>
            <CollectionDetails item={item} />
            <SellerLine item={item} />
            <NeedsNetwork
              reason="You can buy, message the seller and make offers once you're back online."
              className="flex flex-col gap-4"
            >
              <BuyPanel
                {...buy}
                itemId={item.id}
                inReview={(item as Partial<OwnItem>).review?.state === "open"}
                buyButton={setBuyButton}
                addToCart={<AddToCart key={item.id} itemId={item.id} size="lg" block onAdded={live.refresh} />}
              />
              {isOwner ? null : (
                <ClientOnly>
                  <WaitlistPanel itemId={item.id} live={state} onChanged={live.refresh} />
                </ClientOnly>
              )}
              {state.price === 0 && (isOwner || item.giveaway !== null) ? (
                <ClientOnly fallback={<Skeleton className="h-28" />}>
                  <GiveawayPanel
                    item={item}
                    status={state.status}
                    isOwner={isOwner}
                    onStale={onStale}
                    onChanged={live.refresh}
                  />
                </ClientOnly>
              ) : null}
              {negotiable && !knowzeeOff ? (
                <ClientOnly fallback={<NegotiationRowLoading />}>
                  <ChatPanel item={item} onBuy={buying.start} />
                </ClientOnly>
              ) : null}
              {isOwner || sold ? null : (
                <ClientOnly fallback={offerable ? <Skeleton className="h-13 rounded-full" /> : null}>
                  <OfferPanel
                    item={item}
                    status={state.status}
                    price={state.price}
                    onAgreed={setAgreedWithSeller}
                    onChanged={live.refresh}
                  />
                </ClientOnly>
              )}
            </NeedsNetwork>
          </header>
          <div className="flex flex-col gap-6 empty:hidden max-md:order-1">
            {sold ? null : <SpecialOffers item={item} />}
            <NeedsNetwork className="flex flex-col gap-4">
              {isOwner ? null : (
                <ClientOnly>
                  <ItemActions
                    item={item}
                    status={state.status}
                    price={state.price}
                    live={state}
                    onChanged={live.refresh}
                  />
                </ClientOnly>
              )}
              {isOwner && !sold ? (
                <Suspense fallback={null}>
                  <AgentSettings item={item} />
                </Suspense>
              ) : null}
            </NeedsNetwork>
            {isOwner || sold || state.price === 0 || (item.negotiation_available && !knowzeeOff) ? null : (
              <NoNegotiation />
            )}
          </div>
        </div>
        <Description item={item} />
        <CheckoutDialog
          // A new key per opening, so that the wizard starts from the beginning.
          key={buying.times}
          itemId={item.id}
          open={buying.open}
          onClose={() => {
            buying.close();
            live.refresh();
          }}
        />
      </article>
      <BuyBar {...buy} buyButton={buyButton} />
      {isOwner ? null : <NotifyMe />}
      <RelatedRows item={item} />
    </>
  );
}

/** The price in the heading. Renders by itself, because an agreed price ends at a time. */
function ItemPrice(buying: Buying) {
  const { shown } = useBuying(buying);
  if (shown.price === 0) return <FreePrice previous={shown.struck} />;
  return <Price price={shown.price} previous={shown.struck} size="lg" badge={priceBadge(shown)} />;
}

function FreePrice({ previous }: { previous: number | null }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Badge tone="wattle" className="px-3! py-1! text-lg!">
        Free
      </Badge>
      {previous === null || previous === 0 ? null : (
        <span className="text-lg text-muted">
          <span className="sr-only">was </span>
          <s>{formatDollars(previous)}</s>
        </span>
      )}
    </span>
  );
}

/** Buy Now; visitors sign in first and return here (D12). */
function useBuyNow() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  return {
    open,
    times,
    start: () => {
      // While the session is loading, try to take the hold; a 401 leads to sign-in too.
      if (!session.ready || session.signedIn) {
        setTimes((before) => before + 1);
        setOpen(true);
        return;
      }
      toast({ title: "Login Required", description: "Please log in to make a purchase." });
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
    },
    close: () => setOpen(false),
  };
}

/** Shows a toast when the item is sold while it is open, unless the viewer is its buyer or seller. */
function useSoldNotice(
  itemId: string,
  state: LiveState,
  { signedIn, quiet }: { signedIn: boolean; quiet: boolean },
): void {
  const before = useRef(state.status);
  const mine = useRef(false);
  useEffect(() => {
    const was = before.current;
    before.current = state.status;
    if (state.status === "reserved") mine.current = state.reserved_by_you;
    if (state.status === "active") mine.current = false;
    if (state.status !== "sold" || was === "sold" || quiet || mine.current) return;
    const say = () => toast({ title: "Item Sold", description: MESSAGES.justSold, variant: "destructive" });
    if (signedIn) void isBoughtByViewer(itemId).then((bought) => bought || say());
    else say();
  }, [itemId, state.status, state.reserved_by_you, signedIn, quiet]);
}
