/**
 * Acceptance of a trade: all of its items are locked, or none (D39). The trade is marked as being accepted, with a new
 * attempt number, before the first room is asked; rooms are locked one after the other in the order of their ids; a
 * single guarded UPDATE commits. An abandoned attempt is closed in D1 before anything is unlocked, so that a trade is
 * never accepted with an unlocked item. A job finishes or releases what a crashed Worker leaves.
 */

import { type Refusal, refuse } from "#domain/result";
import { lockingOrder } from "#domain/trades/trade";
import { peek } from "../../../durable/item-room/commands/item.ts";
import { lockForTrade, unlockTrade } from "../../../durable/item-room/commands/trades.ts";
import { execute } from "../../http/item-room.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { abandonAcceptance, commitAcceptance, findTrade, type TradeItemRow, type TradeRecord } from "./queries.ts";

interface Attempt {
  id: string;
  attempt: number;
  items: readonly TradeItemRow[];
}

type Outcome = { ok: true } | Refusal;

const NO_LONGER_OPEN = refuse(
  "wrong_state",
  "This trade has moved on since you opened it. Please check where it stands now.",
);

/**
 * Locks all items and accepts the trade, or leaves everything unchanged. The trade is already marked as being accepted
 * in this attempt.
 */
export async function acceptAll(services: Services, { id, attempt, items }: Attempt): Promise<Outcome> {
  const locked = await lockAll(services, { id, attempt, items }).catch(async (error: unknown) => {
    // The reply may have been lost after the lock was taken. If the job has accepted this attempt meanwhile, it counts.
    if (await giveUp(services, { id, attempt, items })) return { ok: true } as const;
    throw error;
  });
  if (locked.ok && (await commitAcceptance(services.db, id, attempt, services.now()))) return { ok: true };
  if (await giveUp(services, { id, attempt, items })) return { ok: true };
  return locked.ok ? NO_LONGER_OPEN : locked;
}

async function lockAll({ env }: Services, { id, attempt, items }: Attempt): Promise<Outcome> {
  for (const { item_id, owner_id, title } of lockingOrder(items)) {
    const locked = await execute(env, item_id, lockForTrade({ tradeId: id, attempt, ownerId: owner_id }));
    // Names the item that prevents the acceptance.
    if (!locked.ok) return { ...locked, message: `${title}: ${locked.message}` };
  }
  return { ok: true };
}

/**
 * Abandons the attempt.
 * @returns true when that is too late because this attempt has been accepted.
 */
async function giveUp(services: Services, { id, attempt, items }: Attempt): Promise<boolean> {
  if (!(await abandonAcceptance(services.db, id, attempt, services.now()))) {
    const current = await findTrade(services.db, id, services.now());
    if (current?.trade.attempt === attempt && current.trade.accepted_at !== null) return true;
  }
  await unlockAll(services, { id, attempt, items });
  return false;
}

/** Unlocks all items of this attempt. The job repeats it for rooms that cannot be reached. */
export async function unlockAll({ env }: Services, { id, attempt, items }: Attempt): Promise<void> {
  const freed = await Promise.allSettled(
    items.map(({ item_id }) => execute(env, item_id, unlockTrade({ tradeId: id, attempt }))),
  );
  logFailures(id, "unlock", freed);
}

/** Finishes an acceptance whose Worker crashed: accepted if every item is locked for it, else abandoned. */
export async function finishOrAbandon(services: Services, { trade, items }: TradeRecord): Promise<void> {
  const { id, attempt } = trade;
  const locks = await Promise.all(
    items.map(async ({ item_id }) => {
      const seen = await execute(services.env, item_id, peek());
      return (
        seen.ok &&
        seen.value.status === "pending" &&
        seen.value.trade?.id === id &&
        seen.value.trade.attempt === attempt
      );
    }),
  );
  if (locks.every(Boolean) && (await commitAcceptance(services.db, id, attempt, services.now()))) return;
  await giveUp(services, { id, attempt, items });
}

/** Logs the failed calls among `results`. */
export function logFailures(id: string, problem: string, results: readonly PromiseSettledResult<unknown>[]): void {
  for (const one of results) {
    if (one.status === "fulfilled") continue;
    log("error", { trade: id, problem, error: String(one.reason) });
  }
}
