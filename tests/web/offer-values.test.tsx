import { expect, it } from "vitest";
import { configOf, EMPTY_OFFER } from "../../web/features/special-offers/offer-values.ts";

it.each([
  ["12.50", 12.5],
  ["$1,240", 1240],
  [" 7 % ", 7],
  // Between anything but thousands a comma is no comma of ours: not twelve hundred and fifty dollars.
  ["12,50", undefined],
  ["", undefined],
])('an offer\'s price typed as "%s" is %s', (typed, price) => {
  expect(configOf({ ...EMPTY_OFFER, offer_type: "bundle", price: typed }).bundle_price).toBe(price);
});
