import { type ReactNode, useState } from "react";
import type { SellingSummary } from "#contract/selling/my-items";
import { formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useSummary } from "./api.ts";

const countOf = (n: number) => n.toLocaleString("en-AU");

/** The four totals and the sales of twelve months. The list below works without them. */
export function Stats() {
  const { data, isError, refetch } = useSummary();
  if (isError && !data) {
    return (
      <div role="alert" className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-surface p-4">
        <p className="font-medium">Your totals didn't load.</p>
        <Button size="sm" variant="secondary" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <section aria-label="Your sales" className="my-stats">
      <dl>
        <Stat name="Total Items" note="active and sold" value={data && countOf(data.total_items)} />
        <Stat name="Items Sold" note="all time" value={data && countOf(data.items_sold)} />
        <Stat name="Total Value" note="unsold stock" value={data && formatDollars(data.total_value)} />
        <Stat name="Revenue" note="from sold items" value={data && formatDollars(data.revenue)} />
      </dl>
      {data ? <SalesChart months={data.months} /> : <Skeleton className="my-chart rounded-lg" />}
    </section>
  );
}

function Stat({ name, note, value }: { name: string; note: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-center rounded-lg bg-surface px-4 py-3.5">
      <dt className="font-semibold text-muted">{name}</dt>
      <dd className="mt-0.5 truncate text-xl font-extrabold tabular-nums sm:text-2xl">
        {value ?? <Skeleton className="h-8 w-20" />}
      </dd>
      <dd className="truncate text-sm text-muted">{note}</dd>
    </div>
  );
}

type Month = SellingSummary["months"][number];

const LONG = new Intl.DateTimeFormat("en-AU", { month: "long", year: "numeric", timeZone: "UTC" });
const SHORT = new Intl.DateTimeFormat("en-AU", { month: "short", timeZone: "UTC" });
const startOf = ({ month }: Month) => Date.parse(`${month}-01T00:00:00Z`);

function wordsOf(month: Month): string {
  return `${LONG.format(startOf(month))}: ${month.sold === 1 ? "1 sale" : `${month.sold.toLocaleString("en-AU")} sales`}, ${formatDollars(month.revenue)}`;
}

/** Bar chart of monthly revenue; the text shows the month under the pointer, or the current one. */
function SalesChart({ months }: { months: readonly Month[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const most = Math.max(0, ...months.map((month) => month.revenue));
  const shown = months[chosen ?? months.length - 1];
  if (months.every((month) => month.sold === 0)) {
    return (
      <div className="flex min-h-24 flex-col justify-center rounded-lg bg-surface px-4 py-3.5 text-center">
        <p className="font-semibold">Sales per month</p>
        <p className="mt-0.5 text-muted">Nothing sold in the last 12 months. The chart starts with your first sale.</p>
      </div>
    );
  }
  const latest = months.length - 1;
  return (
    <figure className="my-chart flex flex-col rounded-lg bg-surface px-4 py-3.5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-muted">Sales per month</span>
        {shown ? (
          <span aria-hidden="true" className="text-sm font-medium tabular-nums">
            {wordsOf(shown)}
          </span>
        ) : null}
      </figcaption>
      <ol onPointerLeave={() => setChosen(null)}>
        {months.map((month, index) => (
          <li key={month.month} onPointerEnter={() => setChosen(index)}>
            <span className="sr-only">{wordsOf(month)}</span>
            <span aria-hidden="true" className="my-column">
              <span
                className={month.sold > 0 ? "my-sales" : undefined}
                data-faded={(chosen !== null && chosen !== index) || undefined}
                style={most > 0 && month.sold > 0 ? { height: `${(month.revenue / most) * 100}%` } : undefined}
              />
            </span>
            <span aria-hidden="true" className={index === (chosen ?? latest) ? "font-bold" : "text-muted"}>
              <span className="my-wide">{SHORT.format(startOf(month))}</span>
              <span className="my-narrow">{SHORT.format(startOf(month)).slice(0, 1)}</span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
