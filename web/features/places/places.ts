/** Suburb search by name or postcode, for filters and forms. */
import type { PlacesReply } from "#contract/places";
import { api, unwrap } from "../../lib/api-client.ts";

/** Loads suburbs whose name or postcode begins with `q`. */
export function findPlaces(q: string, signal?: AbortSignal): Promise<PlacesReply> {
  return unwrap(api.api.places.$get({ query: { q } }, signal ? { init: { signal } } : undefined));
}

const PLACE = /^(.*?)(?:[\s,]+(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA))?(?:[\s,]+(\d{4}))?$/i;

/** Parses typed or suggested text into a suburb and a postcode. */
export function parsePlace(typed: string): { suburb: string | null; postcode: string | null } {
  const text = typed.trim();
  if (/^\d{4}$/.test(text)) return { suburb: null, postcode: text };
  const [, suburb = "", postcode] = PLACE.exec(text) ?? [];
  return { suburb: suburb.trim() || null, postcode: postcode ?? null };
}
