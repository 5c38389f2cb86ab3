import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import type { BaggageKind } from "#contract/admin/baggage";
import { BAGGAGE_KINDS } from "#contract/admin/baggage";
import { OVERVIEW_DAYS, type OverviewDays, type OverviewReply, type QueueName } from "#contract/admin/overview";
import { formatCents } from "#domain/money";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatAge, formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Facts, PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { DayChart } from "./day-chart.tsx";
import { formatCount, shareOf } from "./figures-format.ts";
import { Figure, Funnel, QueueList } from "./overview-parts.tsx";

/** Label of each queue and the page that handles it; null for queues that the service handles itself. */
const QUEUES: Record<QueueName, { label: string; to: string | null }> = {
  reports: { label: "Reports and held messages", to: "/Moderation" },
  appeals: { label: "Appeals", to: "/Users?tab=appeals" },
  support: { label: "Support requests", to: "/SupportRequests" },
  disputes: { label: "Disputes to review", to: "/PaymentConfirmations?queue=disputed" },
  books: { label: "Differences from Stripe", to: "/Books" },
  chargebacks: { label: "Chargebacks open or to share out", to: "/PaymentConfirmations?queue=chargebacks" },
  payout_holds: { label: "Payouts on hold", to: "/Books" },
  overdue: { label: "Overdue seller confirmations", to: "/PaymentConfirmations?queue=overdue" },
  confirmations: { label: "Pending seller confirmations", to: "/PaymentConfirmations?queue=waiting" },
  mail: { label: "Emails queued", to: "/EmailTest" },
  notifications: { label: "Notifications queued", to: null },
  refunds: { label: "Refunds in progress", to: null },
  payouts: { label: "Payouts in progress", to: null },
};

const STUCK: Record<BaggageKind, string> = {
  uncollected: "Paid, not picked up",
  trades: "Trades not completed",
  circles: "Swap circles not completed",
  circle_cases: "Uneven swap circles",
  no_shows: "Contested missed pickups",
  disputes: "Old disputes",
  money_back: "Refunds owed by sellers",
  seller_refunds: "Refund requests to decide",
  refunds: "Failed refunds",
  payouts: "Failed payouts",
  waiting_proceeds: "Money waiting for sellers",
  payout_claims: "Payouts owed by sellers",
  fraud_warnings: "Fraud warnings to review",
  mails: "Failed emails",
  half_made: "Incomplete purchases and trades",
  orders: "Orders past deadline",
  holds: "Expired holds",
  photos: "Unused photos",
};

const RANGES = OVERVIEW_DAYS.map((days) => ({ value: days, label: `${days} days` }));

function Figures({ totals, before, days }: Pick<OverviewReply, "totals" | "before"> & { days: number }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name="Sales"
        value={formatCents(totals.sales_cents)}
        now={totals.sales_cents}
        before={before.sales_cents}
        days={days}
      />
      <Figure name="Orders paid" value={formatCount(totals.paid)} now={totals.paid} before={before.paid} days={days} />
      <Figure
        name="New listings"
        value={formatCount(totals.listings)}
        now={totals.listings}
        before={before.listings}
        days={days}
      />
      <Figure
        name="New accounts"
        value={formatCount(totals.sign_ups)}
        now={totals.sign_ups}
        before={before.sign_ups}
        days={days}
      />
    </dl>
  );
}

function Outcomes({ totals }: Pick<OverviewReply, "totals">) {
  const agreed = shareOf(totals.agreed, totals.negotiations);
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-3">
      <div>
        <Section title="Negotiations">
          <Facts
            className="grid-cols-2"
            items={[
              { name: "Started", value: formatCount(totals.negotiations) },
              { name: "Price agreed", value: `${formatCount(totals.agreed)}${agreed ? ` (${agreed})` : ""}` },
            ]}
          />
        </Section>
      </div>
      <div>
        <Section title="Trades">
          <Facts
            className="grid-cols-2"
            items={[
              { name: "Offered", value: formatCount(totals.trades_proposed) },
              { name: "Accepted", value: formatCount(totals.trades_accepted) },
              { name: "Completed", value: formatCount(totals.trades_completed) },
            ]}
          />
        </Section>
      </div>
      <div>
        <Section title="Refunds">
          <Facts items={[{ name: "Refunded to buyers", value: formatCents(totals.refunded_cents) }]} />
        </Section>
      </div>
    </div>
  );
}

