/** Notifies users when an item on their lists became cheaper or is for sale again. */

import { sql } from "drizzle-orm";
import { priceFor } from "#domain/checkout/pricing";
import { DAY_MS } from "#domain/deadlines";
import { formatCents } from "#domain/money";
import { batch } from "../../db/client.ts";
import { insertNotification, type NewNotification } from "../../db/notifications.ts";
import { afterResponse } from "../../http/after-response.ts";
import type { Services } from "../../services.ts";
import { itemOffers, readOffers } from "../items/cards.ts";
import { notifySoon } from "../notifications/commands.ts";

/** Limit of notifications per run, in small batches; the next run continues. */
const STEPS_AT_ONCE = 10;
const PEOPLE_AT_ONCE = 40;

interface EventRow {
  id: number;
  kind: "price" | "back";
  item_id: string;
  after_user: string;
  at: number;
  title: string | null;
  price_cents: number | null;
  /** The price to strike out (D95); null without one. */
  previous_cents: number | null;
  /** Text of `readOffers`. */
  offers: string;
  /** For sale and visible. */
  open: number;
}

interface Watcher {
  user_id: string;
  noted_cents: number;
}

/**
 * Processes the events that triggers recorded, oldest first. A step writes some notifications and its position in one
 * transaction, and notifications are deduplicated by event, so a crashed or concurrent run notifies no user twice.
 * @returns how many users were notified.
 */
export async function notifyWishers(services: Services): Promise<number> {
  let notified = 0;
  for (let step = 0; step < STEPS_AT_ONCE; step++) {
    const [event] = await services.db.all<EventRow>(sql`SELECT e.id, e.kind, e.item_id, e.after_user, e.at, i.title,
        i.price_cents, CASE WHEN i.previous_price_until > ${services.now()} THEN i.previous_price_cents END AS previous_cents,
        ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers, i.listed_as IS 'active' AS open
      FROM wish_events e LEFT JOIN items i ON i.id = e.item_id ORDER BY e.id LIMIT 1`);
    if (!event) break;
    notified += await notifySome(services, event);
  }
  return notified;
}

async function notifySome(services: Services, event: EventRow): Promise<number> {
  const { db } = services;
  const price = event.price_cents ?? 0;
  // Not for sale now: if it returns at a lower price, that is announced then. A fall from a price that it was hardly on
  // sale at is no price drop (D95).
  const waiting =
    event.open && (event.kind === "back" || event.previous_cents !== null)
      ? await db.all<Watcher>(sql`SELECT user_id, noted_cents FROM wish_watches
        WHERE item_id = ${event.item_id} AND user_id > ${event.after_user}
          ${event.kind === "price" ? sql`AND noted_cents > ${price}` : sql``}
        ORDER BY user_id LIMIT ${PEOPLE_AT_ONCE}`)
      : [];
  const last = waiting.at(-1)?.user_id;
  const notices = waiting.map((watcher) => noticeOf(services, event, watcher, price));
  await batch(db, [
    ...notices.map(insertNotification),
    sql`UPDATE wish_watches SET noted_cents = ${price} WHERE item_id = ${event.item_id}
      AND user_id > ${event.after_user} AND user_id <= ${last ?? event.after_user} AND noted_cents > ${price}`,
    waiting.length < PEOPLE_AT_ONCE
      ? sql`DELETE FROM wish_events WHERE id = ${event.id}`
      : sql`UPDATE wish_events SET after_user = max(after_user, ${last ?? ""}) WHERE id = ${event.id}`,
  ]);
  notifySoon(
    services,
    notices.map((notice) => notice.user_id),
  );
  return notices.length;
}

function noticeOf(services: Services, event: EventRow, watcher: Watcher, price: number): NewNotification {
  const now = services.now();
  // The page asks for the price with the seller's offer (D79).
  const charged = formatCents(priceFor(price, readOffers(event.offers), now).charged_cents);
  const { previous_cents: was } = event;
  const cheaper = was !== null && price < watcher.noted_cents;
  const back = event.kind === "back";
  return {
    id: services.newId("ntf"),
    user_id: watcher.user_id,
    kind: "price_drop",
    // An item that is reserved and released repeatedly is announced once a day.
    dedupe_key: back
      ? `wish:${event.item_id}:back:${Math.floor(event.at / DAY_MS)}`
      : `wish:${event.item_id}:price:${event.id}`,
    title: back ? `Back on sale: ${event.title}` : `Price drop: ${event.title}`,
    body: cheaper
      ? `Now ${price === 0 ? "free" : charged}, was ${formatCents(was)}.`
      : price === 0
        ? "It's still free."
        : `You can buy it again for ${charged}.`,
    link: `/ItemDetail/${event.item_id}`,
    at: now,
  };
}

const notify = afterResponse("wish notices", async (services) => {
  await notifyWishers(services);
  return false;
});

/** Notifies after the response when a seller changed prices or statuses. Cron repeats what fails here. */
export function notifyWishersSoon(services: Services): void {
  notify(services);
}
