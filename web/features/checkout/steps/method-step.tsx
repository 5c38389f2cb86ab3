import { Bitcoin, CreditCard, HandCoins, Info, Landmark } from "lucide-react";
import type { ReactNode } from "react";
import type { PaymentMethod } from "#contract/items";
import { Panel } from "../../../ui/layout.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { type Offer, sellersOf } from "../offer.ts";

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  cash: "Cash or PayID at pickup",
};

const DESCRIPTIONS: Record<PaymentMethod, string> = {
  bank_transfer: "1-2 business days, no fees. Goes straight to the seller, and we can't get it back.",
  stripe: "Instant. We hold it until pickup.",
  crypto: "10-30 minutes, plus network fees. Goes straight to the seller, and nobody can undo it.",
  cash: "Look first, then pay.",
};

const ICONS: Record<PaymentMethod, ReactNode> = {
  bank_transfer: <Landmark className="size-6" />,
  stripe: <CreditCard className="size-6" />,
  crypto: <Bitcoin className="size-6" />,
  cash: <HandCoins className="size-6" />,
};

interface MethodStepProps {
  offer: Offer;
  method: PaymentMethod | null;
  /** Next was pressed without a choice. */
  missed: boolean;
  onChoose: (method: PaymentMethod) => void;
}

/** Choice among the methods that every seller accepts and this site supports (D22), and why others are missing. */
export function MethodStep({ offer, method, missed, onChoose }: MethodStepProps) {
  const { methods, not_offered: missing } = offer;
  if (methods.length === 0) return <NoMethod offer={offer} />;
  const [first] = methods;
  const reasons =
    methods.length === 1 && first
      ? [...missing, `${METHOD_NAMES[first]} is the only way to pay for this order.`]
      : missing;
  return (
    <>
      <RadioCards
        legend="Payment method"
        hideLegend
        options={methods.map((value) => ({
          value,
          label: METHOD_NAMES[value],
          description: DESCRIPTIONS[value],
          icon: ICONS[value],
        }))}
        value={method}
        error={missed ? "Choose how you'd like to pay." : undefined}
        onChange={onChoose}
      />
      <Reasons texts={reasons} className="mt-3 text-sm text-muted" />
    </>
  );
}

function Reasons({ texts, className }: { texts: readonly string[]; className: string }) {
  if (texts.length === 0) return null;
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text} className="flex gap-2">
          <Info className="mt-0.5 size-4.5 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function NoMethod({ offer }: { offer: Offer }) {
  const [seller] = sellersOf(offer);
  const several = offer.lines.length > 1;
  const why = several ? "You can't pay for these items in one go." : `${seller} hasn't set up a payment method yet.`;
  return (
    <Panel tone="wattle">
      <Reasons texts={offer.not_offered.length > 0 ? offer.not_offered : [why]} className="font-semibold" />
      <p className="mt-1">
        You haven't been charged.{" "}
        {several ? "Buy from one seller, or one item, at a time." : "Close this window, or try again later."}
      </p>
    </Panel>
  );
}
