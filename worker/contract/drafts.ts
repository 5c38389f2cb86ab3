/** Drafts of listings: what the form holds while it is being filled in, kept for every device of its author. */
import * as z from "zod/mini";
import { PHOTOS_MAX } from "#domain/catalogue";
import { id } from "./fields.ts";
import type { Photo } from "./items.ts";

/** As typed, so with room for what the listing itself would refuse: a draft is not judged. */
const typed = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max, "This is too long to be kept as a draft.")),
    z.transform((value: string) => value.toWellFormed()),
  );
const typedOrEmpty = (max: number) => z._default(typed(max), "");

/** The inputs of the listing form as they are typed. Names follow the wire of a listing. */
export const DraftValues = z.object({
  title: typed(400),
  description: typed(8_000),
  free: z.boolean(),
  price: typed(40),
  category: typed(40),
  condition: typed(40),
  /** Separated by commas. */
  tags: typed(800),
  /** Wall-clock time at the collection place, as a `datetime-local` input has it. */
  collection_date: typed(40),
  collection_zone: typed(60),
  /** Private (D9). */
  collection_address: typed(400),
  suburb: typed(120),
  city: typed(120),
  postcode: typed(20),
  // Later than the rest: drafts from before lack them.
  negotiation_enabled: z._default(z.boolean(), false),
  minimum_price: typedOrEmpty(40),
  negotiation_notes: typedOrEmpty(1_000),
  public_notes: typedOrEmpty(1_000),
});
export type DraftValues = z.output<typeof DraftValues>;

/** PUT /api/drafts/:id. `version` is the one this save started from, 0 for a draft the server does not know yet. */
export const SaveDraft = z.strictObject({
  version: z.int().check(z.minimum(0)),
  values: DraftValues,
  photo_ids: z.array(id).check(z.maxLength(PHOTOS_MAX)),
  /** Photos that were chosen and had not arrived. */
  missing_photos: z.int().check(z.minimum(0), z.maximum(PHOTOS_MAX)),
});
export type SaveDraftInput = z.input<typeof SaveDraft>;

/** What a save answers. */
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

/** GET /api/drafts: the signed-in person's own, the last changed first. */
export interface DraftListReply {
  items: DraftView[];
  server_now: number;
}
