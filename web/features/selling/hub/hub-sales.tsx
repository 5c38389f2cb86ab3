import { useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import type { SellingSummary } from "#contract/selling/my-items";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDollars } from "../../../lib/format.ts";
import { Section } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";

const EMPTY = { sold: 0, revenue: 0 };

/** Sales of this month, the last month and in total. The chart of twelve months is on My Items. */
export function HubSales() {
  const summary = useQuery({
    queryKey: ["selling", "summary"],
    queryFn: ({ signal }) => unwrap(api.api.selling.summary.$get({}, { init: { signal } })),
  });
  return (
    <Section title="Performance">
      {summary.data ? (
        <SalesFacts summary={summary.data} />
      ) : summary.isError ? (
        <ErrorState title="Your sales didn't load" query={summary} />
      ) : (
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {["a", "b", "c", "d"].map((key) => (
            <Skeleton key={key} className="h-24 rounded-lg" />
          ))}
        </div>
      )}
    </Section>
  );
}

/** Leaves out the revenue when all items were given away. */
const soldFor = ({ items_sold, revenue }: SellingSummary) =>
  revenue > 0 ? `${items_sold} for ${formatDollars(revenue)}` : String(items_sold);

function SalesFacts({ summary }: { summary: SellingSummary }) {
  const [before = EMPTY, now = EMPTY] = summary.months.slice(-2);
  const facts: { name: string; value: string; change?: { by: number; was: string } }[] = [
    {
      name: "Sold this month",
      value: String(now.sold),
      change: { by: now.sold - before.sold, was: `${before.sold}` },
    },
    {
      name: "Revenue this month",
      value: formatDollars(now.revenue),
      change: { by: now.revenue - before.revenue, was: formatDollars(before.revenue) },
    },
    { name: "Active listings", value: String(summary.counts.active) },
    { name: "Total sold", value: soldFor(summary) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(({ name, value, change }) => (
        <div key={name} className="rounded-lg bg-surface p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 text-xl font-extrabold tabular-nums">{value}</dd>
          {change ? (
            <dd className="mt-1 flex items-center gap-1.5 text-sm text-muted">
              {change.by > 0 ? <TrendingUp className="size-4 text-brand-ink" /> : null}
              {change.by < 0 ? <TrendingDown className="size-4" /> : null}
              {change.was} last month
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
