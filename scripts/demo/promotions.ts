/** Demo bundles, special offers, ads and home page texts. */

import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { dollarsToCents } from "#domain/money";
import { pick } from "#domain/pick";
import { DEMO_ADS, DEMO_BUNDLES, DEMO_HOMEPAGE, DEMO_OFFERS } from "./catalogue.ts";
import { collectionTime } from "./collection-time.ts";
import type { DemoUser } from "./people.ts";
import type { Pictures } from "./pictures.ts";
import { demoId, type Row } from "./rows.ts";

function bundleRows(now: number, items: readonly Row[], sellers: readonly DemoUser[]) {
  const bundles: Row[] = [];
  const bundle_items: Row[] = [];
  for (const [index, bundle] of DEMO_BUNDLES.entries()) {
    const id = demoId("bdl", bundle.title);
    const seller = sellers[index] as DemoUser;
    const parts = items.filter((item) => bundle.parts.includes(String(item.title)));
    bundles.push({
      id,
      seller_id: seller.id,
      title: bundle.title,
      description: bundle.description,
      bundle_price_cents: dollarsToCents(bundle.price) ?? 0,
      individual_total_cents: parts.reduce((sum, item) => sum + Number(item.price_cents), 0),
      collection_date: collectionTime(now + (3 + index) * DAY_MS, seller.zone, index),
      collection_address: parts[0]?.collection_address ?? null,
      created_at: now - (index + 1) * 7 * HOUR_MS,
      updated_at: now - (index + 1) * 7 * HOUR_MS,
    });
    bundle_items.push(...parts.map((item) => ({ bundle_id: id, item_id: item.id ?? "" })));
  }
  return { bundles, bundle_items };
}

/** Returns the offers; each covers its seller's first three active listings. */
function offerRows(now: number, items: readonly Row[], sellers: readonly DemoUser[]) {
  const special_offers: Row[] = [];
  const special_offer_items: Row[] = [];
  for (const [index, offer] of DEMO_OFFERS.entries()) {
    const id = demoId("ofr", offer.title);
    const sellerId = sellers[DEMO_BUNDLES.length + index]?.id ?? "";
    const covered = items
      .filter((item) => item.seller_id === sellerId && item.status === "active" && Number(item.price_cents) > 0)
      .slice(0, 3);
    special_offers.push({
      id,
      seller_id: sellerId,
      title: offer.title,
      description: offer.description,
      offer_type: offer.type,
      config: JSON.stringify(offer.config),
      ends_at: offer.days === undefined ? null : now + offer.days * DAY_MS,
      created_at: now - (index + 1) * 11 * HOUR_MS,
    });
    special_offer_items.push(...covered.map((item) => ({ offer_id: id, item_id: item.id ?? "" })));
  }
  return { special_offers, special_offer_items };
}

/** Returns bundles, offers, ads and home page texts for these listings. */
export function promotionRows(
  now: number,
  { items, sellers, pictures }: { items: readonly Row[]; sellers: readonly DemoUser[]; pictures: Pictures },
) {
  return {
    ...bundleRows(now, items, sellers),
    ...offerRows(now, items, sellers),
    advertisements: DEMO_ADS.map((ad) => ({
      id: demoId("adv", ad.title),
      ...pick(ad, "title", "description", "placement", "priority"),
      image_url: pictures.get(ad.picture).photo.url_800,
      link_url: ad.link,
      created_at: now - 3 * DAY_MS,
    })),
    homepage_content: DEMO_HOMEPAGE.map(({ section, content }, position) => ({
      id: `home-${position}-${section}`,
      section,
      position,
      content: JSON.stringify(content),
      updated_at: now,
    })),
  };
}
