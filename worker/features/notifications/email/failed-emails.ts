import { type Refusal, refuse } from "#domain/result";
import { auditIfChanged } from "../../../db/audit-log.ts";
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
): Promise<{ ok: true } | Refusal> {
  const { env, now } = services;
  const at = now();
  const [written] = await env.DB.batch([
    action === "retry"
      ? env.DB.prepare(
          "UPDATE mail_outbox SET status = 'queued', attempts = 0, next_at = ? WHERE id = ? AND status = 'failed'",
        ).bind(at, id)
      : env.DB.prepare("UPDATE mail_outbox SET status = 'kept' WHERE id = ? AND status = 'failed'").bind(id),
    auditIfChanged(env.DB, {
      actor_id: staffId,
      action: action === "retry" ? "mail_retried" : "mail_left",
      subject: id,
      at,
    }),
  ]);
  if (written?.meta.changes !== 1) return NOT_FAILED;
  if (action === "retry") deliverSoon(services);
  return { ok: true };
}
