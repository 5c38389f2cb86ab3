import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { BAGGAGE_KINDS } from "#contract/admin/baggage";
import { OVERVIEW_DAYS, type OverviewDays, type OverviewReply, type QueueName } from "#contract/admin/overview";
import { formatCents } from "#domain/money";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatAge, formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Facts, PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { DayChart } from "./day-chart.tsx";
import { formatCount, shareOf } from "./figures-format.ts";
import { Figure, Funnel, QueueList } from "./overview-parts.tsx";

import * as words from "./words.ts";

const RANGES = OVERVIEW_DAYS.map((days) => ({ value: days, label: words.lastDays(days) }));

function Figures({ totals, before }: Pick<OverviewReply, "totals" | "before">) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={words.sales}
        value={formatCents(totals.sales_cents)}
        now={totals.sales_cents}
        before={before.sales_cents}
      />
      <Figure name={words.ordersPaid} value={formatCount(totals.paid)} now={totals.paid} before={before.paid} />
      <Figure
        name={words.newListings}
        value={formatCount(totals.listings)}
        now={totals.listings}
        before={before.listings}
      />
      <Figure
        name={words.newAccounts}
        value={formatCount(totals.sign_ups)}
        now={totals.sign_ups}
        before={before.sign_ups}
      />
    </dl>
  );
}

function Outcomes({ totals }: Pick<OverviewReply, "totals">) {
  const agreed = shareOf(totals.agreed, totals.negotiations);
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-3">
      <div>
        <Section title={words.negotiations}>
          <Facts
            className="grid-cols-2"
            items={[
              { name: words.begun, value: formatCount(totals.negotiations) },
              { name: words.aPriceAgreed, value: `${formatCount(totals.agreed)}${agreed ? ` (${agreed})` : ""}` },
            ]}
          />
        </Section>
      </div>
      <div>
        <Section title={words.trades}>
          <Facts
            className="grid-cols-2"
            items={[
              { name: words.offered, value: formatCount(totals.trades_proposed) },
              { name: words.accepted, value: formatCount(totals.trades_accepted) },
              { name: words.takenPlace, value: formatCount(totals.trades_completed) },
            ]}
          />
        </Section>
      </div>
      <div>
        <Section title={words.refunds}>
          <Facts items={[{ name: words.givenBackToBuyers, value: formatCents(totals.refunded_cents) }]} />
        </Section>
      </div>
    </div>
  );
}

function Waiting({ queues, stuck }: Pick<OverviewReply, "queues" | "stuck">) {
  const lines = (Object.keys(words.QUEUES) as QueueName[]).map((name) => ({
    key: name,
    label: words.QUEUES[name].label,
    count: queues[name],
    to: words.QUEUES[name].to,
  }));
  const baggage = BAGGAGE_KINDS.filter((kind) => stuck[kind] > 0).map((kind) => ({
    key: kind,
    label: words.STUCK[kind],
    count: stuck[kind],
    to: `/Baggage?kind=${kind}`,
    urgent: true,
  }));
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-2">
      <div>
        <Section title={words.waiting}>
          <QueueList lines={lines} empty="" />
        </Section>
      </div>
      <div>
        <Section title={words.stuck}>
          <QueueList lines={baggage} empty={words.nothingIsStuck} />
        </Section>
      </div>
    </div>
  );
}

function Machine({ cron, audits, server_now }: Pick<OverviewReply, "cron" | "audits" | "server_now">) {
  return (
    <Section title={words.theServiceItself}>
      <div className="grid gap-3">
        {cron.problem ? (
          <Notice kind="error" title={words.cronProblem}>
            <p>{cron.problem}</p>
          </Notice>
        ) : null}
        {audits && audits.findings.length > 0 ? (
          <Notice kind="error" title={words.auditProblem}>
            <ul className="mt-1 grid gap-1">
              {audits.findings.map(({ audit, ids }) => (
                <li key={audit} className="break-words">
                  {audit}: {ids.join(", ")}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <Facts
          items={[
            { name: words.lastRunOfTheCron, value: cron.at === null ? words.notYet : formatAge(cron.at, server_now) },
            {
              name: words.lastAudit,
              value:
                audits === null
                  ? words.noAuditYet
                  : `${formatDateTime(audits.at)}: ${audits.findings.length === 0 ? words.allWell : words.findings(audits.findings.length)}`,
            },
          ]}
        />
      </div>
    </Section>
  );
}

function Report({ overview }: { overview: OverviewReply }) {
  const { totals } = overview;
  return (
    <>
      <Figures totals={totals} before={overview.before} />
      <Section title={words.salesByDay}>
        <DayChart
          label={words.salesByDay}
          days={overview.days.map(({ day, sales_cents }) => ({ day, value: sales_cents }))}
          format={formatCents}
        />
      </Section>
      <Section title={words.fromLookToCollection}>
        <Funnel
          steps={[
            { name: words.lookedAt, value: totals.views },
            { name: words.held, value: totals.holds },
            { name: words.ordered, value: totals.orders },
            { name: words.paid, value: totals.paid },
            { name: words.collected, value: totals.collected },
          ]}
        />
      </Section>
      <div className="mt-9">
        <Outcomes totals={totals} />
      </div>
      <div className="mt-9">
        <Waiting queues={overview.queues} stuck={overview.stuck} />
      </div>
      <Machine cron={overview.cron} audits={overview.audits} server_now={overview.server_now} />
    </>
  );
}

/** /Overview, for admins: figures of the marketplace, and the queues that wait for staff. */
export default function OverviewScreen() {
  const [search, setSearch] = useSearchParams();
  const days: OverviewDays = OVERVIEW_DAYS.find((one) => one === search.get("days")) ?? "30";
  const overview = useQuery({
    queryKey: ["admin", "overview", days],
    queryFn: () => unwrap(api.api.admin.overview.$get({ query: { days } })),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <PageBody>
      <PageHeader
        title={words.overview}
        description={overview.data ? words.countedAt(formatDateTime(overview.data.counted_at)) : words.description}
        actions={
          <Button
            variant="secondary"
            icon={<RotateCw className="size-4" aria-hidden="true" />}
            loading={overview.isRefetching}
            onClick={() => void overview.refetch()}
          >
            {words.refresh}
          </Button>
        }
      />
      <Tabs
        label={words.range}
        tabs={RANGES}
        value={days}
        onChange={(value) => setSearch(value === "30" ? {} : { days: value }, { replace: true })}
      >
        <div className="mt-6">
          {overview.data ? (
            <Report overview={overview.data} />
          ) : overview.isError ? (
            <ErrorState
              title={words.theOverviewDidntLoad}
              error={overview.error}
              onRetry={() => void overview.refetch()}
            />
          ) : (
            <div role="status" className="grid gap-3">
              <span className="sr-only">{words.loading}</span>
              <Skeleton className="h-28" />
              <Skeleton className="h-40" />
              <Skeleton className="h-56" />
            </div>
          )}
        </div>
      </Tabs>
    </PageBody>
  );
}
