/** Creates a notification as a row in the same batch as its cause, so that neither exists without the other. */
import { type SQL, sql } from "drizzle-orm";
import type { NotificationKind } from "#domain/notifications/notification-kinds";

export interface NewNotification {
  /** `newId("ntf")`, or a stable id. */
  id: string;
  user_id: string;
  kind: NotificationKind;
  /** Identifies the event, such as `trade:trd_1:accepted`; a second row for the same user and event is dropped. */
  dedupe_key: string;
  title: string;
  body: string;
  /** Path the notification opens: `/TradeOffers?id=trd_1`. Rows with the same link are shown as one entry. */
  link: string;
  at: number;
  /** The cause sends its own email (money, orders, account status), so no second one is sent. */
  mailed?: boolean;
}

/** The same where some values are expressions over the rows that the notifications are about. */
type NotificationOfRow = { [Column in keyof NewNotification]: NewNotification[Column] | SQL };

const MAX_TITLE = 120;
const MAX_BODY = 240;

function shortened(text: string | SQL, max: number): string | SQL {
  if (typeof text !== "string")
    return sql`iif(length(${text}) > ${max}, substr(${text}, 1, ${max - 1}) || '…', ${text})`;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`;
}

/**
 * Returns the statement that creates a notification, for `batch`. A user without a profile gets none, and the batch
 * still succeeds. After the batch, call `notifySoon(services, [user_id])`.
 */
export function insertNotification(n: NewNotification): SQL {
  return insertNotificationIf(sql`1`, n);
}

/**
 * The same for a cause that may not happen.
 * @param condition on what the batch has written so far.
 */
export function insertNotificationIf(condition: SQL, n: NewNotification): SQL {
  return insertNotifications(sql`profiles WHERE id = ${n.user_id} AND ${condition}`, n);
}

/**
 * The same for each row of a query.
 * @param rows what follows FROM, with a WHERE.
 */
export function insertNotifications(rows: SQL, n: NotificationOfRow): SQL {
  return sql`INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at, mailed, next_at)
    SELECT ${n.id}, ${n.user_id}, ${n.kind}, ${n.dedupe_key}, ${shortened(n.title, MAX_TITLE)},
      ${shortened(n.body, MAX_BODY)}, ${n.link}, ${n.at}, ${n.mailed ? 1 : 0}, ${n.at}
    FROM ${rows} ON CONFLICT DO NOTHING`;
}
