import { Skeleton } from "../ui/skeleton.tsx";
import * as words from "./words.ts";

export function CardFormLoading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{words.loadingCardForm}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
