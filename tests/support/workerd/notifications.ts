import { allRows } from "./sql.ts";

export interface StoredNotification {
  kind: string;
  title: string;
  body: string;
  link: string;
}

/** Returns a user's notifications from the database, oldest first: all of them, or those of one kind. */
export async function notificationsOf(who: { id: string }, kind?: string): Promise<StoredNotification[]> {
  const { results } = await allRows<StoredNotification>`SELECT kind, title, body, link
    FROM notifications WHERE user_id = ${who.id} AND kind = coalesce(${kind ?? null}, kind) ORDER BY at, rowid`;
  return results;
}

export async function notificationTitlesOf(who: { id: string }, kind?: string): Promise<string[]> {
  return (await notificationsOf(who, kind)).map(({ title }) => title);
}
