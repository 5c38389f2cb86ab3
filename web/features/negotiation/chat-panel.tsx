import { type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import type { NegotiationMessage } from "#contract/negotiation";
import { formatDollars, formatTimeLeft } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useNow } from "../../lib/use-now.ts";
import { useWide } from "../../lib/use-wide.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { SendToSeller } from "../offers/index.ts";
import { Composer } from "./composer.tsx";
import { NegotiationLog } from "./negotiation-log.tsx";
import { NegotiationRow } from "./negotiation-row.tsx";
import { type Offer, offerOf } from "./offer.ts";
import { OfferCard } from "./offer-card.tsx";
import { offeredAmounts } from "./offered-amounts.ts";
import { OPENERS } from "./openers.ts";
import { type NegotiationState, useNegotiation } from "./use-negotiation.ts";

const onTable = (amount: string, timeLeft: string) => `${amount} on the table for ${timeLeft}`;

interface ChatPanelProps {
  item: ItemDetail;
  /** Opens the checkout, for an item held at the agreed price or available at it. */
  onBuy: () => void;
}

/** The negotiation of an item: next to the photos on wide screens, a bottom sheet on phones. */
export default function ChatPanel({ item, onBuy }: ChatPanelProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wide = useWide();
  const [open, setOpen] = useState(false);
  const negotiation = useNegotiation(item.id, session.user?.id ?? null);
  const { view } = negotiation;
  const now = useNow(view !== null && (view.expires_at !== null || view.accepted !== null));
  const offer = offerOf(view, now);
  const input = useRef<HTMLTextAreaElement>(null);
  const panel = useId();

  const start = () => {
    if (session.signedIn) {
      setOpen(!open);
      return;
    }
    toast({ title: "Login Required", description: "Please log in to make an offer." });
    void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
  };
  const buy = () => {
    // Close the sheet first; otherwise it would be below the checkout sheet.
    if (!wide) setOpen(false);
    onBuy();
  };
  const chat = { item, negotiation, offer, input, wide, onBuy: buy };

  useEffect(() => {
    if (open && wide) input.current?.focus({ preventScroll: true });
  }, [open, wide]);

  return (
    <section aria-label="Negotiation">
      <NegotiationRow
        summary={summary(offer, now)}
        action={
          <Button
            variant="wattle"
            size="sm"
            onClick={start}
            onPointerEnter={Dialog.preload}
            onFocus={Dialog.preload}
            {...(wide ? { "aria-expanded": open, "aria-controls": panel } : { "aria-haspopup": "dialog" })}
          >
            {wide && open ? "Close chat" : view ? "Continue chat" : "Make an offer"}
          </Button>
        }
      />
      {wide ? (
        <div id={panel} hidden={!open} className="mt-3 rounded-lg border border-line p-4">
          {open ? (
            <>
              <Conversation {...chat} className="max-h-80" />
              <Controls {...chat} />
            </>
          ) : null}
        </div>
      ) : (
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Knowzee"
          description="The seller's AI assistant"
          footer={<Controls {...chat} />}
        >
          <Conversation {...chat} className="h-[46dvh]" />
        </Dialog>
      )}
    </section>
  );
}

function summary(offer: Offer, now: number): string | undefined {
  switch (offer.kind) {
    case "live":
      return onTable(formatDollars(offer.amount), formatTimeLeft(offer.until - now));
    case "agreed":
      return `Agreed at ${formatDollars(offer.amount)}`;
    case "expired":
      return "Offer expired";
    case "none":
      return undefined;
  }
}

interface ChatProps {
  item: ItemDetail;
  negotiation: NegotiationState;
  offer: Offer;
  input: RefObject<HTMLTextAreaElement | null>;
  wide: boolean;
  onBuy: () => void;
}

function Conversation({ item, negotiation, className }: ChatProps & { className: string }) {
  return (
    <NegotiationLog
      messages={negotiation.view?.messages ?? []}
      pending={negotiation.pending}
      problem={negotiation.problem}
      title={item.title}
      onAskSeller={(id) => void negotiation.ask(id)}
      className={className}
    />
  );
}

function Controls({ item, negotiation, offer, input, wide, onBuy }: ChatProps) {
  const accept = async (amount: number) => {
    if (await negotiation.accept(amount)) onBuy();
  };
  const waiting = negotiation.pending !== null;
  const messages = negotiation.view?.messages ?? [];
  return (
    <div className="grid w-full gap-3 pt-3">
      <OfferCard
        offer={offer}
        accepting={negotiation.accepting}
        waiting={waiting}
        onAccept={(amount) => void accept(amount)}
        onBuy={wide ? null : onBuy}
        onAsk={(text) => void negotiation.say(text)}
      />
      {offer.kind === "agreed" || !item.open_to_offers || negotiation.view === null ? null : (
        <Suspense fallback={null}>
          <SendToSeller item={item} amount={lastAmount(messages)} answers={negotiation.view.rev} />
        </Suspense>
      )}
      {offer.kind === "agreed" ? null : (
        <Composer
          input={input}
          waiting={waiting || negotiation.accepting}
          say={negotiation.say}
          suggestions={negotiation.view || waiting ? [] : OPENERS}
          amounts={negotiation.view?.final ? [] : offeredAmounts(item.price, tableOf(offer), messages)}
        />
      )}
    </div>
  );
}

function tableOf(offer: Offer): number | null {
  return offer.kind === "live" || offer.kind === "expired" ? offer.amount : null;
}

/** Returns the amount the buyer named last, read from their own words, or null. */
function lastAmount(messages: readonly NegotiationMessage[]): number | null {
  const said = messages.findLast(({ from, text }) => from === "buyer" && /\d/.test(text));
  const found = said?.text.match(/\$?\s?(\d{1,6}(?:\.\d{1,2})?)/);
  return found ? Number(found[1]) : null;
}
