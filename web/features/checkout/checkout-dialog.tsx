import { CircleCheck, TimerOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { PaymentMethod } from "#contract/items";
import { ApiError } from "../../lib/api-client.ts";
import { formatDollars, formatPlaceTime, formatPrice } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PinnedTo } from "../../ui/pinned.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { toast } from "../../ui/toast.tsx";
import { CardCheckout } from "../payments/index.ts";
import { bundleCalls, type CheckoutCalls, cartCalls, itemCalls } from "./api.ts";
import { blockedBy, type CheckoutState, canGoBack, type StepKey, stepLabel, stepsOf } from "./checkout-state.ts";
import { HoldAnnouncer, HoldStatus } from "./hold-status.tsx";
import { sellersOf } from "./offer.ts";
import { BankStep } from "./steps/bank-step.tsx";
import { CoinStep } from "./steps/coin-step.tsx";
import { CryptoStep, HASH_REASON, HashField } from "./steps/crypto-step.tsx";
import { MethodStep } from "./steps/method-step.tsx";
import { PayStep } from "./steps/pay-step.tsx";
import { PickupStep } from "./steps/pickup-step.tsx";
import { ReviewStep } from "./steps/review-step.tsx";
import { type Checkout, useCheckout } from "./use-checkout.ts";

/** What to buy: one item, a bundle, or what is held in the cart, of one seller or (null) of all. */
export type Buying = { itemId: string } | { bundleId: string } | { cartOf: string | null } | { demo: CheckoutCalls };

type CheckoutDialogProps = Buying & {
  open: boolean;
  onClose: () => void;
  preferredMethod?: PaymentMethod | undefined;
};

function callsFor(buying: Buying): CheckoutCalls {
  if ("demo" in buying) return buying.demo;
  if ("itemId" in buying) return itemCalls(buying.itemId);
  return "bundleId" in buying ? bundleCalls(buying.bundleId) : cartCalls(buying.cartOf);
}

/**
 * The checkout of an item, a bundle or the cart. Opening it holds an item. Closing it without an order asks whether to
 * keep that hold, except by Back, which keeps it (D101). The cart keeps its holds.
 */
export default function CheckoutDialog(props: CheckoutDialogProps) {
  const key = "itemId" in props ? props.itemId : "bundleId" in props ? props.bundleId : "cart";
  return <OpenCheckout key={key} {...props} />;
}

function OpenCheckout({ open, onClose, preferredMethod, ...buying }: CheckoutDialogProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [calls] = useState(() => callsFor(buying));
  const checkout = useCheckout({
    calls,
    active: open,
    onRefused: (error) => {
      onClose();
      if (error instanceof ApiError && error.code === "not_authenticated") {
        void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      }
    },
    preferredMethod,
  });
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const start = useRef<HTMLDivElement>(null);
  const { stage, busy, placed } = checkout.state;
  const demo = "demo" in buying;
  const [asking, setAsking] = useState(false);
  const { lapsed, offer } = checkout.state;
  const until =
    stage === "steps" && placed === null && !lapsed && calls.kind !== "cart" ? (offer?.until ?? null) : null;
  const leave = () => {
    setAsking(false);
    onClose();
  };
  const keep = () => {
    calls.forget();
    leave();
    toast({ title: "Still held for you", description: "Open the checkout again to carry on." });
  };
  const close = () => {
    // The answer is about to come; closing would hide it.
    if (busy === "placing") return;
    if (busy === "checking") {
      calls.forget();
      leave();
      const description = "We'll keep asking, and tell you here. If it went through, it's in My orders.";
      toast({ title: "We don't know yet whether that went through", description });
      return;
    }
    if (until !== null) return setAsking(true);
    leave();
    if (stage === "done" || placed?.payment_deadline == null || demo) return;
    const by = formatPlaceTime(placed.payment_deadline, placed.zone);
    toast({ title: "Awaiting payment", description: `Pay by ${by}. You'll find the order in My orders.` });
  };
  // Back is often a reflex, so it releases nothing: opening the checkout again continues with the hold (decision 0037).
  const goBack = () => (until === null || busy === "placing" || busy === "checking" ? close() : keep());
  const letGo = async () => {
    leave();
    const released = await calls.letGo();
    if (released) toast({ title: "We let it go", description: "Others can buy it now." });
    else
      toast({
        title: "Still held for you",
        description: "It's yours until its time ends, or until you give it up on its page.",
      });
  };
  const pinned = <div ref={setFooter} className="[display:contents] max-sm:*:flex-auto" />;
  return (
    <Dialog
      open={open}
      onClose={close}
      onBack={goBack}
      sticky
      initialFocus={start}
      title={<span className="line-clamp-2">{titleOf(checkout.state)}</span>}
      description={<Summary checkout={checkout} />}
      footer={<Buttons checkout={checkout} onClose={close} demo={demo} pinned={pinned} />}
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        <PinnedTo element={footer}>
          <Body checkout={checkout} />
        </PinnedTo>
        <KeepOrLetGo
          until={asking ? until : null}
          several={(offer?.lines.length ?? 0) > 1}
          onStay={() => setAsking(false)}
          onKeep={keep}
          onLetGo={() => void letGo()}
        />
      </div>
    </Dialog>
  );
}

