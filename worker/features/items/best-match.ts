/**
 * The list of a search, best match first (D91): titles with the words as typed, then titles with another form or name,
 * each before accessories of the thing, then everything else. Within these the nearer, then the newer.
 */
import { and, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "#domain/cursor";
import type { MatchRanks } from "#domain/items/search-terms";
import { AFTER_THING, BEFORE_THING, stem } from "#domain/items/words";
import { sqlList } from "#domain/orders/order-status";
import { conditionsOf, type ListPlan, literal, MATCHES_MAX, STEPS_PER_KM, stepsFrom } from "./list-filters.ts";

/** Without other filters the newest matches are enough: nobody reads five hundred, and each is a row to read. */
const MATCHES_ALONE_MAX = 500;

/** The distance from which nearer makes no difference. */
const FAR_KM = 511;
/** Room for a date in ms, and for distance and date in a key, whose highest part is the rank. */
const DATE = 2 ** 41;
const RANK = (FAR_KM + 1) * DATE;

interface BestPage {
  plan: ListPlan;
  best: MatchRanks;
  after: CursorPosition | null;
  limit: SQL;
  offset: SQL;
}

/** Position of a text in a title, beyond its end when it is not there. */
const at = (text: SQL): SQL => sql`coalesce(nullif(instr(t, ${text}), 0), 9999)`;

/**
 * Whether a title, in lower case with a space before every word, names an accessory: the thing stands after "for" or
 * "with", or beside a word that makes another thing of it.
 */
function isAccessory(words: readonly string[]): SQL {
  const starts = words.map((word) => at(sql`${` ${stem(word)}`}`));
  const thing = starts.at(-1) ?? sql`9999`;
  const purposes = [" for ", " with ", " fits ", " suit"].map((text) => at(sql.raw(`'${text}'`)));
  const behind = sql`substr(t, ${thing} + 1)`;
  const next = sql`substr(${behind}, instr(${behind}, ' ') + 1)`;
  return sql`CASE WHEN ${thing} < 9999 THEN
    min(${sql.join(purposes, sql`, `)}) < min(9998, ${sql.join(starts, sql`, `)})
    OR substr(${next}, 1, instr(${next}, ' ') - 1) IN (${sql.raw(sqlList(AFTER_THING))})
    OR ${sql.join(
      BEFORE_THING.filter((word) => !words.includes(word)).map(
        (word) => sql`substr(t, 1, ${thing}) GLOB ${sql.raw(`'* ${word} '`)}`,
      ),
      sql` OR `,
    )}
    ELSE 0 END`;
}

/** Reads the matches from the word index, rates them and sorts them. */
export function readBest({ plan, best, after, limit, offset }: BestPage): SQL {
  const {
    category,
    categories,
    condition,
    min_price,
    max_price,
    location,
    seller_id,
    listed_after,
    at: spot,
  } = plan.query;
  const narrowed = [category, categories, condition, min_price, max_price, location, seller_id, listed_after, spot];
  const alone = plan.radius === null && narrowed.every((filter) => filter === undefined);
  const most = literal(alone ? MATCHES_ALONE_MAX : MATCHES_MAX);
  const newest = (match: string) =>
    sql`SELECT rowid AS rid FROM items_fts WHERE items_fts MATCH ${match} ORDER BY rowid DESC LIMIT ${most}`;
  const steps = plan.radius ? stepsFrom(plan.radius.centre, sql`i.lat`, sql`i.lon`) : sql`0`;
  const inTitle = sql`i.rid IN (SELECT rid FROM named)`;
  const title = sql`lower(' ' || replace(replace(i.title, '-', ' '), ',', ' , ') || ' ')`;
  const point = plan.radius ? sql`i.lat AS lat, i.lon AS lon,` : sql``;
  const rank = sql`CASE WHEN NOT named THEN 4 ELSE iif(${isAccessory(best.words)}, 2, 0) + iif(typed, 0, 1) END`;
  const key = sql`(${rank}) * ${literal(RANK)} + min(${literal(FAR_KM)}, ${steps} / ${literal(STEPS_PER_KM)}) * ${literal(DATE)}
    + ${literal(DATE - 1)} - listed_at`;
  return sql`WITH typed(rid) AS MATERIALIZED (${newest(best.typed)}), named(rid) AS MATERIALIZED (${newest(best.named)}),
    found(rid) AS MATERIALIZED (SELECT rid FROM named UNION SELECT rid FROM (${newest(plan.match ?? "")})),
    rated AS MATERIALIZED (SELECT i.rid AS rid, i.id AS id, i.listed_or_sold_at AS listed_at, ${point}
        i.rid IN (SELECT rid FROM typed) AS typed, ${inTitle} AS named, CASE WHEN ${inTitle} THEN ${title} END AS t
      FROM found CROSS JOIN items i ON i.rid = found.rid WHERE ${and(...conditionsOf(plan))}),
    keyed AS MATERIALIZED (SELECT i.rid AS rid, i.id AS id, ${key} AS sort_key FROM rated i)
    SELECT i.rid AS rid, i.id AS id, sort_key, sort_key AS position FROM keyed i
    ${after ? sql`WHERE (sort_key, i.id) > (${after.key}, ${after.id})` : sql``}
    ORDER BY sort_key, i.id LIMIT ${limit} OFFSET ${offset}`;
}
