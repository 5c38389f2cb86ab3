import { sql } from "drizzle-orm";
import { GIVEAWAY_REMINDER_MS } from "#domain/deadlines";
import { settleRooms } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { dueGiveaways } from "./queries.ts";

const AT_ONCE = 100;

/** Makes draws whose room missed their time, and reminds who must confirm soon. */
export async function settleGiveaways(services: Pick<Services, "db" | "env" | "now">): Promise<void> {
  const { db, env, now } = services;
  const due = await db.all<{ item_id: string }>(dueGiveaways(now(), AT_ONCE));
  await settleRooms(
    env,
    due.map(({ item_id }) => item_id),
  );
  await remind(services);
}

async function remind({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const at = now();
  await db.run(sql`INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at, next_at)
    SELECT 'ntf_' || substr(g.hold_id, 5) || 'r', e.user_id, 'giveaway', 'giveaway:' || g.hold_id || ':reminder',
      'Confirm soon', substr(i.title || '. Confirm within 4 hours, or it goes to someone else.', 1, 240),
      '/ItemDetail/' || g.item_id, ${at}, ${at}
    FROM giveaways g JOIN items i ON i.id = g.item_id
      JOIN giveaway_entries e ON e.giveaway_id = g.id AND e.status = 'offered'
    WHERE g.status = 'offered' AND g.confirm_by > ${at} AND g.confirm_by <= ${at + GIVEAWAY_REMINDER_MS}
    ON CONFLICT DO NOTHING`);
}
