import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import type { AdminReversal } from "#contract/admin/payment-queue";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Facts, Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AdminList } from "../admin-list.tsx";
import { UserLine } from "../user-line.tsx";
import { useReversals } from "./api.ts";
import { reversalLabel, reversalMeans } from "./payment-labels.ts";
import { ShareDialog } from "./share-dialog.tsx";

/** Chargebacks, and refunds made at the card provider; open ones first. */
export function Chargebacks({ onOpen }: { onOpen: (orderId: string) => void }) {
  const reversals = useReversals();
  const [sharing, setSharing] = useState<AdminReversal | null>(null);
  const { to_share } = sharing ?? { to_share: null };
  return (
    <>
      <ShareDialog reversal={sharing && to_share ? { ...sharing, to_share } : null} onClose={() => setSharing(null)} />
      <AdminList
        list={reversals}
        what="chargebacks"
        empty={
          <EmptyState
            icon={<BadgeCheck className="size-7" />}
            title="No chargebacks"
            description="Payments a buyer's bank takes back, and refunds made at the card provider, appear here."
          />
        }
      >
        {(rows) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {rows.map((reversal) => (
              <li key={reversal.id}>
                <ReversalCard reversal={reversal} onOpen={onOpen} onShare={() => setSharing(reversal)} />
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </>
  );
}

interface ReversalCardProps {
  reversal: AdminReversal;
  onOpen: (orderId: string) => void;
  onShare: () => void;
}

function ReversalCard({ reversal, onOpen, onShare }: ReversalCardProps) {
  const { kind, status, due_at: due, orders, owed, fee, closed_at: closed } = reversal;
  const late = status === "open" && due !== null && due < serverNow();
  const { label, tone } = reversalLabel(reversal);
  return (
    <Panel className="flex h-full flex-col gap-4 p-5">
      <article className="flex flex-1 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="text-xl font-extrabold tabular-nums">{formatDollars(reversal.amount)}</p>
            <h2 className="font-semibold wrap-anywhere">
              {orders.length === 0 ? "Ad credit top-up" : orders.map(({ title }) => title).join(", ")}
            </h2>
          </div>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p>{reversalMeans(reversal)}</p>
        <Facts
          items={[
            {
              name: kind === "chargeback" ? "Opened" : "Refunded",
              value: formatDateTime(reversal.created_at),
            },
            ...(kind === "chargeback" && status === "open" && due !== null
              ? [{ name: late ? "Evidence was due" : "Evidence due", value: formatDateTime(due) }]
              : []),
            ...(closed === null ? [] : [{ name: "Closed", value: formatDateTime(closed) }]),
            ...(fee > 0 ? [{ name: "Provider's fee", value: formatDollars(fee) }] : []),
            ...(owed > 0 ? [{ name: "Ad credit owed", value: formatDollars(owed) }] : []),
            {
              name: "Card provider reference",
              value: <span className="wrap-anywhere select-all">{reversal.id}</span>,
            },
          ]}
        />
        {reversal.to_share === null ? null : (
          <Notice kind="warning" title={`Whose ${formatDollars(reversal.to_share.amount)}?`}>
            <p>
              The bank took part of a purchase of {reversal.to_share.orders.length} orders. Until you decide, no seller
              is asked for money. Two weeks after the bank has decided, Goodstreet bears it.
            </p>
            <Button size="sm" className="mt-3" onClick={onShare}>
              Decide who bears it
            </Button>
          </Notice>
        )}
        {reversal.problem === null ? null : (
          <Notice kind="warning" title="Not done yet. We'll keep trying.">
            <p className="wrap-anywhere">{reversal.problem}</p>
          </Notice>
        )}
        <dl>
          <UserLine name="Paid by" person={reversal.payer} />
        </dl>
        {orders.length > 0 ? (
          <div className="mt-auto flex flex-wrap gap-2">
            {orders.map(({ id, title }) => (
              <Button key={id} size="sm" variant="secondary" onClick={() => onOpen(id)}>
                {orders.length === 1 ? "View order" : `View order: ${title}`}
              </Button>
            ))}
          </div>
        ) : null}
      </article>
    </Panel>
  );
}
