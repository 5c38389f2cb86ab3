import { useRef } from "react";
import type { AskChangeInput, OrderView } from "#contract/orders";
import { dollarsToCents } from "#domain/money";
import { priceProblem } from "#domain/orders/deal-changes";
import { PRICE_REASONS, type PriceReason } from "#domain/orders/order";
import { amountText, readAmount } from "#domain/readers/amount";
import type { Checked } from "../../lib/field-errors.ts";
import { formatDollars } from "../../lib/format.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { useOrderCommand } from "./api.ts";
import { REASON_LABELS } from "./order-labels.ts";

interface PriceChangeDialogProps {
  order: OrderView;
  open: boolean;
  onClose: () => void;
}

/** Proposes a lower price with its reason. */
export default function PriceChangeDialog({ order, open, onClose }: PriceChangeDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const command = useOrderCommand();
  const other = order.counterparty.display_name;
  const { orders, amount } = order.whole ?? { orders: 1, amount: order.amount };
  const form = useApiForm({
    start: { price: "", reason: "scratch" as PriceReason },
    check: ({ price, reason }): Checked<AskChangeInput> => {
      const reading = readAmount(price);
      if (reading.kind !== "amount") {
        const message = reading.kind === "empty" ? "Enter an amount in dollars." : reading.message;
        return { ok: false, problems: { price: message } };
      }
      const problem = priceProblem(reading.cents, dollarsToCents(amount) ?? 0);
      if (problem !== null) return { ok: false, problems: { price: problem } };
      return { ok: true, body: { kind: "price", price: amountText(reading.cents), reason } };
    },
    send: (ask) => command.mutateAsync({ order, command: { kind: "ask_change", ask } }),
    onSent: () => {
      toast({ title: `We've asked ${other}`, description: "The price changes once they agree." });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="sm"
      initialFocus={input}
      title="Agree on a lower price"
      description={
        orders > 1
          ? `The new price is for all ${orders} items bought together. It's ${formatDollars(amount)} now.`
          : `It's ${formatDollars(amount)} now. ${other} has 48 hours to agree.`
      }
      submitLabel="Propose this price"
    >
      <Field
        label="New price"
        required
        error={form.problem("price")}
        hint="You can do this twice for one order, both together."
      >
        <MoneyInput ref={input} {...form.input("price")} />
      </Field>
      <fieldset>
        <legend className="mb-2 font-semibold">Why?</legend>
        <div className="flex flex-wrap gap-2">
          {PRICE_REASONS.map((reason) => (
            <ChoicePill
              key={reason}
              type="radio"
              name={`${form.form.id}-reason`}
              checked={form.values.reason === reason}
              onChange={() => form.change({ reason })}
            >
              {REASON_LABELS[reason]}
            </ChoicePill>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
