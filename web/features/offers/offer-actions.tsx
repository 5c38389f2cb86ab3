import { useState } from "react";
import type { PriceOfferView } from "#contract/offers";
import { formatDateTime, formatDollars } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { type OfferAction, useCounterOffer, useOfferStep, useOwnOffer } from "./api.ts";
import { MakeOffer } from "./make-offer.tsx";

const OfferDialog = lazyDialog(() => import("./offer-dialog.tsx"));

const DONE: Record<OfferAction, string> = {
  accept: "Offer accepted",
  decline: "Offer declined",
  withdraw: "Offer withdrawn",
};

/** What the viewer may do with an offer. The server decides; accepting and giving up ask for confirmation. */
export function OfferActions({ offer, onChanged }: { offer: PriceOfferView; onChanged?: () => void }) {
  const [asked, setAsked] = useState<"accept" | "withdraw" | null>(null);
  const step = useOfferStep();
  const { abilities, role, other } = offer;
  const amount = formatDollars(offer.amount);
  const agreed = offer.status === "accepted";
  const send = (action: OfferAction) => {
    if (step.isPending) return;
    step.mutate(
      { offer, action },
      {
        onSuccess: () => toast({ title: DONE[action], description: offer.item.title }),
        onError: toastError("That didn't work"),
        onSettled: () => {
          setAsked(null);
          onChanged?.();
        },
      },
    );
  };
  if (!abilities.accept && !abilities.counter && !abilities.decline && !abilities.withdraw) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        {abilities.accept ? (
          <Button size="sm" onClick={() => setAsked("accept")} disabled={step.isPending}>
            Accept {amount}
          </Button>
        ) : null}
        {abilities.counter ? role === "seller" ? <Counter offer={offer} /> : <Again offer={offer} /> : null}
        {abilities.decline ? (
          <Button size="sm" variant="secondary" onClick={() => send("decline")} disabled={step.isPending}>
            Decline
          </Button>
        ) : null}
        {abilities.withdraw && !abilities.decline ? (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => (agreed ? setAsked("withdraw") : send("withdraw"))}
            disabled={step.isPending}
          >
            {agreed ? "No longer interested" : "Withdraw offer"}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asked === "accept"}
        onClose={() => setAsked(null)}
        onConfirm={() => send("accept")}
        title={`Accept ${amount}?`}
        description={
          role === "seller"
            ? `We'll hold “${offer.item.title}” for ${other.display_name} at ${amount} for 24 hours. Nobody else can buy it meanwhile.`
            : `We'll hold “${offer.item.title}” for you at ${amount} for 24 hours. Then check out to buy it.`
        }
        confirmLabel={`Accept ${amount}`}
        loading={step.isPending}
      />
      <ConfirmDialog
        open={asked === "withdraw"}
        onClose={() => setAsked(null)}
        onConfirm={() => send("withdraw")}
        title="No longer interested?"
        description={`“${offer.item.title}” goes back on sale and the price of ${amount} ends. It's held for you until ${formatDateTime(offer.expires_at)}.`}
        confirmLabel="Give it up"
        danger
        loading={step.isPending}
      />
    </>
  );
}

/** The seller's counter-offer. */
function Counter({ offer }: { offer: PriceOfferView }) {
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const counter = useCounterOffer();
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        onPointerEnter={OfferDialog.preload}
        onFocus={OfferDialog.preload}
        onClick={() => {
          setTimes((before) => before + 1);
          setOpen(true);
        }}
      >
        Counter
      </Button>
      <OfferDialog
        key={times}
        open={open}
        onClose={() => setOpen(false)}
        title="Make a counter-offer"
        description={`${offer.other.display_name} offered ${formatDollars(offer.amount)} for “${offer.item.title}”.`}
        submit="Send counter-offer"
        suggested={middle(offer)}
        hint={`More than ${formatDollars(offer.amount)} and less than ${formatDollars(offer.list_price)}.`}
        withNote={false}
        onSend={async ({ amount }) => {
          await counter.mutateAsync({ offer, amount });
          setOpen(false);
          toast({ title: "Counter-offer sent", description: "The buyer has 24 hours to answer." });
        }}
      />
    </>
  );
}

/** Suggests the middle of offer and price, and one step to each side, in whole dollars. */
function middle({ amount, list_price }: PriceOfferView): number[] {
  const between = [0.25, 0.5, 0.75].map((share) => Math.round(amount + (list_price - amount) * share));
  return [...new Set(between)].filter((value) => value > amount && value < list_price);
}

/** The buyer's next amount. */
function Again({ offer }: { offer: PriceOfferView }) {
  const { data } = useOwnOffer(offer.item.id, true);
  if (!data?.terms) return null;
  return <MakeOffer item={offer.item} terms={data.terms} size="sm" label="Offer another amount" />;
}
