import type { EntryStatus } from "#domain/giveaways/giveaway";

/** What became of an entrant after the draw, or of a request; null while they wait. */
export const ENTRY_LABELS: Record<EntryStatus, string | null> = {
  entered: null,
  left: "Declined",
  offered: "Has 24 hours to confirm",
  lapsed: "Didn't confirm in time",
  skipped: "Couldn't be offered the item",
  given: "Confirmed",
  undone: "The pickup didn't happen",
};

/** "3f9a1c0277be40d1" → "3f9a 1c02 77be 40d1". */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1 ");
}

export function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}
