/**
 * Counts missed payments as strikes (D32, D33). Idempotent, also when cron and a session load run concurrently: an
 * order's key in `strikes` admits it once, and the rising `seq` per buyer refuses a run that has not read another run's
 * strikes, which then reads again.
 */

import { eq, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { displayName } from "#domain/account/display-name";
import { accountFlags, strikesFor } from "#domain/status/strikes";
import { insertAuditEntry, SERVICE_ACTOR } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { profiles } from "../../db/schema/account.ts";
import { strikes } from "../../db/schema/status.ts";
import { logRowError } from "../../log.ts";
import type { Services } from "../../services.ts";
import { announce } from "../notifications/email/outbox.ts";
import { overturnedIn, overturnStatements, updateAccountStatus, writeFlags } from "./commands.ts";
import { bannedEmail, strikeReversedEmail, suspendedEmail } from "./emails.ts";
import {
  peopleWithWrongCount,
  statusProfile,
  strikesOf,
  strikesOfPaidOrdersQuery,
  type UncountedOrder,
  uncountedOrdersQuery,
} from "./queries.ts";

type Needs = Pick<Services, "db" | "env" | "now" | "newId">;

const AT_ONCE = 500;
const ATTEMPTS = 4;
const report = logRowError("apply-strikes");

/**
 * Counts every missed order that has not been counted, of one buyer or of all.
 * @returns how many orders were found.
 */
export async function applyStrikes(services: Needs, buyerId: string | null = null): Promise<number> {
  await overturnPaid(services, buyerId);
  const missed = await services.db.all<UncountedOrder>(uncountedOrdersQuery(buyerId, AT_ONCE));
  const byBuyer = Map.groupBy(missed, (order) => order.buyer_id);
  if (buyerId !== null) {
    for (const [id, orders] of byBuyer) await applyToBuyer(services, id, orders);
    return missed.length;
  }
  for (const [id, orders] of byBuyer) await applyToBuyer(services, id, orders).catch(report(id));
  for (const { id } of await peopleWithWrongCount(services.db, services.now())) {
    await updateAccountStatus(services, id).catch(report(id));
  }
  return missed.length;
}

async function applyToBuyer(services: Needs, buyerId: string, missed: readonly UncountedOrder[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(services, buyerId, missed);
      return;
    } catch (error) {
      const broken = violatedConstraint(error);
      if (attempt === ATTEMPTS || !broken?.startsWith("strikes.")) throw error;
    }
  }
}

async function applyOnce(services: Needs, buyerId: string, missed: readonly UncountedOrder[]): Promise<void> {
  const { db, env, now } = services;
  const [person, known] = await Promise.all([statusProfile(db, buyerId), strikesOf(db, buyerId)]);
  if (!person) return;
  const at = now();
  const added = strikesFor({ role: person.role, is_banned: person.is_banned, strikes: known }, missed, at);
  if (added.length === 0) return;
  const seq = known.length;
  const costs = added.some((strike) => strike.counted);
  // Staff and banned users: the strike is recorded without effect (A17).
  const flags = costs ? accountFlags(person, [...known, ...added], MESSAGES.defaultBanReason, at) : null;
  const titles = new Map(missed.map((order) => [order.order_id, order.item_title]));
  const about = {
    name: displayName(person.full_name),
    origin: env.APP_ORIGIN,
    items: added.filter((strike) => strike.excuse === null).map((strike) => titles.get(strike.order_id) ?? ""),
  };
  const last = added.findLast((strike) => strike.counted);
  const email = flags?.is_banned ? bannedEmail(about) : suspendedEmail(about);
  await batch(db, [
    db.insert(strikes).values(added.map((strike, index) => ({ ...strike, buyer_id: buyerId, seq: seq + index + 1 }))),
    ...added.map((strike) =>
      insertAuditEntry({
        actor_id: SERVICE_ACTOR,
        action: strike.counted ? "strike" : "strike_not_counted",
        subject: buyerId,
        details: { order_id: strike.order_id, event_id: strike.event_id, excuse: strike.excuse },
        at,
      }),
    ),
    ...(flags && last
      ? [
          writeFlags(db, buyerId, flags, { rows: seq + added.length, overturned: overturnedIn(known) }, at),
          db.update(profiles).set({ last_incomplete_transaction_date: last.at }).where(eq(profiles.id, buyerId)),
          ...announce(services, {
            to: person,
            key: `strike:${last.order_id}`,
            mail: email,
            body: `This is about ${about.items.join(", ")}.`,
            link: "/Settings",
          }),
        ]
      : []),
  ]);
  if (flags) await updateAccountStatus(services, buyerId);
}

/** Takes back strikes of orders that were paid after all. */
async function overturnPaid(services: Needs, buyerId: string | null): Promise<void> {
  const paid = await services.db.all<{ buyer_id: string; order_id: string }>(strikesOfPaidOrdersQuery(buyerId));
  for (const [id, rows] of Map.groupBy(paid, (row) => row.buyer_id)) {
    const { db, env, now } = services;
    const [person, known] = await Promise.all([statusProfile(db, id), strikesOf(db, id)]);
    if (!person) continue;
    const orderIds = rows.map((row) => row.order_id);
    const at = now();
    const titles = await db.all<{ item_title: string }>(
      sql`SELECT item_title FROM orders WHERE id IN ${orderIds} ORDER BY id`,
    );
    const email = strikeReversedEmail({
      name: displayName(person.full_name),
      origin: env.APP_ORIGIN,
      items: titles.map((row) => row.item_title),
    });
    await batch(db, [
      ...overturnStatements(db, known, new Set(orderIds), at),
      insertAuditEntry({
        actor_id: SERVICE_ACTOR,
        action: "strike_taken_back",
        subject: id,
        details: { order_ids: orderIds, reason: "paid" },
        at,
      }),
      ...announce(services, {
        to: person,
        key: `strike-back:${orderIds.join(",")}`,
        mail: email,
        body: titles.map((row) => row.item_title).join(", "),
        link: "/Settings",
      }),
    ]);
    await updateAccountStatus(services, id);
  }
}
