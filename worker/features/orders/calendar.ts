/** Calendar entry of an agreed collection. */

import { calendarFile } from "#domain/calendar";
import { HOUR_MS } from "#domain/deadlines";
import { done, type Result, refuse } from "#domain/result";
import { presentOrder } from "./present.ts";
import type { OrderRecord } from "./queries.ts";

const REMIND_BEFORE_MINUTES = 120;

const NO_COLLECTION = refuse("wrong_state", "There is no collection to put in a calendar for this order.");

/**
 * Returns the calendar file for a party of the order, while a collection is agreed. It shows what the order
 * page shows that party now: the suburb, and the address only when D9 allows it.
 */
export function collectionCalendar(record: OrderRecord, origin: string, now: number): Result<string> {
  // Before payment and after the collection there is no entry.
  if (record.order.status !== "payment_confirmed") return NO_COLLECTION;
  const view = presentOrder(record, now);
  const page = `${origin}/MyOrders/${view.id}`;
  const buyer = view.role === "buyer";
  const other = view.counterparty.display_name;
  const file = calendarFile({
    uid: `${view.id}.${view.role}@goodstreet`,
    sequence: record.order.rev,
    starts: view.collection_date,
    ends: view.collection_date + HOUR_MS,
    now,
    summary: `${buyer ? "Collect" : "Hand over"}: ${view.item.title}`,
    location: view.collection_address ?? view.collection_summary,
    description: [
      buyer ? `From ${other}: show the code on your order page.` : `To ${other}: ask for the code on their order page.`,
      ...(view.collection_address === null ? [view.collection_address_text] : []),
      page,
    ].join("\n"),
    url: page,
    remindBeforeMinutes: REMIND_BEFORE_MINUTES,
  });
  return done(file);
}
