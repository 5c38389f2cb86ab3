import { Skeleton } from "../../../ui/skeleton.tsx";

export function CardFormLoading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the card form…</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
