/** A moving sale: several of a seller's items on one page, collected at the same times. Pure. */
import { type CollectionWindow, windowsProblem } from "../orders/collection-windows.ts";

export const SALE_ITEMS_MIN = 2;
/** Each item's times are changed in one request, so this bounds its work. */
export const SALE_ITEMS_MAX = 30;
/** Live sales of one seller. */
export const SALES_LIVE_MAX = 3;
export const SALE_TITLE_MAX = 80;
export const SALE_TEXT_MAX = 600;

/** `removed`: by staff. */
export type SaleStatus = "active" | "ended" | "removed";

/** Returns the message for invalid pickup times of a sale, or null. Times of the stored sale may have begun. */
export function saleTimesProblem(
  windows: readonly CollectionWindow[],
  stored: readonly CollectionWindow[],
  now: number,
): string | null {
  if (windows.length === 0) return "Add at least one pickup time.";
  if (windows.every(({ from }) => from <= now)) return "Add a pickup time that hasn't begun yet.";
  return windowsProblem(windows, stored, now);
}

/** Returns when the sale ends by itself: with its last window. */
export const saleEnd = (windows: readonly CollectionWindow[]): number => Math.max(...windows.map(({ until }) => until));

export function isSaleLive({ status, ends_at }: { status: SaleStatus; ends_at: number }, now: number): boolean {
  return status === "active" && ends_at > now;
}
