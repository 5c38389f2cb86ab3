import type { AppEnv } from "../env.ts";

/**
 * Returns the operator's MapLibre style, or null for the embedded map. The Content-Security-Policy allows its origin, so a
 * value that is no https address counts as unset.
 */
export function mapStyleUrl({ MAP_STYLE_URL }: Pick<AppEnv, "MAP_STYLE_URL">): string | null {
  const url = URL.parse(MAP_STYLE_URL);
  return url?.protocol === "https:" && url.username === "" ? url.href : null;
}
