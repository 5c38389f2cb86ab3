import { CircleCheck, TimerOff } from "lucide-react";
import { useId } from "react";
import { MESSAGES } from "#contract/copy";
import { formatDollars, formatPlaceClock, formatPlaceTime, formatPrice } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { CardPayment } from "../payments/index.ts";
import { type CheckoutState, canGoBack, type StepKey, stepMarks } from "./checkout-state.ts";
import { HoldAnnouncer, HoldStatus } from "./hold-status.tsx";
import { BankStep } from "./steps/bank-step.tsx";
import { CardStep } from "./steps/card-step.tsx";
import { CoinStep } from "./steps/coin-step.tsx";
import { CollectionStep } from "./steps/collection-step.tsx";
import { Changes, ConfirmStep } from "./steps/confirm-step.tsx";
import { CryptoStep } from "./steps/crypto-step.tsx";
import { MethodStep } from "./steps/method-step.tsx";
import { type HeadingLevel, StepHeading } from "./steps/step-heading.tsx";
import type { Checkout } from "./use-checkout.ts";

const sellerAsked = (sellerName: string, crypto: boolean) =>
  `We've asked ${sellerName} to confirm that the ${crypto ? "payment" : "transfer"} has arrived. We'll keep your order up to date.`;

const HEADINGS: Record<StepKey, string> = {
  collection: "Pick up in person",
  method: "Payment method",
  details: "Transfer to the seller",
  transfer: "Crypto payment",
  confirm: "Review your order",
};

function headingOf({ step, method }: CheckoutState): string {
  if (step === "details" && method === "stripe") return "Pay by card";
  if (step === "details" && method === "crypto") return "Choose a cryptocurrency";
  return HEADINGS[step];
}

/** Returns the title of the wizard, on the page and in the dialog. */
export function wizardTitle({ view, stage, placed }: CheckoutState): string {
  if (view === null) return "Checkout";
  if (stage === "done") return placed?.awaits_card ? `Pay for ${view.title}` : "Order placed";
  return view.is_free ? `Claim ${view.title}` : `Buy ${view.title}`;
}

/** Countdown of the hold, below the title. */
export function WizardHold({ checkout: { state, lapse } }: { checkout: Checkout }) {
  if (state.stage !== "steps" || state.view === null) return null;
  if (state.lapsed) return <span>Your hold has ended.</span>;
  return <HoldStatus until={state.view.reserved_until} onEnd={lapse} />;
}

/** Content of the wizard, in the dialog and on the page. */
export function WizardBody({ checkout, level }: { checkout: Checkout; level: HeadingLevel }) {
  const { state } = checkout;
  const { view } = state;
  if (state.stage === "opening" || view === null) return <Opening />;
  if (state.stage === "done") {
    if (state.placed?.awaits_card) return <PayPlaced checkout={checkout} level={level} />;
    return <Done state={state} level={level} />;
  }

  const marks = stepMarks(state);
  return (
    <>
      <HoldAnnouncer until={view.reserved_until} />
      <div className="mb-4 flex items-center gap-3.5">
        <PhotoImg photo={null} url={view.image_url} alt="" className="size-16 shrink-0 rounded-md" eager />
        <div className="min-w-0">
          <p className="truncate font-semibold">{view.title}</p>
          <p className="text-muted">
            <span className="font-bold text-ink tabular-nums">{formatPrice(view.amount)}</span>{" "}
            {view.amount < view.listed ? (
              <>
                <span className="sr-only">instead of </span>
                <s>{formatPrice(view.listed)}</s>{" "}
              </>
            ) : null}
            from {view.seller_name}
          </p>
        </div>
      </div>
      <Stepper
        steps={marks.map((step) => step.label)}
        current={marks.findIndex((step) => step.key === state.step)}
        skipped={marks.filter((step) => step.mark === "skipped").map((step) => step.label)}
      />
      <div className="min-h-64 pt-5">
        {state.lapsed ? <Lapsed level={level} /> : <Step key={state.step} checkout={checkout} level={level} />}
      </div>
    </>
  );
}

function Step({ checkout, level }: { checkout: Checkout; level: HeadingLevel }) {
  const { state } = checkout;
  if (state.view === null) return null;
  return (
    <>
      <StepHeading level={level} focus={state.step !== "collection" || state.acknowledged}>
        {headingOf(state)}
      </StepHeading>
      <Changes changes={state.changes} />
      {state.step === "collection" ? (
        <CollectionStep
          view={state.view}
          acknowledged={state.acknowledged}
          onAcknowledge={checkout.acknowledge}
          disabled={state.busy !== null}
        />
      ) : null}
      {state.step === "method" ? (
        <MethodStep view={state.view} method={state.method} onChoose={checkout.choose} />
      ) : null}
      {state.step === "details" && state.method === "stripe" ? (
        <CardStep
          card={state.card}
          entry={checkout.cardEntry}
          amount={state.view.amount}
          disabled={state.busy !== null}
          onChange={checkout.changeCard}
          onNext={() => void checkout.next()}
        />
      ) : null}
      {state.step === "details" && state.method === "bank_transfer" ? (
        <BankStep
          details={state.details}
          failure={state.detailsFailure}
          replacedReference={state.replacedReference}
          onRetry={() => void checkout.reveal()}
        />
      ) : null}
      {state.step === "details" && state.method === "crypto" ? (
        <CoinStep coins={state.view.coins} coin={state.crypto.coin} onChoose={checkout.chooseCoin} />
      ) : null}
      {state.step === "transfer" ? <CryptoStep checkout={checkout} /> : null}
      {state.step === "confirm" ? <ConfirmStep state={state} onSent={checkout.tickSent} /> : null}
    </>
  );
}

