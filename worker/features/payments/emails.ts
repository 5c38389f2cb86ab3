/** Emails about card money, and the notifications that go with them. */
import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "#domain/money";
import { insertNotificationIf } from "../../db/notifications.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import {
  type Email,
  payoutsHeldEmail,
  payoutsReadyEmail,
  proceedsWaitingEmail,
  refundEmail,
  type TopupDisputeState,
  topupReversedEmail,
} from "../notifications/email/emails.ts";
import type { Payment, Refund } from "./queries.ts";

/** Returns the statement that queues an email, once per key, to the profile that `recipient` selects, if any. */
async function queueEmailTo(
  recipient: SQL,
  key: string,
  mail: { subject: string; text: string; html: string },
  at: number,
): Promise<SQL> {
  return sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
    SELECT ${await stableId("mail", key)}, ${key}, profiles.email, ${mail.subject}, ${mail.text}, ${mail.html}, ${at}, ${at}
    FROM ${recipient} ON CONFLICT (dedupe_key) DO NOTHING`;
}

interface News {
  to: string;
  /** Identifies the event in the outbox and in the notification centre. */
  key: string;
  mail: Email & { said: string };
  link: string;
  at: number;
}

/** Returns statements that email a user and show the same in the notification centre, where `guard` holds. */
async function tell({ to, key, mail, link, at }: News, guard: SQL = sql`1`): Promise<SQL[]> {
  return [
    await queueEmailTo(sql`profiles WHERE id = ${to} AND ${guard}`, key, mail, at),
    insertNotificationIf(guard, {
      id: await stableId("ntf", key),
      user_id: to,
      kind: "order",
      dedupe_key: key,
      title: mail.subject,
      body: mail.said,
      link,
      at,
      mailed: true,
    }),
  ];
}

/** Returns statements for the batch of a refund that was made (D20); none for money that belonged to no order. */
export async function refundEmails({ db, now }: Services, refund: Refund): Promise<SQL[]> {
  if (refund.order_id === null) return [];
  const order = await db.get<{ title: string; buyer_id: string; seller_id: string }>(
    sql`SELECT item_title AS title, buyer_id, seller_id FROM orders WHERE id = ${refund.order_id}`,
  );
  if (!order) return [];
  const title = order.title.replace(/\s+/g, " ").trim();
  const late = refund.cause.startsWith("late:");
  const at = now();
  const statements = await Promise.all(
    (["buyer", "seller"] as const).map(async (side) => {
      const mail = refundEmail(side, formatCents(refund.amount_cents), title, late);
      const to = side === "buyer" ? order.buyer_id : order.seller_id;
      return tell({ to, key: `refund:${refund.id}:${side}`, mail, link: `/MyOrders/${refund.order_id}`, at });
    }),
  );
  return statements.flat();
}

/**
 * Returns statements for the batch that changes ad credit because a bank takes a top-up back; one email per status. The
 * parties of an order are notified by its room.
 */
export async function topupReversalEmails(
  { now }: Services,
  { user_id: userId, amount_cents: cents }: Payment,
  reversalId: string,
  news: TopupDisputeState,
): Promise<SQL[]> {
  const mail = topupReversedEmail(news, formatCents(cents));
  return tell({ to: userId, key: `topup-reversal:${reversalId}:${news}`, mail, link: "/PromoteItem", at: now() });
}

const DAY_TEXT = new Intl.DateTimeFormat("en-AU", {
  timeZone: "Australia/Sydney",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** Returns statements that tell a seller why a payout waits and until when (D71), where `guard` holds. */
export async function payoutsHeldEmails(
  { db, now }: Services,
  hold: { id: string; sellerId: string; orderId: string | null; reason: string; until: number },
  guard: SQL = sql`1`,
): Promise<SQL[]> {
  const { sellerId, orderId, reason, until } = hold;
  const order =
    orderId === null
      ? null
      : await db.get<{ title: string }>(sql`SELECT item_title AS title FROM orders WHERE id = ${orderId}`);
  const title = order ? order.title.replace(/\s+/g, " ").trim() : null;
  const mail = payoutsHeldEmail(title, reason, DAY_TEXT.format(until));
  return tell({ to: sellerId, key: `payout-hold:${hold.id}`, mail, link: "/Connect", at: now() }, guard);
}

/** Returns statements that remind a seller to set up payouts, because proceeds wait; once per key. */
export async function proceedsWaitingEmails(
  { env, now }: Services,
  { seller_id: sellerId, cents }: { seller_id: string; cents: number },
  key: string,
): Promise<SQL[]> {
  const mail = proceedsWaitingEmail(formatCents(cents), env.APP_ORIGIN);
  return tell({ to: sellerId, key, mail, link: "/Connect", at: now() }, sql`erased_at IS NULL`);
}

/**
 * Returns the statement that tells a seller that their payout account can receive money. For the batch that stores this
 * status, before it does: without effect when the account could receive money already.
 */
export function payoutsReadyEmails(providerAccountId: string, at: number): Promise<SQL> {
  const recipient = sql`payout_accounts JOIN profiles ON profiles.id = payout_accounts.seller_id
    WHERE provider_account_id = ${providerAccountId} AND status <> 'active'`;
  return queueEmailTo(recipient, `payouts-on:${providerAccountId}`, payoutsReadyEmail(), at);
}
