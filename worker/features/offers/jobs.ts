import { sql } from "drizzle-orm";
import { PRICE_OFFER_REMINDER_MS } from "#domain/deadlines";
import { voidPriceOffer } from "../../../durable/item-room/commands/price-offers.ts";
import { eitherBlocked } from "../../db/blocks.ts";
import { insertNotifications } from "../../db/notifications.ts";
import { execute, settleRooms } from "../../http/item-room.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { findOffersToEnd } from "./queries.ts";

const AT_ONCE = 100;

/** Ends offers whose room missed their time, or whose parties are blocked, and reminds those who must act soon. */
export async function settlePriceOffers(services: Pick<Services, "db" | "env" | "now">): Promise<void> {
  const { db, env, now } = services;
  await remind(services);
  const due = await findOffersToEnd(db, now(), AT_ONCE);
  await settleRooms(
    env,
    due.filter(({ overdue }) => overdue === 1).map(({ item_id }) => item_id),
  );
  for (const { item_id, buyer_id } of due.filter(({ overdue }) => overdue === 0)) {
    try {
      await execute(env, item_id, voidPriceOffer({ buyerId: buyer_id }));
    } catch (error) {
      log("error", { problem: "price offer not ended", room: item_id, error: errorText(error) });
    }
  }
}

/**
 * Reminds, once, the side whose answer is due in two hours, and the buyer whose agreed price ends then. Offers that end
 * without an answer are left out.
 */
async function remind({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const at = now();
  const soon = sql`price_offers o JOIN items i ON i.id = o.item_id
    WHERE o.status IN ('open', 'accepted') AND o.expires_at > ${at} AND o.expires_at <= ${at + PRICE_OFFER_REMINDER_MS}
      AND o.updated_at <= o.expires_at - ${2 * PRICE_OFFER_REMINDER_MS} AND o.decline_at IS NULL
      AND (o.status = 'accepted' OR NOT ${eitherBlocked(sql`o.buyer_id`, sql`o.seller_id`)})`;
  const sellersTurn = sql`o.status = 'open' AND o.turn = 'seller'`;
  await db.run(
    insertNotifications(soon, {
      id: sql`'ntf_' || substr(o.id, 5) || 'r' || o.rev`,
      user_id: sql`iif(${sellersTurn}, o.seller_id, o.buyer_id)`,
      kind: "offer",
      dedupe_key: sql`'price-offer:' || o.id || ':' || o.rev || ':reminder'`,
      title: sql`iif(o.status = 'accepted', 'Your price ends in 2 hours', 'An offer ends in 2 hours')`,
      body: sql`i.title || iif(o.status = 'accepted', '. Buy it before your hold ends.',
        '. Accept or decline it before it expires.')`,
      link: sql`iif(${sellersTurn}, '/PriceOffers', '/ItemDetail/' || o.item_id)`,
      at,
    }),
  );
}
