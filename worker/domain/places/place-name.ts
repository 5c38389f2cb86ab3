/** The name of a suburb, and how it is written. */
export interface PlaceName {
  suburb: string;
  /** Code of its state: "NSW". */
  state: string;
  postcode: string;
}

/** Returns the text by which `Places` finds exactly this suburb: "Brunswick VIC 3056". */
export function placeText({ suburb, state, postcode }: PlaceName): string {
  return `${suburb} ${state} ${postcode}`;
}
