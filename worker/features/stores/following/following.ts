import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { FOLLOWED_MAX } from "#contract/stores";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";

const YOURSELF = refuseField("user_id", "You can't follow yourself.");
const TOO_MANY = refuse("conflict", `You can follow up to ${FOLLOWED_MAX} sellers. Unfollow one first.`);

/** Follows a seller. Idempotent. */
export async function follow({ db, now }: Services, followerId: string, sellerId: string): Promise<Result> {
  if (followerId === sellerId) return YOURSELF;
  const [known, count] = await batch<[{ id: string }, { n: number }, object]>(db, [
    sql`SELECT id FROM profiles WHERE id = ${sellerId}`,
    sql`SELECT count(*) AS n FROM seller_follows WHERE follower_id = ${followerId} AND seller_id <> ${sellerId}`,
    sql`INSERT INTO seller_follows (follower_id, seller_id, created_at) SELECT ${followerId}, id, ${now()} FROM profiles
      WHERE id = ${sellerId} AND (SELECT count(*) FROM seller_follows WHERE follower_id = ${followerId}) < ${FOLLOWED_MAX}
      ON CONFLICT DO NOTHING`,
  ]);
  if (known.length === 0) return NOT_FOUND;
  return (count[0]?.n ?? 0) >= FOLLOWED_MAX ? TOO_MANY : done();
}

/** Stops following a seller. Idempotent. */
export async function unfollow({ db }: Services, followerId: string, sellerId: string): Promise<void> {
  await db.run(sql`DELETE FROM seller_follows WHERE follower_id = ${followerId} AND seller_id = ${sellerId}`);
}
