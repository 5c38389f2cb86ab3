import { DAY_MS, DEFAULT_HOLD_MS, HOUR_MS } from "#domain/deadlines";
import { dollarsToCents } from "#domain/money";
import { reserveFor } from "#domain/negotiation/price-ladder";
import { pick } from "#domain/pick";
import { places } from "../places.ts";
import { streetAddress } from "./accounts.ts";
import { DEMO_BUNDLES, DEMO_LISTINGS } from "./catalogue.ts";
import { collectionTime } from "./collection-time.ts";
import { listingOrderRows } from "./listing-orders.ts";
import type { DemoUser } from "./people.ts";
import type { Pictures } from "./pictures.ts";

import { demoId, type Row, seededRandom } from "./rows.ts";
import { recentViews, viewsThisWeek } from "./views.ts";

/** Index of the bundle of a listing, by title. */
const BUNDLE_OF = new Map(DEMO_BUNDLES.flatMap((bundle, index) => bundle.parts.map((title) => [title, index])));

type ListingState = "active" | "held" | "sold" | "in_payment";

/** Most listings are for sale; free ones and parts of bundles always are. */
function stateOf(index: number, alwaysForSale: boolean): ListingState {
  if (alwaysForSale) return "active";
  if (index % 17 === 5) return "sold";
  if (index % 31 === 8) return "held";
  if (index % 41 === 12) return "in_payment";
  return "active";
}

/** Returns what a fall of the price a day ago left: a struck price only after a week on sale at it (D95). */
function reduced(from: number, createdAt: number, now: number): Row {
  const at = Math.max(createdAt, now - DAY_MS);
  return at - createdAt < 7 * DAY_MS
    ? { priced_at: at }
    : { priced_at: at, previous_price_cents: from, previous_price_until: at + 30 * DAY_MS };
}

