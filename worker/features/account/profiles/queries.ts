import { and, eq, isNull, sql } from "drizzle-orm";
import { BOUGHT, sqlList } from "#domain/orders/order-status";
import { pick } from "#domain/pick";
import type { Database } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { businesses } from "../../../db/schema/site-content.ts";
import { stores } from "../../../db/schema/stores.ts";
import { checkColumns } from "../phone/queries.ts";

export type ProfileRow = typeof profiles.$inferSelect;

/** Whether `removePaymentDetails` would remove anything. */
export function hasPaymentDetails(profile: ProfileRow): boolean {
  return (
    profile.bank_details !== null ||
    Object.keys(profile.crypto_wallet_addresses).length > 0 ||
    profile.phone !== null ||
    profile.collection_address !== null
  );
}

export async function profileById(db: Database, id: string): Promise<ProfileRow | null> {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id));
  return row ?? null;
}

/** Returns exactly the public columns (D5), with the seller's store. */
export async function publicProfileRow(db: Database, id: string) {
  const [row] = await db
    .select({
      ...pick(profiles, "id", "full_name", "suburb", "city", "account_type", "average_rating_hundredths"),
      ...pick(profiles, "rating_count", "answer_time", "pickups", "pickups_missed", "created_at", "away_until"),
      ...checkColumns(profiles.id),
      store_name: stores.name,
      store_description: stores.description,
      store_banner: stores.banner,
      business_name: businesses.name,
      business_abn: businesses.abn,
      business_website: businesses.website,
    })
    .from(profiles)
    .leftJoin(stores, eq(stores.owner_id, profiles.id))
    .leftJoin(businesses, eq(businesses.owner_id, profiles.id))
    .where(and(eq(profiles.id, id), isNull(profiles.erased_at)));
  return row ?? null;
}

/** Whether the seller has been paid before. */
export async function hasSold(db: Database, sellerId: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM orders WHERE seller_id = ${sellerId}
    AND status IN (${sql.raw(sqlList(BOUGHT))}) LIMIT 1`);
  return rows.length > 0;
}
