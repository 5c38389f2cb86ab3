import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { PriceGuide, PriceGuideQuery } from "#contract/selling/price-guide";
import { centsToDollars } from "#domain/money";
import {
  meaningfulWords,
  type Sale,
  type SalesSummary,
  sharedWordsNeeded,
  summariseSales,
} from "#domain/selling/price-guide";
import { batch, type Database } from "../../../db/client.ts";

/** Limit of examined matches of one word, newest first, listed or sold. */
const MATCHES_MAX = 2_000;
/** Sales in a guide: the most similar, or the newest of the category. */
const NEAREST = 60;
const NEWEST = 200;
/** D1 allows five terms in a compound SELECT. */
const WORDS_MAX = 5;

// Items marked as sold elsewhere are excluded, because their price
// was not paid here.
const SOLD = sql.raw("i.listed_as = 'sold' AND i.sold_outside = 0 AND i.price_cents > 0");
/** The amount paid, if there is an order: with an offer or in a bundle it is less than the price. */
const PAID = sql.raw("coalesce(o.amount_cents, i.price_cents) AS price_cents, i.condition AS condition");

/** Returns what similar items sold for, in one round trip: items with shared title words, else the category. */
export async function priceGuide(db: Database, query: z.output<typeof PriceGuideQuery>): Promise<PriceGuide | null> {
  const { category, condition = null, q = "" } = query;
  const words = meaningfulWords(q).slice(0, WORDS_MAX);
  const [similar, whole] = await batch<[Sale, Sale]>(db, [
    words.length > 0 ? similarSales(words, category) : sql`SELECT 0 AS price_cents, '' AS condition WHERE 0`,
    categorySales(category, condition),
  ]);
  const alike = summariseSales(similar, condition);
  const summary = alike ?? summariseSales(whole, condition);
  if (summary === null) return null;
  return present(summary, alike ? "similar" : "category", category);
}

function similarSales(words: readonly string[], category: string): SQL {
  const matches = words.map(
    (word) => sql`SELECT * FROM (SELECT rowid AS rid FROM items_fts
      WHERE items_fts MATCH ${`title : "${word}"`} ORDER BY rowid DESC LIMIT ${MATCHES_MAX})`,
  );
  return sql`WITH shared AS MATERIALIZED (SELECT rid, count(*) AS words FROM (${sql.join(matches, sql` UNION ALL `)})
      GROUP BY rid HAVING count(*) >= ${sharedWordsNeeded(words.length)})
    SELECT ${PAID} FROM shared CROSS JOIN items i ON i.rid = shared.rid LEFT JOIN orders o ON o.id = i.order_id
    WHERE ${SOLD} AND i.category = ${category} ORDER BY shared.words DESC, i.sold_at DESC LIMIT ${NEAREST}`;
}

function categorySales(category: string, condition: string | null): SQL {
  return sql`SELECT ${PAID} FROM items i INDEXED BY items_by_category LEFT JOIN orders o ON o.id = i.order_id
    WHERE ${SOLD} AND i.category = ${category} ${condition === null ? sql`` : sql`AND i.condition = ${condition}`}
    ORDER BY i.listed_or_sold_at DESC LIMIT ${NEWEST}`;
}

function present(summary: SalesSummary, basis: PriceGuide["basis"], category: PriceGuide["category"]): PriceGuide {
  return {
    count: summary.count,
    median: centsToDollars(summary.median_cents),
    low: centsToDollars(summary.low_cents),
    high: centsToDollars(summary.high_cents),
    basis,
    category,
    condition: summary.condition,
  };
}
