import type { ReactNode } from "react";
import { LoadMore, type MorePages } from "../../ui/load-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";

/** The parts of an infinite query that the list needs. */
interface Listing<Row> extends MorePages {
  isPending: boolean;
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface AdminListProps<Row> {
  list: Listing<Row>;
  /** Plural of the listed things, for messages: "reports". */
  what: string;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** An admin list from an infinite query, with its loading, error and empty states. */
export function AdminList<Row>({ list, what, empty, children }: AdminListProps<Row>) {
  if (list.isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading {what}…</span>
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    );
  }
  if (list.data === undefined) {
    return <ErrorState title={`The ${what} didn't load`} query={list} />;
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      <LoadMore what={what} list={list} />
    </>
  );
}
