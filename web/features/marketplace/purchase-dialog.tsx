import { useQuery } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router-dom";
import type { ItemCard, ItemDetail, ItemStatus } from "#contract/items";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { formatCollectionChoices, formatDay } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useShownPrice } from "../../lib/shown-price.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price, priceBadge } from "../../ui/price.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddToCart, CheckoutDialog } from "../checkout/index.ts";
import type { GridStatus, ListedItem } from "../items/index.ts";
import { HeldPill } from "../items/index.ts";
import { distanceLabel, useNearPlace } from "../places/index.ts";
import { fetchItem } from "./api.ts";

interface PurchaseProps {
  listed: ListedItem;
  grid: GridStatus;
}

/** The purchase dialog of a card: a summary of the item, Buy Now (Claim for a free item), and a link to its page. */
export default function PurchaseDialog({ listed, grid }: PurchaseProps) {
  const { item } = listed;
  const [stage, setStage] = useState<"look" | "buy" | "closed">("look");
  const now = useLiveCard(listed, grid);
  const { data: detail } = useQuery({
    queryKey: ["items", "detail", item.id],
    queryFn: ({ signal }) => fetchItem(item.id, signal),
    staleTime: 15_000,
    retry: false,
  });
  const buy = useBuy(item.id, () => setStage("buy"));
  const distance = distanceLabel(useNearPlace(), item.centre);
  const shown = useShownPrice(item, now.price, now.status === "sold");
  const close = () => setStage("closed");

  return (
    <>
      <Dialog
        open={stage === "look"}
        onClose={close}
        size="lg"
        title={
          <span dir="auto" className="line-clamp-2">
            {item.title}
          </span>
        }
        footer={
          <>
            <LinkButton to={`/ItemDetail/${item.id}`} state={{ fromMarketplace: true }} variant="secondary">
              View Details
            </LinkButton>
            {canBuy(now, detail) ? (
              <>
                <AddToCart itemId={item.id} />
                <Button onClick={buy} onPointerEnter={CheckoutDialog.preload} onFocus={CheckoutDialog.preload}>
                  {now.price === 0 ? "Claim" : "Buy Now"}
                </Button>
              </>
            ) : null}
          </>
        }
      >
        <div className="grid gap-5 pt-1 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] sm:gap-6">
          <div className="relative aspect-[4/3] overflow-hidden rounded-lg sm:aspect-square">
            <PhotoImg
              photo={item.image}
              url={item.image_url}
              alt={item.title}
              sizes="(min-width: 640px) 320px, 100vw"
              className="size-full"
            />
            {heldUntil(now) === null ? null : <HeldPill until={heldUntil(now) ?? 0} />}
          </div>
          <div className="min-w-0">
            <Price price={shown.price} previous={shown.struck} size="lg" badge={priceBadge(shown)} />
            {shown.offer === null ? null : <p className="mt-1 font-semibold text-brand-ink">{shown.offer}</p>}
            <State status={now.status} yours={now.reserved_by_you} />
            {detail?.description ? (
              <p dir="auto" className="mt-4 line-clamp-4 whitespace-pre-line">
                {detail.description}
              </p>
            ) : null}
            <Facts className="mt-5" items={factsOf(item, detail, distance)} />
          </div>
        </div>
      </Dialog>
      <CheckoutDialog itemId={item.id} open={stage === "buy"} onClose={close} />
    </>
  );
}

type LiveCard = Pick<ItemCard, "status" | "price" | "reserved_until" | "reserved_by_you">;

/** Returns the newer of the card's own state and the grid's live state. */
function useLiveCard({ item, at }: ListedItem, grid: GridStatus): LiveCard {
  const live = useSyncExternalStore(
    grid.subscribe,
    useCallback(() => grid.statusOf(item.id), [grid, item.id]),
  );
  return live && live.at >= at ? live : item;
}

/** Opens the checkout; a visitor signs in first and then returns to the item. */
function useBuy(itemId: string, open: () => void): () => void {
  const session = useSession();
  const navigate = useNavigate();
  return () => {
    if (session.ready && !session.signedIn) {
      toast({
        title: "Please Sign In",
        description: "You must be signed in to purchase items",
        variant: "destructive",
      });
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(`/ItemDetail/${itemId}`)}`);
      return;
    }
    CheckoutDialog.preload();
    open();
  };
}

function heldUntil({ status, reserved_until, reserved_by_you }: LiveCard): number | null {
  return status === "reserved" && !reserved_by_you ? reserved_until : null;
}

/** Whether Buy Now is shown. Optimistic until the item has loaded; the server checks again. */
function canBuy(now: LiveCard, detail: ItemDetail | undefined): boolean {
  const free = now.status === "active" || (now.status === "reserved" && now.reserved_by_you);
  return free && (detail?.abilities.buy ?? !detail?.abilities.edit);
}

function State({ status, yours }: { status: ItemStatus; yours: boolean }) {
  const text =
    status === "sold"
      ? "This item has been sold"
      : status === "reserved" && !yours
        ? "This item is currently reserved"
        : status === "pending_payment" || status === "pending"
          ? "Payment is being processed"
          : null;
  return text === null ? null : <Notice kind="warning" title={text} className="mt-4" />;
}

function factsOf(item: ItemCard, detail: ItemDetail | undefined, distance: string | null) {
  const place = [item.suburb, item.city].filter(Boolean).join(", ") || "Location TBA";
  const date =
    detail === undefined
      ? "…"
      : detail.collection_date === null
        ? "Not set"
        : detail.collection_windows.length === 0
          ? formatDay(detail.collection_date, detail.collection_zone)
          : formatCollectionChoices(detail.collection_date, detail.collection_windows, detail.collection_zone);
  return [
    { name: "Condition", value: CONDITION_LABELS[item.condition] },
    {
      name: "Pickup from",
      value: distance === null ? place : `${place} (${distance})`,
    },
    { name: "Pickup", value: date },
    { name: "Seller", value: item.seller.display_name },
  ];
}