interface KeepOrLetGoProps {
  /** The end of the hold (UTC ms); null while nothing is asked. */
  until: number | null;
  several: boolean;
  onStay: () => void;
  onKeep: () => void;
  onLetGo: () => void;
}

/** Escape and × are reflexes too, so they ask before a hold is released; a second Escape leads back (D101). */
function KeepOrLetGo({ until, several, onStay, onKeep, onLetGo }: KeepOrLetGoProps) {
  const them = several ? "them" : "it";
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={until !== null}
      onClose={onStay}
      initialFocus={safe}
      size="sm"
      title={
        <>
          {`Keep ${them} for `}
          {until === null ? null : <Countdown until={until} onEnd={onStay} />}
          {`, or let ${them} go?`}
        </>
      }
      description={`Others can't buy ${them} while we hold ${them} for you.`}
      footer={
        <>
          <Button ref={safe} onClick={onKeep}>{`Keep ${them}`}</Button>
          <Button variant="secondary" onClick={onLetGo}>{`Let ${them} go`}</Button>
        </>
      }
    />
  );
}

function titleOf({ offer, stage, placed }: CheckoutState): string {
  if (offer === null) return "Checkout";
  if (stage === "done") return "Order placed";
  if (placed !== null) return `Pay for ${offer.title}`;
  return `${offer.amount === 0 ? "Claim" : "Buy"} ${offer.title}`;
}

