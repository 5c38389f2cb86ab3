/** Reads of running ads, and counting of their impressions and clicks. */
import { type SQL, sql } from "drizzle-orm";
import type { AdView } from "#contract/items/marketplace";
import { type AdPlacement, adDay, CLICK_WINDOW_MS, IMPRESSION_WINDOW_MS } from "#domain/ads/ads";
import type { Database } from "../../db/client.ts";

export interface RawAdRow extends AdView {
  priority: number;
  item_id: string | null;
  start_date: string | null;
  end_date: string | null;
  created_at: number;
}

/** Candidates per placement, by priority. */
const CANDIDATES = 20;

/** Length of the excerpt of a promoted listing's description. */
const EXCERPT = 160;

/**
 * Returns the ads running today in each placement, best first. Dates are compared as text, like in `isRunning`, which
 * decides which one is shown. A promoted listing is shown in its current state, and only while it is for sale.
 */
export function adsStatement(placements: readonly AdPlacement[], now: number): SQL {
  const today = adDay(now);
  const day = (column: string) => sql.raw(`substr(coalesce(${column}, ''), 1, 10)`);
  return sql`SELECT a.id, coalesce(i.title, a.title) AS title,
      CASE WHEN i.id IS NULL THEN a.description ELSE substr(i.description, 1, ${EXCERPT}) END AS description,
      CASE WHEN i.id IS NULL THEN a.image_url ELSE json_extract(i.photos, '$[0].url_800') END AS image_url, a.link_url,
      a.placement, a.priority, a.item_id, a.start_date, a.end_date, a.created_at
    FROM json_each(${JSON.stringify(placements)}) wanted
    CROSS JOIN json_each((SELECT json_group_array(rowid) FROM (
      SELECT c.rowid FROM advertisements c INDEXED BY advertisements_by_placement
      WHERE c.placement = wanted.value AND c.active = 1
        AND (${day("c.start_date")} = '' OR ${day("c.start_date")} <= ${today})
        AND (${day("c.end_date")} = '' OR ${day("c.end_date")} >= ${today})
        AND (c.item_id IS NULL OR EXISTS (SELECT 1 FROM items ci
          WHERE ci.id = c.item_id AND ci.status = 'active' AND ci.deleted_at IS NULL))
      ORDER BY c.priority DESC LIMIT ${CANDIDATES}))) best
    CROSS JOIN advertisements a ON a.rowid = best.value LEFT JOIN items i ON i.id = a.item_id`;
}

export type AdEventKind = "impression" | "click";

export interface AdEvent {
  ad_id: string;
  kind: AdEventKind;
  viewer: string;
  /** Account of the viewer, whose own ads do not count. */
  viewer_id: string | null;
  now: number;
}

/**
 * Conditions under which an event counts, checked in the statement that counts it, so that concurrent events count
 * once.
 */
export function countableEvent({ kind, viewer, viewer_id, now }: AdEvent): SQL {
  const window = kind === "impression" ? IMPRESSION_WINDOW_MS : CLICK_WINDOW_MS;
  const fresh = sql`NOT EXISTS (SELECT 1 FROM ad_events e WHERE e.ad_id = a.id AND e.kind = ${kind}
    AND e.viewer = ${viewer} AND e.at > ${now - window})`;
  const seen = sql`EXISTS (SELECT 1 FROM ad_events e WHERE e.ad_id = a.id AND e.kind = 'impression'
    AND e.viewer = ${viewer} AND e.at > ${now - CLICK_WINDOW_MS})`;
  return sql`a.active = 1 AND (a.owner_id IS NULL OR a.owner_id <> ${viewer_id ?? ""}) AND ${fresh}
    ${kind === "click" ? sql`AND ${seen} AND a.clicks < a.impressions` : sql``}`;
}

/** Returns an active ad, or null. */
export async function findRunningAd(db: Database, id: string): Promise<RawAdRow | null> {
  const [row] = await db.all<RawAdRow>(sql`SELECT id, title, description, image_url, link_url, placement, priority,
    item_id, start_date, end_date, created_at FROM advertisements WHERE id = ${id} AND active = 1`);
  return row ?? null;
}
