import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminPayoutHold, ChangePayoutHoldValue, HoldPayoutsValue } from "#contract/admin/payout-holds";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import type { Checked } from "../../../lib/field-errors.ts";
import { formatDate, formatDollars } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";

const NOTE_MIN = 5;
const NOTE_MAX = 500;

const CAUSES: Record<AdminPayoutHold["cause"], string> = {
  staff: "Held by staff",
  ban: "Held by a ban",
  report: "Held by the buyer's report",
  first_sales: "First card sales",
};

type Asked = { kind: "hold" } | { kind: "release" | "extend"; hold: AdminPayoutHold };

const QUESTIONS: Record<Asked["kind"], { label: string; reason: string; done: string; hint: string }> = {
  hold: {
    label: "Hold payouts",
    reason: "Reason for the hold",
    done: "Payouts are on hold",
    hint: "For 14 days. The seller will see this.",
  },
  release: {
    label: "Release",
    reason: "Reason for the release",
    done: "Hold released",
    hint: "The seller will see this.",
  },
  extend: {
    label: "Extend",
    reason: "Reason for more time",
    done: "Hold extended",
    hint: "14 days from today. The seller will see this.",
  },
};

/** Holds on a seller's payouts, for staff: on one order if it is given, else on everything (D71). */
export function PayoutHolds({ sellerId, orderId }: { sellerId: string; orderId?: string }) {
  const holds = usePayoutHolds(sellerId);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (holds.isPending) return <Skeleton className="h-16" />;
  if (!holds.data) return <ErrorState query={holds} />;
  const { due, owes } = holds.data;
  const shown = holds.data.holds.filter(({ order }) => orderId === undefined || order === null || order.id === orderId);
  return (
    <div className="grid gap-3">
      {orderId === undefined ? (
        <p className="text-muted">
          {due > 0 ? `${formatDollars(due)} is due and not paid out.` : "Nothing is waiting to be paid out."}
          {owes > 0 ? ` They owe us ${formatDollars(owes)}.` : null}
        </p>
      ) : null}
      {shown.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((hold) => (
            <li key={hold.id} className="grid gap-2 py-3">
              <p className="wrap-anywhere">
                <span className="font-semibold">
                  {hold.order === null ? "All payouts" : hold.order.title} until {formatDate(hold.ends_at)}
                </span>
                <span className="block text-sm text-muted">
                  {CAUSES[hold.cause]}. {hold.reason}
                </span>
              </p>
              <span className="flex flex-wrap gap-2">
                <Button size="sm" variant="secondary" onClick={() => setAsked({ kind: "release", hold })}>
                  Release
                </Button>
                {hold.can_extend && hold.cause !== "first_sales" ? (
                  <Button size="sm" variant="secondary" onClick={() => setAsked({ kind: "extend", hold })}>
                    Extend
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {asked === null ? (
        <div>
          <Button size="sm" variant="secondary" onClick={() => setAsked({ kind: "hold" })}>
            {orderId === undefined ? "Hold all payouts" : "Hold this payout"}
          </Button>
        </div>
      ) : (
        <ReasonForm
          key={`${asked.kind}-${asked.kind === "hold" ? "" : asked.hold.id}`}
          sellerId={sellerId}
          orderId={orderId ?? null}
          asked={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface ReasonFormProps {
  sellerId: string;
  orderId: string | null;
  asked: Asked;
  onClose: () => void;
}

function ReasonForm({ sellerId, orderId, asked, onClose }: ReasonFormProps) {
  const change = useChangeHold(sellerId);
  const { label, reason, done, hint } = QUESTIONS[asked.kind];
  const form = useApiForm({
    start: { note: "" },
    check: ({ note }): Checked<HoldChange> => {
      if (note.trim().length < NOTE_MIN) return { ok: false, problems: { note: "Please give a short reason." } };
      const body: HoldChange =
        asked.kind === "hold"
          ? { kind: "hold", value: { seller_id: sellerId, order_id: orderId, note } }
          : { kind: "change", id: asked.hold.id, value: { action: asked.kind, note } };
      return { ok: true, body };
    },
    send: (wanted) => change.mutateAsync(wanted),
    onSent: () => {
      toast({ title: done, description: "We've let the seller know." });
      onClose();
    },
  });
  return (
    <form {...form.form} className="grid gap-3">
      <Field label={reason} hint={hint} error={form.problem("note")} required>
        <TextArea rows={2} maxLength={NOTE_MAX} {...form.input("note")} />
      </Field>
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <span className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={form.busy}>
          {label}
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

const holds = api.api.admin["payout-holds"];
const keyOf = (sellerId: string) => ["admin", "payout-holds", sellerId] as const;

function usePayoutHolds(sellerId: string) {
  return useQuery({
    queryKey: keyOf(sellerId),
    queryFn: ({ signal }) => unwrap(holds.$get({ query: { seller_id: sellerId } }, { init: { signal } })),
  });
}

type HoldChange =
  | { kind: "hold"; value: HoldPayoutsValue }
  | { kind: "change"; id: string; value: ChangePayoutHoldValue };

/** Holds payouts, or releases or extends a hold. */
function useChangeHold(sellerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: HoldChange) =>
      change.kind === "hold"
        ? unwrap(holds.$post({ json: change.value }, withIdempotencyKey(newIdempotencyKey())))
        : unwrap(holds[":id"].$post({ param: { id: change.id }, json: change.value })),
    onSuccess: (reply) => client.setQueryData(keyOf(sellerId), reply),
  });
}
