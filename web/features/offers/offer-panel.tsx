import { Tag } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import type { AcceptedOffer } from "#contract/negotiation";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast.tsx";
import { useOfferUpdates, useOwnOffer } from "./api.ts";
import { MakeOffer } from "./make-offer.tsx";
import { OfferActions } from "./offer-actions.tsx";
import { offerState } from "./offer-copy.ts";

const FIRST = "Make an offer";

interface OfferPanelProps {
  item: ItemDetail;
  /** The live values; the loaded item may be older. */
  status: ItemDetail["status"];
  price: number;
  /** Gets the price agreed with the seller, for the buy button. */
  onAgreed: (agreed: AcceptedOffer | null) => void;
  /** Called when the viewer's own step has changed the item. */
  onChanged: () => void;
}

/** The viewer's offer for an item: make one, follow it, answer the counter-offer, or give up the agreed price. */
export default function OfferPanel({ item, status, price, onAgreed, onChanged }: OfferPanelProps) {
  const session = useSession();
  const { data, refetch } = useOwnOffer(item.id, session.signedIn);
  useOfferUpdates();
  const offer = data?.offer ?? null;
  const amount = offer?.abilities.buy ? offer.amount : null;
  const until = offer?.expires_at ?? 0;
  useEffect(() => onAgreed(amount === null ? null : { amount, expires_at: until }), [amount, until, onAgreed]);
  // A sale, a hold or another price ends or settles offers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per change of the item
  useEffect(() => {
    if (data) void refetch();
  }, [status, price]);

  const open =
    price > 0 &&
    item.open_to_offers &&
    item.seller_away_until === null &&
    (status === "active" || status === "reserved");
  // Knowzee's chat above has the button then, and also sends the seller what Knowzee can't settle.
  const inChat = item.negotiation_available && !session.disabledFeatures.includes("knowzee");
  if (!session.signedIn) return open && !inChat ? <SignInFirst /> : null;
  if (!data) return null;
  const { terms } = data;
  const again = terms && open && !terms.ask_knowzee_first ? terms : null;
  const make = (label: string) =>
    again ? (
      <MakeOffer
        item={item}
        terms={again}
        label={label}
        size={label === FIRST ? "lg" : "sm"}
        block={label === FIRST}
        icon={<Tag className="size-5" />}
      />
    ) : null;
  const first = inChat ? null : make(FIRST);
  if (!offer || (offer.status === "bought" && status === "sold")) return first;
  const { title, next } = offerState(offer);
  const live = offer.status === "open" || offer.status === "accepted";
  if (!live && offer.list_price !== price) return first;
  return (
    <section aria-label="Your offer" className="w-full">
      <Panel tone={offer.status === "accepted" ? "brand" : "surface"}>
        <div role="status">
          <p className="font-bold">{title}</p>
          {next ? <p className="text-sm">{next}</p> : null}
        </div>
        <div className="mt-3 flex flex-wrap gap-2.5 empty:hidden">
          <OfferActions offer={offer} onChanged={onChanged} />
          {live ? null : make("Make another offer")}
        </div>
      </Panel>
    </section>
  );
}

/** Visitors sign in first and return here (D12). */
function SignInFirst() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Button
      variant="secondary"
      size="lg"
      block
      icon={<Tag className="size-5" />}
      onClick={() => {
        toast({ title: "Login Required", description: "Please log in to make an offer." });
        void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      }}
    >
      {FIRST}
    </Button>
  );
}
