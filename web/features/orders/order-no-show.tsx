import { lazy, Suspense, useState } from "react";
import type { OrderView } from "#contract/orders";
import { errorMessage } from "../../lib/api-client.ts";
import { formatPlaceTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { NeedsNetwork } from "../../ui/needs-network.tsx";
import { toast } from "../../ui/toast.tsx";
import { useOrderCommand } from "./api.ts";
import * as words from "./dispute-words.ts";
import { doThisOnline } from "./words.ts";

const ReasonDialog = lazy(() => import("../../ui/reason-dialog.tsx"));

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
        () => toast({ title: words.reportContested, description: words.ourTeamDecides }),
        (error: unknown) =>
          toast({ title: words.notContested, description: errorMessage(error), variant: "destructive" }),
      )
      .finally(() => setContesting(false));

  return (
    <Section title={words.missedCollection}>
      <Panel>
        <p className="font-semibold">{own ? words.theyReported(other) : words.youReported(other)}</p>
        {report.outcome ? (
          <p className="mt-1">{report.outcome === "upheld" ? words.upheld : words.dismissed}</p>
        ) : report.contested_at !== null ? (
          <p className="mt-1">{words.contested}</p>
        ) : report.can_contest ? (
          <p className="mt-1">{words.youHaveUntil(until)}</p>
        ) : own ? null : (
          <p className="mt-1">{words.theyHaveUntil(until)}</p>
        )}
        {report.note ? <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">{report.note}</blockquote> : null}
        {report.can_contest ? (
          <div className="mt-4">
            <NeedsNetwork reason={doThisOnline}>
              <Button variant="secondary" onClick={() => setContesting(true)}>
                {words.contest}
              </Button>
            </NeedsNetwork>
          </div>
        ) : null}
      </Panel>
      {contesting ? (
        <Suspense fallback={null}>
          <ReasonDialog
            title={words.contest}
            description={words.ourTeamReads(other)}
            label={words.whatHappened}
            hint={words.forExampleIWaited}
            tooShort={words.pleaseTellWhatHappened}
            sendLabel={words.contest}
            busy={command.isPending}
            onClose={() => setContesting(false)}
            onSend={send}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}
