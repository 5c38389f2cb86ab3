import { useSyncExternalStore } from "react";

/** From here on a page has a second column for a conversation to stand in. */
const WIDE = "(min-width: 768px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether two columns fit. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
