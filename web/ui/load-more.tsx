import { useCallback, useRef } from "react";
import { Button } from "./button.tsx";

/** Loads the next page when the end of the list is this close to the screen. */
const AHEAD = "600px";

/** The parts of an infinite query that load its next page. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** The next page failed to load; the earlier pages stay. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface LoadMoreProps {
  /** Content of the next page, for the error message: "listings". */
  what: string;
  list: MorePages;
  /** Loads the next page when the user scrolls near the end. The button stays for keyboard users and for retries. */
  auto?: boolean;
  /** Called when the button is pressed, before the page loads. */
  onPress?: () => void;
}

/** Loads the next page of an infinite list, if there is one. If that fails, the earlier pages stay. */
export function LoadMore({ what, list, onPress, auto = false }: LoadMoreProps) {
  const { isFetchingNextPage: loading, isFetchNextPageError: failed } = list;
  const waiting = auto && !loading && !failed;
  const latest = useRef(list.fetchNextPage);
  latest.current = list.fetchNextPage;
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || !waiting) return;
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
        { rootMargin: AHEAD },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [waiting],
  );
  if (!list.hasNextPage) return null;
  return (
    <div ref={watch} className="mt-10 flex flex-col items-center gap-3">
      {failed ? (
        <p role="alert" className="font-medium text-hot-ink">
          The next {what} didn't load.
        </p>
      ) : null}
      <Button
        variant="secondary"
        size="lg"
        loading={loading}
        onClick={() => {
          onPress?.();
          void list.fetchNextPage();
        }}
        className="min-w-44"
      >
        {failed ? "Retry" : "Load more"}
      </Button>
    </div>
  );
}
