/** Places: suggestions for a place field, and the visitor's own place (D51). */
import * as z from "zod/mini";
import { type NearPlace, RADII_KM } from "#domain/places/near-place";
import type { PlaceName } from "#domain/places/place-name";
import { text } from "./fields.ts";

export type { NearPlace } from "#domain/places/near-place";

/** GET /api/places?q=: suburbs whose name or postcode starts with the text. */
export const FindPlaces = z.strictObject({ q: text(0, 100) });

export interface PlacesReply {
  items: PlaceName[];
}

/** PUT /api/places/near: 422 with the field `place` when there is no such place, or it is a whole state. */
export const SetNear = z.strictObject({
  /** A suburb, city or postcode, with or without its state: "Newtown NSW 2042", "Newtown, New South Wales", "2042". */
  place: text(1, 100, "Enter a suburb or postcode."),
  /** Listings further away are not shown. Null or omitted: no limit, nearer listings first. */
  within_km: z.optional(z.nullable(z.literal(RADII_KM, "Choose 5, 10, 25 or 50 km."))),
});
export type SetNearInput = z.input<typeof SetNear>;

/** GET and PUT /api/places/near; null while no place is set. */
export interface NearReply {
  near: NearPlace | null;
}
