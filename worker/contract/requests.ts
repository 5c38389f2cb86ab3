/** Requests for wanted items (D49), and the listings that match them. */
import * as z from "zod/mini";
import type { Category } from "#domain/items/catalogue";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { SEARCH_TERM_MAX } from "#domain/items/market-filters";
import { readPostcode } from "#domain/readers/numbers";
import { dollars, id, named, text, typed } from "./fields.ts";
import { category, type ItemCard, type PublicSeller, queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

export const REQUEST_STATUSES = ["open", "found", "closed"] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const REQUEST_DESCRIPTION_MAX = 1_000;

const maxPrice = z.nullable(dollars);

const fields = {
  title: named(3, LISTING_FIELDS.title.max, "Please say what you're looking for, in at least 3 characters."),
  description: text(0, REQUEST_DESCRIPTION_MAX),
  category: z.nullable(category),
  /** Maximum price in dollars; 0 asks for a free item, null for any price. */
  max_price: maxPrice,
  suburb: z.nullable(text(0, 60)),
  city: z.nullable(text(0, 60)),
  postcode: z.nullable(typed(readPostcode)),
  /** Radius in kilometres; null: anywhere. */
  within_km: z.nullable(z.int().check(z.minimum(1, "Enter 1 to 200 km."), z.maximum(200, "Enter 1 to 200 km."))),
};

/** POST /api/requests. Without a place, the profile's place is used. */
export const NewRequest = z.strictObject({ ...z.partial(z.object(fields)).shape, title: fields.title });
export type NewRequestInput = z.input<typeof NewRequest>;
export type NewRequestValue = z.output<typeof NewRequest>;

/** PATCH /api/requests/:id, by its author: changes fields or the status. */
export const ChangeRequest = z.strictObject({
  ...z.partial(z.object(fields)).shape,
  status: z.optional(z.enum(REQUEST_STATUSES)),
});
export type ChangeRequestInput = z.input<typeof ChangeRequest>;
export type ChangeRequestValue = z.output<typeof ChangeRequest>;

const cut = z.pipe(
  z.string(),
  z.transform((value: string) => value.toWellFormed().slice(0, SEARCH_TERM_MAX)),
);
const cursor = z.optional(z.string().check(z.maxLength(600)));

/** GET /api/requests: all open requests, newest first; with `mine` the user's own in every status. */
export const ListRequests = z.strictObject({
  category: z.optional(category),
  near: z.optional(cut),
  within_km: z.optional(queryInteger(1, 200)),
  mine: z.optional(z.enum(["true"])),
  cursor,
  limit: z.optional(queryInteger(1, 100)),
});
export type ListRequestsQuery = z.output<typeof ListRequests>;

/** POST /api/requests/:id/offers: offers one of the user's own listings. */
export const OfferItem = z.strictObject({ item_id: id });

/** A request for signed-in users. The author is shown by name and suburb only (D5). */
export interface RequestView {
  id: string;
  title: string;
  description: string;
  category: Category | null;
  max_price: number | null;
  suburb: string | null;
  city: string | null;
  within_km: number | null;
  status: RequestStatus;
  author: PublicSeller;
  yours: boolean;
  /** Number of matching listings for the author; 0 for all other viewers. */
  matches: number;
  distance_km: number | null;
  created_at: number;
}

/** GET /api/requests/:id */
export interface RequestDetail extends RequestView {
  /** For the author only. */
  postcode: string | null;
  /** Matching listings, newest first, for the author only. `offered`: a seller offered the listing. */
  found: { item: ItemCard; offered: boolean; at: number }[];
  server_now: number;
}

export type RequestsReply = Page<RequestView>;
