import { sql } from "drizzle-orm";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "./deliver.ts";

const NOT_FAILED = refuse("wrong_state", "This e-mail is not waiting for you: it was sent, or is about to be.");

/**
 * Settles a failed email for staff. `retry`: queues it again with all attempts. `close`: stays as a record and is never
 * sent.
 */
export async function resolveFailedEmail(
  services: Services,
  staffId: string,
  id: string,
  action: "retry" | "leave",
): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const change = action === "retry" ? sql`status = 'queued', attempts = 0, next_at = ${at}` : sql`status = 'kept'`;
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE mail_outbox SET ${change} WHERE id = ${id} AND status = 'failed' RETURNING id`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: action === "retry" ? "mail_retried" : "mail_left",
        subject: id,
        at,
      },
      CHANGED,
    ),
  ]);
  if (written.length === 0) return NOT_FAILED;
  if (action === "retry") deliverSoon(services);
  return done();
}
