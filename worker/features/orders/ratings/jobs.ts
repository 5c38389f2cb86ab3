import { leftOut } from "#domain/orders/rating-weight";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { authorName, ratingNotification } from "./present.ts";
import { dueRatings, unexaminedRatings } from "./queries.ts";
import { examined, publishRating, suspect } from "./stored-ratings.ts";

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

/**
 * Decides which visible ratings count (D88), those from before that rule included. One after the other, because whether
 * one counts depends on the earlier ones.
 */
export async function examineRatings({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  for (let round = 0; round < ROUNDS * AT_ONCE; round++) {
    const [rating] = await unexaminedRatings(db, 1);
    if (!rating) return;
    const result = leftOut({
      unconfirmed: rating.unconfirmed === 1,
      repeated: rating.repeated === 1,
      quick: rating.cleared === 1 ? 0 : rating.quick,
      others: [rating.others_of_author, rating.others_of_rated],
    });
    const at = now();
    await batch(
      db,
      result === "suspected"
        ? suspect(rating, await stableId("rep", rating.id), at)
        : [examined(rating.id, result, at)],
    );
  }
}
