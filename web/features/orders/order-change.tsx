import { useState } from "react";
import type { DealChangeView, OrderView } from "#contract/orders";
import { formatDollars, formatPlaceTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { type OrderAction, useOrderCommand } from "./api.ts";
import { REASON_LABELS } from "./order-labels.ts";

type ChangeAction = Extract<OrderAction, { kind: "ask_change" | "answer_change" }>;

/** Sends a change of the deal, and says how it went. */
export function useChange(order: OrderView) {
  const command = useOrderCommand();
  const send = (what: ChangeAction, done: { title: string; description: string }) =>
    command.mutateAsync({ order, command: what }).then(() => toast(done), toastError("That wasn't sent"));
  return { send, busy: command.isPending };
}

/** A change of the deal that waits for an answer, and a difference that is still owed (D82). */
export function OrderChange({ order }: { order: OrderView }) {
  const { change, difference } = order;
  const open = change?.state === "open" ? change : null;
  if (!open && !difference) return null;
  return (
    <Section title={open ? (open.kind === "price" ? "A lower price" : "Calling it off") : "Money back"}>
      <Panel className="grid gap-5">
        {open ? <OpenChange order={order} change={open} /> : null}
        {difference ? <Difference order={order} difference={difference} /> : null}
      </Panel>
    </Section>
  );
}

function OpenChange({ order, change }: { order: OrderView; change: DealChangeView }) {
  const { send, busy } = useChange(order);
  const [agreeing, setAgreeing] = useState(false);
  const other = order.counterparty.display_name;
  const own = change.by === order.role;
  const price = change.kind === "price";
  const answer = (said: "accept" | "decline" | "withdraw", done: { title: string; description: string }) =>
    void send({ kind: "answer_change", change: change.id, say: { answer: said } }, done);
  return (
    <div className="grid gap-3" aria-live="polite">
      <div>
        <p className="font-semibold">{proposalText(change, own ? "You" : other)}</p>
        {price ? <p className="mt-1">{priceMeans(order, change)}</p> : <p className="mt-1">{callOffMeans(order)}</p>}
        <p className="mt-1 text-sm text-muted">
          {own ? `${other} can answer` : "You can answer"} until{" "}
          {formatPlaceTime(change.expires_at, order.collection_zone)}. Without an answer nothing changes.
        </p>
      </div>
      <NeedsNetwork reason="You can answer once you're back online.">
        <div className="flex flex-wrap gap-2.5">
          {order.abilities.answer_change ? (
            <>
              <Button
                loading={busy}
                onClick={() =>
                  price
                    ? answer("accept", { title: "New price agreed", description: `We've let ${other} know.` })
                    : setAgreeing(true)
                }
              >
                {price ? `Agree to ${formatDollars(change.to)}` : "Agree to call it off"}
              </Button>
              <Button
                variant="secondary"
                disabled={busy}
                onClick={() => answer("decline", { title: "Declined", description: "The order stays as it was." })}
              >
                {price ? "Keep the price" : "Keep the order"}
              </Button>
            </>
          ) : null}
          {order.abilities.withdraw_change ? (
            <Button
              variant="secondary"
              loading={busy}
              onClick={() =>
                answer("withdraw", { title: "Proposal withdrawn", description: "The order stays as it was." })
              }
            >
              Withdraw
            </Button>
          ) : null}
        </div>
      </NeedsNetwork>
      <CallOffDialog order={order} open={agreeing} changeId={change.id} onClose={() => setAgreeing(false)} />
    </div>
  );
}

function proposalText(change: DealChangeView, who: string): string {
  if (change.kind === "call_off") return `${who} asked to call the order off`;
  const reason = change.reason === "other" ? "" : ` (${REASON_LABELS[change.reason].toLowerCase()})`;
  return `${who} proposed ${formatDollars(change.to)} instead of ${formatDollars(change.from)}${reason}`;
}

/** Says how the difference reaches the buyer, and that the code agrees to the seller's own price. */
function priceMeans(order: OrderView, change: Extract<DealChangeView, { kind: "price" }>): string {
  const buyer = order.role === "buyer";
  const difference = formatDollars(change.from - change.to);
  const how =
    order.payment_method === "cash"
      ? `${buyer ? "You pay" : "The buyer pays"} the new price at pickup.`
      : order.payment_method === "stripe"
        ? `We refund ${difference} to ${buyer ? "your" : "the buyer's"} card at once.`
        : `${buyer ? `${order.counterparty.display_name} owes you` : "You owe the buyer"} ${difference}, which you settle between yourselves.`;
  const whole = change.together ? ` Everything ${buyer ? "you" : "they"} bought together changes with it.` : "";
  const code =
    change.by === "seller" && !change.together
      ? buyer
        ? " If you give them your pickup code, that agrees to it too."
        : " At the door, the buyer's code agrees to it too."
      : "";
  return how + whole + code;
}

function callOffMeans({ role, counterparty, amount, difference, payment_method }: OrderView): string {
  const back = formatDollars(amount + (difference?.amount ?? 0));
  const pays =
    role === "buyer"
      ? `${counterparty.display_name} sends you ${back} back`
      : `You send ${counterparty.display_name} ${back} back`;
  return `${pays} by bank transfer${payment_method === "crypto" ? ", also for a crypto payment" : ""}. It doesn't count against either of you.`;
}

/** Asks to call an order off, or agrees to it. The seller says whether the item goes back on sale. */
export function CallOffDialog({
  order,
  open,
  changeId,
  onClose,
}: {
  order: OrderView;
  open: boolean;
  /** The question that is agreed to; null to ask. */
  changeId: string | null;
  onClose: () => void;
}) {
  const { send, busy } = useChange(order);
  const [relist, setRelist] = useState(true);
  const other = order.counterparty.display_name;
  const seller = order.role === "seller";
  const sale = seller ? { relist } : {};
  const confirm = () =>
    void send(
      changeId === null
        ? { kind: "ask_change", ask: { kind: "call_off", ...sale } }
        : { kind: "answer_change", change: changeId, say: { answer: "accept", ...sale } },
      changeId === null
        ? { title: `We've asked ${other}`, description: "Nothing changes until they agree." }
        : { title: "Order called off", description: `We've let ${other} know.` },
    ).finally(onClose);
  const decides = seller && (changeId === null || order.change?.kind !== "call_off" || order.change.relist === null);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title={changeId === null ? `Ask ${other} to call it off?` : "Call this order off?"}
      description={`${callOffMeans(order)}${changeId === null ? ` ${other} has 48 hours to answer.` : ""}`}
      confirmLabel={changeId === null ? "Ask" : "Call it off"}
      cancelLabel="Keep order"
      danger={changeId !== null}
      loading={busy}
    >
      {decides ? (
        <Checkbox checked={relist} onChange={(event) => setRelist(event.target.checked)}>
          Put the item back on sale
        </Checkbox>
      ) : null}
    </ConfirmDialog>
  );
}

/** The difference to an agreed price that the two settle between themselves; done once both have said so. */
function Difference({ order, difference }: { order: OrderView; difference: NonNullable<OrderView["difference"]> }) {
  const { send, busy } = useChange(order);
  const other = order.counterparty.display_name;
  const amount = formatDollars(difference.amount);
  return (
    <div className="grid gap-3">
      <p>
        {order.role === "buyer"
          ? `${other} owes you ${amount} from the new price.`
          : `You owe ${other} ${amount} from the new price. Cash or PayID is easiest.`}{" "}
        {difference.you
          ? `You said it's settled. We're waiting for ${other}.`
          : difference.them
            ? `${other} says it's settled. Is it?`
            : "Tell us once it's settled."}
      </p>
      {order.abilities.settle_difference && !difference.you ? (
        <NeedsNetwork reason="You can do this once you're back online.">
          <Button
            className="justify-self-start"
            loading={busy}
            onClick={() =>
              void send(
                { kind: "answer_change", change: difference.change_id, say: { answer: "settled" } },
                { title: "Thanks", description: "It's settled once you've both said so." },
              )
            }
          >
            It's settled
          </Button>
        </NeedsNetwork>
      ) : null}
    </div>
  );
}
