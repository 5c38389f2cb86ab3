import type { CheckoutView } from "#contract/checkout";
import { fetchCheckout, releaseItem, reserveItem } from "./api.ts";

/**
 * Takes and gives back the hold of the item on screen. Each hold counts against the buyer (D35), so opening must never
 * take two: React mounts effects twice in development, and a dialog may close and open again before its release has
 * arrived, which would otherwise release the new hold.
 */
const taken = new Map<string, Promise<CheckoutView>>();
const leaving = new Map<string, ReturnType<typeof setTimeout>>();
const releasing = new Map<string, Promise<void>>();

function release(itemId: string): Promise<void> {
  // A release that fails is no harm: the hold ends by itself after ten minutes.
  const done = releaseItem(itemId)
    .catch(() => undefined)
    .finally(() => releasing.delete(itemId));
  releasing.set(itemId, done);
  return done;
}

/** The item, held for this buyer, as the wizard shows it. */
export function takeHold(itemId: string): Promise<CheckoutView> {
  clearTimeout(leaving.get(itemId));
  leaving.delete(itemId);
  const known = taken.get(itemId);
  if (known) return known;
  const view = (async () => {
    await releasing.get(itemId);
    await reserveItem(itemId);
    try {
      return await fetchCheckout(itemId);
    } catch (error) {
      // Held but nothing to show for it: nobody else should have to wait ten minutes for that.
      void release(itemId);
      throw error;
    }
  })();
  taken.set(itemId, view);
  view.catch(() => taken.delete(itemId));
  return view;
}

/** Forgets a hold that is over (lapsed, or turned into an order) without releasing anything. */
export function forgetHold(itemId: string): void {
  taken.delete(itemId);
}

/** The buyer has closed the wizard without ordering. */
export function leaveHold(itemId: string): void {
  const view = taken.get(itemId);
  if (!view) return;
  clearTimeout(leaving.get(itemId));
  const timer = setTimeout(() => {
    leaving.delete(itemId);
    taken.delete(itemId);
    // Only after the reserve has been answered: a release that overtook it would leave the item held.
    view.then(
      () => release(itemId),
      () => undefined,
    );
  }, 0);
  leaving.set(itemId, timer);
}

/** The page is going away: no timers and no waiting, one request that outlives it. */
export function dropHold(itemId: string): void {
  if (!taken.delete(itemId)) return;
  void release(itemId);
}
