import type { PaymentDetailsReply } from "#contract/checkout";
import type { PaymentMethod } from "#contract/items";
import { COIN_FACTS } from "#domain/payments/crypto-coins";
import { formatCollection, formatDollars, formatPrice } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Facts, Panel } from "../../../ui/layout.tsx";
import type { CheckoutState, ValueChange } from "../checkout-state.ts";
import { METHOD_NAMES } from "./method-step.tsx";

interface ConfirmStepProps {
  state: CheckoutState;
  onSent: (ticked: boolean) => void;
}

/** Step 5: summary of the purchase. A bank transfer stays Pending until the seller confirms the payment. */
export function ConfirmStep({ state: { view, method, details, sent, card, crypto, busy }, onSent }: ConfirmStepProps) {
  if (view === null) return null;
  const { collection_date: date, collection_zone: zone } = view;
  const facts = [
    { name: "Item", value: view.title },
    { name: view.is_free ? "Price" : "Amount", value: formatPrice(view.amount) },
    { name: "Collection", value: formatCollection(date, zone) },
    { name: "Location", value: view.collection_summary },
  ];
  if (method !== null && !view.is_free) {
    const name = method === "stripe" && card !== null ? card.label : METHOD_NAMES[method];
    facts.push({ name: "Payment method", value: name });
  }
  if (method === "crypto" && crypto.quote) {
    facts.push({ name: "You sent", value: `${crypto.quote.amount_text} ${COIN_FACTS[crypto.quote.coin].symbol}` });
  }
  return (
    <>
      <Panel>
        <Facts
          className="grid-cols-2"
          items={[
            ...facts,
            ...(view.is_free ? [] : [{ name: "Payment status", value: <PaymentStatus method={method} /> }]),
          ]}
        />
      </Panel>
      {view.is_free ? <p className="mt-3 text-muted">It's free. Confirm and it's yours.</p> : null}
      {method === "crypto" ? (
        <Panel className="mt-3 py-2">
          <p className="text-sm text-muted">Transaction hash</p>
          <p className="font-semibold break-all">{crypto.txHash.trim()}</p>
        </Panel>
      ) : null}
      {method === "bank_transfer" && details ? (
        <Evidence details={details} sent={sent} disabled={busy !== null} onSent={onSent} />
      ) : null}
    </>
  );
}

/** The button below charges a card; the status becomes Completed only when the provider confirms it (D21). */
function PaymentStatus({ method }: { method: PaymentMethod | null }) {
  return method === "stripe" ? <Badge>Not charged yet</Badge> : <Badge tone="wattleSoft">Pending</Badge>;
}

function Evidence({
  details,
  sent,
  disabled,
  onSent,
}: {
  details: PaymentDetailsReply;
  sent: boolean;
  disabled: boolean;
  onSent: (ticked: boolean) => void;
}) {
  return (
    <Checkbox
      className="mt-2"
      checked={sent}
      disabled={disabled}
      onChange={(event) => onSent(event.target.checked)}
      hint={
        sent
          ? "We'll ask the seller to check it's arrived and confirm."
          : "Haven't paid yet? Leave this unticked. We'll hold the order until the deadline."
      }
    >
      I've sent the transfer of {formatDollars(details.amount)} with reference {details.reference_number}
    </Checkbox>
  );
}

/** Values that have changed since the buyer saw them, old and new (D17). */
export function Changes({ changes }: { changes: readonly ValueChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Panel tone="wattle" className="mb-4">
      <div role="alert">
        <p className="font-semibold">Something changed. Please check before you continue.</p>
        <ul className="mt-1 list-disc pl-5">
          {changes.map((change) => (
            <li key={change.value}>{changeLabel(change)}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function changeLabel({ value, before, after }: ValueChange): string {
  switch (value) {
    case "amount":
      return `Price: ${formatPrice(after.amount)} (was ${formatPrice(before.amount)})`;
    case "collection_date": {
      const moment = (view: typeof after) => formatCollection(view.collection_date, view.collection_zone);
      return `Pickup: ${moment(after)} (was ${moment(before)})`;
    }
    case "collection_summary":
      return `Location: ${after.collection_summary} (was ${before.collection_summary})`;
  }
}