/** Total and countdown of the hold, in every step; the deadline once there is an order. */
function Summary({ checkout: { state, lapse } }: { checkout: Checkout }) {
  const { offer, stage, placed, lapsed } = state;
  if (offer === null || stage === "done" || stage === "opening") return null;
  if (placed !== null) {
    if (placed.payment_deadline === null) return null;
    return (
      <span>
        Order placed. Pay by{" "}
        <span className="font-semibold text-ink">{formatPlaceTime(placed.payment_deadline, placed.zone)}</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-bold text-ink tabular-nums">{formatPrice(offer.amount)}</span>
      <span aria-hidden="true">·</span>
      {lapsed ? (
        <span>Your hold has ended.</span>
      ) : offer.until === null ? (
        <span>Held for you from the payment step on</span>
      ) : (
        <HoldStatus until={offer.until} onEnd={lapse} />
      )}
    </span>
  );
}

function Body({ checkout }: { checkout: Checkout }) {
  const { state } = checkout;
  const { offer, stage, placed, step, method, lapsed } = state;
  if (offer === null || stage === "opening") return <Opening />;
  const steps = stepsOf(offer, method);
  return (
    <>
      {offer.until === null || placed !== null ? null : <HoldAnnouncer until={offer.until} />}
      <Stepper
        steps={steps.map((key) => stepLabel(key, method))}
        current={stage === "steps" ? steps.indexOf(step) : steps.length - 1}
      />
      <div className="min-h-64 pt-5">
        {stage === "done" ? (
          <Done state={state} />
        ) : lapsed ? (
          <Lapsed checkout={checkout} />
        ) : (
          <div key={step}>
            <StepHeading focus={step !== "pickup" || state.acknowledged}>{stepLabel(step, method)}</StepHeading>
            <Changes texts={state.changes} />
            {stage === "pay" && placed?.method === "bank_transfer" ? (
              <PayStep placed={placed} onReport={checkout.report} />
            ) : stage === "steps" ? (
              <Step step={step} checkout={checkout} />
            ) : null}
          </div>
        )}
        <Card checkout={checkout} />
        {stage === "steps" && !lapsed && step !== "crypto" ? <Blocked state={state} /> : null}
        <p role="status" className={state.busy === "checking" ? "pt-4 font-semibold" : "sr-only"}>
          {state.busy === "checking"
            ? "No answer yet: your connection is slow. We keep asking whether your purchase went through. You can't buy it twice, and you can close this."
            : ""}
        </p>
      </div>
    </>
  );
}

function Step({ step, checkout }: { step: StepKey; checkout: Checkout }) {
  const { offer, acknowledged, busy, method, coin, bank, crypto, problem } = checkout.state;
  if (offer === null) return null;
  switch (step) {
    case "pickup":
      return (
        <PickupStep
          offer={offer}
          acknowledged={acknowledged}
          disabled={busy !== null}
          missed={problem !== null && !acknowledged}
          onAcknowledge={checkout.acknowledge}
          onChooseTime={checkout.chooseTime}
        />
      );
    case "method":
      return (
        <MethodStep
          offer={offer}
          method={method}
          missed={problem !== null && method === null}
          onChoose={checkout.choose}
        />
      );
    case "details":
      if (method === "bank_transfer") return <BankStep offer={offer} bank={bank} />;
      return method === "crypto" ? <CoinStep offer={offer} coin={coin} onChoose={checkout.chooseCoin} /> : null;
    case "crypto":
      return crypto && <CryptoStep crypto={crypto} amount={offer.amount} {...hashField(checkout)} />;
    case "confirm":
      return <ReviewStep offer={offer} method={method} coin={coin} />;
  }
}

const hashField = ({ state: { hash, problem }, typeHash, next }: Checkout) => ({
  hash,
  problem,
  onType: typeHash,
  onSubmit: () => void next(),
});

/** The card form, from its step until the card is charged, and what became of the payment. */
function Card({ checkout }: { checkout: Checkout }) {
  const { offer, method, step, stage, lapsed, busy, placed, card, cardSeen } = checkout.state;
  if (offer === null || !cardSeen || stage === "done") return null;
  const shown = method === "stripe" && step === "details" && stage === "steps" && !lapsed;
  if (!checkout.charges) {
    return (
      <div hidden={!shown}>
        <Notice kind="info" title="The card form is here">
          <p>No card is charged in the demo.</p>
        </Notice>
      </div>
    );
  }
  const charge = stage === "pay" && placed?.card && card ? { unpaid: placed.card, card } : null;
  return (
    <CardCheckout
      form={checkout.cardForm}
      amount={placed?.due ?? offer.amount}
      shown={shown}
      disabled={busy !== null}
      onSubmit={() => void checkout.next()}
      charge={charge}
      onPaid={() => void checkout.paid()}
      onDeclined={checkout.declined}
    />
  );
}

/** Takes the focus when its step appears, so that keyboard and screen reader users continue there. */
function StepHeading({ focus = true, children }: { focus?: boolean; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, []);
  return (
    <h3 ref={ref} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
      {children}
    </h3>
  );
}

/** Values that have changed since the buyer saw them (D17). */
function Changes({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Panel tone="wattle" className="mb-4">
      <div role="alert">
        <p className="font-semibold">Something changed. Please check before you continue.</p>
        <ul className="mt-1 list-disc pl-5">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** Why Next did nothing, below the field to change. It disappears with the change. */
function Blocked({ state: { problem } }: { state: CheckoutState }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem) return;
    ref.current?.scrollIntoView?.({ block: "nearest" });
    ref.current?.closest("[data-sheet]")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);
  if (problem === null) return null;
  return (
    <div ref={ref} className="py-3">
      <Notice kind="error" title={problem.title}>
        <p>{problem.description}</p>
      </Notice>
    </div>
  );
}

interface ButtonsProps {
  checkout: Checkout;
  onClose: () => void;
  /** The demo has no order to link to. */
  demo: boolean;
  /** Where the payment puts its button. */
  pinned: ReactNode;
}

function Buttons({ checkout, onClose, demo, pinned }: ButtonsProps) {
  const { state } = checkout;
  const { offer, stage, step, busy, lapsed, placed } = state;
  const { user } = useSession();
  const several = placed?.path.startsWith("/Cart") ?? false;
  const order = several ? "View orders" : "View order";
  if (offer === null || stage === "opening") return null;
  if (stage === "pay" && placed) {
    return (
      <>
        {demo ? null : (
          <LinkButton variant="secondary" to={placed.path}>
            {placed.method === "stripe" ? order : "Pay later"}
          </LinkButton>
        )}
        {pinned}
      </>
    );
  }
  if (stage === "done") {
    return (
      <>
        <Button variant="secondary" onClick={onClose}>
          {demo ? "Start again" : "Keep browsing"}
        </Button>
        {placed && !demo ? <LinkButton to={placed.path}>{order}</LinkButton> : null}
      </>
    );
  }
  const complete = (
    <Button
      loading={busy === "placing" || busy === "checking" || busy === "saving"}
      disabled={lapsed && blockedBy({ ...state, step: "crypto" }) !== null}
      onClick={() => user && void checkout.place(user.id)}
    >
      Complete Purchase
    </Button>
  );
  if (lapsed) {
    return (
      <>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button
          variant={state.crypto ? "secondary" : "primary"}
          loading={busy === "holding"}
          onClick={() => void checkout.holdAgain()}
        >
          Hold again
        </Button>
        {state.crypto ? complete : null}
        {pinned}
      </>
    );
  }
  return (
    <>
      {step === "pickup" ? null : (
        <Button variant="secondary" disabled={!canGoBack(state)} onClick={checkout.back}>
          Back
        </Button>
      )}
      {step === "confirm" ? (
        complete
      ) : (
        <Button
          loading={busy !== null}
          disabled={cannotGoOn(state)}
          aria-describedby={step === "crypto" && cannotGoOn(state) ? HASH_REASON : undefined}
          // A wallet opens only in response to the press itself.
          onClick={() => void checkout.next()}
        >
          Next
        </Button>
      )}
      {pinned}
    </>
  );
}

/** Whether Next waits for something that the step says itself. */
function cannotGoOn({ step, offer, method, bank, hash }: CheckoutState): boolean {
  if (step === "method") return offer?.methods.length === 0;
  if (step === "crypto") return hash.trim() === "";
  return step === "details" && method === "bank_transfer" && !bank?.details;
}

function Opening() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Opening the checkout…</span>
      <Skeleton className="h-1.5" />
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-40" />
    </div>
  );
}

