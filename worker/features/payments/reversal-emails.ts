/**
 * Emails to the owner of ad credit when a bank takes a top-up back. The parties of an order are notified by its room.
 */
import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "#domain/money";
import { notificationSql } from "../../db/notifications.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { type TopupDisputeState, topupReversedEmail } from "../notifications/email/emails.ts";
import type { Payment } from "./queries.ts";

/** Returns statements for the batch that changes the credit; one email per status. */
export async function topupReversalEmails(
  { now }: Services,
  { user_id: userId, amount_cents: cents }: Payment,
  reversalId: string,
  news: TopupDisputeState,
): Promise<SQL[]> {
  const at = now();
  const key = `topup-reversal:${reversalId}:${news}`;
  const mail = topupReversedEmail(news, formatCents(cents));
  return [
    sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
      SELECT ${await stableId("mail", key)}, ${key}, email, ${mail.subject}, ${mail.text}, ${mail.html}, ${at}, ${at}
      FROM profiles WHERE id = ${userId} ON CONFLICT (dedupe_key) DO NOTHING`,
    notificationSql({
      id: await stableId("ntf", key),
      user_id: userId,
      kind: "order",
      dedupe_key: key,
      title: mail.subject,
      body: mail.said,
      link: "/PromoteItem",
      at,
      mailed: true,
    }),
  ];
}
