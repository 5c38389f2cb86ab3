import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { authorName, ratingNotification } from "./present.ts";
import { dueRatings, publishRating } from "./queries.ts";

const AT_ONCE = 25;
const ROUNDS = 20;

/** Makes ratings visible to which the other side has not answered in time (D43), and notifies the rated people. */
export async function publishDueRatings(services: Services): Promise<void> {
  const { db, now } = services;
  for (let round = 0; round < ROUNDS; round++) {
    const at = now();
    const due = await dueRatings(db, at, AT_ONCE);
    if (due.length === 0) return;
    const notices = await Promise.all(
      due.map(async (row) =>
        ratingNotification({ ...row, id: await stableId("ntf", row.id), by: authorName(row) }, at),
      ),
    );
    await batch(db, [
      ...due.map(({ id }) => publishRating(id, at)),
      ...notices.map((notice) => insertNotification(notice)),
    ]);
    notifySoon(services, [...new Set(due.map((row) => row.rated_user_id))]);
    if (due.length < AT_ONCE) return;
  }
}
