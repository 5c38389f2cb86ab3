import { type ReactNode, useState } from "react";
import type { OfferTerms } from "#contract/offers";
import { formatDollars } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { useMakeOffer } from "./api.ts";

const OfferDialog = lazyDialog(() => import("./offer-dialog.tsx"));

interface MakeOfferProps {
  item: { id: string; title: string };
  terms: OfferTerms;
  label: ReactNode;
  icon?: ReactNode;
  size?: "sm" | "md" | "lg";
  block?: boolean;
  /** An amount named before, for example to Knowzee. */
  initial?: number | null;
}

/** Button and dialog with which a buyer makes an offer, also the next one. */
export function MakeOffer({ item, terms, label, initial = null, ...button }: MakeOfferProps) {
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const making = useMakeOffer(item.id);
  const left = terms.rounds_left;
  return (
    <>
      <Button
        variant="secondary"
        {...button}
        onPointerEnter={OfferDialog.preload}
        onFocus={OfferDialog.preload}
        onClick={() => {
          setTimes((before) => before + 1);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <OfferDialog
        // A new key per opening resets the form.
        key={times}
        open={open}
        onClose={() => setOpen(false)}
        title="Make an offer"
        description={`For “${item.title}”, listed at ${formatDollars(terms.list_price)}`}
        submit="Send offer"
        suggested={terms.suggested}
        hint={`Offer between ${formatDollars(terms.min)} and ${formatDollars(terms.max)}. ${left === 1 ? "This is your last try." : `You have ${left} tries.`}`}
        initial={initial !== null && initial >= terms.min && initial <= terms.max ? initial : null}
        withNote
        onSend={async ({ amount, note, key }) => {
          await making.mutateAsync({ body: { amount, list_price: terms.list_price, ...(note && { note }) }, key });
          setOpen(false);
          toast({ title: "Offer sent", description: "The seller, or a limit they've set, answers within 24 hours." });
        }}
      />
    </>
  );
}
