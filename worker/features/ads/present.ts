import type { AdView } from "#contract/items/marketplace";
import { AD_ROTATION_MS, type AdPlacement, adDay, chosenAd } from "#domain/ads/ads";
import { pick } from "#domain/pick";
import { ownPicture, publicLink } from "#domain/site/public-link";
import type { RawAdRow } from "./queries.ts";

/** Returns the ad shown in each placement, or null. */
export function adsByPlacement<P extends AdPlacement>(
  placements: readonly P[],
  rows: readonly RawAdRow[],
  now: number,
): Record<P, AdView | null> {
  const today = adDay(now);
  const chosen = placements.map((placement) => {
    const running = rows.filter((row) => row.placement === placement).map((row) => ({ ...row, active: true }));
    const ad = chosenAd(running, today, Math.floor(now / AD_ROTATION_MS));
    return [placement, ad && presentAd(ad)] as const;
  });
  return Object.fromEntries(chosen) as Record<P, AdView | null>;
}

function presentAd(ad: RawAdRow): AdView {
  return {
    ...pick(ad, "id", "title", "description", "placement"),
    image_url: ownPicture(ad.image_url),
    link_url: publicLink(ad.link_url),
  };
}
