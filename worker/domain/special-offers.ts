/** Special offers of a seller: what they say, when they run, what they are worth (§3 special_offers, §5; D25). */
export const OFFER_TYPES = ["bogo", "bulk_discount", "percentage_off", "bundle"] as const;
export type OfferType = (typeof OFFER_TYPES)[number];
