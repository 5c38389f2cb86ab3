import { type Ref, Suspense } from "react";
import { dollarsToCents } from "#domain/money";
import { lazyPart, missingPart } from "../../../ui/lazy-part.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { cardKey, usePaymentsConfig } from "./api.ts";
import { CardFormLoading } from "./card-form-loading.tsx";
import type { CardEntryHandle } from "./confirm-card.ts";
import { TestPayments } from "./test-payments.tsx";

const EmulatorCardForm = lazyPart(() => import("./emulator-card-form.tsx"), missingPart);
const StripeCardForm = lazyPart(() => import("./stripe-card-form.tsx"), missingPart);

interface CardEntryProps {
  ref: Ref<CardEntryHandle>;
  /** Dollars. */
  amount: number;
  disabled?: boolean;
  /** Called when Enter is pressed in a field; only the emulator's form does this. */
  onSubmit: () => void;
}

/** The card form of this site: Stripe's, or our own for test payments. */
export function CardEntry({ ref, amount, disabled = false, onSubmit }: CardEntryProps) {
  const { data, error, refetch } = usePaymentsConfig();
  if (error && !data) return <ErrorState query={{ error, refetch }} />;
  if (!data) return <CardFormLoading />;
  const publishableKey = cardKey(data);
  if (publishableKey === null) {
    return <Notice kind="warning" title="Card payments aren't available right now. Please choose another method." />;
  }
  const shared = { ref, publishableKey };
  return (
    <>
      <TestPayments />
      <Suspense fallback={<CardFormLoading />}>
        {data.mode === "stripe" ? (
          <StripeCardForm {...shared} cents={dollarsToCents(amount) ?? 0} />
        ) : (
          <EmulatorCardForm {...shared} disabled={disabled} onSubmit={onSubmit} />
        )}
      </Suspense>
    </>
  );
}
