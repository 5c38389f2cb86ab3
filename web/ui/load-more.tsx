import { useCallback, useRef } from "react";
import { Button } from "./button.tsx";

/** Loads the next page when the end of the list is this close to the screen. */
const AHEAD = "600px";

interface LoadMoreProps {
  /** Content of the next page, for the error message: "listings". */
  what: string;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
  /** Loads the next page when the user scrolls near the end. The button stays for keyboard users and for retries. */
  auto?: boolean;
  /** Called when the button is pressed, before `onLoad`. */
  onPress?: () => void;
}

/** Loads the next page of an infinite list. If that fails, the earlier pages stay. */
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
          The next {what} didn't load.
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
        {failed ? "Retry" : "Load more"}
      </Button>
    </div>
  );
}
