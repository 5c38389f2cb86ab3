/**
 * Locks the items of a trade or a swap circle in their rooms: one after the other in the order of their ids, so that of
 * two deals that share an item exactly one continues.
 */

import { done, type Result } from "#domain/result";
import { lockingOrder } from "#domain/trades/trade";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import { lockForTrade, unlockTrade } from "../../../../durable/item-room/commands/trades.ts";
import { execute } from "../../../http/item-room.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";

/** One attempt of a trade or circle to lock its items. */
export interface Attempt {
  id: string;
  attempt: number;
  items: readonly { item_id: string; owner_id: string; title: string }[];
}

/** Locks the items until one refuses. */
export async function lockAll({ env }: Services, { id, attempt, items }: Attempt): Promise<Result> {
  for (const { item_id, owner_id, title } of lockingOrder(items)) {
    const locked = await execute(env, item_id, lockForTrade({ tradeId: id, attempt, ownerId: owner_id }));
    // Names the item that prevents the acceptance.
    if (!locked.ok) return { ...locked, message: `${title}: ${locked.message}` };
  }
  return done();
}

/** Unlocks all items of this attempt. The job repeats it for rooms that cannot be reached. */
export async function unlockAll({ env }: Services, { id, attempt, items }: Attempt): Promise<void> {
  const freed = await Promise.allSettled(
    items.map(({ item_id }) => execute(env, item_id, unlockTrade({ tradeId: id, attempt }))),
  );
  logFailures(id, "unlock", freed);
}

/** Returns whether every item is locked for this attempt. */
export async function areAllLocked({ env }: Services, { id, attempt, items }: Attempt): Promise<boolean> {
  const locks = await Promise.all(
    items.map(async ({ item_id }) => {
      const seen = await execute(env, item_id, peek());
      return (
        seen.ok &&
        seen.value.status === "pending" &&
        seen.value.trade?.id === id &&
        seen.value.trade.attempt === attempt
      );
    }),
  );
  return locks.every(Boolean);
}

/** Logs the failed calls among `results`. */
export function logFailures(id: string, problem: string, results: readonly PromiseSettledResult<unknown>[]): void {
  for (const one of results) {
    if (one.status === "fulfilled") continue;
    log("error", { trade: id, problem, error: String(one.reason) });
  }
}
