import type { SaveThemeInput, ThemeReply } from "#contract/theme";
import { api, unwrap } from "../../../lib/api-client.ts";

export const THEME_KEY = ["admin", "theme"] as const;

/** Past the browser's own cache: an editor begins with what is in force now. */
export function fetchTheme(signal: AbortSignal): Promise<ThemeReply> {
  return unwrap(api.api.theme.$get({}, { init: { signal, cache: "no-store" } }));
}

export function saveTheme(json: SaveThemeInput): Promise<ThemeReply> {
  return unwrap(api.api.theme.$put({ json }));
}
