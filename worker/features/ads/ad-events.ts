import { sql } from "drizzle-orm";
import { adDay } from "#domain/ads/ads";
import { batch, type Database } from "../../db/client.ts";
import { type AdEvent, countableEvent } from "./queries.ts";

/**
 * Counts an impression or click if it qualifies. The record of the event and the counters change together or not at
 * all.
 */
export async function countAdEvent(db: Database, event: AdEvent): Promise<boolean> {
  const column = sql.raw(event.kind === "impression" ? "impressions" : "clicks");
  const [, counted] = await batch<[object, { id: string }, object]>(db, [
    sql`INSERT INTO ad_events (ad_id, kind, viewer, at)
      SELECT a.id, ${event.kind}, ${event.viewer}, ${event.now} FROM advertisements a
      WHERE a.id = ${event.ad_id} AND ${countableEvent(event)}`,
    // changes() refers to the previous statement: nothing recorded, nothing counted.
    sql`UPDATE advertisements SET ${column} = ${column} + 1
      WHERE id = ${event.ad_id} AND changes() > 0 RETURNING id`,
    // The same for the counter of the day, which the reach chart of a promotion shows.
    sql`INSERT INTO ad_days (ad_id, day, ${column})
      SELECT ${event.ad_id}, ${adDay(event.now)}, 1 WHERE changes() > 0
      ON CONFLICT (ad_id, day) DO UPDATE SET ${column} = ${column} + 1`,
  ]);
  return counted.length > 0;
}
