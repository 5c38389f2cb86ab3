import { Loading, type LoadingProps, Skeleton } from "./skeleton.tsx";
import { ErrorState, type FailedQuery } from "./states.tsx";

/** Placeholder rows in the shape of list rows. The surrounding region says "Loading". */
export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed order
        <div key={index} className="flex items-center gap-5 py-4">
          <Skeleton className="size-20 shrink-0 sm:size-24" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-5 w-28 rounded-sm" />
            <Skeleton className="mt-2 h-5 w-3/5 rounded-sm" />
            <Skeleton className="mt-2 h-4 w-2/5 rounded-sm" />
          </div>
          <Skeleton className="h-10 w-24 rounded-full max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}

/** Placeholders of labelled inputs, in two columns from 640 px up. */
export function FieldSkeletons({ count }: { count: number }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed order
        <div key={index}>
          <Skeleton className="h-5 w-24 rounded-sm" />
          <Skeleton className="mt-2 h-12" />
        </div>
      ))}
    </div>
  );
}

interface QueryStateProps extends LoadingProps {
  query: FailedQuery & { isError: boolean };
  /** Title of the error. */
  title?: string;
}

/** Shown while a query has no data: placeholders, or why it failed, with a retry. */
export function QueryState({ query, title, ...loading }: QueryStateProps) {
  if (query.isError) return <ErrorState title={title} query={query} />;
  return <Loading {...loading} />;
}
