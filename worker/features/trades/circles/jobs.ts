import { expireCircle } from "#domain/trades/circle";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { ABANDONED_MS, endCircle, writeCircleNotifications } from "./circles.ts";
import { finishOrAbandonCircle } from "./locking.ts";
import { type CircleRecord, findCircle, findDueCircles, findUnannouncedCircles } from "./queries.ts";

const AT_ONCE = 50;
const report = logRowError("settle-circles");

/**
 * Repairs swap circles (D58): finishes or abandons acceptances of crashed Workers, ends circles that were not accepted or
 * handed over in time, and sends missing notifications. Idempotent and limited. Stray item locks are settled with those
 * of trades.
 */
export async function settleCircles(services: Services): Promise<void> {
  const { db, now } = services;
  const withCircle = async (id: string, settle: (record: CircleRecord) => Promise<void>) => {
    const record = await findCircle(db, id, now());
    if (record) await settle(record);
  };
  for (const id of await findDueCircles(db, now(), now() - ABANDONED_MS, AT_ONCE)) {
    await withCircle(id, (record) =>
      record.circle.locking_at === null
        ? endCircle(services, record, expireCircle(record.circle, now()))
        : finishOrAbandonCircle(services, record),
    ).catch(report(id));
  }
  for (const id of await findUnannouncedCircles(db, now(), AT_ONCE)) {
    await withCircle(id, (record) => writeCircleNotifications(services, record)).catch(report(id));
  }
}
