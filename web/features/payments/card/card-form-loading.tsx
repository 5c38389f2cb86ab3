import { Skeleton } from "../../../ui/skeleton.tsx";
import { Loading } from "../../../ui/states.tsx";

export function CardFormLoading() {
  return (
    <Loading what="the card form" className="grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
