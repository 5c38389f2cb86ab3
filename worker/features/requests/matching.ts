/**
 * Matches listings with wanted posts, by the pure rules of `#domain/requests/request-match`. A row of `request_matches`
 * is written with its notification in one batch, so the author is notified once per match.
 */

import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import type { SearchedColumns } from "#domain/items/search-terms";
import { formatCents } from "#domain/money";
import { pointOf } from "#domain/places/distance";
import { listingWords, matchesRequest, meaningfulWords, prefixesOf } from "#domain/requests/request-match";
import { batch, type Database, type Query } from "../../db/client.ts";
import { insertNotificationIf } from "../../db/notifications.ts";
import type { items } from "../../db/schema/items.ts";
import { requestMatches, requestWords } from "../../db/schema/requests.ts";
import type { requests } from "../../db/schema/site-content.ts";
import { afterResponse } from "../../http/after-response.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";

/** Requests compared with one listing: the newest that share a word with it. */
const REQUESTS_AT_ONCE = 500;
/** Listings compared with a new request. */
const LISTINGS_AT_ONCE = 200;
/** Notifications per request and day; further matches are only shown on its page. */
const NOTIFICATIONS_PER_DAY = 20;
/** Two statements per match. D1 allows far longer batches, but one listing must not block other writes for long. */
const MATCHES_PER_BATCH = 40;

type ListingRow = SearchedColumns &
  Pick<typeof items.$inferSelect, "id" | "seller_id" | "category" | "price_cents" | "suburb" | "city" | "lat" | "lon">;

interface CandidateRow extends RequestToMatch {
  words: string;
}

const listingColumns = sql.raw(
  "i.id, i.seller_id, i.title, i.description, i.keywords, i.category, i.price_cents, i.suburb, i.city, i.lat, i.lon",
);

const listedOf = (row: ListingRow) => ({
  seller_id: row.seller_id,
  words: listingWords(row),
  category: row.category,
  price_cents: row.price_cents,
  point: pointOf(row),
});

/** Returns for example "Blue 20-inch bike, $60 in Brunswick". */
function notificationBody({ title, price_cents, suburb, city }: ListingRow): string {
  const place = suburb ?? city;
  return `${title}, ${price_cents === 0 ? "free" : formatCents(price_cents)}${place === null ? "" : ` in ${place}`}`;
}

/**
 * Returns those of the listings in `where` that are for sale now. Without the plus SQLite ignores the ids in `where` and
 * reads everything for sale, by the index of `listed_as`.
 */
async function listingsNow(db: Database, where: SQL): Promise<ListingRow[]> {
  return db.all<ListingRow>(sql`SELECT ${listingColumns} FROM items i
    WHERE +i.listed_as = 'active' AND ${where}`);
}

/** Returns the query of open requests that share a word with the listing's title, except between users who blocked each other. */
function candidatesQuery(row: ListingRow, named: readonly string[]): SQL {
  return sql`SELECT r.id, r.user_id, r.title, r.category, r.max_price_cents, r.lat, r.lon, r.within_km,
      (SELECT json_group_array(word) FROM request_words WHERE request_id = r.id) AS words
    FROM requests r WHERE r.id IN (SELECT w.request_id FROM json_each(${JSON.stringify(named)}) j
        CROSS JOIN request_words w ON w.word = j.value)
      AND r.status = 'open' AND r.user_id <> ${row.seller_id}
      AND NOT EXISTS (SELECT 1 FROM request_matches m WHERE m.request_id = r.id AND m.item_id = ${row.id})
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = r.user_id AND b.blocked_id = ${row.seller_id})
        OR (b.blocker_id = ${row.seller_id} AND b.blocked_id = r.user_id))
    ORDER BY r.created_at DESC LIMIT ${REQUESTS_AT_ONCE}`;
}

/**
 * Matches one listing with the candidates among the requests.
 * @returns the authors with a match. Above its daily limit, a request is not announced.
 */
