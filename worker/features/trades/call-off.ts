/** Staff call off an accepted trade, also after one party has reported the handover (D39). */

import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { type Refusal, refuse } from "#domain/result";
import { decideStaffCancel } from "#domain/trades/trade";
import { auditIfChanged } from "../../db/audit-log.ts";
import { notificationStatement } from "../../db/notifications.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";
import { applyEndedTrade } from "./completion.ts";
import { findTrade, type TradeRecord } from "./queries.ts";

const MOVED_ON = refuse("wrong_state", "This trade has moved on: only an accepted one can be called off.");

/** Calls off an accepted trade for staff, with a reason for both parties. */
export async function callOffTrade(
  services: Services,
  staffId: string,
  id: string,
  note: string,
): Promise<{ ok: true } | Refusal> {
  const { db, env, now } = services;
  const record = await findTrade(db, id, now());
  if (!record) return refuse("not_found", MESSAGES.notFound);
  const { trade } = record;
  if (isPartyToCase(staffId, [trade.offeror_id, trade.seller_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const changed = decideStaffCancel(trade, at);
  if (changed === null) return MOVED_ON;
  const [written] = await env.DB.batch([
    env.DB.prepare(
      `UPDATE trades SET status = ?, closed_at = ?, updated_at = ?, untold = 1
        WHERE id = ? AND status = 'accepted' AND attempt = ?`,
    ).bind(changed.status, changed.closed_at, at, id, trade.attempt),
    auditIfChanged(env.DB, { actor_id: staffId, action: "trade_called_off", subject: id, details: { note }, at }),
  ]);
  if (written?.meta.changes !== 1) return MOVED_ON;
  const after = await findTrade(db, id, now());
  if (!after) return refuse("not_found", MESSAGES.notFound);
  // Unlocks the items of both; the job repeats it for rooms that cannot be reached.
  await applyEndedTrade(services, after);
  await notifyParties(services, record, note, at);
  return { ok: true };
}

/** Notifies both parties with the reason. If this fails, cron notifies them that the trade was called off. */
async function notifyParties(
  { env, defer, ...services }: Services,
  { trade, items }: TradeRecord,
  note: string,
  at: number,
) {
  const target = items.find(({ side }) => side === "target")?.title ?? "";
  const dedupe_key = `trade:${trade.id}:failed`;
  const people = [trade.offeror_id, trade.seller_id];
  const rows = await Promise.all(
    people.map(async (user_id) =>
      notificationStatement(env.DB, {
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
  await env.DB.batch([...rows, env.DB.prepare("UPDATE trades SET untold = 0 WHERE id = ?").bind(trade.id)]);
  notifySoon({ ...services, env, defer }, people);
}
