import type { ReactNode } from "react";
import { LoadMore } from "../../ui/load-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import * as words from "./words.ts";

/** What a list of staff's needs of its endless query. */
interface Listing<Row> {
  isPending: boolean;
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface AdminListProps<Row> {
  list: Listing<Row>;
  /** What is listed, for the sentences: "reports". */
  what: string;
  /** Shown when there is nothing. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** Loading, failing, empty or full: the states every queue of staff's goes through. */
export function AdminList<Row>({ list, what, empty, children }: AdminListProps<Row>) {
  if (list.isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{words.loading(what)}</span>
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    );
  }
  if (list.data === undefined) {
    return <ErrorState title={words.didNotLoad(what)} error={list.error} onRetry={() => void list.refetch()} />;
  }
  const rows = list.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      {list.hasNextPage ? (
        <LoadMore
          what={what}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage()}
        />
      ) : null}
    </>
  );
}
