/** The columns that store a listing's fields, for new listings and edits alike. */
import type * as z from "zod/mini";
import type { CreateItem } from "#contract/items";
import { defaultTimeZone, formatPlace, isAustralianZone, isNegotiable, joinTags } from "#domain/items/listing";
import type { ListingField } from "#domain/items/listing-fields";
import { searchForms } from "#domain/items/search-forms";
import { defaultCollectionDate } from "#domain/orders/collection";
import { sortWindows } from "#domain/orders/collection-windows";
import { pick } from "#domain/pick";
import { movedPlace } from "#domain/places/moved-place";
import { stateOfPostcode, timeZoneOfPostcode } from "#domain/places/states";
import type { FieldProblem } from "#domain/result";
import { instantOfLocalTime, localTime } from "#domain/time-zone";
import type { profiles } from "../../db/schema/account.ts";
import type { itemKnowledge, items } from "../../db/schema/items.ts";
import { places } from "../places/queries.ts";

export type CreateInput = z.output<typeof CreateItem>;

type Item = typeof items.$inferSelect;
type Knowledge = typeof itemKnowledge.$inferSelect;

/** Amounts are stored in cents. A field that has no column in either table does not compile here. */
type Column = {
  [F in ListingField]: F extends "price" | "minimum_price" | "decline_below" ? `${F}_cents` : F;
}[ListingField];
type KnowledgeColumn = Exclude<Column, keyof Item>;

export interface ListingColumns {
  /** With those that follow from the fields: the public place, its point, forms of words, whether buyers may negotiate. */
  item: Pick<
    Item,
    Exclude<Column, KnowledgeColumn> | "location" | "lat" | "lon" | "negotiation_available" | "search_forms"
  >;
  knowledge: Pick<Knowledge, KnowledgeColumn>;
  /** The place is not clear: the seller has to choose. */
  problem: FieldProblem | null;
}

/** Profile values used where a new listing has none. */
export type Seller = Pick<
  typeof profiles.$inferSelect,
  "suburb" | "city" | "state_region" | "postcode" | "collection_address"
>;

const blankToNull = (value: string | null) => value?.trim() || null;

/** Returns the columns after `input` is applied to `before`. Fields that `input` omits stay as they are. */
export function columnsOf(
  input: Partial<CreateInput>,
  before: Pick<ListingColumns, "item" | "knowledge">,
  profileState: string | null = null,
): ListingColumns {
  const { item, knowledge } = before;
  const kept = <T>(value: T | undefined, stored: T): T => (value === undefined ? stored : value);
  const text = (value: string | null | undefined, stored: string | null) =>
    value === undefined ? stored : blankToNull(value);

  const place = { suburb: text(input.suburb, item.suburb), city: text(input.city, item.city) };
  const moved = place.suburb !== item.suburb || place.city !== item.city;
  const location = input.location === undefined && moved ? null : text(input.location, item.location);
  const stated = { ...place, postcode: kept(input.postcode, item.postcode), state: profileState };
  const samePlace = !moved && stated.postcode === item.postcode;
  const now = samePlace ? null : movedPlace(places, stated, input.postcode !== undefined);
  // Suburb, postcode, state, pin, time zone and street change together.
  const postcode = now ? now.postcode : stated.postcode;
  const state = now?.state ?? profileState;
  const point = samePlace && item.lat !== null ? item : places.pointOfListing({ ...place, postcode, state });
  // A zone that is given says nothing about the time; one that follows the place keeps what its clocks show.
  const followed = (now?.elsewhere ? timeZoneOfPostcode(postcode) : null) ?? item.collection_zone;
  const zone = kept(input.collection_zone, followed);
  const shifted = (at: number) => inZone(at, item.collection_zone, followed);
  const date = kept(input.collection_date, item.collection_date && shifted(item.collection_date));
  // A new date replaces the windows.
  const windows = sortWindows(
    input.collection_windows ??
      (input.collection_date === undefined || date === item.collection_date
        ? item.collection_windows.map(({ from, until }) => ({ from: shifted(from), until: shifted(until) }))
        : []),
  );
  const terms = {
    price_cents: kept(input.price, item.price_cents),
    negotiation_enabled: kept(input.negotiation_enabled, knowledge.negotiation_enabled),
    minimum_price_cents: kept(input.minimum_price, knowledge.minimum_price_cents),
    decline_below_cents: kept(input.decline_below, knowledge.decline_below_cents),
    collection_date: windows[0]?.from ?? date,
    collection_windows: windows,
    collection_zone: zone,
  };
  const texts = {
    title: kept(input.title, item.title),
    description: kept(input.description, item.description),
    tags: input.tags === undefined ? item.tags : joinTags(input.tags),
  };
  return {
    problem: now?.problem ?? null,
    item: {
      ...texts,
      search_forms: searchForms(texts),
      category: kept(input.category, item.category),
      condition: kept(input.condition, item.condition),
      ...pick(terms, "price_cents", "collection_date", "collection_windows", "collection_zone"),
      suburb: place.suburb,
      city: place.city,
      location: location ?? formatPlace(place, stateOfPostcode(postcode) ?? state),
      postcode,
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      collection_address: text(input.collection_address, now?.elsewhere ? null : item.collection_address),
      negotiation_available: isNegotiable(terms),
      open_to_offers: kept(input.open_to_offers, item.open_to_offers),
    },
    knowledge: {
      ...pick(terms, "negotiation_enabled", "minimum_price_cents", "decline_below_cents"),
      negotiation_notes: kept(input.negotiation_notes, knowledge.negotiation_notes),
      public_notes: kept(input.public_notes, knowledge.public_notes),
    },
  };
}

