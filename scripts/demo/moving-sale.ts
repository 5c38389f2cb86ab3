/** A moving sale of the demo seller, which gives its items the same pickup times. */
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { collectionTime } from "./collection-time.ts";
import type { DemoUser } from "./people.ts";
import { demoId, type Tables } from "./rows.ts";

const ITEMS = 6;

/** Changes the pickup times of the chosen `items`, as saving a sale does. */
export function movingSaleRows(now: number, { items, seller }: { items: Tables[string]; seller: DemoUser }): Tables {
  const chosen = (items ?? [])
    .filter((item) => item.seller_id === seller.id && item.status === "active" && item.holder_id === null)
    .slice(-ITEMS);
  const windows = [6, 7].map((days, index) => {
    const from = collectionTime(now + days * DAY_MS, seller.zone, index);
    return { from, until: from + 2 * HOUR_MS };
  });
  const [first, last] = [windows[0], windows.at(-1)];
  if (!first || !last || chosen.length < 2) return {};
  const id = demoId("msl", seller.id);
  for (const item of chosen) {
    item.collection_date = first.from;
    item.collection_windows = JSON.stringify(windows);
    item.collection_zone = seller.zone;
  }
  return {
    moving_sales: [
      {
        id,
        seller_id: seller.id,
        title: "Moving to a smaller place",
        description: "We're downsizing, so all of this needs a new home. Bring a friend for the heavy pieces.",
        collection_windows: JSON.stringify(windows),
        collection_zone: seller.zone,
        ends_at: last.until,
        status: "active",
        created_at: now - DAY_MS,
        updated_at: now - DAY_MS,
      },
    ],
    moving_sale_items: chosen.map((item) => ({ sale_id: id, item_id: String(item.id) })),
  };
}
