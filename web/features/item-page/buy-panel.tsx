import { BadgeCheck, Hourglass, Palmtree, Pencil, ShoppingBag } from "lucide-react";
import type { ReactNode } from "react";
import { MESSAGES } from "#contract/copy";
import type { ItemDetail } from "#contract/items";
import { type AgreedPrice, type PricedItem, shownPrice } from "#domain/checkout/shown-price";
import { HOLIDAY_ZONE } from "#domain/selling/holiday";
import { formatDay, formatDollars, formatTimeLeft } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { availabilityOf } from "./availability.ts";
import type { LiveState } from "./live-item.ts";

const heldFor = (timeLeft: string) => `Held for you for ${timeLeft}`;

const left = (timeLeft: string) => `${timeLeft} left`;

/** What the buy buttons of an item page need. */
export interface Buying {
  item: PricedItem & Pick<ItemDetail, "centre">;
  state: LiveState;
  isOwner: boolean;
  /** The seller is on holiday until then; null when they are not. */
  awayUntil: number | null;
  /** A draw or the giver decides who gets the item, so only its recipient may take it (D57). */
  givenAway?: boolean;
  /** The price agreed with Knowzee or the seller, which Buy Now charges until the offer expires (D40). */
  agreed?: AgreedPrice | null;
  onBuy: () => void;
  /** Called when the pointer or focus is on the button, to prefetch the checkout. */
  onIntent: () => void;
}

/** Returns what the viewer can do, the price, and the text of the button: Claim for a free item, else Buy Now. */
export function useBuying({ item, state, isOwner, awayUntil, givenAway = false, agreed = null }: Buying) {
  const now = useNow(state.status === "reserved" || agreed !== null);
  const availability = availabilityOf(state, awayUntil, now);
  const free = availability.kind === "available" && !givenAway;
  const buyable = !isOwner && (free || availability.kind === "yours");
  const shown = shownPrice(item, state.price, state.status === "sold" ? null : agreed, now);
  const take = givenAway ? "Confirm" : state.price === 0 ? "Claim" : "Buy Now";
  const label = shown.reason !== null ? `Buy Now at ${formatDollars(shown.price)}` : take;
  return { now, availability, buyable, label, shown };
}

interface BuyPanelProps extends Buying {
  itemId: string;
  /** Gets the buy button, so that the page knows whether it is on screen. */
  buyButton?: (element: HTMLElement | null) => void;
  addToCart?: ReactNode;
  /** Staff are reviewing it (D63). Known to its owner only. */
  inReview?: boolean;
}

/** Actions for the current state of the item: buy, wait or edit. Updates live. */
export function BuyPanel({ itemId, buyButton, addToCart, inReview = false, ...buying }: BuyPanelProps) {
  const { state, isOwner, onBuy, onIntent, givenAway = false } = buying;
  const { now, availability, buyable, label } = useBuying(buying);
  // A hold does not block editing, a sale does. Uses the live state, because the loaded item may be older.
  const editable = state.status === "active" || state.status === "inactive" || state.status === "reserved";
  return (
    <div data-tour={buyable ? "buy-now" : undefined} className="flex flex-col gap-3">
      {isOwner ? (
        editable ? (
          <LinkButton to={`/EditItem/${itemId}`} size="lg" block icon={<Pencil className="size-4.5" />}>
            Edit Item
          </LinkButton>
        ) : null
      ) : buyable ? (
        <>
          <Button
            ref={buyButton}
            size="lg"
            block
            icon={<ShoppingBag className="size-5" />}
            onClick={onBuy}
            onPointerEnter={onIntent}
            onFocus={onIntent}
          >
            {label}
          </Button>
          {givenAway ? null : addToCart}
        </>
      ) : state.your_order !== null ? (
        <LinkButton to={`/MyOrders/${state.your_order}`} size="lg" block>
          View your order
        </LinkButton>
      ) : null}
      {/* One live region for every state. Below the buttons, so that a new hold does not move Buy Now under the
          pointer. */}
      <div role="status">
        {availability.kind === "sold" ? (
          <Notice
            icon={<BadgeCheck className="size-5" />}
            text={state.your_order === null ? MESSAGES.alreadySold : "You bought this item"}
          />
        ) : null}
        {availability.kind === "processing" && state.your_order === null ? (
          <Notice tone="wattle" icon={<Spinner />} text={MESSAGES.paymentProcessing} />
        ) : null}
        {/* The panel of the giveaway says who may take the item, and until when. */}
        {availability.kind === "held" && !givenAway ? (
          <Notice tone="wattle" icon={<Hourglass className="size-5" />} text={MESSAGES.currentlyReserved}>
            {availability.until === null ? null : (
              <span role="timer" aria-live="off" className="tabular-nums">
                {/* With a waitlist, the first buyer in it gets the next hold. */}
                {state.line_length > 0 ? "Held for another" : "Available in"} {formatTimeLeft(availability.until - now)}
              </span>
            )}
          </Notice>
        ) : null}
        {availability.kind === "yours" && !givenAway ? (
          <Notice
            tone="brand"
            icon={<Hourglass className="size-5" />}
            text={state.your_turn ? "It's your turn!" : "Held for you"}
          >
            <span role="timer" aria-live="off" className="tabular-nums">
              {(state.your_turn ? heldFor : left)(formatTimeLeft(availability.until - now))}
            </span>
          </Notice>
        ) : null}
        {availability.kind === "away" && !isOwner ? (
          <Notice icon={<Palmtree className="size-5" />} text="The seller is on holiday">
            You can buy this from {formatDay(availability.until, HOLIDAY_ZONE)}.
          </Notice>
        ) : null}
        {availability.kind === "inactive" ? (
          <Notice
            text={`${inReview ? "We're reviewing this listing" : "This listing is inactive"}. Only you can see it.`}
          />
        ) : null}
      </div>
    </div>
  );
}

function Notice({
  tone = "surface",
  icon,
  text,
  children,
}: {
  tone?: "surface" | "brand" | "wattle";
  icon?: ReactNode;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Panel tone={tone} className="flex items-center gap-3.5">
      {icon}
      <span className="min-w-0">
        <span className="block font-semibold">{text}</span>
        {children ? <span className="block text-sm">{children}</span> : null}
      </span>
    </Panel>
  );
}
