import { useCallback, useRef } from "react";
import { Button } from "./button.tsx";
import * as words from "./words.ts";

/** How far below the screen the end of the list may be when the next page is fetched. */
const AHEAD = "600px";

interface LoadMoreProps {
  /** What the next page holds, for the sentence of a failure: "listings". */
  what: string;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
  /** Loads by itself when the reader gets near the end. The button stays, for keyboards and for what failed. */
  auto?: boolean;
  /** The button was pressed; the page follows by `onLoad`. */
  onPress?: () => void;
}

/** The way to the next page of an endless list; pages before it stay when it fails. */
export function LoadMore({ what, loading, failed, onLoad, onPress, auto = false }: LoadMoreProps) {
  const waiting = auto && !loading && !failed;
  const latest = useRef(onLoad);
  latest.current = onLoad;
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
  return (
    <div ref={watch} className="mt-10 flex flex-col items-center gap-3">
      {failed ? (
        <p role="alert" className="font-medium text-hot-ink">
          {words.nextDidntLoad(what)}
        </p>
      ) : null}
      <Button
        variant="secondary"
        size="lg"
        loading={loading}
        onClick={() => {
          onPress?.();
          onLoad();
        }}
        className="min-w-44"
      >
        {failed ? words.retry : words.loadMore}
      </Button>
    </div>
  );
}
