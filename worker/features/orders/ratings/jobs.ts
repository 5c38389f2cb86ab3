import { weighRatings } from "#domain/orders/rating-weight";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { authorName, ratingNotification } from "./present.ts";
import { dueRatings, ratingsOfPair, unexaminedPair } from "./queries.ts";
import { publishRating, storeWeights, suspect } from "./stored-ratings.ts";

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
 * Decides which visible ratings count (D88): all of one author about one person together, whenever there is a new one or
 * the facts have changed.
 */
export async function examineRatings({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  for (let round = 0; round < ROUNDS * AT_ONCE; round++) {
    const at = now();
    const pair = await unexaminedPair(db, at);
    if (!pair) return;
    const ratings = await ratingsOfPair(db, pair);
    const facts = ratings.map((row) => ({
      ...row,
      worthless: row.worthless === 1,
      unconfirmed: row.unconfirmed === 1,
      refunded: row.refunded === 1,
    }));
    const others = [pair.others_of_author, pair.others_of_rated] as const;
    const weights = weighRatings(facts, { ...pair, cleared: pair.cleared === 1, others }, at);
    const suspected = ratings.find(({ id }) => weights.get(id) === "suspected");
    await batch(db, [
      storeWeights(ratings, weights, at),
      ...(suspected ? suspect(pair, suspected, await stableId("rep", suspected.id), at) : []),
    ]);
  }
}
