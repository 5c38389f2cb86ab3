/** Staff call off an accepted trade, also after one party has reported the handover (D39). */

import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Result, refuse } from "#domain/result";
import { decideStaffCancel } from "#domain/trades/trade";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { insertNotification } from "../../db/notifications.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/deliver.ts";
import { applyEndedTrade } from "./completion.ts";
import { findTrade, type TradeRecord } from "./queries.ts";

const MOVED_ON = refuse("wrong_state", "This trade has moved on: only an accepted one can be called off.");

/** Calls off an accepted trade for staff, with a reason for both parties. */
export async function callOffTrade(services: Services, staffId: string, id: string, note: string): Promise<Result> {
  const { db, now } = services;
  const record = await findTrade(db, id, now());
  if (!record) return refuse("not_found", MESSAGES.notFound);
  const { trade } = record;
  if (isPartyToCase(staffId, [trade.offeror_id, trade.seller_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const changed = decideStaffCancel(trade, at);
  if (changed === null) return MOVED_ON;
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE trades SET status = ${changed.status}, closed_at = ${changed.closed_at}, updated_at = ${at}, untold = 1
      WHERE id = ${id} AND status = 'accepted' AND attempt = ${trade.attempt} RETURNING id`,
    insertAuditEntry({ actor_id: staffId, action: "trade_called_off", subject: id, details: { note }, at }, CHANGED),
  ]);
  if (written.length === 0) return MOVED_ON;
  const after = await findTrade(db, id, now());
  if (!after) return refuse("not_found", MESSAGES.notFound);
  // Unlocks the items of both; the job repeats it for rooms that cannot be reached.
  await applyEndedTrade(services, after);
  await notifyParties(services, record, note, at);
  return done();
}

/** Notifies both parties with the reason. If this fails, cron notifies them that the trade was called off. */
async function notifyParties(
  services: Services,
  { trade, items }: TradeRecord,
  note: string,
  at: number,
): Promise<void> {
  const target = items.find(({ side }) => side === "target")?.title ?? "";
  const dedupe_key = `trade:${trade.id}:failed`;
  const people = [trade.offeror_id, trade.seller_id];
  const rows = await Promise.all(
    people.map(async (user_id) =>
      insertNotification({
        id: await stableId("ntf", dedupe_key, user_id),
        user_id,
        kind: "trade",
        dedupe_key,
        title: "Our team has called off a trade",
        body: `"${target}": ${note}`,
        link: `/TradeOffers?id=${trade.id}`,
        at,
      }),
    ),
  );
  await batch(services.db, [...rows, sql`UPDATE trades SET untold = 0 WHERE id = ${trade.id}`]);
  notifySoon(services, people);
}
