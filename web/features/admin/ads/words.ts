import type { AdState, Advertisement } from "#contract/ads";
import { countLabel, formatDayRange, formatShortDay } from "../../../lib/ad-words.ts";

export const STATE_WORDS: Record<AdState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  scheduled: { label: "Scheduled", tone: "wattleSoft" },
  off: { label: "Off", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
};

/** Formats the dates of an ad: "23 – 27 Nov", "From 23 Nov", "Until 27 Nov", "No end". */
export function scheduleLabel({ start_date, end_date }: Pick<Advertisement, "start_date" | "end_date">): string {
  if (start_date && end_date) return formatDayRange(start_date, end_date);
  if (start_date) return `From ${formatShortDay(start_date)}`;
  return end_date ? `Until ${formatShortDay(end_date)}` : "No end";
}

/** Formats the numbers of an ad: "1,204 impressions · 31 clicks · 2.6%". */
export function reachLabel({
  impressions,
  clicks,
  rate,
}: Pick<Advertisement, "impressions" | "clicks" | "rate">): string {
  return [
    countLabel(impressions, "impression"),
    countLabel(clicks, "click"),
    ...(rate === null ? [] : [`${rate}%`]),
  ].join(" · ");
}

// The list

export const ours = "Ours";
export const fromSellers = "From sellers";
export const advertisements = "Advertisements";
export const advertisementsDescription = "What is shown as Sponsored, where and when, and who looked.";
export const newAdvertisement = "New advertisement";
export const whose = "Whose";
export const state = "State";
export const everyState = "Every state";
export const placement = "Placement";
export const everyPlacement = "Every placement";
export const listed = "advertisements";
export const noneMatches = "No advertisement matches";
export const noneYet = "No advertisements yet";
export const noPromotions = "No promotions yet";
export const noneMatchesDescription = "Choose another state or placement.";
export const noneYetDescription = "Placements without one stay empty, or show what sellers promote.";
export const noPromotionsDescription = "What sellers pay for with their ad credit is listed here.";
export const unnamedSeller = "A seller";
export const priorityOf = (priority: number) => `Priority ${priority}`;

// One advertisement

export const allAdvertisements = "All advertisements";
export const advertisement = "Advertisement";
export const notChanged = "Not changed";
export const switchedOn = "Switched on";
export const switchedOff = "Switched off";
export const advertisementEnded = "Advertisement ended";
export const switchOff = "Switch off";
export const switchOn = "Switch on";
export const end = "End";
export const runAgain = "Run again";
export const reach = "Reach";
export const seenByNobody = "Nobody has seen it so far.";
export const noReachYet = "Its days are drawn here once it runs.";
export const advertisementSaved = "Advertisement saved";
export const advertisementSavedDescription = "Readers see it from their next page on.";
export const seller = "Seller";
export const paid = "Paid";
export const listing = "Listing";
export const endThisAdvertisement = "End this advertisement?";
export const endingDescription =
  "Nobody is shown it any more. It stays in the list for its numbers and cannot be switched on again.";
export const endAdvertisement = "End advertisement";

// The form

export const endsBeforeStart = "The last day can't be before the first.";
export const preview = "Preview";
export const title = "Title";
export const description = "Description";
export const descriptionHint = "Two lines fit on a card.";
export const link = "Link";
export const linkHint = "An address that starts with https://, or a page of ours such as /Store.";
export const priority = "Priority";
export const priorityHint = (promoted: number) => `The highest is shown. Sellers' promotions have ${promoted}.`;
export const firstDay = "First day";
export const firstDayHint = "By Sydney's calendar. Empty: at once.";
export const lastDay = "Last day";
export const lastDayHint = "Shown until its end. Empty: no end.";
export const notPlaced = "The advertisement was not saved";
export const changedMeanwhile = "Somebody else has changed it since";
export const saveChanges = "Save changes";
export const placeAdvertisement = "Place advertisement";

// The picture

export const pictureFailed = "This picture could not be added. Please try again.";
export const picture = "Picture";
export const optional = "(optional)";
export const adding = "Adding…";
export const chooseAnother = "Choose another";
export const addAPicture = "Add a picture";
export const remove = "Remove";
export const pictureLabel = "Picture of the advertisement";

// A new one

export const newAdvertisementDescription = "Shown as Sponsored. Readers see what the preview shows.";
export const advertisementPlaced = "Advertisement placed";
