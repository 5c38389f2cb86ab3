import { lazy, type Ref, Suspense } from "react";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { cardKey, usePaymentsConfig } from "./api.ts";
import type { CardEntryHandle } from "./confirm-card.ts";
import { TestPayments } from "./test-payments.tsx";
import * as words from "./words.ts";

const EmulatorCardForm = lazy(() => import("./emulator-card-form.tsx"));
const StripeCardForm = lazy(() => import("./stripe-card-form.tsx"));

interface CardEntryProps {
  ref: Ref<CardEntryHandle>;
  disabled?: boolean;
  /** Enter in a field, where the form is ours. */
  onSubmit: () => void;
}

/** The card form of this service: the provider's element, or our own for test payments. */
export function CardEntry({ ref, disabled = false, onSubmit }: CardEntryProps) {
  const { data, error, refetch } = usePaymentsConfig();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const publishableKey = cardKey(data);
  if (publishableKey === null) {
    return <Notice kind="warning" title={words.cardPaymentsAreNotAvailable} />;
  }
  const shared = { ref, publishableKey, disabled };
  return (
    <>
      <TestPayments />
      <Suspense fallback={<Loading />}>
        {data.mode === "stripe" ? <StripeCardForm {...shared} /> : <EmulatorCardForm {...shared} onSubmit={onSubmit} />}
      </Suspense>
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{words.loadingCardForm}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
