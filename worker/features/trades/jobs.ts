import { logRowError } from "../../log.ts";
import type { Services } from "../../services.ts";
import { finishOrAbandon, settleStrayLock } from "./acceptance/commands.ts";
import { ABANDONED_MS, writeTradeNotifications } from "./commands.ts";
import {
  expireTrades,
  findAbandonedAcceptances,
  findStrayLocks,
  findTrade,
  findUnannounced,
  type TradeRecord,
} from "./queries.ts";

const AT_ONCE = 50;
const report = logRowError("settle-trades");

/**
 * Repairs trades (D39): finishes or abandons acceptances of crashed Workers, expires unanswered offers, settles stray
 * item locks, and sends missing notifications. Idempotent and limited.
 */
export async function settleTrades(services: Services): Promise<void> {
  const { db, now } = services;
  const withTrade = async (id: string, settle: (record: TradeRecord) => Promise<void>) => {
    const record = await findTrade(db, id, now());
    if (record) await settle(record);
  };
  for (const id of await findAbandonedAcceptances(db, now() - ABANDONED_MS, AT_ONCE)) {
    await withTrade(id, (record) => finishOrAbandon(services, record)).catch(report(id));
  }
  await expireTrades(db, now(), AT_ONCE);
  for (const id of await findStrayLocks(db, AT_ONCE)) await settleStrayLock(services, id).catch(report(id));
  for (const id of await findUnannounced(db, now(), AT_ONCE)) {
    await withTrade(id, (record) => writeTradeNotifications(services, record)).catch(report(id));
  }
}
