/** Audit entries for links in emails that act without a session. */
import type { SQL } from "drizzle-orm";
import { insertAuditEntry } from "./audit-log.ts";

/** Kinds of links that change something without a session. */
export const LINK_KINDS = [
  "verify_email",
  "reset_password",
  "new_email",
  "stop_email_change",
  "still_available",
  "unsubscribe",
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Returns the statement that records the use of a link, for the batch of what it did. The log names the account whose
 * link it was, because a link does not say who used it.
 * @param subject what it changed; the account itself if left out.
 */
export function auditLinkUse(kind: LinkKind, accountId: string, at: number, when?: SQL, subject = accountId): SQL {
  return insertAuditEntry({ actor_id: accountId, action: "link_used", subject, details: { kind }, at }, when);
}
