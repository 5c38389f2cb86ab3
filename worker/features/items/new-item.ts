/** A new listing: default values from its seller, and the statements that store it. */
import type * as z from "zod/mini";
import type { CreateItem, Photo } from "#contract/items";
import {
  defaultTimeZone,
  formatPlace,
  isAustralianZone,
  isNegotiable,
  joinTags,
  type ListingTerms,
  termsProblems,
} from "#domain/items/listing";
import { reserveToStore } from "#domain/negotiation/price-ladder";
import { defaultCollectionDate } from "#domain/orders/collection";
import { stateOfPostcode } from "#domain/places/states";
import { type Refusal, refuse } from "#domain/result";
import type { Database } from "../../db/client.ts";
import type { profiles } from "../../db/schema/account.ts";
import { itemKnowledge, items } from "../../db/schema/items.ts";
import { places } from "../places/queries.ts";

export type CreateInput = z.output<typeof CreateItem>;

/** Profile values used where the listing has none. */
type Seller = Pick<
  typeof profiles.$inferSelect,
  "suburb" | "city" | "state_region" | "postcode" | "collection_address"
>;

export const blankToNull = (value: string | null | undefined) => value?.trim() || null;

/** Returns the terms of a new listing, with the default collection date and time zone. */
export function termsOf(input: CreateInput, seller: Seller, now: number): ListingTerms {
  const zone = input.collection_zone ?? defaultTimeZone(seller.state_region);
  return {
    price_cents: input.price,
    negotiation_enabled: input.negotiation_enabled ?? false,
    minimum_price_cents: input.minimum_price ?? null,
    collection_date: input.collection_date === undefined ? dateIn(zone, now) : input.collection_date,
    collection_zone: zone,
  };
}

/** An invalid time zone has no date; validation refuses it later. */
const dateIn = (zone: string, now: number) => (isAustralianZone(zone) ? defaultCollectionDate(now, zone) : null);

/** Returns why the terms are refused, or null. */
export function refusalOfTerms(terms: ListingTerms, now: number): Refusal | null {
  const problems = termsProblems(terms, null, now);
  return problems[0] ? refuse("invalid", problems[0].message, { fields: problems }) : null;
}

interface NewItem {
  id: string;
  sellerId: string;
  seller: Seller;
  input: CreateInput;
  terms: ListingTerms;
  photos: Photo[];
  status?: "active" | "inactive";
}

/** Returns statements for one batch. They do not change an existing item. */
export function newItemStatements(
  db: Database,
  { id, seller, input, terms, ...rest }: NewItem,
  now: number,
  stepPercent?: number,
) {
  const ownPlace = input.suburb === undefined && input.city === undefined;
  const place = ownPlace ? seller : { suburb: blankToNull(input.suburb), city: blankToNull(input.city) };
  const postcode = input.postcode === undefined ? seller.postcode : input.postcode;
  const point = places.pointOfListing({ ...place, postcode, state: ownPlace ? seller.state_region : null });
  return [
    db
      .insert(items)
      .values({
        id,
        seller_id: rest.sellerId,
        title: input.title,
        description: input.description ?? "",
        tags: joinTags(input.tags ?? []),
        price_cents: terms.price_cents,
        category: input.category,
        condition: input.condition,
        photos: rest.photos,
        suburb: place.suburb,
        city: place.city,
        location:
          blankToNull(input.location) ??
          formatPlace(place, stateOfPostcode(postcode) ?? (ownPlace ? seller.state_region : null)),
        postcode,
        lat: point?.lat ?? null,
        lon: point?.lon ?? null,
        collection_address:
          input.collection_address === undefined ? seller.collection_address : blankToNull(input.collection_address),
        collection_date: terms.collection_date,
        collection_zone: terms.collection_zone,
        negotiation_available: isNegotiable(terms),
        // Initial status. After that only the room writes it (D29).
        status: rest.status ?? "active",
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing(),
    db
      .insert(itemKnowledge)
      .values({
        item_id: id,
        negotiation_enabled: terms.negotiation_enabled,
        minimum_price_cents: terms.minimum_price_cents,
        reserve_cents: reserveToStore(terms, null, stepPercent),
        negotiation_notes: input.negotiation_notes ?? "",
        public_notes: input.public_notes ?? "",
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing(),
  ] as const;
}
