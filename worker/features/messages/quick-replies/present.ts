import { availabilityOf } from "#domain/items/listing";
import type { QuickReplyFacts } from "#domain/messages/quick-replies";
import { collectionSummary, endOfSingleCollection, TO_BE_ARRANGED } from "#domain/orders/collection";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import type { AnsweredItem } from "./queries.ts";

function availabilityFor(item: AnsweredItem, now: number): QuickReplyFacts["availability"] {
  if (item.ordered_from !== null) return "theirs";
  const { status, reserved_by_you } = availabilityOf(item, item.other_id, now);
  if (reserved_by_you) return "theirs";
  if (status === "sold") return "sold";
  if (item.deleted_at !== null || status === "inactive" || item.seller_away) return "unlisted";
  return status === "active" ? "available" : "held";
}

function timesOf(item: AnsweredItem): readonly CollectionWindow[] {
  if (item.ordered_from !== null && item.ordered_until !== null) {
    return [{ from: item.ordered_from, until: item.ordered_until }];
  }
  if (item.collection_windows.length > 0) return item.collection_windows;
  const date = item.collection_date;
  return date === null ? [] : [{ from: date, until: endOfSingleCollection(date) }];
}

/** Returns what the seller may tell this buyer: the suburb and the times, never the address (D9). */
export function factsFor(item: AnsweredItem, now: number): QuickReplyFacts {
  const placed = item.suburb !== null || item.city !== null || item.location !== null;
  const place = collectionSummary(placed ? item : { suburb: item.seller_suburb, city: item.seller_city });
  return {
    availability: availabilityFor(item, now),
    place: place === TO_BE_ARRANGED ? null : place,
    times: timesOf(item),
    zone: item.collection_zone,
  };
}
