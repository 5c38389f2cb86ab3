/**
 * Takes and releases the hold of the item on screen. Each hold counts against the buyer's limit (D35), so opening must
 * not take two: React runs effects twice in development. A dialog may also reopen before its release has reached the
 * server, which would then release the new hold.
 */
import type { CheckoutView } from "#contract/checkout";
import { ApiError } from "../../lib/api-client.ts";
import { type CheckoutCalls, SERVICE_CALLS } from "./api.ts";

interface HeldItem {
  view: Promise<CheckoutView>;
  calls: CheckoutCalls;
}
const holds = new Map<string, HeldItem>();
const scheduledReleases = new Map<string, ReturnType<typeof setTimeout>>();
const releasing = new Map<string, Promise<void>>();

function release(itemId: string, calls: CheckoutCalls): Promise<void> {
  // A failed release is harmless, because the hold expires.
  const done = calls
    .release(itemId)
    .catch(() => undefined)
    .finally(() => releasing.delete(itemId));
  releasing.set(itemId, done);
  return done;
}

/** Whether the server refused the request, so that nothing was changed. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Holds the item and returns its checkout view. */
export function takeHold(itemId: string, calls: CheckoutCalls = SERVICE_CALLS): Promise<CheckoutView> {
  clearTimeout(scheduledReleases.get(itemId));
  scheduledReleases.delete(itemId);
  const known = holds.get(itemId);
  if (known) return known.view;
  const view = (async () => {
    await releasing.get(itemId);
    try {
      return await calls.reserve(itemId);
    } catch (error) {
      // Without a clear refusal the server may have taken the hold, so release it instead of blocking the item.
      if (!isRefused(error)) void release(itemId, calls);
      throw error;
    }
  })();
  holds.set(itemId, { view, calls });
  view.catch(() => holds.delete(itemId));
  return view;
}

/** Forgets a hold that has expired or become an order, without releasing it. */
export function forgetHold(itemId: string): void {
  holds.delete(itemId);
}

/** Releases the hold after the buyer closed the wizard without ordering. */
export function releaseHold(itemId: string): void {
  const known = holds.get(itemId);
  if (!known) return;
  clearTimeout(scheduledReleases.get(itemId));
  const timer = setTimeout(() => {
    scheduledReleases.delete(itemId);
    holds.delete(itemId);
    // Wait for the reserve call: a release that overtook it would leave the item held.
    known.view.then(
      () => release(itemId, known.calls),
      () => undefined,
    );
  }, 0);
  scheduledReleases.set(itemId, timer);
}

/** Releases the hold while the page unloads: no timers, one request that outlives the page. */
export function releaseHoldOnUnload(itemId: string): void {
  const known = holds.get(itemId);
  if (!known) return;
  holds.delete(itemId);
  void release(itemId, known.calls);
}
