/** Creates, changes and ends special offers. Their effect on prices is defined in `#domain/checkout/pricing` (D25). */

import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { ChangeOfferValue, NewOfferValue, OwnOffer } from "#contract/selling/special-offers";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { OFFERS_MAX, offerProblems } from "#domain/selling/offer-rules";
import { type OfferType, offerConfig, offerTerms } from "#domain/selling/special-offers";
import { batch, type Database } from "../../../db/client.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { presentOwnOffer } from "./present.ts";
import { findOwnItems, listOwnOffers, type SavedOffer } from "./queries.ts";

interface Draft {
  title: string;
  description: string;
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
  is_active: boolean;
  ends_at: number | null;
}

/** Creates a special offer on the seller's own items. A repeat with the same id returns the same offer. */
export async function createOffer(
  services: Services,
  sellerId: string,
  id: string,
  input: NewOfferValue,
): Promise<Result<OwnOffer>> {
  const { db, now } = services;
  const itemIds = [...new Set(input.item_ids)];
  const prices = await pricesOf(services, sellerId, itemIds);
  if (!prices.ok) return prices;
  const { title, offer_type, config, description = "", is_active = true, ends_at = null } = input;
  const checked = check(
    id,
    sellerId,
    { title, description, offer_type, config, is_active, ends_at },
    prices.value,
    now(),
  );
  if (!checked.ok) return checked;
  const refusal = await refusePublicTexts(db, sellerId, "special_offers", { title, description });
  if (refusal) return refusal;
  const kept = await insertOffer(db, checked.value, itemIds, { offers: OFFERS_MAX, now: now() });
  if (!kept) return refuse("conflict", `You can have up to ${OFFERS_MAX} offers. Delete one to add another.`);
  return savedOffer(services, sellerId, id);
}

export async function changeOffer(
  services: Services,
  sellerId: string,
  id: string,
  input: ChangeOfferValue,
): Promise<Result<OwnOffer>> {
  const { db, now } = services;
  const [row] = await listOwnOffers(db, sellerId, id);
  if (!row) return NOT_FOUND;
  const itemIds = input.item_ids && [...new Set(input.item_ids)];
  // Items that were sold since they were added stay part of the offer.
  const already = new Set(row.items.map((item) => item.id));
  const prices = itemIds
    ? await pricesOf(services, sellerId, itemIds, already)
    : done(row.items.map((item) => item.price_cents));
  if (!prices.ok) return prices;
  const draft: Draft = {
    title: input.title ?? row.title,
    description: input.description ?? row.description,
    offer_type: input.offer_type ?? row.offer_type,
    config: input.config ?? row.config,
    is_active: input.is_active ?? row.is_active,
    ends_at: input.ends_at === undefined ? row.ends_at : input.ends_at,
  };
  const checked = check(id, sellerId, draft, prices.value, now());
  if (!checked.ok) return checked;
  // Pausing is never refused.
  const { title, description } = draft;
  const texts = draft.is_active ? { title, description } : {};
  const refusal = await refusePublicTexts(db, sellerId, "special_offers", texts);
  if (refusal) return refusal;
  if (!(await updateOffer(db, checked.value, itemIds))) return NOT_FOUND;
  return savedOffer(services, sellerId, id);
}

export async function deleteOffer({ db }: Services, sellerId: string, id: string): Promise<Result> {
  return (await removeOffer(db, sellerId, id)) ? done() : NOT_FOUND;
}

/**
 * Returns the list prices of the seller's items that may be in an offer; any other item refuses the whole offer (A51).
 */
async function pricesOf(
  { db }: Services,
  sellerId: string,
  itemIds: readonly string[],
  already: ReadonlySet<string> = new Set(),
): Promise<Result<number[]>> {
  const items = await findOwnItems(db, sellerId, itemIds);
  const wrong = (message: string) => refuseField("item_ids", message);
  if (items.length < itemIds.length) return wrong("You can only offer your own listings.");
  const added = items.filter((item) => !already.has(item.id));
  if (added.some((item) => item.status === "sold")) return wrong("One of these items has been sold.");
  if (added.some((item) => item.price_cents === 0)) return wrong("You can't discount a free item.");
  return done(items.map((item) => item.price_cents));
}

