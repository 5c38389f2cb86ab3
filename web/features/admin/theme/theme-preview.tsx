import type { CSSProperties } from "react";
import type { AdView, BundleCard as Bundle } from "#contract/items/marketplace";
import { CATEGORIES } from "#domain/items/catalogue";
import { changedParts, DEFAULT_THEME, type Scheme, type ThemeConfig, themeVariables } from "#domain/site/theme";
import { AdCard } from "../../ads/index.ts";
import { BundleCard, CategoryChip, MarketBanner } from "../../items/index.ts";
import "./scheme.css";

/** Without an id, so that impressions are not counted. */
const AD: AdView = {
  id: "",
  title: "Corner Bakery",
  description: "Sourdough from 7 am, two streets from the station.",
  image_url: null,
  link_url: null,
  placement: "between_items",
};

const part = (id: string, title: string, price: number): Bundle["bundle_items"][number] => ({
  item_id: id,
  quantity: 1,
  title,
  price,
  image: null,
  status: "active",
  condition: "good",
  collection_date: null,
  collection_zone: "Australia/Sydney",
});

const BUNDLE: Bundle = {
  id: "",
  title: "Kitchen corner set",
  description: "",
  bundle_price: 120,
  individual_total: 150,
  savings: 30,
  savings_percentage: 20,
  collection_date: null,
  collection_zone: "Australia/Sydney",
  collection_summary: "Pick up in Newtown",
  status: "active",
  available: true,
  bundle_items: [part("a", "Table", 80), part("b", "Chairs", 50), part("c", "Lamp", 20)],
  seller_id: "",
  seller: { display_name: "Mia" } as Bundle["seller"],
  created_at: 0,
  updated_at: 0,
};

/** Default colours of a scheme, without the quiet ones, which follow the page until a text colour is chosen. */
const startOf = (scheme: Scheme) =>
  Object.fromEntries(
    Object.entries(themeVariables(DEFAULT_THEME, scheme)).filter(([name]) => !name.endsWith("-quiet")),
  );

/** Preview of the themed parts of the marketplace, in either scheme. It is inert. */
export function ThemePreview({ config, scheme }: { config: ThemeConfig; scheme: Scheme }) {
  const style = { ...startOf(scheme), ...themeVariables(changedParts(config), scheme) } as CSSProperties;
  return (
    <section aria-label={`Preview, ${scheme}`}>
      <div
        inert
        data-theme={scheme}
        style={style}
        className="theme-preview grid gap-4 overflow-hidden rounded-lg border border-line bg-page p-4 text-ink"
      >
        <MarketBanner />
        <AdCard ad={AD} layout="banner" />
        <ul className="grid grid-cols-2 gap-3">
          <BundleCard bundle={BUNDLE} />
          <li className="flex min-w-0 flex-col items-start gap-3">
            <span className="rounded-full bg-trending px-4 py-1 text-lg font-bold text-on-trending">Trending Now</span>
            <span className="flex aspect-square w-full items-center justify-center rounded-lg bg-[#14211c]/65 text-xl font-bold">
              <span className="rounded-full bg-sold px-4 py-1 text-on-sold">Sold</span>
            </span>
          </li>
        </ul>
        <p className="flex flex-wrap gap-2">
          {CATEGORIES.map((category) => (
            <CategoryChip key={category} category={category} />
          ))}
        </p>
      </div>
    </section>
  );
}
