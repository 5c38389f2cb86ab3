/**
 * Takes and releases the hold of the item on screen. Each hold counts against the buyer's limit (D35), so opening must
 * not take two: React runs effects twice in development. A dialog may also reopen before its release has reached the
 * server, which would then release the new hold.
 */
import type { CheckoutView } from "#contract/checkout";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";

const holds = new Map<string, Promise<CheckoutView>>();
const scheduledReleases = new Map<string, ReturnType<typeof setTimeout>>();
const releasing = new Map<string, Promise<boolean>>();

const nothing = () => undefined;

/** Repeating the call keeps the same hold. */
async function reserve(itemId: string): Promise<CheckoutView> {
  const body = { item_id: itemId, reservation_type: "buy_now" } as const;
  return (await unwrap(api.api.rpc.reserve_item.$post({ json: body }))).checkout;
}

/** Resolves to whether the hold is over. One from the queue, from an accepted offer or in the cart stays. */
function release(itemId: string): Promise<boolean> {
  // `keepalive` lets the request outlive the page.
  const sent = api.api.items[":id"].reservation.$delete({ param: { id: itemId } }, { init: { keepalive: true } });
  const done = unwrap(sent)
    // A failed release is harmless, because the hold expires.
    .then(
      ({ released }) => released,
      () => false,
    )
    .finally(() => releasing.delete(itemId));
  releasing.set(itemId, done);
  return done;
}

/** Whether the server refused the request, so that nothing was changed. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Holds the item and returns its checkout view. */
export function takeHold(itemId: string): Promise<CheckoutView> {
  clearTimeout(scheduledReleases.get(itemId));
  scheduledReleases.delete(itemId);
  const known = holds.get(itemId);
  if (known) return known;
  const view = (async () => {
    await releasing.get(itemId);
    try {
      return await reserve(itemId);
    } catch (error) {
      // Without a clear refusal the server may have taken the hold, so release it instead of blocking the item.
      if (!isRefused(error)) void release(itemId);
      throw error;
    }
  })();
  holds.set(itemId, view);
  view.catch(() => holds.delete(itemId));
  return view;
}

/** Forgets a hold that has expired or become an order, without releasing it. */
export function forgetHold(itemId: string): void {
  holds.delete(itemId);
}

/** Releases the hold at once, because the buyer said so. */
export function letGo(itemId: string): Promise<boolean> {
  holds.delete(itemId);
  return release(itemId);
}

/** Releases the hold after the buyer closed the checkout without ordering. */
export function releaseHold(itemId: string): void {
  const known = holds.get(itemId);
  if (!known) return;
  clearTimeout(scheduledReleases.get(itemId));
  const timer = setTimeout(() => {
    scheduledReleases.delete(itemId);
    holds.delete(itemId);
    // Wait for the reserve call: a release that overtook it would leave the item held.
    known.then(() => release(itemId), nothing);
  }, 0);
  scheduledReleases.set(itemId, timer);
}

/** Releases the hold while the page unloads: no timers, one request that outlives the page. */
export function releaseHoldOnUnload(itemId: string): void {
  if (holds.delete(itemId)) void release(itemId);
}
