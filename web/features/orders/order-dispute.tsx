import type { ReactNode } from "react";
import type { OrderView } from "#contract/orders";
import { formatPlaceTime } from "../../lib/format.ts";
import { Panel, Section } from "../../ui/layout.tsx";

/** The dispute and the decision with its reasons. Both parties see them, and emails link here (D34). */
export function OrderDispute({ order }: { order: OrderView }) {
  const { dispute, decision } = order;
  if (!dispute && !decision?.note) return null;
  return (
    <Section title="The problem">
      <Panel className="divide-y divide-line">
        {dispute ? (
          <Statement
            by={order.role === "buyer" ? "What you wrote" : `What ${order.counterparty.display_name} wrote`}
            at={formatPlaceTime(dispute.opened_at, order.collection_zone)}
          >
            {dispute.reason}
          </Statement>
        ) : null}
        {decision?.note ? (
          <Statement by="From our team" at={formatPlaceTime(decision.at, order.collection_zone)}>
            {decision.note}
          </Statement>
        ) : null}
      </Panel>
    </Section>
  );
}

function Statement({ by, at, children }: { by: string; at: string; children: ReactNode }) {
  return (
    <figure className="py-3 first:pt-0 last:pb-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{by}</span>
        <span className="text-sm text-muted">{at}</span>
      </figcaption>
      <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">{children}</blockquote>
    </figure>
  );
}
