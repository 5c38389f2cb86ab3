import { sql } from "drizzle-orm";
import { GIVEAWAY_REMINDER_MS } from "#domain/deadlines";
import { insertNotifications } from "../../db/notifications.ts";
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
  const soon = sql`giveaways g JOIN items i ON i.id = g.item_id
      JOIN giveaway_entries e ON e.giveaway_id = g.id AND e.status = 'offered'
    WHERE g.status = 'offered' AND g.confirm_by > ${at} AND g.confirm_by <= ${at + GIVEAWAY_REMINDER_MS}`;
  await db.run(
    insertNotifications(soon, {
      id: sql`'ntf_' || substr(g.hold_id, 5) || 'r'`,
      user_id: sql`e.user_id`,
      kind: "giveaway",
      dedupe_key: sql`'giveaway:' || g.hold_id || ':reminder'`,
      title: "Confirm soon",
      body: sql`i.title || '. Confirm within 4 hours, or it goes to someone else.'`,
      link: sql`'/ItemDetail/' || g.item_id`,
      at,
    }),
  );
}