/** Returns the instant that a clock of the new zone shows as the old one did: "Saturday at ten" stays that. */
function inZone(instant: number, from: string, to: string): number {
  return from === to ? instant : instantOfLocalTime(localTime(instant, from), to);
}

/** The private settings of a listing that has none. */
export const NO_KNOWLEDGE: ListingColumns["knowledge"] = {
  negotiation_enabled: false,
  minimum_price_cents: null,
  negotiation_notes: "",
  public_notes: "",
  decline_below_cents: null,
};

/** Returns the columns of a new listing. Place and address default to the seller's, date and time zone to the rules'. */
export function newColumns(input: CreateInput, seller: Seller, now: number): ListingColumns {
  // A place is given or taken from the profile as a whole.
  const place = input.suburb === undefined && input.city === undefined ? seller : null;
  const zone =
    input.collection_zone ??
    timeZoneOfPostcode(input.postcode ?? seller.postcode) ??
    defaultTimeZone(seller.state_region);
  const defaults: Pick<ListingColumns, "item" | "knowledge"> = {
    item: {
      ...pick(input, "title", "category", "condition"),
      description: "",
      tags: "",
      search_forms: "",
      price_cents: input.price,
      suburb: place?.suburb ?? null,
      city: place?.city ?? null,
      location: null,
      postcode: seller.postcode,
      lat: null,
      lon: null,
      collection_address: seller.collection_address,
      // An invalid time zone has no date; validation refuses it later.
      collection_date: isAustralianZone(zone) ? defaultCollectionDate(now, zone) : null,
      collection_windows: [],
      collection_zone: zone,
      negotiation_available: false,
      open_to_offers: true,
    },
    knowledge: NO_KNOWLEDGE,
  };
  return columnsOf(input, defaults, place?.state_region ?? null);
}

/** Returns whether a stored listing has exactly these columns. */
export function hasColumns(
  { item, knowledge }: Pick<ListingColumns, "item" | "knowledge">,
  stored: { item: Item; knowledge: Knowledge | null },
) {
  const within = (part: object, row: object) =>
    Object.entries(part).every(
      ([column, value]) => JSON.stringify((row as Record<string, unknown>)[column]) === JSON.stringify(value),
    );
  return within(item, stored.item) && within(knowledge, stored.knowledge ?? NO_KNOWLEDGE);
}
