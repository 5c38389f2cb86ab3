import { useState } from "react";
import type { OrderView } from "#contract/orders";
import type { StepAction } from "#domain/orders/next-step";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { submitProblem, useOrderCommand } from "./api.ts";
import { HandoverEntry } from "./handover-entry.tsx";
import { HashForm } from "./hash-form.tsx";
import { ConfirmRefund, RefundAccountForm, SendRefund } from "./seller-refund.tsx";

interface StepProps {
  order: OrderView;
  /** Account id of the viewer, for data stored in this browser. */
  owner: string;
}

/** The control of the next step, the most prominent one on the page. */
export function OrderStep({ action, order, owner }: StepProps & { action: StepAction }) {
  switch (action) {
    case "pay_card":
      return <PayByCard order={order} />;
    case "send_reference":
      return (
        <NeedsNetwork reason="You can tell the seller once you're back online.">
          <SendReference order={order} />
        </NeedsNetwork>
      );
    case "send_hash":
      return (
        <NeedsNetwork reason="You can tell the seller once you're back online.">
          <SendHash order={order} />
        </NeedsNetwork>
      );
    case "confirm_payment":
      return (
        <LinkButton to="/PaymentConfirmations" className="mt-5">
          View Confirmations
        </LinkButton>
      );
    case "show_code":
      return order.handover ? <HandoverCode handover={order.handover} /> : null;
    case "collect":
      return (
        <div className="mt-5">
          <NeedsNetwork reason="You can confirm this once you're back online.">
            <ConfirmCollection order={order} />
          </NeedsNetwork>
        </div>
      );
    case "name_account":
      return (
        <NeedsNetwork reason="You can do this once you're back online.">
          <RefundAccountForm order={order} />
        </NeedsNetwork>
      );
    case "send_back":
      return (
        <NeedsNetwork reason="You can do this once you're back online.">
          <SendRefund order={order} />
        </NeedsNetwork>
      );
    case "confirm_refund":
      return (
        <NeedsNetwork reason="You can do this once you're back online.">
          <ConfirmRefund order={order} />
        </NeedsNetwork>
      );
    case "type_code":
      return <HandoverEntry order={order} owner={owner} />;
  }
}

/** Links to a page, because the bank redirects back to it. The orders of one purchase are paid together. */
function PayByCard({ order }: { order: OrderView }) {
  const what = order.purchase_id === null ? `order=${order.id}` : `purchase=${order.purchase_id}`;
  return (
    <LinkButton to={`/stripe-checkout?${what}`} className="mt-5">
      Pay now
    </LinkButton>
  );
}

function SendReference({ order }: { order: OrderView }) {
  const command = useOrderCommand();
  const send = () =>
    command.mutateAsync({ order, command: { kind: "evidence" } }).then(
      () =>
        toast({ title: "We've let the seller know", description: "They'll check for your transfer and confirm it." }),
      (error: unknown) => toast(submitProblem(error)),
    );
  return (
    <Button className="mt-5" loading={command.isPending} onClick={send}>
      I've sent the transfer
    </Button>
  );
}

function SendHash({ order }: { order: OrderView }) {
  const command = useOrderCommand();
  if (!order.crypto) return null;
  const send = async (txHash: string) => {
    await command.mutateAsync({ order, command: { kind: "hash", txHash } });
    toast({ title: "We've let the seller know", description: "They'll check for your payment and confirm it." });
  };
  return <HashForm coin={order.crypto.coin} onSend={send} />;
}

/** The buyer confirms the collection without a code, for when the seller cannot enter it. */
export function ConfirmCollection({ order, quiet = false }: { order: OrderView; quiet?: boolean }) {
  const [asking, setAsking] = useState(false);
  const command = useOrderCommand();
  const confirm = () =>
    void command
      .mutateAsync({ order, command: { kind: "collected" } })
      .then(() => {
        toast({ title: "Order completed", description: "Thanks for choosing second-hand." });
        // The button is at the end of the page; what is next, the rating, is at its top.
        document.getElementById("main")?.scrollIntoView();
      }, toastError("That didn't go through"))
      .finally(() => setAsking(false));
  return (
    <>
      <Button {...(quiet && { variant: "ghost", size: "sm" })} onClick={() => setAsking(true)}>
        I've picked it up
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title="Do you have the item?"
        description="This completes the order. Only confirm once you have the item."
        confirmLabel="I've picked it up"
        cancelLabel="Not yet"
        loading={command.isPending}
      />
    </>
  );
}

const pickupCodeSpoken = (value: string) => `Pickup code: ${value}`;

/** The buyer's handover code: six digits to read out, or a QR code to scan. White in both themes, for the camera. */
function HandoverCode({ handover }: { handover: NonNullable<OrderView["handover"]> }) {
  const { code, qr } = handover;
  return (
    <div className="mt-5 grid items-center gap-x-8 gap-y-4 rounded-md bg-white p-5 text-center text-[#14211c] sm:grid-cols-[1fr_auto] sm:p-6">
      <div>
        <p className="text-sm font-semibold text-[#53635b]">Pickup code</p>
        {/* Two groups of three digits on screen; screen readers read single digits. */}
        <p
          role="img"
          aria-label={pickupCodeSpoken([...code].join(" "))}
          className="mt-1 flex select-all justify-center gap-4 text-[2.75rem]/[1.1] font-extrabold tabular-nums tracking-[0.06em] sm:text-[3.25rem]/[1.1]"
        >
          <span>{code.slice(0, 3)}</span>
          <span>{code.slice(3)}</span>
        </p>
        <p className="mx-auto mt-2 max-w-[36ch] text-sm text-[#53635b]">
          Show it only once you have the item. The seller uses it to complete the order.
        </p>
      </div>
      <div className="mx-auto">
        <QrCode value={qr} title="QR code for the pickup code" />
      </div>
    </div>
  );
}
