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
import kindLabels from "./kind-labels.json" with { type: "json" };
import { SettleDialog } from "./settle-dialog.tsx";

const KIND_LABELS: Readonly<Record<BaggageKind, { label: string; description: string; empty: string }>> = kindLabels;

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
