import { type SQL, sql } from "drizzle-orm";
import { BUNDLE_HOLD_SHARED } from "#domain/holds/availability";

/**
 * Holds that count towards the limit of D35. Those for a price agreed with the seller, or for an item that a giveaway
 * offers, are not counted, so that an acceptance never fails because of the buyer's cart, nor blocks it.
 */
export const countedHold = sql`substr(hold_id, 1, 4) NOT IN ('agr_', 'gwh_')`;

/**
 * Returns the query that counts a user's live holds of other items (D35); those of one bundle count as one (D76). The
 * Worker runs it before a hold, and the room at the end of the batch that writes it.
 */
export function otherLiveHolds(userId: string, exceptItem: string, now: number): SQL {
  return sql`SELECT count(DISTINCT CASE WHEN substr(hold_id, 1, 4) = 'bnh_'
      THEN substr(hold_id, 1, ${BUNDLE_HOLD_SHARED}) ELSE hold_id END) AS holds FROM items
    WHERE holder_id = ${userId} AND hold_until > ${now} AND id <> ${exceptItem}
      AND ${countedHold}`;
}