function Waiting({ queues, stuck }: Pick<OverviewReply, "queues" | "stuck">) {
  const lines = (Object.keys(QUEUES) as QueueName[]).map((name) => ({
    key: name,
    label: QUEUES[name].label,
    count: queues[name],
    to: QUEUES[name].to,
  }));
  const baggage = BAGGAGE_KINDS.filter((kind) => stuck[kind] > 0).map((kind) => ({
    key: kind,
    label: STUCK[kind],
    count: stuck[kind],
    to: `/Baggage?kind=${kind}`,
    urgent: true,
  }));
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-2">
      <div>
        <Section title="Pending">
          <QueueList lines={lines} empty="" />
        </Section>
      </div>
      <div>
        <Section title="Stuck">
          <QueueList lines={baggage} empty="Nothing's stuck." />
        </Section>
      </div>
    </div>
  );
}

function Machine({
  cron,
  payments,
  operator,
  audits,
  server_now,
}: Pick<OverviewReply, "cron" | "payments" | "operator" | "audits" | "server_now">) {
  return (
    <Section title="System health">
      <div className="grid gap-3">
        {cron.problem ? (
          <Notice kind="error" title="Scheduled jobs need attention">
            <p>{cron.problem}</p>
          </Notice>
        ) : null}
        {operator ? (
          <Notice kind="warning" title="Who runs this site?">
            <p>
              {operator}{" "}
              <Link to="/Settings?part=site" className="font-semibold underline underline-offset-4">
                Site settings
              </Link>
            </p>
          </Notice>
        ) : null}
        {payments?.problem ? (
          <Notice kind="warning" title="Card payments are degraded">
            <p>{payments.problem} Other ways to pay work.</p>
          </Notice>
        ) : null}
        {audits && audits.findings.length > 0 ? (
          <Notice kind="error" title="The last audit found problems">
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
            { name: "Last scheduled run", value: cron.at === null ? "Not yet" : formatAge(cron.at, server_now) },
            ...(payments === null
              ? []
              : [{ name: "Card payments last checked", value: formatAge(payments.at, server_now) }]),
            {
              name: "Last audit",
              value:
                audits === null
                  ? "Not yet. Runs every hour."
                  : `${formatDateTime(audits.at)}: ${audits.findings.length === 0 ? "no problems" : audits.findings.length === 1 ? "1 problem" : `${audits.findings.length} problems`}`,
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
      <Figures totals={totals} before={overview.before} days={overview.days.length} />
      <Section title="Sales by day">
        <DayChart
          label="Sales by day"
          days={overview.days.map(({ day, sales_cents }) => ({ day, value: sales_cents }))}
          format={formatCents}
        />
      </Section>
      <Section title="Conversion funnel">
        <Funnel
          steps={[
            { name: "Views", value: totals.views },
            { name: "Held", value: totals.holds },
            { name: "Ordered", value: totals.orders },
            { name: "Paid", value: totals.paid },
            { name: "Picked up", value: totals.collected },
          ]}
        />
      </Section>
      <div className="mt-9">
        <Outcomes totals={totals} />
      </div>
      <div className="mt-9">
        <Waiting queues={overview.queues} stuck={overview.stuck} />
      </div>
      <Machine
        cron={overview.cron}
        payments={overview.payments}
        operator={overview.operator}
        audits={overview.audits}
        server_now={overview.server_now}
      />
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
        title="Overview"
        description={
          overview.data
            ? `Updated ${formatDateTime(overview.data.counted_at)}. Sydney time.`
            : "How the marketplace is doing and what needs your attention."
        }
        actions={
          <Button
            variant="secondary"
            icon={<RotateCw className="size-4" />}
            loading={overview.isRefetching}
            onClick={() => void overview.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <Tabs
        label="Date range"
        tabs={RANGES}
        value={days}
        onChange={(value) => setSearch(value === "30" ? {} : { days: value }, { replace: true })}
      >
        <div className="mt-6">
          {overview.data ? (
            <Report overview={overview.data} />
          ) : (
            <QueryState query={overview} title="The overview didn't load" className="grid gap-3">
              <Skeleton className="h-28" />
              <Skeleton className="h-40" />
              <Skeleton className="h-56" />
            </QueryState>
          )}
        </div>
      </Tabs>
    </PageBody>
  );
}
