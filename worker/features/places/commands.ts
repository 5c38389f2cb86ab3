import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SetNear } from "#contract/places";
import { findNear, type NearPlace, nearPlaceAt } from "#domain/places/near-place";
import { stateNamed } from "#domain/places/states";
import type { Result } from "#domain/result";
import { profiles } from "../../db/schema/account.ts";
import type { Ctx } from "../../http/context.ts";
import { nearOf, writeNearCookie } from "./near-cookie.ts";
import { places } from "./queries.ts";

/** The columns of a profile that name a place. */
type ProfilePlace = Pick<typeof profiles.$inferSelect, "suburb" | "state_region" | "postcode">;

/** Returns the columns of a profile for a visitor's place. */
export function profilePlace({ suburb, state, postcode }: NearPlace): ProfilePlace {
  return { suburb, state_region: state, postcode };
}

const isEmpty = (column: SQLWrapper): SQL => sql`coalesce(${column}, '') = ''`;

/**
 * Sets the visitor's place, and that of a signed-in user's profile if it names none. A profile with a city or postcode
 * alone is left as it is: the two might contradict each other.
 */
export async function setNear(
  c: Ctx,
  { place, within_km = null }: z.output<typeof SetNear>,
): Promise<Result<NearPlace>> {
  const found = findNear(places, place, within_km);
  if (!found.ok) return found;
  const actor = c.get("actor");
  if (actor) {
    const { db, now } = c.get("services");
    await db
      .update(profiles)
      .set({ ...profilePlace(found.value), updated_at: now() })
      .where(
        and(eq(profiles.id, actor.id), isEmpty(profiles.suburb), isEmpty(profiles.city), isEmpty(profiles.postcode)),
      );
  }
  writeNearCookie(c, found.value);
  return found;
}

/** After sign-in on a browser without a place: takes the place of the profile, if it names one. */
export function takePlaceOfProfile(c: Ctx, profile: (ProfilePlace & { city: string | null }) | null): void {
  if (!profile?.suburb || nearOf(c) !== null) return;
  const { suburb, city, postcode, state_region } = profile;
  const found = places.suburbOf({ suburb, city, postcode, state: stateNamed(state_region) });
  if (found) writeNearCookie(c, nearPlaceAt(found, null));
}
