import type { AdminReversal, ChargebackToShare } from "#contract/admin/payment-queue";
import { typedCents } from "#domain/readers/amount";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import type { Checked } from "../../../lib/field-errors.ts";
import { formatDollars } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useLast } from "../use-last.ts";
import { type Shares, useShare } from "./api.ts";

type ToShare = AdminReversal & { to_share: ChargebackToShare };

const cents = (typed: string) => typedCents(typed) ?? 0;

/** Staff say whose part of a purchase the bank took (D69): its sum, the orders, and what each seller would bear. */
export function ShareDialog({ reversal, onClose }: { reversal: ToShare | null; onClose: () => void }) {
  const last = useLast(reversal);
  if (last === null) return null;
  return <ShareForm key={last.id} reversal={last} open={reversal !== null} onClose={onClose} />;
}

function ShareForm({ reversal, open, onClose }: { reversal: ToShare; open: boolean; onClose: () => void }) {
  const { amount, orders } = reversal.to_share;
  const share = useShare(reversal.id);
  const form = useApiForm({
    start: { typed: {} as Record<string, string>, note: "" },
    check: ({ typed, note }): Checked<Shares> => {
      if (note.trim() === "") return { ok: false, problems: { note: "Please give a reason." } };
      const shares = orders.flatMap(({ id }) => {
        const sum = cents(typed[id] ?? "");
        return sum > 0 ? [{ order_id: id, amount: sum / 100 }] : [];
      });
      return { ok: true, body: { shares, note: note.trim() } };
    },
    send: (body) => share.mutateAsync(body),
    onSent: () => {
      toast({ title: "Decision saved", description: "Orders and payouts follow within a few minutes." });
      onClose();
    },
    failure: (error) => (error instanceof ApiError && error.fields.shares) || errorMessage(error),
  });
  const { typed } = form.values;
  const given = orders.reduce((sum, { id }) => sum + cents(typed[id] ?? ""), 0);
  const left = cents(String(amount)) - given;

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="lg"
      title={`The bank took ${formatDollars(amount)}`}
      description="It names a sum, not an item. Look for the item in the dispute at the card provider, then say which order it comes from."
      cancelLabel="Not now"
      submitLabel="Save decision"
      disabled={left < 0}
    >
      <ul className="divide-y divide-line border-y border-line">
        {orders.map((order) => (
          <li key={order.id} className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[1fr_11rem]">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{order.title}</p>
              <p className="text-sm text-muted">
                {order.seller.full_name} · {formatDollars(order.price)}
              </p>
              <Badge tone="neutral" className="mt-1.5">
                {order.sent > 0 ? "Collected and paid out" : order.collected ? "Collected" : "Not collected"}
              </Badge>
            </div>
            <Field label="From this order" hint={consequence(order, cents(typed[order.id] ?? ""))}>
              <MoneyInput
                aria-label={`From this order: ${order.title}`}
                value={typed[order.id] ?? ""}
                onChange={(event) => form.change({ typed: { ...typed, [order.id]: event.target.value } })}
              />
            </Field>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="font-semibold">
        {left < 0
          ? `That's ${formatDollars(-left / 100)} more than the bank took.`
          : left > 0
            ? `Goodstreet bears the other ${formatDollars(left / 100)}.`
            : "All of it is shared out."}
      </p>
      <Field label="Reason" hint="Kept in the audit log." error={form.problem("note")} required>
        <TextArea rows={3} maxLength={1_000} {...form.input("note")} />
      </Field>
    </FormDialog>
  );
}

function consequence({ collected, price, sent }: ChargebackToShare["orders"][number], share: number): string {
  if (share === 0) return "Goes on as before.";
  if (!collected) {
    const rest = cents(String(price)) - share;
    return rest > 0 ? `The order ends. The buyer gets the other ${formatDollars(rest / 100)} back.` : "The order ends.";
  }
  const whole = share >= cents(String(price));
  const bears = `The seller bears ${formatDollars(share / 100)}`;
  return `${bears}${sent > 0 ? ", claimed back from their payout" : ""}.${whole ? " The order ends." : " The sale stands."}`;
}
