import { useQueryClient } from "@tanstack/react-query";
import { CreditCard, Hourglass, Landmark } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CreatePurchaseInput, PurchaseMethod } from "#contract/checkout/purchases";
import { MESSAGES } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";
import { addressOpens } from "#domain/orders/collection";
import { ApiError, newIdempotencyKey } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatCollection, formatDollars, formatPrice } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Facts, PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Stepper } from "../../../ui/stepper.tsx";
import { toast } from "../../../ui/toast.tsx";
import { addressWords, agreement } from "../../orders/index.ts";
import { TooLateToPay } from "../../payments/index.ts";
import { createPurchase, purchaseKey } from "./api.ts";
import { CART_KEY } from "./cart.ts";

interface OfferLine {
  item_id: string;
  title: string;
  charged: number;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
}

/** The items and price to buy, as the server calculates them. */
export interface PurchaseOffer {
  title: string;
  lines: readonly OfferLine[];
  amount: number;
  methods: readonly PurchaseMethod[];
  /** Methods that could not finish before the first collection. */
  too_late: readonly PaymentMethod[];
  /** When the first hold ends (UTC ms); null when nothing is held yet. */
  until: number | null;
  of: { kind: "cart"; itemIds: string[] } | { kind: "bundle"; bundleId: string };
}

interface PurchaseWizardProps {
  offer: PurchaseOffer;
  back: { to: string; label: string };
  refresh: () => Promise<unknown>;
  onGone: () => void;
}

type Step = "Collection" | "Payment" | "Confirm";

export const METHOD_NAMES: Record<PurchaseMethod, string> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  free: "Free",
};

/**
 * Checkout of several items: acknowledge the collection, choose the payment method, confirm. The last step makes the
 * purchase, all or nothing.
 */
export function PurchaseWizard({ offer, back, refresh, onGone }: PurchaseWizardProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>("Collection");
  const [acknowledged, setAcknowledged] = useState(false);
  const [chosen, setChosen] = useState<PurchaseMethod | null>(null);
  const [buying, setBuying] = useState(false);
  /**
   * One idempotency key per request body until the server answers, so that a retry after a lost reply is safe (D17).
   */
  const attempt = useRef<{ key: string; body: string } | null>(null);
  useDocumentTitle(offer.title);

  const free = offer.amount === 0;
  const steps: Step[] = free ? ["Collection", "Confirm"] : ["Collection", "Payment", "Confirm"];
  const at = steps.indexOf(step);
  const method: PurchaseMethod | null = free ? "free" : chosen && offer.methods.includes(chosen) ? chosen : null;

  function next() {
    if (step === "Collection" && !acknowledged) {
      toast({ title: "Collection Required", description: MESSAGES.acknowledge, variant: "destructive" });
      return;
    }
    if (step === "Payment" && method === null) {
      toast({ title: "Payment Method Required", description: MESSAGES.methodRequired, variant: "destructive" });
      return;
    }
    setStep(steps[at + 1] ?? step);
  }

  async function buy() {
    if (method === null) {
      setStep("Payment");
      return;
    }
    const body: CreatePurchaseInput = {
      ...offer.of,
      paymentMethod: method,
      acknowledged: true,
      amount: offer.amount,
    };
    const text = JSON.stringify(body);
    if (attempt.current?.body !== text) attempt.current = { key: newIdempotencyKey(), body: text };
    setBuying(true);
    try {
      const made = await createPurchase(body, attempt.current.key);
      client.setQueryData(purchaseKey(made.purchase.id), made);
      void client.invalidateQueries({ queryKey: CART_KEY });
      void client.invalidateQueries({ queryKey: ["orders"] });
      void navigate(`/Cart?purchase=${made.purchase.id}`, { replace: true });
    } catch (error) {
      await failed(error);
    } finally {
      setBuying(false);
    }
  }

  async function failed(error: unknown) {
    const problem = error instanceof ApiError ? error : null;
    const unanswered = problem === null || problem.code === "offline" || problem.status >= 500;
    if (!unanswered) attempt.current = null;
    const gone = problem !== null && GONE.has(problem.code);
    toast({
      title: gone ? "Item Not Available" : "Payment Failed",
      description: problem?.message ?? MESSAGES.processPurchaseFailed,
      variant: "destructive",
    });
    if (unanswered) return;
    await refresh();
    if (gone) onGone();
  }

  return (
    <PageBody width="form">
      <PageHeader
        title={offer.title}
        description={offer.until === null ? null : <Held until={offer.until} onEnd={() => void refresh()} />}
        back={back}
      />
      <Stepper steps={steps} current={at} />
      <div className="mt-6">
        <StepTitle key={step}>{TITLES[step]}</StepTitle>
        {step === "Collection" ? (
          <Collection offer={offer} acknowledged={acknowledged} onAcknowledge={setAcknowledged} />
        ) : step === "Payment" ? (
          <Method offer={offer} method={method} onChoose={setChosen} />
        ) : (
          <Confirm offer={offer} method={method} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap-reverse justify-end gap-2.5 max-sm:*:flex-1">
        {at > 0 ? (
          <Button variant="secondary" disabled={buying} onClick={() => setStep(steps[at - 1] ?? step)}>
            Back
          </Button>
        ) : null}
        {step === "Confirm" ? (
          <Button loading={buying} className="whitespace-nowrap max-sm:px-3" onClick={() => void buy()}>
            Complete Purchase
          </Button>
        ) : (
          <Button disabled={step === "Payment" && offer.methods.length === 0} onClick={next}>
            Next
          </Button>
        )}
      </div>
    </PageBody>
  );
}

const GONE = new Set<string>([
  "item_unavailable",
  "item_sold",
  "hold_expired",
  "not_holder",
  "order_exists",
  "not_found",
]);

const TITLES: Record<Step, string> = {
  Collection: "When and where to pick up",
  Payment: "Payment method",
  Confirm: "Review your order",
};

/** Takes the focus when its step appears, so that keyboard and screen reader users continue there. */
function StepTitle({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const first = children === TITLES.Collection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (!first) ref.current?.focus();
  }, []);
  return (
    <h2 ref={ref} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
      {children}
    </h2>
  );
}

function Held({ until, onEnd }: { until: number; onEnd: () => void }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Hourglass className="size-4" aria-hidden="true" />
      <span>
        Held for you: <Countdown until={until} onEnd={onEnd} className="font-semibold text-ink" />
      </span>
    </span>
  );
}

