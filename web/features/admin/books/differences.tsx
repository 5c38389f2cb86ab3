import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BooksDifference, type BooksReply, SettleDifference } from "#contract/admin/books";
import { api, unwrap } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Section } from "../../../ui/layout.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useLast } from "../use-last.ts";

const KINDS: Readonly<Record<string, string>> = {
  balance: "Balance without a movement that explains it",
  payout: "Payout to your bank",
  topup: "Money you paid in",
  transfer: "Transfer to a seller",
  transfer_refund: "Transfer to a seller taken back",
  stripe_fee: "Stripe's fee",
  charge: "Card payment",
  payment: "Payment",
  refund: "Refund",
  adjustment: "Dispute or adjustment",
};

/** The daily comparison with the balance at Stripe, and what it found (D75). */
export function Differences({ books }: { books: BooksReply }) {
  const [open, setOpen] = useState<BooksDifference | null>(null);
  const { differences, compared_at: at } = books;
  return (
    <Section
      title="Compared with Stripe"
      description={at === null ? "Not compared yet. It's done once a day." : `Last compared ${formatDateTime(at)}.`}
    >
      <ExplainDialog difference={open} onClose={() => setOpen(null)} />
      {differences.length === 0 ? (
        <p>{at === null ? "" : "The ledger has every movement, and the balance agrees."}</p>
      ) : (
        <>
          <p className="mb-3">Stripe has these, and the ledger doesn't. Explain each, and it's booked as yours.</p>
          <ul className="divide-y divide-line border-y border-line">
            {differences.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold">{KINDS[one.kind] ?? one.kind.replaceAll("_", " ")}</p>
                  <p className="text-sm wrap-anywhere text-muted">
                    {[formatDateTime(one.happened_at), one.description, one.source].filter(Boolean).join(" · ")}
                  </p>
                </div>
                <p className="font-extrabold tabular-nums">{formatDollars(one.amount)}</p>
                <Button size="sm" variant="secondary" onClick={() => setOpen(one)}>
                  Explain
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function ExplainDialog({ difference, onClose }: { difference: BooksDifference | null; onClose: () => void }) {
  const last = useLast(difference);
  if (last === null) return null;
  return <Explain key={last.id} difference={last} open={difference !== null} onClose={onClose} />;
}

interface ExplainProps {
  difference: BooksDifference;
  open: boolean;
  onClose: () => void;
}

function Explain({ difference: { id, kind, amount }, open, onClose }: ExplainProps) {
  const client = useQueryClient();
  const form = useApiForm({
    start: { note: "" },
    check: ({ note }) => checked(SettleDifference, { note: note.trim() }),
    send: (json) =>
      unwrap(api.api.admin.books.differences[":id"].$post({ param: { id }, json })).finally(() =>
        client.invalidateQueries({ queryKey: ["admin"] }),
      ),
    onSent: () => {
      toast({ title: "Booked as yours" });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="sm"
      title={`${KINDS[kind] ?? kind}: ${formatDollars(amount)}`}
      description={
        kind.startsWith("transfer") || kind === "refund"
          ? "Find out who did this first: it moved a seller's or a buyer's money. Booking it changes no order and no payout."
          : "Look it up at Stripe first. You can't undo this."
      }
      submitLabel="Book as yours"
    >
      <Field label="What was it?" hint="Kept in the audit log." error={form.problem("note")} required>
        <TextArea rows={3} maxLength={1_000} {...form.input("note")} />
      </Field>
    </FormDialog>
  );
}
