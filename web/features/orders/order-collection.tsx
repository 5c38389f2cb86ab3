import { CircleCheck, MapPin } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { OrderView } from "#contract/orders";
import { isToCollect } from "#domain/orders/order-status";
import { formatCollection, formatPlaceTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CalendarLink } from "../../ui/calendar-link.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Facts, Panel, Section } from "../../ui/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { SafetyTip } from "../safety/index.ts";
import { type OrderAction, useOrderCommand } from "./api.ts";
import { isOpen } from "./order-labels.ts";

const ProposeTimeDialog = lazyDialog(() => import("./propose-time-dialog.tsx"));

/** Date and place. The server decides whether to send the address or a text in its place (D9). */
export function OrderCollection({ order }: { order: OrderView }) {
  const { collection_date: date, collection_ends_at: ends, collection_zone: zone } = order;
  // After completion the address is no longer announced, even if the collection date is in the future.
  const over = !isOpen(order) || order.status === "refunded";
  return (
    <Section title="Pickup" actions={<CollectionCalendar order={order} />}>
      <Panel>
        <Facts
          items={[
            { name: "Date", value: formatCollection(date, zone, ends) },
            { name: "Location", value: order.collection_summary },
          ]}
        />
        {over && order.collection_address === null ? null : <Address order={order} />}
        <Coming order={order} />
        <Reschedule order={order} />
      </Panel>
      {isToCollect(order.status) ? <PickupTip order={order} /> : null}
    </Section>
  );
}

const TIPS = {
  pickup: {
    buyer:
      "Meet in daylight, somewhere public if you can, and tell a friend. Check the item before you give your code.",
    seller:
      "Meet in daylight, somewhere public if you can, and tell a friend. Enter the buyer's code before they leave.",
  },
  cash: {
    buyer: "Meet in daylight, somewhere public if you can, and tell a friend. Check the item first, then pay.",
    seller:
      "Meet in daylight, somewhere public if you can. Count the cash, or see the PayID payment in your own bank app, before you hand it over. A screenshot isn't proof.",
  },
} as const;

function PickupTip({ order: { payment_method, role } }: { order: OrderView }) {
  const kind = payment_method === "cash" ? "cash" : "pickup";
  return (
    <SafetyTip key={kind} kind={kind} className="mt-3">
      {TIPS[kind][role]}
    </SafetyTip>
  );
}

/** The order's calendar entry, while a collection is agreed, or after one that was called off before its time. */
function CollectionCalendar({ order }: { order: OrderView }) {
  const agreed = isToCollect(order.status);
  const paid = order.events.some(({ kind }) => kind === "payment_confirmed" || kind === "cash_agreed");
  const ended = paid && ["cancelled", "refunded"].includes(order.status) && order.collection_date > order.server_now;
  return agreed || ended ? <CalendarLink href={`/api/orders/${order.id}/calendar.ics`} cancelled={!agreed} /> : null;
}

function Address({ order }: { order: OrderView }) {
  return (
    <p className="mt-3 flex gap-2 border-t border-line pt-3">
      <MapPin className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className={order.collection_address ? "font-semibold" : undefined}>{order.collection_address_text}</span>
        {order.collection_address_at === null ? null : (
          <span className="block text-sm text-muted">
            In <Countdown until={order.collection_address_at} ended="a moment" />
          </span>
        )}
      </span>
    </p>
  );
}

/** Sends an action of the order, and says how it went. */
function useSend(order: OrderView) {
  const command = useOrderCommand();
  const send = (what: OrderAction, done: { title: string; description: string }, failed: string) =>
    command.mutateAsync({ order, command: what }).then(() => toast(done), toastError(failed));
  return { send, busy: command.isPending };
}

/** Whether both are coming, and one press to say so (D56). */
function Coming({ order }: { order: OrderView }) {
  const { send, busy } = useSend(order);
  const button = useRef<HTMLButtonElement>(null);
  const { hash, key } = useLocation();
  const { coming } = order;
  // A reminder leads to the button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` differs when the same reminder is opened again
  useEffect(() => {
    if (hash === "#coming") button.current?.focus();
  }, [hash, key]);
  if (!coming) return null;
  const other = order.counterparty.display_name;
  return (
    <Row
      action={
        coming.you ? (
          <p className="flex items-center gap-2 font-semibold text-brand-ink">
            <CircleCheck className="size-4.5" />
            You're coming
          </p>
        ) : (
          <Button
            ref={button}
            loading={busy}
            onClick={() =>
              void send(
                { kind: "coming" },
                { title: "Great, see you there", description: `${other} can see that you're coming.` },
                "We couldn't save that",
              )
            }
          >
            I'm coming
          </Button>
        )
      }
    >
      {coming.them ? `${other} is coming.` : `${other} hasn't confirmed yet.`}
    </Row>
  );
}

/** Another time, proposed by one of the two and answered by the other (D54). */
function Reschedule({ order }: { order: OrderView }) {
  const [proposing, setProposing] = useState(false);
  const { send, busy } = useSend(order);
  const { proposal, abilities, collection_zone: zone } = order;
  const other = order.counterparty.display_name;
  const time = proposal && formatCollection(proposal.from, zone, proposal.until);
  const answer = (accept: boolean) =>
    proposal &&
    void send(
      { kind: "answer_time", proposal: proposal.id, accept },
      accept
        ? { title: "Pickup moved", description: `It's now ${time}.` }
        : { title: "Proposal declined", description: "The pickup time stays as it is." },
      "Your answer wasn't sent",
    );
  return (
    <>
      {proposal && abilities.answer_time ? (
        <Row
          action={
            <div className="flex flex-wrap gap-2">
              <Button loading={busy} onClick={() => answer(true)}>
                Accept
              </Button>
              <Button variant="secondary" disabled={busy} onClick={() => answer(false)}>
                Decline
              </Button>
            </div>
          }
        >
          <span className="block font-semibold">
            {other} proposes {time}
          </span>
          <span className="block text-sm text-muted">Answer by {formatPlaceTime(proposal.expires_at, zone)}.</span>
        </Row>
      ) : proposal?.state === "open" ? (
        <Row>
          <span className="block font-semibold">You proposed {time}</span>
          <span className="block text-sm text-muted">
            {other} can answer until {formatPlaceTime(proposal.expires_at, zone)}.
          </span>
        </Row>
      ) : proposal?.state === "declined" && proposal.by === order.role && isOpen(order) ? (
        <Row>
          {other} can't make {time}.
        </Row>
      ) : null}
      {abilities.propose_time ? (
        <Row
          action={
            <Button variant="secondary" onClick={() => setProposing(true)}>
              Propose another time
            </Button>
          }
        >
          Can't make it?
        </Row>
      ) : null}
      <ProposeTimeDialog
        key={order.collection_date}
        order={order}
        open={proposing}
        busy={busy}
        onClose={() => setProposing(false)}
        onSend={(window) =>
          void send(
            { kind: "propose_time", window },
            { title: "Time proposed", description: `We've asked ${other}.` },
            "Your proposal wasn't sent",
          ).then(() => setProposing(false))
        }
      />
    </>
  );
}

function Row({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0">{children}</div>
      {action ? <NeedsNetwork reason="You can do this once you're back online.">{action}</NeedsNetwork> : null}
    </div>
  );
}
