import { finishOrGiveUp } from "../features/trades/acceptance.ts";
import { ABANDONED_MS } from "../features/trades/commands.ts";
import { settleStrayLock } from "../features/trades/completion.ts";
import { expireTrades, findHalfAccepted, findStrayLocks, findTrade, findUntold } from "../features/trades/queries.ts";
import { tellOf } from "../features/trades/tell.ts";
import type { Services } from "../http/context.ts";

const AT_ONCE = 50;

/** One that fails does not keep the others. */
async function each(problem: string, ids: readonly string[], settle: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) {
    try {
      await settle(id);
    } catch (error) {
      console.error(JSON.stringify({ level: "error", problem, id, error: String(error) }));
    }
  }
}

/**
 * The net below trades (D39): acceptances whose Worker died are finished or given up, offers nobody answered end, items
 * that no trade has are freed or sold, and what was not told is told. Idempotent and bounded.
 */
export async function settleTrades(services: Services): Promise<void> {
  const { db, now } = services;
  await each("half-accepted trade", await findHalfAccepted(db, now() - ABANDONED_MS, AT_ONCE), async (id) => {
    const record = await findTrade(db, id, now());
    if (record) await finishOrGiveUp(services, record);
  });
  await expireTrades(db, now(), AT_ONCE);
  await each("stray lock of a trade", await findStrayLocks(db, AT_ONCE), (id) => settleStrayLock(services, id));
  await each("untold trade", await findUntold(db, now(), AT_ONCE), async (id) => {
    const record = await findTrade(db, id, now());
    if (record) await tellOf(services, record);
  });
}
