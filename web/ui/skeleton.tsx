import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A grey placeholder. Hidden from screen readers; the surrounding region says "Loading". */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("animate-pulse bg-surface", className?.includes("rounded") || "rounded-md", className)}
    />
  );
}

export interface LoadingProps {
  /** What loads, for screen readers: "your cart". */
  what?: string;
  className?: string;
  /** Placeholders in the shape of what loads. */
  children: ReactNode;
}

/** Placeholders of a part that loads. */
export function Loading({ what, className, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{what === undefined ? "Loading…" : `Loading ${what}…`}</span>
      {children}
    </div>
  );
}

/** Fallback of a page while its code loads: the heading and a few rows. */
export function PageSkeleton() {
  return (
    <Loading className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </Loading>
  );
}

/** Placeholder cards of the marketplace grid while the listings load. */
export function CardSkeletons({ count = 8 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed order
    <div key={index} aria-hidden="true">
      <Skeleton className="aspect-square rounded-lg" />
      <Skeleton className="mt-3 h-5 w-20 rounded-sm" />
      <Skeleton className="mt-2 h-4 w-4/5 rounded-sm" />
      <Skeleton className="mt-2 h-4 w-3/5 rounded-sm" />
      <Skeleton className="mt-4 h-10 rounded-full" />
    </div>
  ));
}

/**
 * The grid of listings: 2, 3 or 4 columns. Shared with its skeleton, so that nothing moves when the listings arrive.
 */
export const gridClass = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-5 lg:grid-cols-4";

/** Placeholder cards while the listings of a part load. */
export function LoadingGrid() {
  return (
    <Loading what="listings">
      <div className={gridClass}>
        <CardSkeletons />
      </div>
    </Loading>
  );
}

/** Fallback of the marketplace while its code loads: banner, tabs, search row, eight cards. */
export function GridSkeleton() {
  return (
    <Loading className="mx-auto w-full max-w-page px-4 pt-4 pb-28 sm:px-6">
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="mt-4 h-16 rounded-md" />
      <Skeleton className="my-4 h-11 rounded-full" />
      <div className={gridClass}>
        <CardSkeletons />
      </div>
    </Loading>
  );
}
