import { clsx } from "clsx";
import { formatDateTime, formatDollars, formatTimeLeft } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { barTone, OFFER_WINDOW_MS, type Offer, shareLeft, spokenTime } from "./offer.ts";

const BAR = { brand: "bg-brand", wattle: "bg-wattle", hot: "bg-hot" } as const;

interface OfferCardProps {
  offer: Offer;
  accepting: boolean;
  /** A message is being sent and may change the offer. */
  waiting: boolean;
  onAccept: (amount: number) => void;
  /** Null where the page's own Buy Now is visible. */
  onBuy: (() => void) | null;
  onAsk: (text: string) => void;
}

/** The current offer with its remaining time and the only button that accepts it; messages never accept an offer. */
export function OfferCard({ offer, accepting, waiting, onAccept, onBuy, onAsk }: OfferCardProps) {
  const now = useNow(offer.kind === "live");
  return (
    <>
      <p role="status" className="sr-only">
        {spokenTime(offer, now)}
      </p>
      {offer.kind === "agreed" ? (
        <Panel tone="brand" className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-bold">Agreed at {formatDollars(offer.amount)}</p>
            <p className="text-sm">Yours at this price until {formatDateTime(offer.until)}</p>
          </div>
          {onBuy === null ? null : <Button onClick={onBuy}>Buy Now at {formatDollars(offer.amount)}</Button>}
        </Panel>
      ) : null}
      {offer.kind === "expired" ? (
        <Panel className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-bold">Offer expired</p>
            <p className="text-sm text-muted">Ask Knowzee if the price still stands.</p>
          </div>
          {offer.amount === null ? null : <AskAgain amount={offer.amount} waiting={waiting} onAsk={onAsk} />}
        </Panel>
      ) : null}
      {offer.kind === "live" ? (
        <Panel tone="wattle">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <div className="min-w-0">
              <p className="text-sm font-semibold">{offer.caption}</p>
              <p className="text-xl font-extrabold tabular-nums">{formatDollars(offer.amount)}</p>
            </div>
            <Button loading={accepting} disabled={waiting} onClick={() => onAccept(offer.amount)}>
              Accept {formatDollars(offer.amount)}
            </Button>
          </div>
          <OfferClock until={offer.until} now={now} />
        </Panel>
      ) : null}
    </>
  );
}

/** Asks for the expired price again with a message of the buyer; a new offer has its own ten minutes. */
function AskAgain({ amount, waiting, onAsk }: { amount: number; waiting: boolean; onAsk: (text: string) => void }) {
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={waiting}
      onClick={() => onAsk(`I would take it for ${formatDollars(amount)}`)}
    >
      Ask again for {formatDollars(amount)}
    </Button>
  );
}

function OfferClock({ until, now }: { until: number; now: number }) {
  const share = shareLeft(until, now);
  const left = formatTimeLeft(until - now);
  return (
    <div className="mt-2.5">
      <div
        role="progressbar"
        aria-label="Time left to accept"
        aria-valuemin={0}
        aria-valuemax={OFFER_WINDOW_MS / 1_000}
        aria-valuenow={Math.round((share * OFFER_WINDOW_MS) / 1_000)}
        aria-valuetext={left}
        className="h-1.5 overflow-hidden rounded-full bg-page"
      >
        <div
          data-tone={barTone(share)}
          className={clsx("h-full rounded-full", BAR[barTone(share)])}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p aria-hidden="true" className="mt-1 text-sm tabular-nums">
        Offer ends in {left}
      </p>
    </div>
  );
}
