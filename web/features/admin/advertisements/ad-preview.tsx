import { publicLink } from "#domain/site/public-link";
import { AdCard } from "../../ads/index.ts";
import type { AdValues } from "./ad-values.ts";

const LAYOUT = {
  top_banner: "banner",
  bottom_banner: "banner",
  between_items: "banner",
  sidebar: "card",
  local_deals: "block",
} as const;

/** The ad as users will see it, including its dialog. Without an id, so that a preview is not counted. */
export function AdPreview({ values, imageUrl }: { values: AdValues; imageUrl: string | null }) {
  const layout = LAYOUT[values.placement];
  const ad = {
    id: "",
    title: values.title.trim() || "Title",
    description: values.description.trim(),
    image_url: imageUrl,
    link_url: publicLink(values.link_url),
    placement: values.placement,
  };
  return (
    <section aria-label="Preview" className={layout === "banner" ? undefined : "max-w-72"}>
      <div className={layout === "block" ? "h-96" : undefined}>
        <AdCard ad={ad} layout={layout} />
      </div>
    </section>
  );
}
