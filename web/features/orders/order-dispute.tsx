import type { ReactNode } from "react";
import type { OrderView } from "#contract/orders";
import { formatDateTime } from "../../lib/format.ts";
import { Panel, Section } from "../../ui/layout.tsx";
import * as words from "./dispute-words.ts";

/** What was reported and what our team decided and why: each side reads both, and the letters point here (D34). */
export function OrderDispute({ order }: { order: OrderView }) {
  const { dispute, decision } = order;
  if (!dispute && !decision?.note) return null;
  return (
    <Section title={words.theProblem}>
      <Panel className="divide-y divide-line">
        {dispute ? (
          <Said
            by={order.role === "buyer" ? words.whatYouWrote : words.whatTheyWrote(order.counterparty.display_name)}
            at={dispute.opened_at}
          >
            {dispute.reason}
          </Said>
        ) : null}
        {decision?.note ? (
          <Said by={words.ourTeamWrites} at={decision.at}>
            {decision.note}
          </Said>
        ) : null}
      </Panel>
    </Section>
  );
}

function Said({ by, at, children }: { by: string; at: number; children: ReactNode }) {
  return (
    <figure className="py-3 first:pt-0 last:pb-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{by}</span>
        <time dateTime={new Date(at).toISOString()} className="text-sm text-muted">
          {formatDateTime(at)}
        </time>
      </figcaption>
      <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">{children}</blockquote>
    </figure>
  );
}
