/** A user's objection to a report that they missed a collection, and the decision of staff (D57). */

import { eq, inArray, sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { contestProblem, isContestable } from "#domain/orders/no-show";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Database } from "../../db/client.ts";
import { failedCollections } from "../../db/schema/failed-collections.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Services } from "../../services.ts";
import { notifySoon } from "../notifications/commands.ts";
import { insertOrderNotifications } from "./order-notifications.ts";
import { findOwnOrder } from "./queries.ts";

const NO_REPORT = refuse("wrong_state", "There's no report about you to contest.");
const MOVED_ON = refuse("wrong_state", "This report has already been answered.");

async function findReport(db: Database, orderId: string) {
  const row = await db
    .select({ report: failedCollections, title: orders.item_title })
    .from(failedCollections)
    .innerJoin(orders, eq(orders.id, failedCollections.id))
    .where(eq(failedCollections.id, orderId))
    .get();
  return row ?? null;
}

/** Returns the other reports of the same visit: one missed visit makes a report for each order of its purchase. */
async function findOthersOfVisit(db: Database, { id, recorded_by }: typeof failedCollections.$inferSelect) {
  return db.all<Pick<typeof failedCollections.$inferSelect, "id" | "created_at" | "contested_at" | "outcome">>(
    sql`SELECT f.id, f.created_at, f.contested_at, f.outcome
      FROM orders mine CROSS JOIN orders o ON o.purchase_id = mine.purchase_id CROSS JOIN failed_collections f ON f.id = o.id
      WHERE mine.id = ${id} AND o.id <> mine.id AND f.kind = 'no_show' AND f.recorded_by = ${recorded_by}`,
  );
}

/** Maps the trigger's error for a second answer, which rolls back the whole batch, to a refusal. */
function unlessAnswered(error: unknown): Refusal {
  if (String((error as Error).cause ?? error).includes("a failed collection is answered once")) return MOVED_ON;
  throw error;
}

/** Contests a report for the user it is about, with the others of the same visit: within 48 hours, and once. */
export async function contestNoShow(
  services: Services,
  userId: string,
  orderId: string,
  reason: string,
): Promise<Result> {
  const { db, now } = services;
  const found = await findReport(db, orderId);
  if (!found) return (await findOwnOrder(db, orderId, userId)) ? NO_REPORT : NOT_FOUND;
  const { report, title } = found;
  const at = now();
  switch (contestProblem(report, userId, at)) {
    case "not_yours":
      return report.recorded_by === userId ? NO_REPORT : NOT_FOUND;
    case "contested":
      return done();
    case "late":
      return refuse("wrong_state", "The 48 hours to contest this report have passed. Please contact support.");
    case null:
  }
  const others = (await findOthersOfVisit(db, report)).filter((other) => isContestable(other, at));
  const notifications = await insertOrderNotifications({
    to: [report.recorded_by],
    orderId,
    dedupe_key: `no-show:${orderId}:contested`,
    title: `Report contested: ${title}`,
    body: `The other person says they didn't miss the pickup of “${title}”. Our team will decide.`,
    at,
  });
  try {
    await batch(db, [
      db
        .update(failedCollections)
        .set({ contested_at: at, contest_reason: reason })
        .where(inArray(failedCollections.id, [orderId, ...others.map(({ id }) => id)])),
      ...notifications,
    ]);
  } catch (error) {
    return unlessAnswered(error);
  }
  notifySoon(services, [report.recorded_by]);
  return done();
}

/** Decides a contested report, and the others of the same visit, for staff: upheld, or dismissed and no longer counted. */
export async function decideNoShow(
  services: Services,
  staffId: string,
  orderId: string,
  outcome: "upheld" | "dismissed",
  note: string,
): Promise<Result> {
  const { db, now } = services;
  const found = await findReport(db, orderId);
  if (!found) return NOT_FOUND;
  const { report, title } = found;
  const people = [report.about_id, report.recorded_by];
  if (report.contested_at === null || report.outcome !== null) return MOVED_ON;
  const at = now();
  const others = (await findOthersOfVisit(db, report)).filter(
    (other) => other.contested_at !== null && other.outcome === null,
  );
  const ids = [orderId, ...others.map(({ id }) => id)];
  const result = outcome === "upheld" ? "the report stands" : "the report doesn't count";
  const notifications = await insertOrderNotifications({
    to: people,
    orderId,
    dedupe_key: `no-show:${orderId}:decided`,
    title: `Report decided: ${title}`,
    body: `Our team reviewed the missed pickup of “${title}”, and ${result}. ${note}`,
    at,
  });
  try {
    await batch(db, [
      db
        .update(failedCollections)
        .set({ outcome, decided_by: staffId, decided_at: at, decision_note: note })
        .where(inArray(failedCollections.id, ids)),
      ...ids.map((subject) =>
        insertAuditEntry({ actor_id: staffId, action: `no_show_${outcome}`, subject, details: { note }, at }),
      ),
      ...notifications,
    ]);
  } catch (error) {
    return unlessAnswered(error);
  }
  notifySoon(services, people);
  return done();
}
