import { useSyncExternalStore } from "react";

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * False where the Worker draws the page, and while the browser takes that drawing over; true ever after. For what only
 * a browser has: code that comes later, storage, the size of the window.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no);
}
