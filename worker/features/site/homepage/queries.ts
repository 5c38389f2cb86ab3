/** Content of the home page in one round trip, for its API route and the server-rendered page. */
import { type SQL, sql } from "drizzle-orm";
import type { HomeView } from "#contract/items/marketplace";
import { CATEGORIES } from "#domain/items/catalogue";
import type { Point } from "#domain/places/distance";
import { nearbyFirst, RECENTLY_SOLD_SIZE } from "#domain/site/carousel";
import { homeContent } from "#domain/site/homepage";
import { batch, type Database } from "../../../db/client.ts";
import { adsByPlacement } from "../../ads/present.ts";
import { adsStatement, type RawAdRow } from "../../ads/queries.ts";
import { type RawCardRow, toCardRow } from "../../items/cards.ts";
import { featuredStatement, popularStatement, readNearby, recentlySoldStatement } from "../../items/carousels.ts";
import { presentCard, type RequestContext } from "../../items/present.ts";

const FEATURED = 8;
const SECTIONS_MAX = 20;
const PLACEMENTS = ["top_banner", "bottom_banner"] as const;

interface SectionRow {
  id: string;
  section: string;
  content: string;
}

interface CountRow {
  name: string;
  count: number;
}

const sectionsStatement: SQL = sql`SELECT id, section, content FROM homepage_content
  WHERE active = 1 ORDER BY position, id LIMIT ${SECTIONS_MAX}`;

/** Totals maintained by triggers, and the number of sellers with listed items. */
const countsStatement: SQL = sql`SELECT name, count FROM market_counts WHERE count > 0
  UNION ALL SELECT 'sellers', count(*) FROM profiles INDEXED BY profiles_stores WHERE listed_count > 0`;

/** Returns the home page; what is near the viewer comes first. */
export async function homeReply(db: Database, centre: Point | null, context: RequestContext): Promise<HomeView> {
  const [[sections, counts, chosen, popular, sold, ads], [popularNearby = [], soldNearby = []]] = await Promise.all([
    batch<[SectionRow, CountRow, RawCardRow, RawCardRow, RawCardRow, RawAdRow]>(db, [
      sectionsStatement,
      countsStatement,
      featuredStatement(FEATURED),
      popularStatement(FEATURED),
      recentlySoldStatement(RECENTLY_SOLD_SIZE),
      adsStatement(PLACEMENTS, context.now),
    ]),
    readNearby(db, centre, [
      { query: { sort: "popular" }, limit: FEATURED },
      { query: { status: "sold" }, limit: RECENTLY_SOLD_SIZE },
    ]),
  ]);
  const items = chosen.length > 0 ? chosen : nearbyFirst(popularNearby, popular, FEATURED);
  const totals = new Map(counts.map(({ name, count }) => [name, count]));
  const categories = CATEGORIES.map((category) => ({ category, listed: totals.get(`listed:${category}`) ?? 0 }))
    .filter(({ listed }) => listed > 0)
    .sort((a, b) => b.listed - a.listed);
  return {
    ...homeContent(sections.map((row) => ({ ...row, content: JSON.parse(row.content) as Record<string, unknown> }))),
    categories,
    // When none of the chosen items is for sale any more, popular items are shown.
    featured: items.map((row) => presentCard(toCardRow(row), context)),
    recently_sold: nearbyFirst(soldNearby, sold, RECENTLY_SOLD_SIZE).map((row) => presentCard(toCardRow(row), context)),
    counts: {
      listed: categories.reduce((sum, { listed }) => sum + listed, 0),
      sellers: totals.get("sellers") ?? 0,
      sold: totals.get("sold") ?? 0,
    },
    ads: adsByPlacement(PLACEMENTS, ads, context.now),
    server_now: context.now,
  };
}
