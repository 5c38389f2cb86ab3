import { Bitcoin, CreditCard, Landmark } from "lucide-react";
import type { ReactNode } from "react";
import type { CheckoutView } from "#contract/checkout";
import type { PaymentMethod } from "#contract/items";
import { Panel } from "../../../ui/layout.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TooLateToPay } from "../../payments/index.ts";

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
};

const DESCRIPTIONS: Record<PaymentMethod, string> = {
  bank_transfer: "1-2 business days, no fees",
  stripe: "Instant",
  crypto: "10-30 minutes",
};

const ICONS: Record<PaymentMethod, ReactNode> = {
  bank_transfer: <Landmark className="size-6" aria-hidden="true" />,
  stripe: <CreditCard className="size-6" aria-hidden="true" />,
  crypto: <Bitcoin className="size-6" aria-hidden="true" />,
};

interface MethodStepProps {
  view: CheckoutView;
  method: PaymentMethod | null;
  onChoose: (method: PaymentMethod) => void;
}

/** Step 2: choice of the payment methods that the seller accepts and this site supports (D22). */
export function MethodStep({ view, method, onChoose }: MethodStepProps) {
  if (view.methods.length === 0) {
    return (
      <Panel tone="wattle">
        {view.too_late.length > 0 ? (
          <TooLateToPay methods={view.too_late} className="font-semibold" />
        ) : (
          <p className="font-semibold">{view.seller_name} hasn't set up a payment method yet.</p>
        )}
        <p className="mt-1">You haven't been charged. Close this window to release the item, or try again later.</p>
      </Panel>
    );
  }
  return (
    <>
      <RadioCards
        legend="Payment method"
        hideLegend
        options={view.methods.map((value) => ({
          value,
          label: METHOD_NAMES[value],
          description: DESCRIPTIONS[value],
          icon: ICONS[value],
        }))}
        value={method}
        onChange={onChoose}
      />
      <TooLateToPay methods={view.too_late} className="mt-3 text-sm text-muted" />
    </>
  );
}
