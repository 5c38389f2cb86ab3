import { useState } from "react";
import type { OrderView } from "#contract/orders";
import { problemMessage } from "../../lib/api-client.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { type OrderCommand, useOrderCommand } from "./api.ts";
import { ACTION_LABELS, nextAction } from "./order-words.ts";

const DONE: Record<OrderCommand, { title: string; description: string }> = {
  evidence: { title: "The seller has been told", description: "They look for your transfer and confirm it." },
  cancel: { title: "Order cancelled", description: "Nothing is owed." },
  collected: { title: "Order completed", description: "Thanks for buying second-hand." },
};

const FAILED: Record<OrderCommand, string> = {
  evidence: "That didn't go through",
  cancel: "The order wasn't cancelled",
  collected: "That didn't go through",
};

/** What this reader can do with the order, as the server allows it: one main action, and stepping back. */
export function OrderActions({ order }: { order: OrderView }) {
  const [asking, setAsking] = useState<"cancel" | "collected" | null>(null);
  const command = useOrderCommand();
  const action = nextAction(order);

  const run = (kind: OrderCommand) =>
    command.mutate(
      { order, command: kind },
      {
        onSuccess: () => toast(DONE[kind]),
        onError: (error) => toast({ title: FAILED[kind], description: problemMessage(error), variant: "destructive" }),
        onSettled: () => setAsking(null),
      },
    );

  if (action === null && !order.abilities.cancel) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      {action === "evidence" ? (
        <Button loading={command.isPending && asking === null} onClick={() => run("evidence")}>
          {ACTION_LABELS.evidence}
        </Button>
      ) : null}
      {action === "collect" ? <Button onClick={() => setAsking("collected")}>{ACTION_LABELS.collect}</Button> : null}
      {action === "confirmations" ? (
        <LinkButton to="/PaymentConfirmations">{ACTION_LABELS.confirmations}</LinkButton>
      ) : null}
      {order.abilities.cancel ? (
        <Button variant="secondary" onClick={() => setAsking("cancel")}>
          Cancel order
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking === "cancel"}
        onClose={() => setAsking(null)}
        onConfirm={() => run("cancel")}
        title="Cancel this order?"
        description="The item goes back on offer and others can take it. If you have already sent the money, tell the seller instead of cancelling."
        confirmLabel="Cancel order"
        cancelLabel="Keep it"
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "collected"}
        onClose={() => setAsking(null)}
        onConfirm={() => run("collected")}
        title="Do you have the item?"
        description="This completes the order. Press it only once the item is in your hands."
        confirmLabel="I've collected it"
        cancelLabel="Not yet"
        loading={command.isPending}
      />
    </div>
  );
}
