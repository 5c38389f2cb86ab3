import { Luggage } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { BaggageKind } from "#contract/admin/baggage";
import { BAGGAGE_KINDS, type BaggageAction, type BaggageEntry } from "#contract/admin/baggage";
import { formatAge, formatDollars } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { AdminList } from "../admin-list.tsx";
import { UserLine } from "../user-line.tsx";
import { ACTION_LABELS } from "./action-labels.ts";
import { type Settlement, useBaggage, useBaggageCounts } from "./api.ts";
import { SettleDialog } from "./settle-dialog.tsx";

const KIND_LABELS: Readonly<Record<BaggageKind, { label: string; description: string; empty: string }>> = {
  uncollected: {
    label: "Not picked up",
    description: "Paid, 3 days past the pickup date, and no one has marked it as picked up.",
    empty: "Every paid item has been picked up.",
  },
  trades: {
    label: "Trades",
    description: "Agreed but not completed. Either trader can call it off after 7 days. You can do so any time.",
    empty: "All trades are completed.",
  },
  circles: {
    label: "Swap circles",
    description:
      "Agreed but not completed. The three can call it off themselves, and it ends 14 days after the agreement.",
    empty: "All swap circles are completed.",
  },
  circle_cases: {
    label: "Uneven circles",
    description: "Called off after a handover: someone gave an item and got none. Sort it out with both of them.",
    empty: "No one is waiting for an item.",
  },
  no_shows: {
    label: "Missed pickups",
    description: "One person reported a no-show and the other disagrees.",
    empty: "No one is contesting a missed pickup.",
  },
  disputes: {
    label: "Old disputes",
    description: "Disputes open for more than 3 days.",
    empty: "No old disputes.",
  },
  money_back: {
    label: "Owed by sellers",
    description:
      "Refunds sellers make themselves because the buyer paid them directly. Listed until the money arrives.",
    empty: "No sellers owe a refund.",
  },
  seller_refunds: {
    label: "Refund requests",
    description:
      "Sellers asked to refund the buyer, but are over their daily limit or no longer have the payout. Cancelling the order refunds the buyer, and Goodstreet bears what the seller can't pay back.",
    empty: "No seller is waiting for a decision.",
  },
  refunds: {
    label: "Refunds",
    description: "Refunds that haven't gone through.",
    empty: "All refunds went through.",
  },
  payouts: {
    label: "Payouts",
    description: "Payouts the card provider rejected, or to an account that's closed there.",
    empty: "No payouts are stuck.",
  },
  waiting_proceeds: {
    label: "Waiting money",
    description:
      "Card sales the seller hasn't been paid for in 30 days because payouts aren't set up. It stays theirs. Move it out of Stripe before day 90.",
    empty: "No money has waited for 30 days.",
  },
  payout_claims: {
    label: "Owed to us",
    description:
      "The buyer was refunded but the seller still has the payout. We take it from the seller's card provider balance once there are funds.",
    empty: "No sellers owe us a payout.",
  },
  fraud_warnings: {
    label: "Fraud warnings",
    description:
      "The card's bank suspects fraud, so handover and payout are on hold. Cancel the order before a chargeback comes, or clear the warning.",
    empty: "No fraud warnings.",
  },
  mails: {
    label: "Emails",
    description: "Emails that failed 8 times.",
    empty: "No failed emails.",
  },
  half_made: {
    label: "Incomplete",
    description: "Purchases and trades that were interrupted partway.",
    empty: "Nothing is incomplete.",
  },
  orders: {
    label: "Overdue orders",
    description: "Orders past their deadline that haven't been processed.",
    empty: "No overdue orders.",
  },
  holds: {
    label: "Expired holds",
    description: "Holds that should have ended by now.",
    empty: "No expired holds.",
  },
  photos: {
    label: "Unused photos",
    description: "Photos not used in any listing, draft or message.",
    empty: "No unused photos.",
  },
};

/** /Baggage, for staff: lost, unclaimed and stuck things, each with actions to settle it (D49). */
export default function BaggageScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("kind");
  const kind = BAGGAGE_KINDS.find((name) => name === wanted) ?? "uncollected";
  const counts = useBaggageCounts();
  const list = useBaggage(kind);
  const [way, setWay] = useState<Omit<Settlement, "note"> | null>(null);
  const about = KIND_LABELS[kind];
  const tabs = BAGGAGE_KINDS.map((value) => {
    const count = counts.data?.counts[value];
    return { value, label: KIND_LABELS[value].label, ...(count ? { count } : {}) };
  });
  return (
    <PageBody>
      <PageHeader title="Baggage" description="Stuck or unclaimed items that need attention." />
      <Tabs
        label="Type"
        tabs={tabs}
        value={kind}
        onChange={(next) => setQuery({ kind: next }, { replace: true })}
        className="mb-5"
      >
        <p dir="auto" className="mb-5 max-w-prose text-muted">
          {about.description}
        </p>
        <AdminList
          list={list}
          what="entries"
          empty={<EmptyState icon={<Luggage className="size-7" />} title="Nothing here" description={about.empty} />}
        >
          {(rows) => (
            <ul className="grid gap-4 lg:grid-cols-2">
              {rows.map((entry) => (
                <li key={entry.id}>
                  <BaggageCard entry={entry} onAct={(action) => setWay({ entry, action })} />
                </li>
              ))}
            </ul>
          )}
        </AdminList>
      </Tabs>
      <SettleDialog way={way} onClose={() => setWay(null)} />
    </PageBody>
  );
}

function BaggageCard({
  entry,
  onAct,
}: {
  entry: BaggageEntry;
  onAct: (action: Exclude<BaggageAction, "decide">) => void;
}) {
  return (
    <Panel className="flex h-full flex-col p-5">
      <article className="flex flex-1 flex-col">
        <h2 dir="auto" className="text-lg font-bold wrap-anywhere">
          {entry.title}
        </h2>
        <p className="text-sm text-muted">
          {entry.amount === null ? "" : `${formatDollars(entry.amount)} · `}
          {formatAge(entry.since, serverNow())}
        </p>
        {entry.detail ? <p className="mt-2 line-clamp-3 wrap-anywhere">{entry.detail.replaceAll("_", " ")}</p> : null}
        {entry.people.length > 0 ? (
          <dl className="mt-4 grid gap-3 sm:grid-cols-2">
            {entry.people.map(({ role, person }) => (
              <UserLine key={role} name={role} person={person} />
            ))}
          </dl>
        ) : null}
        <p className="mt-3 text-sm text-muted wrap-anywhere select-all">{entry.id}</p>
        <div className="mt-auto flex flex-wrap gap-2.5 pt-4">
          {entry.actions.map((action, index) =>
            action === "decide" ? (
              <LinkButton key={action} size="sm" to={entry.link ?? "/PaymentConfirmations"}>
                Review
              </LinkButton>
            ) : (
              <Button
                key={action}
                size="sm"
                variant={index === 0 ? "primary" : "secondary"}
                aria-label={`${ACTION_LABELS[action].label}: ${entry.title}`}
                onClick={() => onAct(action)}
              >
                {ACTION_LABELS[action].label}
              </Button>
            ),
          )}
          {entry.link && !entry.actions.includes("decide") ? (
            <LinkButton size="sm" variant="quiet" to={entry.link}>
              See more
            </LinkButton>
          ) : null}
        </div>
      </article>
    </Panel>
  );
}
