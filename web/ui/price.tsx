import { clsx } from "clsx";
import { discountPercent, dollarsToCents } from "#domain/money";
import { formatDollars, formatPrice } from "../lib/format.ts";
import { Badge } from "./badge.tsx";

/** Returns the rounded discount in percent between two prices in dollars; null when there is none to show. */
export function percentOff(price: number, previous: number | null): number | null {
  return discountPercent(previous === null ? null : dollarsToCents(previous), dollarsToCents(price) ?? 0);
}

interface PriceProps {
  /** Dollars. */
  price: number;
  previous?: number | null;
  /** 18 px in cards and rows, 28 px on the item page. */
  size?: "md" | "lg";
  /** Adds the "25% off" badge; cards show theirs on the photo. */
  badge?: boolean;
  className?: string;
}

/** Price with the previous one struck out. Screen readers hear which is which. */
export function Price({ price, previous = null, size = "md", badge = false, className }: PriceProps) {
  const percent = percentOff(price, previous);
  return (
    <span className={clsx("inline-flex flex-wrap items-baseline gap-x-2 gap-y-1 tabular-nums", className)}>
      <span className={clsx("font-bold", size === "lg" ? "text-2xl font-extrabold" : "text-lg")}>
        {percent === null ? null : <span className="sr-only">Now </span>}
        {formatPrice(price)}
      </span>
      {percent === null || previous === null ? null : (
        <span className={clsx("font-normal text-muted", size === "lg" ? "text-lg" : "text-sm")}>
          <span className="sr-only">was </span>
          <s>{formatDollars(previous)}</s>
        </span>
      )}
      {badge && percent !== null ? (
        <Badge tone="wattle" className="self-center">
          {percent}% off
        </Badge>
      ) : null}
    </span>
  );
}
