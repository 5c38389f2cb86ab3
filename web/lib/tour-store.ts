/** Whether this browser has already shown a guided tour. */
import type { Walkthrough } from "#domain/account/walkthroughs";
import { TOUR_KEY } from "./storage-keys.ts";

export type TourOutcome = "completed" | "skipped";

const keyOf = (tour: Walkthrough) => `${TOUR_KEY}-${tour}`;
/** Where storage is blocked, a finished tour stays finished until the page reloads. */
const ended = new Set<Walkthrough>();

/** Whether this browser has already shown the tour. */
export function isTourDone(tour: Walkthrough): boolean {
  if (ended.has(tour)) return true;
  try {
    return localStorage.getItem(keyOf(tour)) !== null;
  } catch {
    return false;
  }
}

/** Stores that the tour has ended in this browser. */
export function storeTourOutcome(tour: Walkthrough, outcome: TourOutcome): void {
  ended.add(tour);
  try {
    localStorage.setItem(keyOf(tour), outcome);
  } catch {}
}
