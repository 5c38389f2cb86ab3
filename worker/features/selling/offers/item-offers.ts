/** Special offers on an item's page (D25). */
import { type SQL, sql } from "drizzle-orm";
import type { SpecialOfferView } from "#contract/items/marketplace";
import { appliedTerms, discountedCents, type StoredOffer } from "#domain/checkout/pricing";
import { centsToDollars } from "#domain/money";
import { offerLabel } from "#domain/selling/special-offers";
import { offerAvailable, offerSize } from "../../items/cards.ts";

const OFFERS_SHOWN = 3;

export interface RawOfferRow {
  id: string;
  title: string;
  description: string;
  offer_type: StoredOffer["offer_type"];
  config: string;
  ends_at: number | null;
  size: number;
  available: number;
}

/** Returns the seller's running offers on the item, newest first. */
export function offersStatement(item: { id: string; seller_id: string }, now: number): SQL {
  return sql`SELECT o.id, o.title, o.description, o.offer_type, o.config, o.ends_at, ${offerSize} AS size,
      ${offerAvailable} AS available
    FROM special_offer_items oi CROSS JOIN special_offers o ON o.id = oi.offer_id
    WHERE oi.item_id = ${item.id} AND o.seller_id = ${item.seller_id} AND o.is_active = 1
      AND (o.ends_at IS NULL OR o.ends_at > ${now})
    ORDER BY o.created_at DESC, o.id DESC`;
}

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
        id: row.id,
        title: row.title,
        description: row.description,
        offer_type: row.offer_type,
        label: offerLabel(terms),
        alone:
          terms.type === "percentage_off"
            ? {
                price: centsToDollars(discountedCents(item.price_cents, terms.percent)),
                list_price: centsToDollars(item.price_cents),
              }
            : null,
        ends_at: row.ends_at,
      };
    })
    .slice(0, OFFERS_SHOWN);
}
