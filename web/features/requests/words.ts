import type { RequestStatus, RequestView } from "#contract/requests";
import { formatPrice } from "../../lib/format.ts";

/** Formats the price limit: "Up to $80", "For free only", "Any price". */
export function priceLabel(maxPrice: number | null): string {
  if (maxPrice === null) return "Any price";
  return maxPrice === 0 ? "For free only" : `Up to ${formatPrice(maxPrice)}`;
}

/** Formats the place: "Brunswick, Melbourne · 3.2 km away", "Brunswick · collects within 25 km". */
export function placeLabel({ suburb, city, within_km, distance_km }: RequestView): string {
  const place = [suburb, city].filter(Boolean).join(", ") || "Anywhere";
  if (distance_km !== null) return `${place} · ${distance_km} km away`;
  return within_km === null ? place : `${place} · collects within ${within_km} km`;
}

export const STATUS_WORDS: Record<RequestStatus, string> = { open: "Open", found: "Found", closed: "Closed" };

// The list

export const allRequests = "All requests";
export const yours = "Yours";
export const requests = "Requests";
export const description =
  "What people near you are looking for. Have one of these in the shed? Say so, and it finds a new home.";
export const postARequest = "Post a request";
export const whoseRequests = "Whose requests";
export const category = "Category";
export const allCategories = "All categories";
export const near = "Near";
export const within = "Within";
export const km = (km: number) => `${km} km`;
export const search = "Search";
export const theRequestsDidntLoad = "The requests didn't load";
export const listed = "requests";
export const noneOfYours = "You haven't asked for anything yet";
export const noneOfYoursDescription = "Say what you're looking for once. We tell you when somebody lists it.";
export const noneLikeThat = "No requests like that";
export const noneYet = "No requests yet";
export const noneLikeThatDescription = "Try a wider distance or another category.";
export const noneYetDescription = "Be the first to ask for something.";
export const showAllRequests = "Show all requests";
export const loadingRequests = "Loading requests…";

// One request in the list

export const listingsFit = (count: number) => (count === 1 ? "1 listing fits" : `${count} listings fit`);
export const you = "You";

// One request

export const thisRequestIsntHere = "This request isn't here";
export const iHaveThis = "I have this";
export const postedByYou = "Posted by you";
export const postedBy = "Posted by";
export const reportedRequest = "this request";
export const reportThisRequest = "Report this request";
export const wereLookingAgain = "We're looking again";
export const goodToHear = "Good to hear";
export const requestClosed = "Request closed";
export const thatDidntWork = "That didn't work";
export const openAgain = "Open again";
export const iFoundIt = "I found it";
export const change = "Change";
export const close = "Close";
export const nothingFitsYet = "Nothing fits yet";
export const nothingFitsYetDescription = "We compare every new listing with your request and tell you at once.";
export const lookAroundMeanwhile = "Look around meanwhile";
export const offeredToYou = "Offered to you";
export const offeredToYouDescription = "Their owners read your request and have it.";
export const listingsThatFit = "Listings that fit";

// The form

export const fitsAlready = (count: number) =>
  count === 1 ? "One listing fits already." : `${count} listings fit already.`;
export const fitsNothingYet = "We'll tell you when somebody lists it.";
export const requestPosted = "Request posted";
export const requestChanged = "Request changed";
export const changeYourRequest = "Change your request";
export const formDescription =
  "Everybody signed in can read it, with your first name and suburb. Leave out phone numbers and addresses; people answer you here.";
export const yourRequest = "Your request";
export const whatFor = "What are you looking for?";
export const whatForHint = "The thing itself, in a few words: we match new listings by them.";
export const whatForPlaceholder = "Kids bike, 20 inch";
export const details = "Details";
export const detailsPlaceholder = "Size, colour, what it's for, when you could collect it";
export const anyCategory = "Any category";
export const mostYoudPay = "Most you'd pay";
export const mostYoudPayHint = "0 asks for a giveaway.";
export const anyPrice = "Any price";
export const suburbOrPostcode = "Suburb or postcode";
export const youdTravel = "You'd travel";
export const anyDistance = "Any distance";
export const upToKm = (km: number) => `Up to ${km} km`;
export const postRequest = "Post request";
export const saveChanges = "Save changes";
export const cancel = "Cancel";

// "I have this"

export const iHaveThisDescription = (name: string) =>
  `Show ${name} your listing, or write to them first. Your address stays yours.`;
export const shown = "Shown";
export const seesYourListing = (name: string) => `${name} sees your listing now.`;
export const yourListings = "Your listings";
export const showItTo = (name: string) => `Show it to ${name}`;
export const listItNow = "List it now";
export const messageTo = (name: string) => `Message ${name}`;