/** Buttons of the wizard. The parent handles `onClose`; the demo does not link to an order. */
export function WizardButtons({
  checkout,
  onClose,
  demo = false,
}: {
  checkout: Checkout;
  onClose: () => void;
  demo?: boolean;
}) {
  const { state } = checkout;
  const { user } = useSession();
  const reasonId = useId();
  if (state.stage === "opening" || state.view === null) return null;
  if (state.stage === "done") {
    const unpaid = state.placed?.awaits_card ?? false;
    return (
      <>
        <Button variant="secondary" onClick={onClose}>
          {unpaid ? "Close" : demo ? "Start again" : "Keep browsing"}
        </Button>
        {state.placed && !demo ? (
          <LinkButton variant={unpaid ? "secondary" : "primary"} to={`/MyOrders/${state.placed.order_id}`}>
            View order
          </LinkButton>
        ) : null}
      </>
    );
  }
  if (state.lapsed) {
    return (
      <>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button loading={state.busy === "holding"} onClick={() => void checkout.holdAgain()}>
          Hold it again
        </Button>
      </>
    );
  }
  const last = state.step === "confirm";
  const noMethod = state.step === "method" && state.view.methods.length === 0;
  // Next stays disabled until there is a transaction hash to verify the payment.
  const hashEmpty = state.step === "transfer" && state.crypto.txHash.trim() === "";
  // Without a quote the input for the hash is not shown yet.
  const hashMissing = hashEmpty && state.crypto.quote !== null;
  return (
    <>
      {state.step === "collection" ? null : (
        <Button variant="secondary" disabled={!canGoBack(state)} onClick={checkout.back}>
          Back
        </Button>
      )}
      {last ? (
        <Button
          loading={state.busy !== null}
          className="whitespace-nowrap max-sm:px-3"
          onClick={() => user && void checkout.pay(user.id)}
        >
          Complete Purchase
        </Button>
      ) : (
        <Button
          loading={state.busy !== null}
          disabled={noMethod || hashEmpty}
          aria-describedby={hashMissing ? reasonId : undefined}
          onClick={() => void checkout.next()}
        >
          Next
        </Button>
      )}
      {/* The input may be scrolled out of view. The row of buttons wraps upwards, so the reason is above them. */}
      {hashMissing ? (
        <p id={reasonId} className="basis-full! text-end text-sm text-muted">
          {MESSAGES.txHashRequired}
        </p>
      ) : null}
    </>
  );
}

function Opening() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Holding the item for you…</span>
      <div className="flex items-center gap-3.5">
        <Skeleton className="size-16" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      </div>
      <Skeleton className="h-1.5" />
      <Skeleton className="h-40" />
    </div>
  );
}

function Lapsed({ level }: { level: HeadingLevel }) {
  return (
    <Panel tone="wattle">
      <div className="flex gap-3.5">
        <TimerOff className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
        <div className="*:mb-0">
          <StepHeading level={level} focus>
            Your time is up
          </StepHeading>
          <p className="mt-1">
            Others can buy the item now. Hold it again to carry on where you left off. Everything you entered is still
            here.
          </p>
        </div>
      </div>
    </Panel>
  );
}

/** Charges the card after the order was placed. Shows Processing until the server has received the money (D18, D21). */
function PayPlaced({ checkout: { state, cardPaid }, level }: { checkout: Checkout; level: HeadingLevel }) {
  const { view, placed, card } = state;
  if (view === null || placed === null) return null;
  return (
    <>
      <StepHeading level={level} focus>
        Card payment
      </StepHeading>
      {placed.payment_deadline === null ? null : (
        <p className="-mt-2 mb-4 text-muted">
          {view.title} is yours once you've paid. Pay by{" "}
          {formatPlaceClock(placed.payment_deadline, view.collection_zone)}.
        </p>
      )}
      <CardPayment orderId={placed.order_id} amount={view.amount} first={card} onPaid={cardPaid} />
    </>
  );
}

function Done({ state, level }: { state: CheckoutState; level: HeadingLevel }) {
  const { view, placed, details } = state;
  if (view === null || placed === null) return null;
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <CircleCheck className="mb-3 size-14 text-brand-ink" strokeWidth={1.5} aria-hidden="true" />
      <StepHeading level={level} focus>
        {view.is_free || state.method === "stripe"
          ? "It's yours"
          : placed.awaits_seller
            ? "The seller is checking your payment"
            : "Awaiting payment"}
      </StepHeading>
      <p className="max-w-md text-muted">{doneWords()}</p>
      {state.method === "stripe" ? (
        <p className="mt-4 flex items-center gap-2">
          Payment status <Badge tone="brand">Completed</Badge>
        </p>
      ) : null}
      {state.method !== "stripe" && !placed.awaits_seller && placed.payment_deadline !== null ? (
        <p className="mt-4 rounded-md bg-wattle-soft px-4 py-3 font-semibold">
          Pay by {formatPlaceTime(placed.payment_deadline, view.collection_zone)}
        </p>
      ) : null}
    </div>
  );

  function doneWords(): string {
    if (state.method === "stripe" && view) {
      return `You've paid ${formatDollars(view.amount)} and we've let ${view.seller_name} know. The pickup details are in your order.`;
    }
    if (view?.is_free) return `We've let ${view.seller_name} know. The pickup details are in your order.`;
    if (placed?.awaits_seller) {
      return sellerAsked(view?.seller_name ?? "", state.method === "crypto");
    }
    if (details === null) return "The payment details are in your order.";
    return `Transfer ${formatDollars(details.amount)} with reference ${details.reference_number}, then tap "I've sent the transfer" in your order.`;
  }
}
