import { useSyncExternalStore } from "react";

/** From here on the item's page has a second column for the conversation to stand in. */
const WIDE = "(min-width: 768px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
