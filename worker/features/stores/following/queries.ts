import { sql } from "drizzle-orm";
import { FOLLOWED_MAX } from "#contract/stores";
import type { Database } from "../../../db/client.ts";

export interface FollowedRow {
  id: string;
  full_name: string;
  store_name: string | null;
  listed_count: number;
  since: number;
}

/** Returns the sellers a user follows, latest first. */
export async function listFollowed(db: Database, followerId: string): Promise<FollowedRow[]> {
  return db.all<FollowedRow>(sql`SELECT p.id, p.full_name, s.name AS store_name, p.listed_count, f.created_at AS since
    FROM seller_follows f JOIN profiles p ON p.id = f.seller_id LEFT JOIN stores s ON s.owner_id = p.id
    WHERE f.follower_id = ${followerId} ORDER BY f.created_at DESC, p.id LIMIT ${FOLLOWED_MAX}`);
}
