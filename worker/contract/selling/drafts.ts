/** Drafts of listings, stored on the server for all devices of their author. */
import * as z from "zod/mini";
import { PHOTOS_MAX } from "#domain/items/catalogue";
import { FIELD_NAMES, type FlagField, LISTING_FIELDS, type ListingField } from "#domain/items/listing-fields";
import { id } from "../fields.ts";
import { type Photo, REVIEW_REASON_MAX } from "../items.ts";

/**
 * Returns the schema of a listing form's inputs as typed. The names are those of a listing's fields: `tags` is separated
 * by commas, `collection_date` is local time at the collection place in the format of a `datetime-local` input. A
 * missing input is empty, because older drafts lack newer fields.
 */
export function formValues(typed: (max: number) => z.ZodMiniType<string, string>) {
  const checkbox = z._default(z.boolean(), false);
  const ticked = z._default(z.boolean(), true);
  const inputs = FIELD_NAMES.map((field) => {
    const spec = LISTING_FIELDS[field];
    const { draftMax } = spec;
    return [field, draftMax === null ? ("on" in spec ? ticked : checkbox) : z._default(typed(draftMax), "")];
  });
  return z.object({
    ...(Object.fromEntries(inputs) as Record<
      Exclude<ListingField, FlagField>,
      z.ZodMiniDefault<z.ZodMiniType<string, string>>
    > &
      Record<FlagField, typeof checkbox>),
    free: checkbox,
    /** How a free item is given away: "pick", "draw" or empty for the first who claims it; and the hours of the draw. */
    giving: z._default(typed(10), ""),
    draw_hours: z._default(typed(4), ""),
    /** Why a listing that the rules block should be reviewed (D63). */
    review_reason: z._default(typed(2 * REVIEW_REASON_MAX), ""),
  });
}

/** Drafts are not validated, so the limits are wider than those of a listing. */
export const DraftValues = formValues((max) =>
  z.pipe(
    z.string().check(z.maxLength(max, "This is too long to save as a draft.")),
    z.transform((value: string) => value.toWellFormed()),
  ),
);
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
