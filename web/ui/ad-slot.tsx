import type { AdPlacement } from "#domain/ads/ads";
import { useAds } from "../lib/ads.ts";
import { AdCard } from "./ad-card.tsx";

const LAYOUT: Record<AdPlacement, "card" | "banner"> = {
  top_banner: "banner",
  bottom_banner: "banner",
  between_items: "banner",
  sidebar: "card",
  local_deals: "card",
};

/** The current ad of a placement; nothing without one, or if loading fails. */
export function AdSlot({ placement, className }: { placement: AdPlacement; className?: string }) {
  const ad = useAds([placement]).data?.ads[placement];
  return ad ? <AdCard ad={ad} layout={LAYOUT[placement]} className={className} /> : null;
}
