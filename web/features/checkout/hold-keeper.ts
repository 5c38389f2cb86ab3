import type { CheckoutView } from "#contract/checkout";
import { type CheckoutCalls, SERVICE_CALLS } from "./api.ts";

/**
 * Takes and gives back the hold of the item on screen. Each hold counts against the buyer (D35), so opening must never
 * take two: React mounts effects twice in development, and a dialog may close and open again before its release has
 * arrived, which would otherwise release the new hold.
 */
interface Taken {
  view: Promise<CheckoutView>;
  calls: CheckoutCalls;
}
const taken = new Map<string, Taken>();
const leaving = new Map<string, ReturnType<typeof setTimeout>>();
const releasing = new Map<string, Promise<void>>();

function release(itemId: string, calls: CheckoutCalls): Promise<void> {
  // A release that fails is no harm: the hold ends by itself.
  const done = calls
    .release(itemId)
    .catch(() => undefined)
    .finally(() => releasing.delete(itemId));
  releasing.set(itemId, done);
  return done;
}

/** The item, held for this buyer, as the wizard shows it. */
export function takeHold(itemId: string, calls: CheckoutCalls = SERVICE_CALLS): Promise<CheckoutView> {
  clearTimeout(leaving.get(itemId));
  leaving.delete(itemId);
  const known = taken.get(itemId);
  if (known) return known.view;
  const view = (async () => {
    await releasing.get(itemId);
    await calls.reserve(itemId);
    try {
      return await calls.fetch(itemId);
    } catch (error) {
      // Held but nothing to show for it: nobody else should have to wait for that.
      void release(itemId, calls);
      throw error;
    }
  })();
  taken.set(itemId, { view, calls });
  view.catch(() => taken.delete(itemId));
  return view;
}

/** Forgets a hold that is over (lapsed, or turned into an order) without releasing anything. */
export function forgetHold(itemId: string): void {
  taken.delete(itemId);
}

/** The buyer has closed the wizard without ordering. */
export function leaveHold(itemId: string): void {
  const known = taken.get(itemId);
  if (!known) return;
  clearTimeout(leaving.get(itemId));
  const timer = setTimeout(() => {
    leaving.delete(itemId);
    taken.delete(itemId);
    // Only after the reserve has been answered: a release that overtook it would leave the item held.
    known.view.then(
      () => release(itemId, known.calls),
      () => undefined,
    );
  }, 0);
  leaving.set(itemId, timer);
}

/** The page is going away: no timers and no waiting, one request that outlives it. */
export function dropHold(itemId: string): void {
  const known = taken.get(itemId);
  if (!known) return;
  taken.delete(itemId);
  void release(itemId, known.calls);
}
