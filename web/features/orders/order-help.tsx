import { ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/next-step";
import { problemMessage } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { SupportButton } from "../../ui/support-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { type OrderCommand, useOrderCommand } from "./api.ts";
import { Collected } from "./order-step.tsx";

const DisputeDialog = lazy(() => import("./dispute-dialog.tsx"));

/** The ways out of the ordinary, below everything: stepping back, a problem, giving the money back, writing to us. */
export function OrderHelp({ order, owner }: { order: OrderView; owner: string }) {
  const [asking, setAsking] = useState<"cancel" | "refund" | "dispute" | null>(null);
  const command = useOrderCommand(owner);
  const { abilities } = order;
  const step = nextStep(order, serverNow());
  // Where it is the main thing to do it stands above.
  const collected = abilities.collect && !(step.kind === "act" && step.action === "collect");

  const run = (what: OrderCommand, done: { title: string; description: string }, failed: string) =>
    command.mutate(
      { order, command: what },
      {
        onSuccess: () => toast(done),
        onError: (error) => toast({ title: failed, description: problemMessage(error), variant: "destructive" }),
        onSettled: () => setAsking(null),
      },
    );

  return (
    <Section title="Something else?">
      <ul className="divide-y divide-line">
        {collected ? (
          <Row text={`${order.counterparty.display_name} can't take the code?`}>
            <Collected order={order} owner={owner} quiet />
          </Row>
        ) : null}
        {abilities.cancel ? (
          <RowButton label="Cancel order" text="The item goes back on offer." onClick={() => setAsking("cancel")} />
        ) : null}
        {abilities.open_dispute ? (
          <RowButton
            label="Something is wrong"
            text="The item isn't there, or isn't what was described."
            onClick={() => setAsking("dispute")}
          />
        ) : null}
        {abilities.refund ? (
          <RowButton
            label="Refund the buyer"
            text={`Gives ${formatDollars(order.amount)} back and ends the order.`}
            onClick={() => setAsking("refund")}
          />
        ) : null}
        <Row text="Anything else about this order?">
          <SupportButton
            variant="ghost"
            size="sm"
            subject={{ order_id: order.id, transaction_id: order.transaction_id, item_name: order.item.title }}
          />
        </Row>
      </ul>
      <ConfirmDialog
        open={asking === "cancel"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "cancel" },
            { title: "Order cancelled", description: "Nothing is owed." },
            "The order wasn't cancelled",
          )
        }
        title="Cancel this order?"
        description="The item goes back on offer and others can take it. If you have already sent the money, tell the seller instead of cancelling."
        confirmLabel="Cancel order"
        cancelLabel="Keep it"
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "refund"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "refund", relist: true },
            { title: "Refund started", description: "The buyer gets the full amount back." },
            "The refund didn't start",
          )
        }
        title={`Refund ${formatDollars(order.amount)}?`}
        description={`${order.counterparty.display_name} gets the full amount back on their card, the order ends and your item is on offer again. This can't be undone.`}
        confirmLabel="Refund the buyer"
        cancelLabel="Keep the order"
        danger
        loading={command.isPending}
      />
      {asking === "dispute" ? (
        <Suspense fallback={null}>
          <DisputeDialog
            seller={order.counterparty.display_name}
            busy={command.isPending}
            onClose={() => setAsking(null)}
            onSend={(reason) =>
              run(
                { kind: "dispute", reason },
                { title: "Thank you for telling us", description: "Our team looks into it and writes to you." },
                "That wasn't sent",
              )
            }
          />
        </Suspense>
      ) : null}
    </Section>
  );
}

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <span className="text-muted">{text}</span>
      {children}
    </li>
  );
}

function RowButton({ label, text, onClick }: { label: string; text: string; onClick: () => void }) {
  return (
    <li className="relative flex min-h-16 items-center justify-between gap-4 py-2.5 hover:bg-surface">
      <span className="min-w-0">
        {/* The whole row is the target; its name is the label alone. */}
        <button type="button" className="font-semibold before:absolute before:inset-0" onClick={onClick}>
          {label}
        </button>
        <span className="block text-sm text-muted">{text}</span>
      </span>
      <ChevronRight className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
    </li>
  );
}
