import { useSyncExternalStore } from "react";
import type { OrderView } from "#contract/orders";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { HANDOVERS_KEY } from "../../lib/storage-keys.ts";
import { localList } from "./local-list.ts";

/**
 * Handovers that were verified offline and not sent yet. The item has changed hands, so they are stored and survive a
 * closed tab. Sending one twice returns the same completed order.
 */
interface PendingHandover {
  orderId: string;
  secret: string;
  at: number;
  /** Why the server refused it; shown to the seller. */
  problem: string | null;
}

const isPending = (value: unknown): value is PendingHandover =>
  typeof value === "object" && value !== null && "orderId" in value && "secret" in value;

const queue = localList<PendingHandover>(HANDOVERS_KEY, isPending);

/** Whether a retry may succeed: no reply, no session, a rate limit or a server error. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "offline" || error.code === "not_authenticated" || error.status === 429 || error.status >= 500;
}

/** Completes an order with the buyer's six digits, or with the secret of the QR code. */
export function sendHandover(orderId: string, proof: { code: string } | { secret: string }): Promise<OrderView> {
  return unwrap(api.api.orders[":id"].handover.$post({ param: { id: orderId }, json: proof }));
}

/** Stores a handover that was verified offline, to be sent later. */
export function queueHandover(owner: string, orderId: string, secret: string): void {
  const others = queue.read(owner).filter((entry) => entry.orderId !== orderId);
  queue.write(owner, [...others, { orderId, secret, at: Date.now(), problem: null }]);
}

export function removeHandover(owner: string, orderId: string): void {
  queue.write(
    owner,
    queue.read(owner).filter((entry) => entry.orderId !== orderId),
  );
}

let sending: Promise<void> | null = null;

/** Sends the waiting handovers one after the other. Calls `onDone` with each completed order. */
export async function flushHandovers(owner: string, onDone: (order: OrderView) => void): Promise<void> {
  // Two triggers at once (visit and `online`) share one round.
  sending ??= sendAll(owner, onDone).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(owner: string, onDone: (order: OrderView) => void): Promise<void> {
  for (const entry of queue.read(owner).filter(({ problem }) => problem === null)) {
    try {
      const order = await sendHandover(entry.orderId, { secret: entry.secret });
      removeHandover(owner, entry.orderId);
      onDone(order);
    } catch (error) {
      if (isTransient(error)) return;
      const problem = error instanceof ApiError ? error.message : "The handover didn't go through.";
      queue.write(
        owner,
        queue.read(owner).map((other) => (other.orderId === entry.orderId ? { ...other, problem } : other)),
      );
    }
  }
}

/** Returns the waiting handover of one order. */
export function usePendingHandover(owner: string, orderId: string): PendingHandover | null {
  const entries = useSyncExternalStore(queue.subscribe, () => queue.read(owner));
  return entries.find((entry) => entry.orderId === orderId) ?? null;
}
