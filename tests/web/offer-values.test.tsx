import { expect, it } from "vitest";
import { configOf, EMPTY_OFFER } from "../../web/features/selling/special-offers/offer-values.ts";

it.each([
  ["12.50", 12.5],
  ["$1,240", 1240],
  ["12,50", 12.5],
  [" 7 % ", undefined],
  ["1.200", undefined],
  ["", undefined],
])('the price of a special offer typed as "%s" is read as %s', (typed, price) => {
  expect(configOf({ ...EMPTY_OFFER, offer_type: "bundle", price: typed }).bundle_price).toBe(price);
});
