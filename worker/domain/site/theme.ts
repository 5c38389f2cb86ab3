/**
 * Colours staff may set for the marketplace: advertisements, bundle cards, trending items, banner, sold items and the
 * ten categories, each for the light and the dark scheme. Other colours come from the style sheets.
 */
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../items/catalogue.ts";
import { contrast, nearestReadable, secondaryTextColor, TEXT_CONTRAST } from "./color.ts";

const SURFACES = ["ads", "bundle_cards", "trending", "banner", "sold"] as const;
type Surface = (typeof SURFACES)[number];

export const THEME_PARTS = [...SURFACES, ...CATEGORIES] as const;
export type ThemePart = (typeof THEME_PARTS)[number];

export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Colours as "#rrggbb". */
export interface PartColors {
  background: string;
  text: string;
}

export type PartTheme = Record<Scheme, PartColors>;

/** Only the changed parts. */
export type ThemeConfig = Partial<Record<ThemePart, PartTheme>>;

export const PART_LABELS: Record<ThemePart, string> = {
  ads: "Advertisements",
  bundle_cards: "Bundle cards",
  trending: "Trending",
  banner: "Banner",
  sold: "Sold",
  ...CATEGORY_LABELS,
};

const of = (light: [string, string], dark: [string, string]): PartTheme => ({
  light: { background: light[0], text: light[1] },
  dark: { background: dark[0], text: dark[1] },
});

/** Same values as web/ui/tokens.css and category-colors.css; tests/unit/theme.test.ts checks that they match. */
export const DEFAULT_THEME: Record<ThemePart, PartTheme> = {
  ads: of(["#e1f1eb", "#14211c"], ["#14362d", "#edf3f0"]),
  bundle_cards: of(["#f4f7f5", "#14211c"], ["#16201c", "#edf3f0"]),
  trending: of(["#c21f30", "#ffffff"], ["#ff7a80", "#000000"]),
  banner: of(["#0a3b31", "#ffffff"], ["#0f2f28", "#ffffff"]),
  sold: of(["#e6ebe8", "#3d4b45"], ["#26332d", "#c5d2cb"]),
  electronics: of(["#e0effe", "#054f89"], ["#1c2f44", "#b0d5fd"]),
  clothing: of(["#fee5ee", "#832151"], ["#40242f", "#febbd4"]),
  furniture: of(["#ffe8d7", "#703f0e"], ["#3e2815", "#f5c7a2"]),
  books: of(["#eeeafd", "#553790"], ["#2f2942", "#d4c8fe"]),
  toys: of(["#fdedb0", "#5c4c00"], ["#372d02", "#e0d19b"]),
  sports: of(["#cbfadf", "#075c3b"], ["#103624", "#a3e2bf"]),
  home_garden: of(["#ddf7c6", "#3a5713"], ["#23340f", "#c0dca5"]),
  automotive: of(["#fee7e3", "#89221c"], ["#422521", "#fdc0b7"]),
  collectibles: of(["#fde3fe", "#712a76"], ["#39263a", "#f7b8fa"]),
  other: of(["#dbf2f6", "#29555c"], ["#203134", "#b4d9e0"]),
};

/** CSS variables of a part: background, text and, where used, secondary text. */
const SURFACE_VARIABLES: Record<Surface, { background: string; text: string; quiet?: string }> = {
  ads: { background: "--color-ad", text: "--color-on-ad", quiet: "--color-ad-quiet" },
  bundle_cards: { background: "--color-bundle", text: "--color-on-bundle", quiet: "--color-bundle-quiet" },
  trending: { background: "--color-trending", text: "--color-on-trending" },
  banner: { background: "--color-banner", text: "--color-on-banner", quiet: "--color-banner-quiet" },
  sold: { background: "--color-sold", text: "--color-on-sold" },
};

const isSurface = (part: ThemePart): part is Surface => (SURFACES as readonly string[]).includes(part);

const categoryVariables = (part: Category): { background: string; text: string; quiet?: string } => ({
  background: `--cat-${part}`,
  text: `--cat-${part}-ink`,
});

/** Returns the CSS variables of a configuration in one scheme. */
export function themeVariables(config: ThemeConfig, scheme: Scheme): Record<string, string> {
  const values: Record<string, string> = {};
  for (const part of THEME_PARTS) {
    const colors = config[part]?.[scheme];
    if (!colors) continue;
    const names = isSurface(part) ? SURFACE_VARIABLES[part] : categoryVariables(part);
    values[names.background] = colors.background;
    values[names.text] = colors.text;
    if (names.quiet) values[names.quiet] = secondaryTextColor(colors.text, colors.background);
  }
  return values;
}

/** Returns the theme as CSS. Its selectors are more specific than the style sheets', so load order is irrelevant. */
export function themeCss(config: ThemeConfig): string {
  return SCHEMES.map((scheme) => {
    const lines = Object.entries(themeVariables(config, scheme)).map(([name, value]) => `${name}:${value}`);
    if (lines.length === 0) return "";
    return `${scheme === "light" ? "html:root" : "html[data-theme=dark]"}{${lines.join(";")}}`;
  }).join("");
}

/** Returns only the parts that differ from the defaults. */
export function changedParts(config: ThemeConfig): ThemeConfig {
  const same = (part: ThemePart) => {
    const [a, b] = [config[part], DEFAULT_THEME[part]];
    return SCHEMES.every(
      (scheme) => a?.[scheme].background === b[scheme].background && a[scheme].text === b[scheme].text,
    );
  };
  return Object.fromEntries(THEME_PARTS.flatMap((part) => (!config[part] || same(part) ? [] : [[part, config[part]]])));
}

/** A text colour with too little contrast. */
export interface ContrastProblem {
  part: ThemePart;
  scheme: Scheme;
  ratio: number;
  /** Nearest text colour with enough contrast. */
  proposal: string;
}

/** Rounds down: 4.496 is not enough and must not be shown as "4.5". */
export function shownRatio(ratio: number): string {
  const tenths = Math.floor(ratio * 10);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Lists every text with a contrast below 4.5:1, in both schemes. */
export function contrastProblems(config: ThemeConfig): ContrastProblem[] {
  return THEME_PARTS.flatMap((part) =>
    SCHEMES.flatMap((scheme) => {
      const colors = config[part]?.[scheme];
      if (!colors) return [];
      const ratio = contrast(colors.text, colors.background);
      if (ratio >= TEXT_CONTRAST) return [];
      return [{ part, scheme, ratio, proposal: nearestReadable(colors.text, colors.background) }];
    }),
  );
}

export function contrastMessage({ part, scheme, ratio, proposal }: ContrastProblem): string {
  return `${PART_LABELS[part]}, ${scheme}: the text contrast is ${shownRatio(ratio)}:1 but must be at least ${TEXT_CONTRAST}:1. The nearest colour that passes is ${proposal}.`;
}
