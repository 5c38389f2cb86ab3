/** Maps special offers to what buyers see on an item's page (D25), and to what their seller sees. */
import { entityFields } from "#contract/entity-fields";
import type { SpecialOfferView } from "#contract/items/marketplace";
import type { OwnOffer, OwnOfferState } from "#contract/selling/special-offers";
import { appliedTerms } from "#domain/checkout/pricing";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import {
  isOfferRunning,
  itemsNeeded,
  type OfferTerms,
  offerConfig,
  offerLabel,
  offerTerms,
} from "#domain/selling/special-offers";
import type { OwnOfferRow, RawOfferRow } from "./queries.ts";

const OFFERS_SHOWN = 3;

/** Returns the three newest offers that a purchase would apply (D25); free items have none. */
export function presentOffers(
  item: { price_cents: number; status: string },
  rows: readonly RawOfferRow[],
  now: number,
): SpecialOfferView[] {
  if (item.price_cents === 0 || item.status === "sold") return [];
  return rows
    .flatMap((row) => {
      const config = JSON.parse(row.config) as Record<string, unknown>;
      const terms = appliedTerms({ ...row, config, is_active: true }, now);
      if (!terms) return [];
      return {
        ...pick(row, "id", "title", "description", "offer_type", "ends_at"),
        label: offerLabel(terms),
      };
    })
    .slice(0, OFFERS_SHOWN);
}

export function presentOwnOffer(row: OwnOfferRow, now: number): OwnOffer {
  const terms = offerTerms(row.offer_type, row.config);
  return {
    ...entityFields("special_offers", "owner", row),
    config: terms === null ? {} : offerConfig(terms),
    state: stateOf(row, terms, now),
    label: terms && offerLabel(terms),
    item_ids: row.items.map((item) => item.id),
    items: row.items.map((item) => ({
      title: item.title,
      price: centsToDollars(item.price_cents),
      image: item.photo,
      status: availabilityOf(item, null, now).status,
    })),
  };
}

function stateOf(row: OwnOfferRow, terms: OfferTerms | null, now: number): OwnOfferState {
  if (row.ends_at !== null && now >= row.ends_at) return "ended";
  if (!isOfferRunning(row, now)) return "paused";
  const sellable = row.items.filter((item) => item.status === "active" && item.price_cents > 0).length;
  return terms !== null && sellable >= itemsNeeded(terms, row.items.length) ? "running" : "unmet";
}
