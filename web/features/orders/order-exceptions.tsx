import { ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/orders/next-step";
import { errorMessage } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { SupportButton } from "../../ui/support-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { type OrderAction, useOrderCommand } from "./api.ts";
import * as dispute from "./dispute-words.ts";
import { ConfirmCollection } from "./order-step.tsx";
import * as words from "./words.ts";

const ReasonDialog = lazy(() => import("../../ui/reason-dialog.tsx"));

/** Exceptional actions below the order: cancel, report a problem, refund, contact support. */
export function OrderExceptions({ order }: { order: OrderView }) {
  const [asking, setAsking] = useState<"cancel" | "refund" | "dispute" | "call_off" | "missed" | null>(null);
  const command = useOrderCommand();
  const { abilities } = order;
  const other = order.counterparty.display_name;
  const buyer = order.role === "buyer";
  const step = nextStep(order, serverNow());
  // Hidden here when it is the main next step above.
  const collected = abilities.collect && !(step.kind === "act" && step.action === "collect");

  const run = (what: OrderAction, done: { title: string; description: string }, failed: string) =>
    void command
      .mutateAsync({ order, command: what })
      .then(
        () => toast(done),
        (error: unknown) => toast({ title: failed, description: errorMessage(error), variant: "destructive" }),
      )
      .finally(() => setAsking(null));

  return (
    <Section title={words.somethingElse}>
      <NeedsNetwork reason={words.doThisOnline}>
        <ul className="divide-y divide-line">
          {collected ? (
            <Row text={words.cantTakeCode(order.counterparty.display_name)}>
              <ConfirmCollection order={order} quiet />
            </Row>
          ) : null}
          {abilities.cancel ? (
            <RowButton label={words.cancelOrder} text={words.itemGoesBackOnOffer} onClick={() => setAsking("cancel")} />
          ) : null}
          {abilities.call_off ? (
            <RowButton
              label={words.callOff}
              text={buyer ? words.cantCollect : words.cantGiveAway}
              onClick={() => setAsking("call_off")}
            />
          ) : null}
          {abilities.report_missed ? (
            <RowButton
              label={buyer ? words.nobodyWasThere : words.nobodyCame}
              text={words.collectionTimeHasPassed}
              onClick={() => setAsking("missed")}
            />
          ) : null}
          {abilities.open_dispute ? (
            <RowButton
              label={words.somethingIsWrong}
              text={words.itemIsntThereOrIsnt}
              onClick={() => setAsking("dispute")}
            />
          ) : null}
          {abilities.refund ? (
            <RowButton
              label={words.refundBuyer}
              text={words.givesBackAndEndsOrder(formatDollars(order.amount))}
              onClick={() => setAsking("refund")}
            />
          ) : null}
          <Row text={words.anythingElseAboutThisOrder}>
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
            { title: words.orderCancelled, description: words.nothingIsOwed },
            words.orderWasntCancelled,
          )
        }
        title={words.cancelThisOrder}
        description={words.itemGoesBackOnOfferAndOthers}
        confirmLabel={words.cancelOrder}
        cancelLabel={words.keepIt}
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "refund"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "refund", relist: true },
            { title: words.refundStarted, description: words.buyerGetsFullAmountBack },
            words.refundDidntStart,
          )
        }
        title={words.refund(formatDollars(order.amount))}
        description={words.getsFullAmountBack(order.counterparty.display_name)}
        confirmLabel={words.refundBuyer}
        cancelLabel={words.keepOrder}
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "call_off"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "call_off" },
            { title: words.giveawayCalledOff, description: words.theyWereTold(other) },
            words.wasntCalledOff,
          )
        }
        title={words.callOffGiveaway}
        description={words.callOffMeans(other, !buyer)}
        confirmLabel={words.callOff}
        cancelLabel={words.keepIt}
        danger
        loading={command.isPending}
      />
      <ConfirmDialog
        open={asking === "missed"}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          run(
            { kind: "missed" },
            { title: words.collectionReported, description: words.theyWereTold(other) },
            words.wasntReported,
          )
        }
        title={words.reportMissedCollection}
        description={words.reportMissedMeans(other)}
        confirmLabel={words.report}
        danger
        loading={command.isPending}
      />
      {asking === "dispute" ? (
        <Suspense fallback={null}>
          <ReasonDialog
            title={dispute.somethingIsWrong}
            description={dispute.ourTeamLooksInto(other)}
            label={dispute.whatIsWrong}
            hint={dispute.forExampleNobodyWasThere}
            tooShort={dispute.pleaseTellUsInSentence}
            sendLabel={dispute.reportProblem}
            busy={command.isPending}
            onClose={() => setAsking(null)}
            onSend={(reason) =>
              run(
                { kind: "dispute", reason },
                { title: words.thankYouForTellingUs, description: words.ourTeamLooksInto },
                words.thatWasntSent,
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
        {/* The whole row is clickable, but only the label is the accessible name. */}
        <button type="button" className="font-semibold before:absolute before:inset-0" onClick={onClick}>
          {label}
        </button>
        <span className="block text-sm text-muted">{text}</span>
      </span>
      <ChevronRight className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
    </li>
  );
}
