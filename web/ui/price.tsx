import { clsx } from "clsx";
import type { ShownPrice } from "#domain/checkout/shown-price";
import { discountPercent, dollarsToCents } from "#domain/money";
import { formatDollars, formatPrice } from "../lib/format.ts";
import { Badge } from "./badge.tsx";

/** Returns the rounded discount in percent between two prices in dollars; null when there is none to show. */
export function percentOff(price: number, previous: number | null): number | null {
  return discountPercent(previous === null ? null : dollarsToCents(previous), dollarsToCents(price) ?? 0);
}

/** Returns the text of a price's badge: why it is lower than the struck-out one. */
export function priceBadge({ price, struck, reason }: ShownPrice): string | null {
  const percent = percentOff(price, struck);
  return reason ?? (percent === null ? null : `${percent}% off`);
}

interface PriceProps {
  /** Dollars. */
  price: number;
  previous?: number | null;
  /** 18 px in cards and rows, 28 px on the item page. */
  size?: "md" | "lg";
  /** Adds the "25% off" badge; cards show theirs on the photo. True: the percentage. */
  badge?: boolean | string | null;
  className?: string;
}

/** Price with the previous one struck out. Screen readers hear which is which. */
export function Price({ price, previous = null, size = "md", badge = false, className }: PriceProps) {
  const percent = percentOff(price, previous);
  const label = badge === true && percent !== null ? `${percent}% off` : badge;
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
      {typeof label === "string" ? (
        <Badge tone="wattle" className="self-center">
          {label}
        </Badge>
      ) : null}
    </span>
  );
}
