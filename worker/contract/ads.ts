/** Advertisements for staff (D13). */
import * as z from "zod/mini";
import { AD_PLACEMENTS } from "#domain/ads/ads";
import { isDay } from "#domain/selling/promotions";
import { publicLink } from "#domain/site/public-link";
import { id, text } from "./fields.ts";
import type { AdView } from "./items/marketplace.ts";
import { queryInteger } from "./items.ts";
import type { Page } from "./page.ts";
import type { ReachDay } from "./selling/promotions.ts";

export const AD_STATES = ["running", "scheduled", "off", "ended"] as const;
/** `off`: switched off, or its listing cannot be bought right now. */
export type AdState = (typeof AD_STATES)[number];

export const AD_TITLE_MAX = 80;
export const AD_DESCRIPTION_MAX = 300;
export const AD_PRIORITY_MAX = 100;

const link = z.nullable(
  z.pipe(
    z.string().check(z.maxLength(500, "Please keep the address to 500 characters.")),
    z.transform((value: string, ctx) => {
      if (value.trim() === "") return null;
      const found = publicLink(value);
      if (found !== null) return found;
      const message = "Enter a web address that starts with https://, or a page of ours such as /Store.";
      ctx.issues.push({ code: "custom", input: value, message });
      return z.NEVER;
    }),
  ),
);
const day = z.nullable(z.string().check(z.refine(isDay, "Choose a day.")));

/** POST /api/admin/ads, with an `Idempotency-Key`. Days are in Australia/Sydney, both inclusive. */
export const NewAdvertisement = z.strictObject({
  title: text(1, AD_TITLE_MAX, "Please enter a title."),
  description: text(0, AD_DESCRIPTION_MAX),
  /** An uploaded picture of the same user, from POST /api/images. */
  image_id: z.nullable(id),
  link_url: link,
  placement: z.enum(AD_PLACEMENTS, "Please choose where to show it."),
  priority: z
    .int("Enter a whole number.")
    .check(z.minimum(0, "At least 0."), z.maximum(AD_PRIORITY_MAX, `At most ${AD_PRIORITY_MAX}.`)),
  active: z.boolean(),
  start_date: day,
  end_date: day,
});
export type NewAdvertisementInput = z.input<typeof NewAdvertisement>;
export type NewAdvertisementValue = z.output<typeof NewAdvertisement>;

/** PATCH /api/admin/ads/:id. Omitted fields stay unchanged. */
export const ChangeAdvertisement = z.extend(z.partial(NewAdvertisement), {
  /** The version that was edited: 409 `stale` when another user has changed the ad since. */
  version: z.int().check(z.minimum(0)),
});
export type ChangeAdvertisementInput = z.input<typeof ChangeAdvertisement>;
export type ChangeAdvertisementValue = z.output<typeof ChangeAdvertisement>;

/** GET /api/admin/ads?from=staff|sellers&state=&placement=&cursor= */
export const ListAdvertisements = z.strictObject({
  from: z.optional(z.enum(["staff", "sellers"])),
  state: z.optional(z.enum(AD_STATES)),
  placement: z.optional(z.enum(AD_PLACEMENTS)),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

/** An advertisement with its statistics. */
export interface Advertisement extends AdView {
  priority: number;
  active: boolean;
  start_date: string | null;
  end_date: string | null;
  state: AdState;
  impressions: number;
  clicks: number;
  /** Clicks per hundred impressions; null before the first impression. */
  rate: number | null;
  /** Set for a seller's paid promotion of a listing, which staff cannot change. */
  promotion: { item_id: string; seller_id: string; seller_name: string; amount: number } | null;
  created_at: number;
  ended_at: number | null;
  version: number;
}

export interface AdvertisementsReply extends Page<Advertisement> {
  /** Today's calendar day for ads, in Australia/Sydney. */
  today: string;
}

/** GET /api/admin/ads/:id: the ad with daily statistics, oldest first, of at most the last 60 days. */
export interface AdvertisementDetail extends Advertisement {
  reach: ReachDay[];
  today: string;
}
