import type { Walkthrough } from "#domain/account/walkthroughs";
import steps from "./steps.json" with { type: "json" };

export interface TourStep {
  /** `data-tour` value of the target. A step without its target on the page is left out. */
  target: string;
  title: string;
  text: string;
  /** For visitors, where it differs. */
  visitorText?: string;
}

/** The six steps of each tour, in order. */
export const TOUR_STEPS: Record<Walkthrough, readonly TourStep[]> = steps;
