/** Matches new listings with saved searches and notifies their owners. */

import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "#domain/money";
import { pointOf } from "#domain/places/distance";
import {
  describeTerms,
  linkForTerms,
  listingMatcher,
  type NewListing,
  NOTIFICATION_GAP_MS,
  type SearchTerms,
} from "#domain/wishlists/wish-lists";
import { batch } from "../../../db/client.ts";
import { insertNotification, type NewNotification } from "../../../db/notifications.ts";
import { afterResponse } from "../../../http/after-response.ts";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/commands.ts";

/** Limits of one run; the next run continues. */
const STEPS_AT_ONCE = 20;
const LISTINGS_AT_ONCE = 20;
const SEARCHES_AT_ONCE = 500;
const NOTICES_AT_ONCE = 40;

interface ListingRow extends NewListing {
  queue_id: number;
  after_search: string;
  item_id: string;
  seller_id: string;
  created_at: number;
  /** Null: the listing was deleted. */
  status: string | null;
  deleted_at: number | null;
}

interface Candidate {
  id: string;
  terms: string;
  lat: number | null;
  lon: number | null;
}

/**
 * Matches new listings with the saved searches of their category and those without a category, in steps. Each step
 * stores its matches and its position in one transaction. If another run was first, that changes nothing, so a listing
 * is never counted twice.
 * @returns how many searches matched.
 */
export async function matchNewListings({ db, now }: Services, searchesAtOnce = SEARCHES_AT_ONCE): Promise<number> {
  let found = 0;
  for (let step = 0; step < STEPS_AT_ONCE; step++) {
    const listings = await db.all<ListingRow>(sql`SELECT n.id AS queue_id, n.after_search, n.item_id,
        i.seller_id, i.created_at, i.status, i.deleted_at, i.title, i.description, i.keywords, i.category, i.condition,
        i.price_cents, i.suburb, i.city, i.location, i.postcode, i.lat, i.lon
      FROM new_listings n LEFT JOIN items i ON i.id = n.item_id ORDER BY n.id LIMIT ${LISTINGS_AT_ONCE}`);
    if (listings.length === 0) break;
    const candidates = await batch<Candidate[]>(
      db,
      listings.map((listing) => candidatesQuery(listing, searchesAtOnce)),
    );
    const matched = listings.map((listing, index) => matchesOf(listing, candidates[index] ?? []));
    await batch(
      db,
      listings.flatMap((listing, index) =>
        stepStatements(listing, candidates[index] ?? [], matched[index] ?? [], searchesAtOnce, now()),
      ),
    );
    found += matched.flat().length;
    const isDone = candidates.every((some) => some.length < searchesAtOnce);
    if (isDone && listings.length < LISTINGS_AT_ONCE) break;
  }
  return found;
}

/** Returns the ids of the searches that the listing matches; none when it is not for sale. */
function matchesOf(listing: ListingRow, candidates: readonly Candidate[]): string[] {
  if (!isOpen(listing)) return [];
  const matches = listingMatcher(listing);
  return candidates
    .filter((search) => matches(JSON.parse(search.terms) as SearchTerms, pointOf(search)))
    .map(({ id }) => id);
}

const isOpen = ({ status, deleted_at }: ListingRow) => status === "active" && deleted_at === null;

function stepStatements(
  listing: ListingRow,
  candidates: readonly Candidate[],
  ids: readonly string[],
  atOnce: number,
  now: number,
): SQL[] {
  const step = sql`id = ${listing.queue_id} AND after_search = ${listing.after_search}`;
  const last = candidates.at(-1);
  return [
    ...(ids.length > 0
      ? [
          sql`UPDATE saved_searches SET found = found + 1, found_item_id = ${listing.item_id},
              notice_at = coalesce(notice_at, max(${now}, CASE frequency
                WHEN 'daily' THEN coalesce(last_notice_at, created_at) + ${NOTIFICATION_GAP_MS.daily}
                ELSE coalesce(last_notice_at + ${NOTIFICATION_GAP_MS.instant}, 0) END))
            WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND frequency <> 'off'
              AND EXISTS (SELECT 1 FROM new_listings WHERE ${step})`,
        ]
      : []),
    candidates.length < atOnce
      ? sql`DELETE FROM new_listings WHERE ${step}`
      : sql`UPDATE new_listings SET after_search = ${last?.id ?? ""} WHERE ${step}`,
  ];
}

