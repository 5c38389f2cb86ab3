import { useState } from "react";
import type { OrderView } from "#contract/orders";
import { formatPlaceTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useOrderCommand } from "./api.ts";

const ReasonDialog = lazyDialog(() => import("../../ui/reason-dialog.tsx"));

/** A reported missed collection, which the other party may contest within 48 hours (D57). */
export function OrderNoShow({ order }: { order: OrderView }) {
  const [contesting, setContesting] = useState(false);
  const command = useOrderCommand();
  const { no_show: report } = order;
  if (!report) return null;
  const other = order.counterparty.display_name;
  const own = report.about === order.role;
  const until = formatPlaceTime(report.contest_until, order.collection_zone);

  const send = (reason: string) =>
    void command
      .mutateAsync({ order, command: { kind: "contest", reason } })
      .then(
        () => toast({ title: "Report contested", description: "Our team will decide and let you both know." }),
        toastError("The report wasn't contested"),
      )
      .finally(() => setContesting(false));

  return (
    <Section title="Missed pickup">
      <Panel>
        <p className="font-semibold">
          {own
            ? `${other} says you didn't come to the pickup.`
            : `You reported that ${other} didn't come to the pickup.`}
        </p>
        {report.outcome ? (
          <p className="mt-1">
            {report.outcome === "upheld"
              ? "Our team decided that the report stands."
              : "Our team decided that the report doesn't count."}
          </p>
        ) : report.contested_at !== null ? (
          <p className="mt-1">This report is contested. Our team will decide.</p>
        ) : report.can_contest ? (
          <p className="mt-1">If that's not what happened, contest it by {until}.</p>
        ) : own ? null : (
          <p className="mt-1">They can contest this until {until}.</p>
        )}
        {report.note ? (
          <blockquote dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {report.note}
          </blockquote>
        ) : null}
        {report.can_contest ? (
          <div className="mt-4">
            <NeedsNetwork reason="You can do this once you're back online.">
              <Button variant="secondary" onClick={() => setContesting(true)}>
                Contest the report
              </Button>
            </NeedsNetwork>
          </div>
        ) : null}
      </Panel>
      <ReasonDialog
        key={order.id}
        open={contesting}
        title="Contest the report"
        description={`Our team will read what you write and decide. We'll let ${other} know you've contested the report.`}
        label="What happened?"
        hint="For example: when you were there and how long you waited."
        tooShort="Please tell us what happened in a sentence."
        sendLabel="Contest the report"
        busy={command.isPending}
        onClose={() => setContesting(false)}
        onSend={send}
      />
    </Section>
  );
}
