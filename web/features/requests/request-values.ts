/** Selectable collection distances in kilometres. */
export const RADII = [5, 10, 25, 50, 100, 200] as const;

const ASKING = /^(?:wanted|wanting|wtb|iso|looking for|in search of|need(?:ed)?)\b[\s:,–-]*/i;

/** Returns the name of the wanted thing: "Wanted: kids bike" → "Kids bike". */
export function thingOf(title: string): string {
  const thing = title.replace(ASKING, "").trim() || title;
  return thing.charAt(0).toLocaleUpperCase("en-AU") + thing.slice(1);
}
