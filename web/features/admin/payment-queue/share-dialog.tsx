import { type FormEvent, useId, useState } from "react";
import type { AdminReversal, ChargebackToShare } from "#contract/admin/payment-queue";
import { typedCents } from "#domain/readers/amount";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { formatDollars } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useLast } from "../use-last.ts";
import { useShare } from "./api.ts";

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
  const form = useId();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const share = useShare(reversal.id);
  const given = orders.reduce((sum, { id }) => sum + cents(typed[id] ?? ""), 0);
  const left = cents(String(amount)) - given;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (share.isPending) return;
    setFailure(null);
    if (note.trim() === "") return setProblem("Please give a reason.");
    const shares = orders.flatMap(({ id }) => {
      const sum = cents(typed[id] ?? "");
      return sum > 0 ? [{ order_id: id, amount: sum / 100 }] : [];
    });
    share.mutate(
      { shares, note: note.trim() },
      {
        onSuccess: () => {
          toast({ title: "Decision saved", description: "Orders and payouts follow within a few minutes." });
          onClose();
        },
        onError: (error) => setFailure((error instanceof ApiError && error.fields.shares) || errorMessage(error)),
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      sticky={share.isPending}
      title={`The bank took ${formatDollars(amount)}`}
      description="It names a sum, not an item. Look for the item in the dispute at the card provider, then say which order it comes from."
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={share.isPending}>
            Not now
          </Button>
          <Button type="submit" form={form} loading={share.isPending} disabled={left < 0}>
            Save decision
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-5">
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
                  onChange={(event) => setTyped({ ...typed, [order.id]: event.target.value })}
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
        <Field label="Reason" hint="Kept in the audit log." error={problem} required>
          <TextArea
            rows={3}
            value={note}
            maxLength={1_000}
            onChange={(event) => {
              setNote(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
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
