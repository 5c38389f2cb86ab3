/** A listing that staff have to review before it goes on sale (D63). */
import { HOUR_MS } from "#domain/deadlines";
import { checkGoods, reviewKeys } from "#domain/safety/prohibited-goods/check";
import type { DemoUser } from "./people.ts";
import { demoId, type Tables } from "./rows.ts";

const TITLE = "Cavalry sword on a wall mount";
const DESCRIPTION = "Blunt replica from a film set. The blade is riveted into the scabbard and can't be drawn.";

export function listingReviewRows(now: number, { items, seller }: { items: Tables[string]; seller: DemoUser }): Tables {
  const like = (items ?? []).find(({ seller_id, status }) => seller_id === seller.id && status === "active");
  if (!like) return {};
  const id = demoId("itm", "in-review");
  const created_at = now - 5 * HOUR_MS;
  return {
    items: [
      {
        ...like,
        id,
        title: TITLE,
        description: DESCRIPTION,
        tags: "film, display",
        price_cents: 12_000,
        previous_price_cents: null,
        category: "collectibles",
        condition: "good",
        photos: "[]",
        collection_windows: "[]",
        negotiation_available: 0,
        views_count: 0,
        popular_score: 0,
        status: "inactive",
        created_at,
        updated_at: created_at,
      },
    ],
    reports: [
      {
        id: demoId("rep", "in-review"),
        kind: "held_listing",
        subject_type: "item",
        subject_id: id,
        about_id: seller.id,
        reason: "goods",
        excerpt: `${TITLE}\n${DESCRIPTION}`,
        shield_reasons: JSON.stringify(reviewKeys(checkGoods({ title: TITLE, description: DESCRIPTION }))),
        then_on_sale: 1,
        created_at,
      },
    ],
  };
}
