/** Drafts of listings, stored on the server for all devices of their author. */
import * as z from "zod/mini";
import { PHOTOS_MAX } from "#domain/items/catalogue";
import { id } from "../fields.ts";
import type { Photo } from "../items.ts";

/** Drafts are not validated, so the limits are wider than those of a listing. */
const typed = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max, "This is too long to be kept as a draft.")),
    z.transform((value: string) => value.toWellFormed()),
  );
const typedOrEmpty = (max: number) => z._default(typed(max), "");

/** The inputs of the listing form as typed. Field names are those of a listing. */
export const DraftValues = z.object({
  title: typed(400),
  description: typed(8_000),
  free: z.boolean(),
  price: typed(40),
  category: typed(40),
  condition: typed(40),
  /** Separated by commas. */
  tags: typed(800),
  /** Local time at the collection place, in the format of a `datetime-local` input. */
  collection_date: typed(40),
  collection_zone: typed(60),
  /** Private (D9). */
  collection_address: typed(400),
  suburb: typed(120),
  city: typed(120),
  postcode: typed(20),
  // Optional, because older drafts do not have these fields.
  negotiation_enabled: z._default(z.boolean(), false),
  minimum_price: typedOrEmpty(40),
  negotiation_notes: typedOrEmpty(1_000),
  public_notes: typedOrEmpty(1_000),
});
export type DraftValues = z.output<typeof DraftValues>;

/** PUT /api/drafts/:id. `version` is the version this save is based on, 0 for a new draft. */
export const SaveDraft = z.strictObject({
  version: z.int().check(z.minimum(0)),
  values: DraftValues,
  photo_ids: z.array(id).check(z.maxLength(PHOTOS_MAX)),
  /** Number of chosen photos whose upload has not finished. */
  missing_photos: z.int().check(z.minimum(0), z.maximum(PHOTOS_MAX)),
});
export type SaveDraftInput = z.input<typeof SaveDraft>;

export interface DraftSaved {
  id: string;
  version: number;
  updated_at: number;
  server_now: number;
}

export interface DraftView {
  id: string;
  version: number;
  values: DraftValues;
  photos: Photo[];
  missing_photos: number;
  updated_at: number;
}

/** GET /api/drafts: the signed-in user's own drafts, last changed first. */
export interface DraftListReply {
  items: DraftView[];
  server_now: number;
}
