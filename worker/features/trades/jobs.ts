import { peek } from "../../../durable/item-room/commands/item.ts";
import { askRoom, execute } from "../../http/item-room.ts";
import { logRowError } from "../../log.ts";
import type { Services } from "../../services.ts";
import { finishOrAbandon, settleTradeLock } from "./acceptance/acceptance.ts";
import { settleCircleLock } from "./circles/locking.ts";
import { ABANDONED_MS, writeTradeNotifications } from "./commands.ts";
import { remindOfMeetings } from "./meetings.ts";
import { findAbandonedAcceptances, findStrayLocks, findTrade, findUnannounced, type TradeRecord } from "./queries.ts";
import { expireTrades } from "./stored-trades.ts";

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
  await remindOfMeetings(services).catch(report("reminders"));
  for (const id of await findStrayLocks(db, AT_ONCE)) await settleStrayLock(services, id).catch(report(id));
  for (const id of await findUnannounced(db, now(), AT_ONCE)) {
    await withTrade(id, (record) => writeTradeNotifications(services, record)).catch(report(id));
  }
}

/** Settles a locked item without a current trade or circle. */
async function settleStrayLock(services: Services, itemId: string): Promise<void> {
  const { env } = services;
  const seen = await execute(env, itemId, peek());
  if (!seen.ok) return;
  const lock = seen.value.trade;
  // D1 is behind; the room projects its state again.
  if (seen.value.status !== "pending" || !lock) return askRoom(env, itemId, (room) => room.settle());
  return lock.id.startsWith("cir_")
    ? settleCircleLock(services, itemId, lock)
    : settleTradeLock(services, itemId, lock);
}
