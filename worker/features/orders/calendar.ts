/** The collection as an entry for one's own calendar. */
import { refuse } from "#contract/errors";
import { calendarFile } from "#domain/calendar";
import { HOUR_MS } from "#domain/deadlines";
import type { OrderStatus } from "#domain/order-abilities";
import { presentOrder } from "./present.ts";
import type { OrderRecord } from "./queries.ts";

/** Agreed and still to come: before payment there is nothing to write down, afterwards nothing to be reminded of. */
const AGREED: readonly OrderStatus[] = ["payment_confirmed", "collection_arranged"];
const REMIND_BEFORE_MINUTES = 120;

export const NO_COLLECTION = refuse("wrong_state", "There is no collection to put in a calendar for this order.");

/**
 * The file for whoever reads the order, or null while no collection is agreed. What stands in it is what the order page
 * shows the same person at the same time: the address only once D9 lets them see it, and the suburb until then.
 */
export function collectionCalendar(record: OrderRecord, origin: string, now: number): string | null {
  if (!AGREED.includes(record.order.status)) return null;
  const view = presentOrder(record, now);
  const page = `${origin}/MyOrders/${view.id}`;
  const buyer = view.role === "buyer";
  const other = view.counterparty.display_name;
  return calendarFile({
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
}
