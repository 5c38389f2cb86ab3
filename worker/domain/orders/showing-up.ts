/** How reliably a person comes to agreed collections (D56). Pure. */

/** Below this many collections nothing is shown: one missed of one says little. */
export const SHOWS_UP_FROM = 3;

/** "Shows up 11 of 12". */
export interface ShowsUp {
  kept: number;
  of: number;
}

/** Returns the public figure of a person, or null with too few collections. */
export function showsUp(counts: { pickups: number; pickups_missed: number }): ShowsUp | null {
  const { pickups, pickups_missed: missed } = counts;
  return pickups < SHOWS_UP_FROM ? null : { kept: pickups - missed, of: pickups };
}