async function matchListing(
  db: Database,
  row: ListingRow,
  candidates: readonly CandidateRow[],
  now: number,
): Promise<string[]> {
  const listed = listedOf(row);
  const found = candidates.filter((request) =>
    matchesRequest({ ...request, words: JSON.parse(request.words) as string[], point: pointOf(request) }, listed),
  );
  const statements: Query[] = [];
  const toNotify: string[] = [];
  for (const request of found) {
    statements.push(
      db
        .insert(requestMatches)
        .values({ request_id: request.id, item_id: row.id, source: "found", at: now })
        .onConflictDoNothing(),
    );
    toNotify.push(request.user_id);
    const matches = sql`(SELECT count(*) FROM request_matches WHERE request_id = ${request.id} AND at > ${now - DAY_MS})`;
    statements.push(
      insertNotificationIf(sql`${matches} <= ${NOTIFICATIONS_PER_DAY}`, {
        id: await stableId("ntf", "request", request.id, row.id),
        user_id: request.user_id,
        kind: "request_match",
        dedupe_key: `request:${request.id}:${row.id}`,
        title: `New match for “${request.title}”`,
        body: notificationBody(row),
        link: `/Requests/${request.id}`,
        at: now,
      }),
    );
  }
  for (let from = 0; from < statements.length; from += 2 * MATCHES_PER_BATCH) {
    await batch(db, statements.slice(from, from + 2 * MATCHES_PER_BATCH));
  }
  return toNotify;
}

/** Matches listings with all requests and notifies their authors. Skips listings that are not for sale. */
export async function matchListings(services: Services, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const rows = await listingsNow(services.db, sql`i.id IN (SELECT value FROM json_each(${JSON.stringify(itemIds)}))`);
  const now = services.now();
  const candidates = await batch<CandidateRow[]>(
    services.db,
    rows.map((row) => candidatesQuery(row, listedOf(row).words.named)),
  );
  const notified = new Set<string>();
  for (const [index, row] of rows.entries()) {
    for (const person of await matchListing(services.db, row, candidates[index] ?? [], now)) notified.add(person);
  }
  if (notified.size > 0) notifySoon(services, [...notified]);
}

const match = afterResponse("matching with requests", async (services, itemIds) => {
  await matchListings(services, itemIds);
  return false;
});

/** Matches a new or changed listing after the response. The job repeats what fails here. */
export function matchListingSoon(services: Services, itemId: string): void {
  match(services, [itemId]);
}

export type RequestToMatch = Omit<
  typeof requests.$inferSelect,
  "description" | "suburb" | "city" | "postcode" | "status" | "created_at" | "updated_at"
>;

/** Returns the statements that store the words of a request; a request that is not open has none. */
export function wordStatements(db: Database, requestId: string, title: string, open: boolean): Query[] {
  const words = open ? meaningfulWords(title) : [];
  return [
    db.delete(requestWords).where(sql`${requestWords.request_id} = ${requestId}`),
    ...(words.length > 0
      ? [
          db
            .insert(requestWords)
            .values(words.map((word) => ({ word, request_id: requestId })))
            .onConflictDoNothing(),
        ]
      : []),
  ];
}

/** Matches a new request with existing listings. They are shown on its page, without notifications. */
export async function matchRequest({ db, now }: Services, request: RequestToMatch): Promise<void> {
  const words = meaningfulWords(request.title);
  const begun = prefixesOf(words).map((start) => `"${start}"*`);
  if (begun.length === 0) return;
  const rows = await listingsNow(
    db,
    sql`i.rid IN (SELECT rowid FROM items_fts WHERE items_fts MATCH ${begun.join(" OR ")}
      ORDER BY rowid DESC LIMIT ${LISTINGS_AT_ONCE})
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = i.seller_id AND b.blocked_id = ${request.user_id})
        OR (b.blocker_id = ${request.user_id} AND b.blocked_id = i.seller_id))`,
  );
  const wanted = { ...request, words, point: pointOf(request) };
  const found = rows.filter((row) => matchesRequest(wanted, listedOf(row)));
  // Older than new matches, so that these do not count towards the notifications of the day.
  const at = now() - DAY_MS;
  await batch(
    db,
    found.map((row) =>
      db
        .insert(requestMatches)
        .values({ request_id: request.id, item_id: row.id, source: "found", at })
        .onConflictDoNothing(),
    ),
  );
}
