import { startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";

/** Whether the page is rendered only in the browser, without hydration. */
let isClientOnly = false;

/** Call before the first render of a page that was not server-rendered. */
export function skipHydration(): void {
  isClientOnly = true;
}

/**
 * False during server rendering and hydration, then true. For what only a browser has: lazily loaded code, storage, the
 * window size. The switch is a transition, so that the page stays responsive.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(isClientOnly);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}

const never = () => () => undefined;

/**
 * Like `useHydrated`, for lists that the server renders shortened: true from the first client render of a page that is
 * not hydrated, so that going back restores the whole list and its scroll position.
 */
export function useFullList(): boolean {
  const whole = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(whole);
}
