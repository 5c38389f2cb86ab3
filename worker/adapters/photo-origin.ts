import type { AppEnv } from "../env.ts";

/**
 * Returns the origin from which browsers fetch photos, or "" for our own. The Content-Security-Policy allows it, so a
 * value that is no https address counts as unset.
 */
export function photoOrigin({ IMAGES_ORIGIN }: Pick<AppEnv, "IMAGES_ORIGIN">): string {
  const url = URL.parse(IMAGES_ORIGIN);
  return url?.protocol === "https:" && url.username === "" ? url.origin : "";
}
