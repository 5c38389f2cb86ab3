import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Badge } from "../../../ui/badge.tsx";
import { changeOf, formatCount, shareOf } from "./figures-format.ts";

/** One figure with its change against the previous period. */
export function Figure({
  name,
  value,
  now,
  before,
  days,
}: {
  name: string;
  value: string;
  now: number;
  before: number;
  days: number;
}) {
  const change = changeOf(now, before);
  return (
    <div className="min-w-0 rounded-md bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 truncate text-2xl font-extrabold tabular-nums">{value}</dd>
      <dd className="text-sm text-muted">
        {change === null ? "No earlier data" : `${change} vs previous ${days} days`}
      </dd>
    </div>
  );
}

export interface Step {
  name: string;
  value: number;
}

/**
 * Funnel from views to completed sales: each step as a bar against the longest, with its share of previous step. A
 * step with more than the one before has no share, because free and negotiated items need no hold.
 */
export function Funnel({ steps }: { steps: readonly Step[] }) {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <ol className="grid gap-3">
      {steps.map(({ name, value }, index) => {
        const before = steps[index - 1];
        const share = before && value <= before.value ? shareOf(value, before.value) : null;
        return (
          <li key={name}>
            <div className="mb-1 flex items-baseline justify-between gap-4">
              <span className="font-semibold">{name}</span>
              <span className="tabular-nums">
                {formatCount(value)}
                {share ? <span className="text-sm text-muted"> {`· ${share} of previous step`}</span> : null}
              </span>
            </div>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2.5 w-full">
              <rect width="100" height="8" fill="var(--color-line)" />
              <rect
                width={value === 0 ? 0 : Math.max(0.8, (value / most) * 100)}
                height="8"
                fill="var(--color-brand)"
              />
            </svg>
          </li>
        );
      })}
    </ol>
  );
}

export interface QueueRow {
  key: string;
  label: string;
  count: number;
  to: string | null;
  /** Highlights the count when it is not 0. */
  urgent?: boolean;
}

/** Numbers of waiting entries, with links to the pages where staff handle them. */
export function QueueList({ lines, empty }: { lines: readonly QueueRow[]; empty: ReactNode }) {
  if (lines.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="-mx-3 divide-y divide-line">
      {lines.map(({ key, label, count, to, urgent }) => {
        const line = (
          <>
            <span className="min-w-0 flex-1">{label}</span>
            <Badge tone={count === 0 ? "neutral" : urgent ? "hotSoft" : "wattleSoft"}>
              {count >= 99 ? "99+" : formatCount(count)}
            </Badge>
          </>
        );
        return (
          <li key={key}>
            {to === null ? (
              <div className="flex min-h-12 items-center gap-3 px-3">
                {line}
                <span className="w-4" />
              </div>
            ) : (
              <Link
                to={to}
                className="flex min-h-12 items-center gap-3 rounded-md px-3 transition-colors duration-150 hover:bg-surface"
              >
                {line}
                <ChevronRight className="size-4 text-muted" />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
