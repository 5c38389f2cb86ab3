import { sql } from "drizzle-orm";
import { displayName } from "#domain/account/display-name";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { batch } from "../../../db/client.ts";
import { insertNotification, type NewNotification } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/commands.ts";

/** New listings are collected this long, so that a seller who lists ten things is announced once. */
const GATHER_MS = 3 * HOUR_MS;
/** Limit of notifications per run, in small batches; the next run continues. */
const STEPS_AT_ONCE = 10;
const FOLLOWERS_AT_ONCE = 40;

interface DueRow {
  seller_id: string;
  full_name: string;
  since: number;
  after_user: string;
  listed: number;
  title: string | null;
}

/**
 * Tells followers what a seller has listed, at most once a day for each seller. A step writes some notifications and its
 * position in one transaction, and notifications are deduplicated, so a crashed or concurrent run tells nobody twice.
 */
export async function tellFollowers(services: Services): Promise<void> {
  const { db, now } = services;
  for (let step = 0; step < STEPS_AT_ONCE; step++) {
    const [due] = await db.all<DueRow>(sql`SELECT d.seller_id, p.full_name, d.since, d.after_user,
        (SELECT count(*) FROM items WHERE seller_id = d.seller_id AND created_at >= d.since AND listed_as = 'active') AS listed,
        (SELECT title FROM items WHERE seller_id = d.seller_id AND created_at >= d.since AND listed_as = 'active'
          ORDER BY created_at DESC, id DESC LIMIT 1) AS title
      FROM follow_digests d JOIN profiles p ON p.id = d.seller_id WHERE d.since <= ${now() - GATHER_MS}
      ORDER BY d.since LIMIT 1`);
    if (!due) return;
    await tellSome(services, due);
  }
}

async function tellSome(services: Services, due: DueRow): Promise<void> {
  const { db, now, newId } = services;
  const { seller_id, since, after_user, listed, title } = due;
  const followers =
    listed === 0
      ? []
      : await db.all<{ follower_id: string }>(sql`SELECT follower_id FROM seller_follows
          WHERE seller_id = ${seller_id} AND follower_id > ${after_user}
          ORDER BY follower_id LIMIT ${FOLLOWERS_AT_ONCE}`);
  const name = displayName(due.full_name) || "A seller you follow";
  const notices = followers.map(
    ({ follower_id }): NewNotification => ({
      id: newId("ntf"),
      user_id: follower_id,
      kind: "follow",
      dedupe_key: `follow:${seller_id}:${Math.floor(since / DAY_MS)}`,
      title: listed === 1 ? `${name} listed “${title}”` : `${name} listed ${listed} new items`,
      body: listed === 1 ? "See it on their page." : `The newest is “${title}”.`,
      link: `/Store/${seller_id}`,
      at: now(),
    }),
  );
  const last = followers.at(-1)?.follower_id;
  await batch(db, [
    ...notices.map(insertNotification),
    followers.length < FOLLOWERS_AT_ONCE
      ? sql`DELETE FROM follow_digests WHERE seller_id = ${seller_id} AND since = ${since}`
      : sql`UPDATE follow_digests SET after_user = max(after_user, ${last ?? ""}) WHERE seller_id = ${seller_id}`,
  ]);
  notifySoon(
    services,
    notices.map((notice) => notice.user_id),
  );
}
