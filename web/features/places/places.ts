/** Suburb search by name or postcode, for filters and forms. */
import type { PlacesReply } from "#contract/places";
import { placeText } from "#domain/places/place-name";
import { stateNamed } from "#domain/places/states";
import { api, unwrap } from "../../lib/api-client.ts";

/** Loads suburbs whose name or postcode begins with `q`. */
export function findPlaces(q: string, signal?: AbortSignal): Promise<PlacesReply> {
  return unwrap(api.api.places.$get({ query: { q } }, signal ? { init: { signal } } : undefined));
}

/**
 * Returns the place that a typed text means: the text itself if it names a place, else the first suggestion. Null for a
 * state and when there is no suggestion. If the lookup fails, returns the text, and the server refuses an unknown place.
 */
export async function placeNamed(typed: string): Promise<string | null> {
  if (POSTCODE.test(typed)) return typed;
  if (stateNamed(typed)) return null;
  const wanted = typed.toLowerCase();
  try {
    const { items } = await findPlaces(typed);
    const exact = items.some(({ suburb }) => suburb.toLowerCase() === wanted);
    return exact ? typed : items[0] ? placeText(items[0]) : null;
  } catch {
    return typed;
  }
}

const POSTCODE = /^\d{4}$/;
const PLACE = /^(.*?)(?:[\s,]+(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA))?(?:[\s,]+(\d{4}))?$/i;

/** Parses typed or suggested text into a suburb and a postcode. */
export function parsePlace(typed: string): { suburb: string | null; postcode: string | null } {
  const text = typed.trim();
  if (POSTCODE.test(text)) return { suburb: null, postcode: text };
  const [, suburb = "", postcode] = PLACE.exec(text) ?? [];
  return { suburb: suburb.trim() || null, postcode: postcode ?? null };
}
