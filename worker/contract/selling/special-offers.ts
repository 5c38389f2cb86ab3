/** A seller's own special offers, visible to that seller only (D25, A51). */
import * as z from "zod/mini";
import { OFFER_ITEMS_MAX } from "#domain/selling/offer-rules";
import { OFFER_TYPES, type OfferConfig, type OfferType } from "#domain/selling/special-offers";
import { id, instant, named, text } from "../fields.ts";
import type { ItemStatus, Photo } from "../items.ts";

const number = z.number("Enter a number.");

/** Only the numbers of the offer's type are used. `percentage` and `discount_percentage` are the same (D25). */
const config = z.strictObject({
  buy_quantity: z.optional(number),
  get_quantity: z.optional(number),
  min_quantity: z.optional(number),
  discount_type: z.optional(z.enum(["percentage", "dollar"])),
  discount_percentage: z.optional(number),
  discount_amount: z.optional(number),
  percentage: z.optional(number),
  /** Dollars for all of its items together. */
  bundle_price: z.optional(number),
});

const fields = {
  title: named(1, 80, "Please give your offer a title."),
  description: z.optional(text(0, 500)),
  offer_type: z.enum(OFFER_TYPES, "Please choose an offer type."),
  config,
  item_ids: z
    .array(id)
    .check(
      z.minLength(1, "Choose the items it's for."),
      z.maxLength(OFFER_ITEMS_MAX, `An offer can cover up to ${OFFER_ITEMS_MAX} items.`),
    ),
  /** UTC ms; null for no end. */
  ends_at: z.optional(z.nullable(instant)),
  is_active: z.optional(z.boolean()),
};

/** POST /api/special-offers */
export const NewOffer = z.strictObject(fields);
export type NewOfferInput = z.input<typeof NewOffer>;
export type NewOfferValue = z.output<typeof NewOffer>;

/** PATCH /api/special-offers/:id: changes the sent fields. `offer_type` and `config` must be sent together. */
export const ChangeOffer = z.partial(z.strictObject(fields)).check(
  z.refine((value) => (value.offer_type === undefined) === (value.config === undefined), {
    path: ["config"],
    message: "Send the offer type and its numbers together.",
  }),
);
export type ChangeOfferInput = z.input<typeof ChangeOffer>;
export type ChangeOfferValue = z.output<typeof ChangeOffer>;

/** `unmet`: running, but too few of its items can still be bought, so it is not shown to buyers. */
export type OwnOfferState = "running" | "unmet" | "paused" | "ended";

export interface OwnOfferItem {
  title: string;
  price: number;
  image: Photo | null;
  status: ItemStatus;
}

export interface OwnOffer {
  id: string;
  title: string;
  description: string;
  offer_type: OfferType;
  config: OfferConfig;
  is_active: boolean;
  ends_at: number | null;
  state: OwnOfferState;
  /** Text of the badge; null when its numbers are invalid. */
  label: string | null;
  item_ids: string[];
  /** In the order of `item_ids`. */
  items: OwnOfferItem[];
  created_at: number;
}

/** GET /api/special-offers/mine: all offers, newest first. */
export interface OwnOffersReply {
  items: OwnOffer[];
  server_now: number;
}
