import { and, eq, inArray, isNull, lte, type SQLWrapper, sql } from "drizzle-orm";
import { BOUGHT, sqlList } from "#domain/orders/order-status";
import type { Database } from "../../../db/client.ts";
import { accounts, profiles } from "../../../db/schema/account.ts";
import { businesses } from "../../../db/schema/site-content.ts";
import { stores } from "../../../db/schema/stores.ts";
import { checkColumns } from "../phone/queries.ts";

export type ProfileRow = typeof profiles.$inferSelect;

/** Returns the statement that creates an account's profile row; an existing row is unchanged. */
export function createProfile(
  db: Database,
  profile: {
    id: string;
    email: string;
    full_name: string;
    city?: string | null;
    suburb?: string | null;
    state_region?: string | null;
    postcode?: string | null;
    account_type?: ProfileRow["account_type"];
  },
  now: number,
) {
  return db
    .insert(profiles)
    .values({ ...profile, created_at: now, updated_at: now })
    .onConflictDoNothing();
}

/** Clears a suspension whose end has passed; no-op otherwise. */
export function liftEndedSuspension(db: Database, id: string, now: number) {
  return db
    .update(profiles)
    .set({ is_suspended: false, suspension_end_date: null, updated_at: now })
    .where(and(eq(profiles.id, id), eq(profiles.is_suspended, true), lte(profiles.suspension_end_date, now)));
}

/**
 * Removes payment details, phone and address, when an account with an unconfirmed address changes owners (A24).
 * @param account an id, or a subquery that yields one or none.
 */
export function removePaymentDetails(db: Database, account: string | SQLWrapper, now: number) {
  return db
    .update(profiles)
    .set({ bank_details: null, crypto_wallet_addresses: {}, phone: null, collection_address: null, updated_at: now })
    .where(inArray(profiles.id, typeof account === "string" ? [account] : account));
}

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

/** Returns the profile, created on first access. Null for an unknown account. */
export async function ensureProfile(db: Database, id: string, now: number): Promise<ProfileRow | null> {
  const existing = await profileById(db, id);
  if (existing) return existing;
  const [account] = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id));
  if (!account) return null;
  await createProfile(db, { id, email: account.email, full_name: "" }, now);
  return profileById(db, id);
}

/** Returns exactly the public columns (D5), with the seller's store. */
export async function publicProfileRow(db: Database, id: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      full_name: profiles.full_name,
      suburb: profiles.suburb,
      city: profiles.city,
      account_type: profiles.account_type,
      average_rating_hundredths: profiles.average_rating_hundredths,
      rating_count: profiles.rating_count,
      answer_time: profiles.answer_time,
      pickups: profiles.pickups,
      pickups_missed: profiles.pickups_missed,
      ...checkColumns(profiles.id),
      created_at: profiles.created_at,
      away_until: profiles.away_until,
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
