import { Link } from "react-router-dom";
import { formatDollars } from "../../lib/format.ts";
import { useOffer, useOfferUpdates } from "./api.ts";
import { OfferActions } from "./offer-actions.tsx";
import { offerState } from "./offer-copy.ts";

/** The state of an offer below its last event in the thread, with the answers its viewer can give. */
export default function OfferEvent({ id }: { id: string }) {
  const { data: offer } = useOffer(id);
  useOfferUpdates();
  if (!offer || (offer.status !== "open" && offer.status !== "accepted")) return null;
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-2 pb-3">
      {offer.note && offer.role === "seller" ? <p className="text-center text-sm">“{offer.note}”</p> : null}
      <p className="text-center text-sm text-muted">{offerState(offer).next}</p>
      {offer.abilities.buy ? (
        <Link
          to={`/ItemDetail/${offer.item.id}`}
          className="flex min-h-tap items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Buy at {formatDollars(offer.amount)}
        </Link>
      ) : null}
      <OfferActions offer={offer} />
    </div>
  );
}