/** Returns the listings of the catalogue with their related rows. The first five sellers never buy. */
export function listingRows(now: number, sellers: readonly DemoUser[], pictures: Pictures) {
  const random = seededRandom(20_261_121);
  const buyers = sellers.slice(4);
  const items: Row[] = [];
  const item_knowledge: Row[] = [];
  const images: Row[] = [];
  const item_views: Row[] = [];
  const orders: Row[] = [];
  const order_events: Row[] = [];
  const transactions: Row[] = [];
  const ratings: Row[] = [];
  // One order paid at pickup per buyer.
  const cashBuyers = new Set<string>();
  let sales = 0;

  for (const [index, listing] of DEMO_LISTINGS.entries()) {
    const bundle = BUNDLE_OF.get(listing.title);
    const seller = sellers[(bundle ?? index) % sellers.length] as DemoUser;
    const buyer = buyers.filter((other) => other.id !== seller.id)[index % (buyers.length - 1)] as DemoUser;
    const itemId = demoId("itm", `${index}-${listing.picture}`);
    const price = dollarsToCents(listing.price) ?? 0;
    const state = stateOf(index, price === 0 || bundle !== undefined);
    const age = Math.floor(random() * 45 * DAY_MS) + 2 * HOUR_MS;
    // A sold item was collected three days after it was listed.
    const createdAt = now - (state === "sold" ? Math.max(age, 5 * DAY_MS) : age);
    const daysAhead = 2 + Math.floor(random() * 9);
    const collectionDay = state === "sold" ? createdAt + 3 * DAY_MS : now + daysAhead * DAY_MS;
    const collectionDate = collectionTime(collectionDay, seller.zone, index);
    // Every fourth listing on sale offers three times to choose from.
    const offersTimes = state === "active" && bundle === undefined && index % 4 === 1;
    const viewed = Math.floor(random() ** 2 * 180);
    const shown = pictures.of(listing.picture, index % 3 === 0 ? 2 : 1);
    const point = places.pointOfListing(seller);
    const orderId = state === "sold" || state === "in_payment" ? demoId("ord", itemId) : null;
    // Two of three listings with a price can be negotiated with Knowzee.
    const minimum =
      price >= 3_000 && bundle === undefined && index % 3 !== 1 ? Math.round((price * 0.8) / 100) * 100 : 0;

    const recent = recentViews({ id: itemId, index, views: viewed, createdAt }, now);
    items.push({
      id: itemId,
      seller_id: seller.id,
      ...pick(listing, "title", "description", "category", "condition"),
      tags: listing.tags.split(" ").join(", "),
      price_cents: price,
      ...(listing.previous === undefined ? {} : reduced(dollarsToCents(listing.previous) ?? 0, createdAt, now)),
      photos: JSON.stringify(shown.map(({ photo }) => photo)),
      ...pick(seller, "suburb", "city", "postcode"),
      location: `${seller.suburb}, ${seller.city} ${seller.state} ${seller.postcode}`,
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      collection_address: streetAddress(seller),
      collection_date: collectionDate,
      collection_windows: JSON.stringify(
        offersTimes ? windowsFrom(collectionDate, collectionDay, seller.zone, index) : [],
      ),
      collection_zone: seller.zone,
      negotiation_available: minimum > 0 ? 1 : 0,
      views_count: viewed,
      popular_score: viewsThisWeek(recent, now),
      created_at: createdAt,
      updated_at: createdAt,
      status: state === "sold" ? "sold" : state === "in_payment" ? "pending_payment" : "active",
      rev: state === "active" ? 0 : 3,
      fence: state === "active" ? 0 : 1,
      holder_id: state === "held" ? buyer.id : null,
      hold_id: state === "held" ? demoId("hld", itemId) : null,
      hold_kind: state === "held" ? "buy_now" : null,
      hold_started_at: state === "held" ? now : null,
      hold_until: state === "held" ? now + DEFAULT_HOLD_MS : null,
      order_id: orderId,
      sold_at: state === "sold" ? createdAt + DAY_MS : null,
    });
    if (minimum > 0) {
      item_knowledge.push({
        item_id: itemId,
        negotiation_enabled: 1,
        minimum_price_cents: minimum,
        reserve_cents: reserveFor(price, minimum, { step_percent: 5, offset: 0.5 }),
        created_at: createdAt,
        updated_at: createdAt,
      });
    }
    item_views.push(...recent);
    for (const [position, { photo, files }] of shown.entries()) {
      images.push({
        id: demoId("img", `${itemId}-${position}`),
        owner_id: seller.id,
        item_id: itemId,
        key: files[0]?.key ?? "",
        key_800: files[1]?.key ?? "",
        key_400: files[2]?.key ?? "",
        width: photo.width,
        height: photo.height,
        bytes: files[0]?.content.length ?? 0,
        created_at: createdAt,
      });
    }
    if (orderId === null) continue;
    const sold = state === "sold";
    if (sold) sales++;
    const cash = !sold && seller.cash && !cashBuyers.has(buyer.id);
    if (cash) cashBuyers.add(buyer.id);
    const rows = listingOrderRows({
      orderId,
      item: { id: itemId, title: listing.title, price, image: shown[0]?.photo.url_400 ?? null },
      seller,
      buyer,
      sold,
      cash,
      reference: `GS${String(10_000_000 + index * 97_531).slice(0, 8)}`,
      placedAt: sold ? createdAt + DAY_MS : now - 3 * HOUR_MS,
      collectionDate,
      stars: sold ? (random() < 0.75 ? 5 : 4) : null,
      rated: sales % 3 !== 2,
      reply: sales % 4 === 1 ? "Thanks for coming by. Enjoy it!" : null,
      now,
    });
    orders.push(rows.order);
    order_events.push(...rows.events);
    transactions.push(rows.transaction);
    ratings.push(...rows.ratings);
  }
  return { items, item_knowledge, images, orders, order_events, transactions, ratings, item_views };
}

/** Two hours on three days in a row. */
function windowsFrom(first: number, day: number, zone: string, index: number) {
  const starts = [first, collectionTime(day + DAY_MS, zone, index), collectionTime(day + 2 * DAY_MS, zone, index)];
  return starts.map((from) => ({ from, until: from + 2 * HOUR_MS }));
}