function Lapsed({ checkout }: { checkout: Checkout }) {
  const { offer, crypto } = checkout.state;
  const several = (offer?.lines.length ?? 0) > 1;
  return (
    <>
      <Panel tone="wattle">
        <div className="flex gap-3.5">
          <TimerOff className="mt-0.5 size-6 shrink-0" />
          <div className="*:mb-0">
            <StepHeading>Your time is up</StepHeading>
            <p className="mt-1">
              {several ? "Others can buy these items now. Hold them" : "Others can buy the item now. Hold it"} again to
              carry on where you left off. Everything you entered is still here.
            </p>
          </div>
        </div>
      </Panel>
      {crypto ? (
        <>
          <p className="mt-4">
            Already sent the payment? Paste its transaction hash and complete the purchase. If the item is gone by then,
            we record your payment, and the seller has to return it.
          </p>
          <HashField {...hashField(checkout)} />
        </>
      ) : null}
    </>
  );
}

/** After a crypto payment for an item that another buyer got first. */
function TooLate({ amount }: { amount: number }) {
  return (
    <Panel tone="wattle">
      <StepHeading>The item was gone by then</StepHeading>
      <p className="mt-1">
        We've recorded your payment of {formatDollars(amount)}. The seller has to return it: your order shows the next
        step.
      </p>
    </Panel>
  );
}

function Done({ state: { offer, placed } }: { state: CheckoutState }) {
  if (offer === null || placed === null) return null;
  if (placed.status === "cancelled") return <TooLate amount={offer.amount} />;
  const cash = placed.status === "awaiting_collection";
  const paid = placed.status !== "waiting_for_seller";
  const sellers = sellersOf(offer);
  const seller = sellers.length === 1 ? sellers[0] : "the sellers";
  const several = offer.lines.length > 1;
  const details = `The pickup details are in your ${several ? "orders" : "order"}.`;
  const refund = placed.status === "settled" ? " Some items were gone by then. We're refunding them to your card." : "";
  return (
    <div className="flex flex-col items-center py-4 text-center">
      <CircleCheck className="mb-3 size-14 text-brand-ink" strokeWidth={1.5} />
      <StepHeading>
        {cash
          ? several
            ? "They're reserved for you"
            : "It's reserved for you"
          : paid
            ? several
              ? "They're yours"
              : "It's yours"
            : "The seller is checking your payment"}
      </StepHeading>
      <p className="max-w-md text-muted">
        {cash
          ? `Pay ${seller} ${formatDollars(offer.amount)} in cash or by PayID at pickup. ${details}`
          : paid
            ? `${placed.method === "free" ? "We've" : `You've paid ${formatDollars(offer.amount)} and we've`} let ${seller} know. ${details}${refund}`
            : `We've asked ${seller} to confirm that the payment has arrived. We'll keep your order up to date.`}
      </p>
      {placed.method === "free" || cash ? null : (
        <p className="mt-4 flex items-center gap-2">
          Payment status {paid ? <Badge tone="brand">Completed</Badge> : <Badge tone="wattleSoft">Pending</Badge>}
        </p>
      )}
    </div>
  );
}
