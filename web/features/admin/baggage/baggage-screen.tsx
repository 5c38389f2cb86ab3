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
    label: "Not collected",
    description: "Paid for, the day of collection is three days past, and nobody has said that it was collected.",
    empty: "Everything that was paid for has been collected.",
  },
  trades: {
    label: "Trades",
    description: "Agreed and not yet taken place. The two can call one off after seven days, you at once.",
    empty: "No trade is waiting to take place.",
  },
  no_shows: {
    label: "Missed collections",
    description: "One side reports that the other did not come, and the other says otherwise.",
    empty: "No report of a missed collection is contested.",
  },
  disputes: {
    label: "Old disputes",
    description: "Disputes that have been open for more than three days.",
    empty: "No dispute has been open for long.",
  },
  money_back: {
    label: "Owed by sellers",
    description:
      "Refunds that go from seller to buyer, because the money never passed through us. Listed until each has arrived.",
    empty: "No seller owes a refund.",
  },
  refunds: {
    label: "Refunds",
    description: "Money that should have gone back and has not.",
    empty: "Every refund got through.",
  },
  payouts: {
    label: "Payouts",
    description: "Sellers' proceeds that the card provider did not take, or whose account there is closed.",
    empty: "No payout is stuck.",
  },
  payout_claims: {
    label: "Owed to us",
    description:
      "The buyer has the money back, and the seller still has the payout. It is taken from the seller's balance at the card provider as soon as there is some.",
    empty: "No seller owes us a payout.",
  },
  fraud_warnings: {
    label: "Fraud warnings",
    description:
      "The card's bank suspects fraud, and the payout waits. Undo an order that has not been collected, before a chargeback comes, or let it go on.",
    empty: "No bank suspects fraud.",
  },
  mails: {
    label: "E-mails",
    description: "Letters given up after eight tries.",
    empty: "Every e-mail left.",
  },
  half_made: {
    label: "Half-made",
    description: "Purchases and trades that were interrupted while they were being made.",
    empty: "Nothing was left half-made.",
  },
  orders: {
    label: "Overdue orders",
    description: "Orders whose deadline has passed and that nothing has acted on.",
    empty: "Every deadline was acted on.",
  },
  holds: {
    label: "Old holds",
    description: "Holds that have outlived their time.",
    empty: "No hold has outlived its time.",
  },
  photos: {
    label: "Lost photos",
    description: "Photos that no listing, draft or message shows.",
    empty: "No photo is lying around.",
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
      <PageHeader
        title="Baggage"
        description="What is lost, unclaimed or stuck and needs a person. Goodstreet settles most of it by itself; the rest waits here."
      />
      <Tabs
        label="What is stuck"
        tabs={tabs}
        value={kind}
        onChange={(next) => setQuery({ kind: next }, { replace: true })}
        className="mb-5"
      >
        <p className="mb-5 max-w-prose text-muted">{about.description}</p>
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
        <h2 className="text-lg font-bold wrap-anywhere">{entry.title}</h2>
        <p className="text-sm text-muted">
          {entry.amount === null ? "" : `${formatDollars(entry.amount)} · `}
          waiting since {formatAge(entry.since, serverNow())}
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
                Look and decide
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
