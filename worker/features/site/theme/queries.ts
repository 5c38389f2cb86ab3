/** The stored theme and its cache. */
import { sql } from "drizzle-orm";
import type { ThemeReply } from "#contract/site/theme";
import { parseColor } from "#domain/site/color";
import { type PartTheme, SCHEMES, THEME_PARTS, type ThemeConfig, themeCss } from "#domain/site/theme";
import { IsolateCache } from "../../../isolate-cache.ts";
import type { Services } from "../../../services.ts";

export const THEME_ID = "global";

/** How long a page may use a cached theme; longer when there is none. */
const MAX_AGE_MS = 5_000;
const NO_THEME_MAX_AGE_MS = 60_000;

interface ThemeRow {
  theme_config: string;
  updated_at: number;
}

/**
 * Keeps the parts that this version knows, because a row may be older or newer than the code. Only valid colours (D13).
 */
function known(config: ThemeConfig): ThemeConfig {
  const good = (part: PartTheme | undefined) =>
    SCHEMES.every((scheme) => {
      const { background = "", text = "" } = part?.[scheme] ?? {};
      return parseColor(background) === background && parseColor(text) === text;
    });
  return Object.fromEntries(THEME_PARTS.flatMap((part) => (good(config[part]) ? [[part, config[part]]] : [])));
}

export async function readTheme({ db }: Pick<Services, "db">): Promise<ThemeReply> {
  const [row] = await db.all<ThemeRow>(
    sql`SELECT theme_config, updated_at FROM global_theme_settings WHERE id = ${THEME_ID}`,
  );
  if (!row) return { theme_config: null, version: 0, css: null };
  const theme_config = known(JSON.parse(row.theme_config) as ThemeConfig);
  return { theme_config, version: row.updated_at, css: themeCss(theme_config) };
}

const cache = new IsolateCache<{ reply: ThemeReply; until: number }>();

/** Returns the theme for a page, cached for up to five seconds in this isolate. */
export async function pageTheme(services: Pick<Services, "db" | "now">): Promise<ThemeReply> {
  const { now } = services;
  const before = cache.get();
  if (before && before.until > now()) return before.reply;
  const reply = await readTheme(services);
  cache.set({ reply, until: now() + (reply.theme_config === null ? NO_THEME_MAX_AGE_MS : MAX_AGE_MS) });
  return reply;
}

/** Clears the cache. */
export function clearThemeCache(): void {
  cache.set(undefined);
}
