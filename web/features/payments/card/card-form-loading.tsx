import { Loading, Skeleton } from "../../../ui/skeleton.tsx";

export function CardFormLoading() {
  return (
    <Loading what="the card form" className="grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