/** The collection date and place of each item, with one checkbox for all. */
function Collection({
  offer,
  acknowledged,
  onAcknowledge,
}: {
  offer: PurchaseOffer;
  acknowledged: boolean;
  onAcknowledge: (ticked: boolean) => void;
}) {
  const now = useNow();
  const several = offer.lines.length > 1;
  // Within 24 hours of collection the address is revealed on payment.
  const soon = offer.lines.filter((line) => now >= addressOpens(line.collection_date)).length;
  const when = soon === 0 ? "later" : soon === offer.lines.length ? "soon" : "mixed";
  const isFree = offer.amount === 0;
  return (
    <>
      <Panel className="py-2">
        <ul className="divide-y divide-line">
          {offer.lines.map((line) => (
            <li key={line.item_id} className="py-3">
              <p className="font-semibold">{line.title}</p>
              <p className="text-sm">
                {formatCollection(line.collection_date, line.collection_zone)} · {line.collection_summary}
              </p>
              {when === "mixed" ? (
                <p className="text-sm text-muted">{addressWords(now >= addressOpens(line.collection_date), isFree)}</p>
              ) : null}
            </li>
          ))}
        </ul>
        {when === "mixed" ? null : (
          <p className="border-t border-line py-3 text-sm text-muted">{addressWords(when === "soon", isFree)}</p>
        )}
      </Panel>
      <Checkbox className="mt-2" checked={acknowledged} onChange={(event) => onAcknowledge(event.target.checked)}>
        {agreement({ several, isFree, when })}
      </Checkbox>
    </>
  );
}

function Method({
  offer,
  method,
  onChoose,
}: {
  offer: PurchaseOffer;
  method: PurchaseMethod | null;
  onChoose: (method: PurchaseMethod) => void;
}) {
  if (offer.methods.length === 0) {
    return (
      <Panel tone="wattle">
        {offer.too_late.length > 0 ? (
          <TooLateToPay methods={offer.too_late} className="font-semibold" />
        ) : (
          <p className="font-semibold">You can't pay for these items in one go.</p>
        )}
        <p className="mt-1">You haven't been charged. Buy from one seller, or one item, at a time.</p>
      </Panel>
    );
  }
  return (
    <>
      <RadioCards
        legend="Payment method"
        hideLegend
        options={offer.methods.map((value) => ({
          value,
          label: METHOD_NAMES[value],
          description: value === "stripe" ? "Instant" : "1-2 business days, no fees",
          icon:
            value === "stripe" ? (
              <CreditCard className="size-6" aria-hidden="true" />
            ) : (
              <Landmark className="size-6" aria-hidden="true" />
            ),
        }))}
        value={method}
        onChange={onChoose}
      />
      <TooLateToPay methods={offer.too_late} className="mt-3 text-sm text-muted" />
    </>
  );
}

function Confirm({ offer, method }: { offer: PurchaseOffer; method: PurchaseMethod | null }) {
  const free = offer.amount === 0;
  return (
    <>
      <Panel className="py-2">
        <ul className="divide-y divide-line">
          {offer.lines.map((line) => (
            <li key={line.item_id} className="flex justify-between gap-4 py-2.5">
              <span className="min-w-0 truncate">{line.title}</span>
              <span className="font-semibold">{formatPrice(line.charged)}</span>
            </li>
          ))}
        </ul>
        <Facts
          className="border-t border-line py-3"
          items={[
            { name: "Total", value: formatPrice(offer.amount) },
            ...(free || method === null ? [] : [{ name: "Payment method", value: METHOD_NAMES[method] }]),
          ]}
        />
      </Panel>
      <p className="mt-3 text-muted">{whatNext(offer, method)}</p>
    </>
  );
}

function whatNext({ amount }: PurchaseOffer, method: PurchaseMethod | null): string {
  if (amount === 0) return "They're free. Confirm and they're yours.";
  if (method === "stripe") return `Next, enter your card and pay ${formatDollars(amount)} in one payment.`;
  return "Next, we'll show you the seller's bank details. One transfer with one reference pays for everything.";
}
