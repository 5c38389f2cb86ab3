/** Emails and notifications to both parties when a card payment has been refunded (D20). */
import { type SQL, sql } from "drizzle-orm";
import { notificationSql } from "../../db/notifications.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { refundEmail } from "../notifications/email/emails.ts";
import type { Refund } from "./queries.ts";

interface Parties {
  title: string;
  buyer_id: string;
  seller_id: string;
}

/** Returns statements for the batch of the refund; none for money that belonged to no order. */
export async function refundEmails(services: Services, refund: Refund, amount: string): Promise<SQL[]> {
  const { db, now } = services;
  if (refund.order_id === null) return [];
  const order = await db.get<Parties>(
    sql`SELECT item_title AS title, buyer_id, seller_id FROM orders WHERE id = ${refund.order_id}`,
  );
  if (!order) return [];
  const title = order.title.replace(/\s+/g, " ").trim();
  const late = refund.cause.startsWith("late:");
  const at = now();
  const statements = await Promise.all(
    (["buyer", "seller"] as const).map(async (side) => {
      const mail = refundEmail(side, amount, title, late);
      const key = `refund:${refund.id}:${side}`;
      const to = side === "buyer" ? order.buyer_id : order.seller_id;
      return [
        sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
          SELECT ${await stableId("mail", key)}, ${key}, email, ${mail.subject}, ${mail.text}, ${mail.html}, ${at}, ${at}
          FROM profiles WHERE id = ${to} ON CONFLICT (dedupe_key) DO NOTHING`,
        notificationSql({
          id: await stableId("ntf", key),
          user_id: to,
          kind: "order",
          dedupe_key: key,
          title: mail.subject,
          body: mail.said,
          link: `/MyOrders/${refund.order_id}`,
          at,
          mailed: true,
        }),
      ];
    }),
  );
  return statements.flat();
}