function check(
  id: string,
  seller_id: string,
  draft: Draft,
  prices: readonly number[],
  now: number,
): Result<SavedOffer> {
  const terms = offerTerms(draft.offer_type, draft.config);
  // A paused offer only has to be valid: it may lack items, and pausing is never refused.
  const fields = terms !== null && !draft.is_active ? [] : offerProblems({ ...draft, prices }, now);
  const [first] = fields;
  if (first || terms === null) return refuse("invalid", first?.message ?? MESSAGES.valuesChanged, { fields });
  const { title, description, offer_type, is_active, ends_at } = draft;
  return done({ id, seller_id, title, description, offer_type, terms, is_active, ends_at });
}

async function savedOffer({ db, now }: Services, sellerId: string, id: string): Promise<Result<OwnOffer>> {
  const [row] = await listOwnOffers(db, sellerId, id);
  return row ? done(presentOwnOffer(row, now())) : NOT_FOUND;
}

/**
 * Inserts an offer with its items, both or neither.
 * @returns false when the seller has reached the limit of offers.
 */
export async function insertOffer(
  db: Database,
  offer: SavedOffer,
  itemIds: readonly string[],
  limits: { offers: number; now: number },
): Promise<boolean> {
  const [inserted] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO special_offers (id, seller_id, title, description, offer_type, config, is_active, ends_at, created_at)
      SELECT ${offer.id}, ${offer.seller_id}, ${offer.title}, ${offer.description}, ${offer.offer_type},
        ${JSON.stringify(offerConfig(offer.terms))}, ${offer.is_active ? 1 : 0}, ${offer.ends_at}, ${limits.now}
      WHERE (SELECT count(*) FROM special_offers WHERE seller_id = ${offer.seller_id}) < ${limits.offers}
        OR EXISTS (SELECT 1 FROM special_offers WHERE id = ${offer.id} AND seller_id = ${offer.seller_id})
      ON CONFLICT (id) DO UPDATE SET title = excluded.title RETURNING id`,
    sql`INSERT INTO special_offer_items (offer_id, item_id) SELECT ${offer.id}, value
      FROM json_each(${JSON.stringify(itemIds)}) WHERE EXISTS (SELECT 1 FROM special_offers WHERE id = ${offer.id})
      ON CONFLICT DO NOTHING`,
  ]);
  return inserted.length > 0;
}

/** Changes an offer and, if given, replaces its items: both or neither. */
export async function updateOffer(
  db: Database,
  offer: SavedOffer,
  itemIds: readonly string[] | undefined,
): Promise<boolean> {
  const mine = sql`EXISTS (SELECT 1 FROM special_offers WHERE id = ${offer.id} AND seller_id = ${offer.seller_id})`;
  const [updated] = await batch<{ id: string }[]>(db, [
    sql`UPDATE special_offers SET title = ${offer.title}, description = ${offer.description},
        offer_type = ${offer.offer_type}, config = ${JSON.stringify(offerConfig(offer.terms))},
        is_active = ${offer.is_active ? 1 : 0}, ends_at = ${offer.ends_at}
      WHERE id = ${offer.id} AND seller_id = ${offer.seller_id} RETURNING id`,
    ...(itemIds === undefined
      ? []
      : [
          sql`DELETE FROM special_offer_items WHERE offer_id = ${offer.id} AND ${mine}
            AND item_id NOT IN (SELECT value FROM json_each(${JSON.stringify(itemIds)}))`,
          sql`INSERT INTO special_offer_items (offer_id, item_id) SELECT ${offer.id}, value
            FROM json_each(${JSON.stringify(itemIds)}) WHERE ${mine} ON CONFLICT DO NOTHING`,
        ]),
  ]);
  return (updated?.length ?? 0) > 0;
}

/**
 * Deletes an offer.
 * @returns false when this seller has no such offer.
 */
export async function removeOffer(db: Database, sellerId: string, id: string): Promise<boolean> {
  const [, deleted] = await batch<[object, { id: string }]>(db, [
    sql`DELETE FROM special_offer_items WHERE offer_id = ${id}
      AND EXISTS (SELECT 1 FROM special_offers WHERE id = ${id} AND seller_id = ${sellerId})`,
    sql`DELETE FROM special_offers WHERE id = ${id} AND seller_id = ${sellerId} RETURNING id`,
  ]);
  return deleted.length > 0;
}
