/** Replies that a seller inserts into a message with one press: suggested from the item's facts, or the seller's own. */
import { shortCollectionTime } from "../orders/collection-date-text.ts";
import type { CollectionWindow } from "../orders/collection-windows.ts";

export const QUICK_REPLIES_MAX = 10;
export const QUICK_REPLY_LENGTH = 300;

/** Further times are in the listing. */
const TIMES_NAMED = 3;

export interface QuickReplyFacts {
  /** Whether the buyer of the thread could buy the item now. `theirs`: this buyer holds it or has ordered it. */
  availability: "available" | "held" | "sold" | "unlisted" | "theirs";
  /** Suburb and city; null when the seller has named no place. Never the address (D9). */
  place: string | null;
  /** Times at which it can be collected; those that have begun are left out. */
  times: readonly CollectionWindow[];
  zone: string;
}

const ON_THE_ORDER = "The exact address will be on your order 24 hours before pickup.";

/** Returns the suggested replies, most useful first. */
export function suggestedReplies({ availability, place, times, zone }: QuickReplyFacts, now: number): string[] {
  if (availability === "sold") return ["Sorry, it's sold."];
  const replies: string[] = [];
  if (availability === "available") replies.push("Yes, it's still available.");
  if (availability === "held") {
    replies.push("Someone else is holding it. Join the queue on the listing and you'll get it if they don't buy it.");
  }
  if (availability === "unlisted") replies.push("Sorry, it isn't for sale at the moment.");
  const open = times.filter(({ from }) => from > now).slice(0, TIMES_NAMED);
  const when = open.map((time) => shortCollectionTime(time, zone)).join(", or ");
  if (place !== null && when !== "") replies.push(`Pickup is in ${place} on ${when}.`);
  else if (place !== null) replies.push(`Pickup is in ${place}.`);
  else if (when !== "") replies.push(`Pickup is on ${when}.`);
  if (availability !== "unlisted") replies.push(ON_THE_ORDER);
  return replies;
}
