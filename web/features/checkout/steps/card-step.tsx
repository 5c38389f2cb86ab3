import { CreditCard } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/layout.tsx";
import type { CardEntryHandle, ReadyCard } from "../../payments/index.ts";
import { CardEntry } from "../../payments/index.ts";

interface CardStepProps {
  card: ReadyCard | null;
  entry: RefObject<CardEntryHandle | null>;
  /** Dollars. */
  amount: number;
  disabled: boolean;
  onChange: () => void;
  onNext: () => void;
}

/** Step 3 of a card payment: card entry. The card is charged only by Complete Purchase. */
export function CardStep({ card, entry, amount, disabled, onChange, onNext }: CardStepProps) {
  if (card !== null) {
    return (
      <Panel className="flex flex-wrap items-center gap-3">
        <CreditCard className="size-6 shrink-0 text-muted" aria-hidden="true" />
        <p className="min-w-0 flex-1 font-semibold tabular-nums">{card.label}</p>
        <Button size="sm" variant="secondary" onClick={onChange}>
          Use another card
        </Button>
      </Panel>
    );
  }
  return (
    <>
      <CardEntry ref={entry} amount={amount} disabled={disabled} onSubmit={onNext} />
      <p className="mt-3 text-sm text-muted">We'll charge your card when you complete the purchase, not before.</p>
    </>
  );
}
