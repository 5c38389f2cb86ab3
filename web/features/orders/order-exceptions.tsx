import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/orders/next-step";
import { formatDollars } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { SupportButton } from "../community/index.ts";
import { type OrderAction, useOrderCommand } from "./api.ts";
import { CallOffDialog } from "./order-change.tsx";
import { ConfirmCollection } from "./order-step.tsx";

const callOffMeans = (other: string, own: boolean) =>
  `We'll list ${own ? "your item" : "the item"} again and let ${other} know. It doesn't count against you.`;

const PriceChangeDialog = lazyDialog(() => import("./price-change-dialog.tsx"));
const ReasonDialog = lazyDialog(() => import("../../ui/reason-dialog.tsx"));

/** Exceptional actions below the order: cancel, report a problem, refund, contact support. */
export function OrderExceptions({ order }: { order: OrderView }) {
  const [asking, setAsking] = useState<
    "cancel" | "refund" | "dispute" | "call_off" | "missed" | "price" | "end" | null
  >(null);
  const command = useOrderCommand();
  const { abilities } = order;
  const other = order.counterparty.display_name;
  const buyer = order.role === "buyer";
  const free = order.payment_method === "free";
  const thing = free ? "giveaway" : "pickup";
  const step = nextStep(order, serverNow());
  // Hidden here when it is the main next step above.
  const collected = abilities.collect && !(step.kind === "act" && step.action === "collect");

  // One payment cannot charge less than it began with, so it ends for all of its orders.
  const together = order.purchase_id !== null && (order.card?.state === "open" || order.card?.state === "closing");

  const run = (what: OrderAction, done: { title: string; description: string }, failed: string) =>
    void command
      .mutateAsync({ order, command: what })
      .then(() => toast(done), toastError(failed))
      .finally(() => setAsking(null));

  return (
    <Section title="Need help?">
      <NeedsNetwork reason="You can do this once you're back online.">
        <ul className="divide-y divide-line">
          {collected ? (
            <Row text={"Can't use the code?"}>
              <ConfirmCollection order={order} quiet />
            </Row>
          ) : null}
          {abilities.propose_price ? (
            <RowButton
              label="Agree on a lower price"
              text={buyer ? "It isn't quite as described." : "You'd take less for it."}
              onClick={() => setAsking("price")}
            />
          ) : null}
          {abilities.ask_call_off ? (
            <RowButton
              label="Call it off together"
              text={`If ${other} agrees, the money goes back.`}
              onClick={() => setAsking("end")}
            />
          ) : null}
          {abilities.cancel ? (
            <RowButton
              label="Cancel order"
              text={
                together ? "Everything you're paying for together goes back on sale." : "The item goes back on sale."
              }
              onClick={() => setAsking("cancel")}
            />
          ) : null}
          {abilities.call_off ? (
            <RowButton
              label="Call off"
              text={
                buyer
                  ? "You can't pick it up after all."
                  : free
                    ? "You can't give it away after all."
                    : "You can't sell it after all."
              }
              onClick={() => setAsking("call_off")}
            />
          ) : null}
          {abilities.report_missed ? (
            <RowButton
              label={buyer ? "Nobody was there" : "Nobody came"}
              text="The pickup time has passed."
              onClick={() => setAsking("missed")}
            />
          ) : null}
          {abilities.open_dispute ? (
            <RowButton
              label="Something's wrong"
              text="The item isn't there or isn't as described."
              onClick={() => setAsking("dispute")}
            />
          ) : null}
          {abilities.refund ? (
            <RowButton
              label="Refund the buyer"
              text={`Refunds ${formatDollars(order.amount)} and ends the order.`}
              onClick={() => setAsking("refund")}
            />
          ) : null}
          <Row text="A question about this order">
            <SupportButton
              variant="ghost"
              size="sm"
              className="-mx-4 sm:mx-0"
              subject={{ order_id: order.id, transaction_id: order.transaction_id, item_name: order.item.title }}
            />
          </Row>
        </ul>
      </NeedsNetwork>
      <ConfirmDialog
        open={asking === "cancel"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "cancel" },
            { title: together ? "Orders cancelled" : "Order cancelled", description: "You don't owe anything." },
            "The order wasn't cancelled",
          )
        }
        title={together ? "Cancel everything in this payment?" : "Cancel this order?"}
        description={
          together
            ? "You've started one card payment for several items. Cancelling ends it, so all of them go back on sale. You can order the ones you want again."
            : "The item goes back on sale and others can buy it. If you've already paid, tell the seller instead of cancelling."
        }
        confirmLabel={together ? "Cancel all" : "Cancel order"}
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
        description={`${order.counterparty.display_name} gets the full amount back on their card, the order ends and your item goes back on sale. If you've been paid for it, we take that back first. This can't be undone.`}
        confirmLabel="Refund the buyer"
        cancelLabel="Keep order"
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "call_off"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "call_off" },
            { title: free ? "Giveaway called off" : "Pickup called off", description: `We've let ${other} know.` },
            `The ${thing} wasn't called off`,
          )
        }
        title={`Call off this ${thing}?`}
        description={callOffMeans(other, !buyer)}
        confirmLabel="Call off"
        cancelLabel="Keep it"
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "missed"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "missed" },
            { title: "Missed pickup reported", description: `We've let ${other} know.` },
            "The report wasn't sent",
          )
        }
        title="Report a missed pickup?"
        description={`${order.status === "expired" ? "" : "The order ends and the item goes back on sale. "}We'll record that ${other} didn't come. They have 48 hours to contest it.`}
        confirmLabel="Report"
        danger
        loading={command.isPending}
      />
      <PriceChangeDialog
        key={`price-${order.amount}`}
        order={order}
        open={asking === "price"}
        onClose={() => setAsking(null)}
      />
      <CallOffDialog order={order} open={asking === "end"} changeId={null} onClose={() => setAsking(null)} />
      <ReasonDialog
        key={order.id}
        open={asking === "dispute"}
        title="Something's wrong"
        description={`Our team will look into it with you and ${other}, who can read what you write. Until it's settled, the order is paused and no money moves.`}
        label="What's wrong?"
        hint="For example: nobody was there, the item's broken, or it's not the one you bought."
        tooShort="Please tell us what's wrong in a sentence."
        sendLabel="Report the problem"
        busy={command.isPending}
        onClose={() => setAsking(null)}
        onSend={(reason) =>
          run(
            { kind: "dispute", reason },
            { title: "Thanks for telling us", description: "Our team will look into it and get back to you." },
            "Your report wasn't sent",
          )
        }
      />
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
        {/* The whole row is clickable, but only the label is the accessible name. */}
        <button type="button" className="font-semibold before:absolute before:inset-0" onClick={onClick}>
          {label}
        </button>
        <span className="block text-sm text-muted">{text}</span>
      </span>
      <ChevronRight className="size-4.5 shrink-0 text-muted" />
    </li>
  );
}
