import { startTransition, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";

/** Whether the browser draws this page from the start, instead of taking over what the Worker drew. */
let drawnHere = false;

/** Before the first drawing of a page that came without one. */
export function drawHere(): void {
  drawnHere = true;
}

/**
 * False where the Worker draws the page, and while the browser takes that drawing over; true ever after. For what only
 * a browser has: code that comes later, storage, the size of the window. Its coming is no hurry: it is drawn in pieces,
 * between which the page answers.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(drawnHere);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}

const never = () => () => undefined;

/**
 * The same for what is only drawn short by the Worker: true at once wherever the browser draws by itself, so that coming back to a
 * list finds all of it, and the place one left it at.
 */
export function useWhole(): boolean {
  const whole = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(whole);
}
