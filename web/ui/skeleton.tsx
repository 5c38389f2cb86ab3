import { clsx } from "clsx";

/** A grey shape the size of what is coming. Hidden from screen readers; the region around it says "Loading". */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("animate-pulse rounded-md bg-surface", className)} />;
}

/** The heading and a few rows: the fallback of a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
      <span className="sr-only">Loading…</span>
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </div>
  );
}