/**
 * Returns the query of the next searches this listing may match, except the seller's own and those of users with a
 * block between them.
 */
function candidatesQuery(listing: ListingRow, atOnce: number): SQL {
  const limit = isOpen(listing) ? atOnce : 0;
  const of = (category: string) => sql`SELECT * FROM (SELECT s.id, s.terms, s.lat, s.lon
    FROM saved_searches s INDEXED BY saved_searches_by_category
    WHERE s.frequency <> 'off' AND s.category = ${category} AND s.id > ${listing.after_search}
      AND s.owner_id <> ${listing.seller_id} AND s.created_at <= ${listing.created_at}
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = s.owner_id AND b.blocked_id = ${listing.seller_id})
        OR (b.blocker_id = ${listing.seller_id} AND b.blocked_id = s.owner_id))
    ORDER BY s.id LIMIT ${limit})`;
  return sql`${of("")} UNION ALL ${of(listing.category)} ORDER BY id LIMIT ${limit}`;
}

interface DueRow {
  id: string;
  owner_id: string;
  name: string | null;
  terms: string;
  found: number;
  notice_at: number;
  found_item_id: string | null;
  title: string | null;
  price: number | null;
  open: number;
}

/**
 * Writes due notifications, one per search however many matches it has. Matches found meanwhile are left for the next
 * one.
 * @returns how many.
 */
export async function sendSearchNotices(services: Services): Promise<number> {
  const { db } = services;
  const now = services.now();
  const due = await db.all<DueRow>(sql`SELECT s.id, s.owner_id, s.name, s.terms, s.found, s.notice_at, s.found_item_id,
      i.title, i.price_cents AS price, i.listed_as IS 'active' AS open
    FROM saved_searches s LEFT JOIN items i ON i.id = s.found_item_id
    WHERE s.notice_at <= ${now} ORDER BY s.notice_at LIMIT ${NOTICES_AT_ONCE}`);
  if (due.length === 0) return 0;
  // A single match that is no longer for sale is not notified.
  const notices = due.flatMap((row) => (row.found > 1 || row.open ? [noticeOf(services, row)] : []));
  await batch(db, [
    ...notices.map(insertNotification),
    ...due.map(
      (row) => sql`UPDATE saved_searches SET found = found - ${row.found}, last_notice_at = ${now},
          notice_at = CASE WHEN found > ${row.found} THEN ${now} + CASE frequency
            WHEN 'daily' THEN ${NOTIFICATION_GAP_MS.daily} ELSE ${NOTIFICATION_GAP_MS.instant} END END
        WHERE id = ${row.id} AND notice_at = ${row.notice_at}`,
    ),
  ]);
  notifySoon(
    services,
    notices.map((notice) => notice.user_id),
  );
  return notices.length;
}

function noticeOf(services: Services, row: DueRow): NewNotification {
  const terms = JSON.parse(row.terms) as SearchTerms;
  const name = row.name ?? describeTerms(terms);
  const one = row.found === 1;
  return {
    id: services.newId("ntf"),
    user_id: row.owner_id,
    kind: "saved_search",
    dedupe_key: `search:${row.id}:${row.notice_at}`,
    title: one ? `New listing: ${row.title}` : `${row.found} new listings for your search`,
    body: `${one ? `${formatCents(row.price ?? 0)} · matches your saved search: ` : ""}${name}`,
    link: one ? `/ItemDetail/${row.found_item_id}` : linkForTerms(terms),
    at: services.now(),
  };
}

/** Runs both steps. For cron. */
export async function runSavedSearches(services: Services): Promise<void> {
  await matchNewListings(services);
  await sendSearchNotices(services);
}

const match = afterResponse("saved searches", async (services) => {
  await runSavedSearches(services);
  return false;
});

/** Matches new listings after the response. Cron repeats what fails here. */
export function matchNewListingsSoon(services: Services): void {
  match(services);
}
