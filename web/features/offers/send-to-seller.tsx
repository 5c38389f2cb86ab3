import { UserRound } from "lucide-react";
import { useEffect } from "react";
import { useOwnOffer } from "./api.ts";
import { MakeOffer } from "./make-offer.tsx";
import { offerState } from "./offer-copy.ts";

interface SendToSellerProps {
  item: { id: string; title: string; open_to_offers: boolean };
  /** The buyer's last amount in the negotiation, or null. */
  amount: number | null;
  /** Rises with every answer of Knowzee: after the first, an offer may be sent. */
  answers: number;
}

/** Sends the seller what Knowzee could not settle: an amount below its limit, a condition, an open question. */
export default function SendToSeller({ item, amount, answers }: SendToSellerProps) {
  const { data, refetch } = useOwnOffer(item.id, item.open_to_offers && answers > 0);
  const waiting = data?.terms?.ask_knowzee_first === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (waiting) void refetch();
  }, [answers]);
  if (!data) return null;
  const { offer, terms } = data;
  if (offer?.status === "open" || offer?.status === "accepted") {
    const { title, next } = offerState(offer);
    return (
      <p role="status" className="text-sm text-muted">
        {title}. {next}
      </p>
    );
  }
  if (!terms || terms.ask_knowzee_first) return null;
  return (
    <MakeOffer
      item={item}
      terms={terms}
      initial={amount}
      size="sm"
      label="Send to the seller"
      icon={<UserRound className="size-4" />}
    />
  );
}
