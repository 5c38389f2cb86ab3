import { Hourglass, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { CartLine, CartGroup as Group } from "#contract/checkout/cart";
import {
  formatCollection,
  formatCollectionChoices,
  formatDollars,
  formatPrice,
  zoneNote,
} from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { cartRefusal } from "./add-to-cart.tsx";
import { useCartChange } from "./api.ts";

interface CartGroupProps {
  group: Group;
  /** The only seller in the cart; the summary's button then replaces the group's. */
  only: boolean;
  onLapse: () => void;
}

/** The cart entries of one seller. */
export function CartGroup({ group, only, onLapse }: CartGroupProps) {
  const { seller, lines, methods, total } = group;
  const held = lines.filter((line) => line.state === "held").length;
  const buyable = held > 0 && (total === 0 || methods.length > 0);
  return (
    <section aria-label={`From ${seller.display_name}`}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-lg font-bold">
          From{" "}
          <Link to={`/Store/${seller.id}`} className="underline-offset-4 hover:underline">
            {seller.display_name}
          </Link>
        </h2>
        {!only && buyable ? (
          <LinkButton to={`/Cart?checkout=${seller.id}`} size="sm" variant="secondary">
            {`Check out from ${seller.display_name} (${total === 0 ? "free" : formatDollars(total)})`}
          </LinkButton>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.item_id} line={line} onLapse={onLapse} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line, onLapse }: { line: CartLine; onLapse: () => void }) {
  const change = useCartChange();
  const { item_id: itemId } = line;
  const holdAgain = () => change.mutate({ itemId, change: "hold" }, { onError: (error) => toast(cartRefusal(error)) });
  const remove = () =>
    change.mutate(
      { itemId, change: "remove" },
      {
        onError: toastError("Still in your cart"),
      },
    );
  return (
    <li className="flex gap-4 py-4">
      <Link to={`/ItemDetail/${itemId}`} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <PhotoImg photo={line.image} alt="" sizes="112px" className="size-20 rounded-md sm:size-24" />
      </Link>
      <div className="min-w-0 flex-1">
        <Link
          to={`/ItemDetail/${itemId}`}
          className="flex min-h-tap items-center font-semibold underline-offset-4 hover:underline"
        >
          <span className="line-clamp-2">{line.title}</span>
        </Link>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-extrabold">{formatPrice(line.charged)}</span>
          {line.charged < line.price ? (
            <span className="text-muted">
              <span className="sr-only">instead of </span>
              <s>{formatDollars(line.price)}</s>
            </span>
          ) : null}
          {line.offer_label ? <Badge tone="brand">{line.offer_label}</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          Pick up {pickupText(line)} · {line.collection_summary}
        </p>
        <LineState line={line} onLapse={onLapse} />
        {line.state === "lapsed" ? (
          <Button size="sm" variant="soft" className="mt-2" loading={change.isPending} onClick={holdAgain}>
            Hold again
          </Button>
        ) : null}
      </div>
      <IconButton label={`Remove ${line.title}`} disabled={change.isPending} onClick={remove}>
        <Trash2 className="size-5" />
      </IconButton>
    </li>
  );
}

/** "Saturday 28 November, 2:30 pm", or the first of the times that checkout offers. */
function pickupText({ collection_times: times, collection_date: date, collection_ends_at, collection_zone }: CartLine) {
  if (times.length <= 1) return formatCollection(date, collection_zone, collection_ends_at);
  return formatCollectionChoices(date, times, collection_zone) + zoneNote(date, collection_zone);
}

function LineState({ line: { state, reserved_until: until }, onLapse }: { line: CartLine; onLapse: () => void }) {
  switch (state) {
    case "held":
      return (
        <p className="mt-1.5 flex items-center gap-1.5 text-sm font-semibold text-brand-ink">
          <Hourglass className="size-4" />
          <span>
            Held for you: <Countdown until={until ?? 0} onEnd={onLapse} />
          </span>
        </p>
      );
    case "lapsed":
      return <p className="mt-1.5 text-sm font-semibold">No longer held for you</p>;
    case "taken":
      return (
        <p className="mt-1.5 text-sm font-semibold">
          Someone else is holding it
          {until === null ? null : (
            <>
              . Available in <Countdown until={until} onEnd={onLapse} />
            </>
          )}
        </p>
      );
    case "gone":
      return <p className="mt-1.5 text-sm font-semibold">No longer available</p>;
  }
}
