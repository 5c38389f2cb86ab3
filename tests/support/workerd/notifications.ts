import { env } from "cloudflare:workers";

export interface StoredNotification {
  kind: string;
  title: string;
  body: string;
  link: string;
}

/** Returns a user's notifications from the database, oldest first: all of them, or those of one kind. */
export async function notificationsOf(who: { id: string }, kind?: string): Promise<StoredNotification[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind, title, body, link FROM notifications WHERE user_id = ?1 AND kind = coalesce(?2, kind) ORDER BY at, rowid",
  )
    .bind(who.id, kind ?? null)
    .all<StoredNotification>();
  return results;
}

export async function notificationTitlesOf(who: { id: string }, kind?: string): Promise<string[]> {
  return (await notificationsOf(who, kind)).map(({ title }) => title);
}
