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

const MAX_TITLE = 120;
const MAX_BODY = 240;
const shortened = (text: string, max: number) => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`;
};

function valuesOf(n: NewNotification) {
  return {
    id: n.id,
    user_id: n.user_id,
    kind: n.kind,
    dedupe_key: n.dedupe_key,
    title: shortened(n.title, MAX_TITLE),
    body: shortened(n.body, MAX_BODY),
    link: n.link,
    at: n.at,
    mailed: n.mailed ?? false,
    next_at: n.at,
  };
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
  const row = valuesOf(n);
  return sql`INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at, mailed, next_at)
    SELECT ${row.id}, ${row.user_id}, ${row.kind}, ${row.dedupe_key}, ${row.title}, ${row.body}, ${row.link}, ${row.at},
      ${Number(row.mailed)}, ${row.next_at}
    FROM profiles WHERE id = ${row.user_id} AND ${condition} ON CONFLICT (user_id, dedupe_key) DO NOTHING`;
}
