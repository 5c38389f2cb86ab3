import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "#domain/deadlines";
import type { DecisionFigures } from "#domain/status/decision-figures";
import { api, unwrap } from "../../../lib/api-client.ts";
import { Facts, Panel } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";

const TEN_MINUTES = 10 * MINUTE_MS;

/** How many reports and appeals staff decided in 12 months, how, and how fast. */
export function DecisionFiguresView() {
  const figures = useQuery({
    queryKey: ["decision-figures"],
    queryFn: ({ signal }) => unwrap(api.api["decision-figures"].$get({}, { init: { signal } })),
    staleTime: TEN_MINUTES,
  });
  if (figures.isPending) return <Skeleton className="h-40" />;
  if (figures.data === undefined) {
    return <ErrorState title="The numbers didn't load" query={figures} />;
  }
  return (
    <>
      <One title="Reports" changed="We acted on" figures={figures.data.reports} />
      <One title="Appeals" changed="We took back" figures={figures.data.appeals} />
      <p className="text-sm text-muted">
        We don't show numbers below 5, so they can't point at one person. Half of all cases took less than the typical
        time.
      </p>
    </>
  );
}

function One({ title, changed, figures }: { title: string; changed: string; figures: DecisionFigures }) {
  const { decided, changed_percent: percent, median_hours: hours } = figures;
  return (
    <Panel>
      <h3 className="font-bold">{title}</h3>
      <Facts
        className="mt-2 sm:grid-cols-3"
        items={[
          { name: "Decided", value: decided ?? "Fewer than 5" },
          { name: changed, value: percent === null ? "Too few to show" : `${percent}%` },
          { name: "Typical time", value: hours === null ? "Too few to show" : timeText(hours) },
        ]}
      />
    </Panel>
  );
}

/** "6 hours" up to two days, then "3 days". */
function timeText(hours: number): string {
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
