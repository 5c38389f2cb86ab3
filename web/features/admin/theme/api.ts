import type { SaveThemeInput, ThemeReply } from "#contract/site/theme";
import { api, unwrap } from "../../../lib/api-client.ts";

export const THEME_KEY = ["admin", "theme"] as const;

/** Loads the theme past the browser's cache, because the editor must start with the current one. */
export function fetchTheme(signal: AbortSignal): Promise<ThemeReply> {
  return unwrap(api.api.theme.$get({}, { init: { signal, cache: "no-store" } }));
}

export function saveTheme(json: SaveThemeInput): Promise<ThemeReply> {
  return unwrap(api.api.theme.$put({ json }));
}
