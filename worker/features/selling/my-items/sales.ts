/** Sales made elsewhere: the seller names the buyer, and may undo it for ten minutes (D36). */

import { MESSAGES } from "#contract/copy";
import type { MarkedReply } from "#contract/selling/my-items";
import { collectionSummary } from "#domain/orders/collection";
import { type Refusal, refuse } from "#domain/result";
import * as sales from "../../../../durable/item-room/commands/sales.ts";
import type { Actor } from "../../../http/context.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { findItem, type ItemRow } from "../../items/queries.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { readPossibleBuyers } from "./queries.ts";

type Outcome<T> = { ok: true; value: T } | Refusal;

/** Returns the seller's item, or null, also for other users' items (A01). */
async function findOwn({ db }: Services, actor: Actor, id: string): Promise<ItemRow | null> {
  const row = await findItem(db, id);
  return row && row.item.seller_id === actor.id && row.item.deleted_at === null ? row : null;
}

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const NOT_A_CANDIDATE = "Choose somebody who ordered it, held it or wrote to you about it, or someone else.";

/** Returns the possible buyers of the seller's own item, or null. */
export async function possibleBuyers(services: Services, actor: Actor, id: string) {
  const own = await findOwn(services, actor, id);
  return own ? readPossibleBuyers(services.db, actor.id, id) : null;
}

/**
 * Marks an item as sold elsewhere.
 * @param saleId derived from the Idempotency-Key if there is one; the order's ids are derived from it.
 */
export async function markSold(
  services: Services,
  actor: Actor,
  id: string,
  saleId: string,
  buyerId: string | null,
): Promise<Outcome<MarkedReply>> {
  const own = await findOwn(services, actor, id);
  if (!own) return NOT_FOUND;
  const { item } = own;
  if (buyerId !== null) {
    const candidates = await readPossibleBuyers(services.db, actor.id, id);
    if (!candidates.some((candidate) => candidate.id === buyerId)) {
      return refuse("invalid", NOT_A_CANDIDATE, { fields: [{ field: "buyer_id", message: NOT_A_CANDIDATE }] });
    }
  }
  const tail = saleId.slice(saleId.indexOf("_"));
  const buyer =
    buyerId === null
      ? null
      : {
          userId: buyerId,
          orderId: `ord${tail}`,
          transactionId: `txn${tail}`,
          itemTitle: item.title,
          itemImageUrl: item.photos[0]?.url_400 ?? null,
          collectionZone: item.collection_zone,
          collectionSummary: collectionSummary(item),
        };
  const answer = await execute(services.env, id, sales.markSold({ sellerId: actor.id, saleId, buyer }));
  if (!answer.ok) return answer;
  deliverSoon(services);
  const { view, sold_at, undo_until } = answer.value;
  const { order } = view;
  return {
    ok: true,
    value: {
      id,
      status: view.status,
      sold_at,
      undo_until,
      order_id: order?.id ?? null,
      transaction_id: order?.transaction_id ?? null,
      server_now: services.now(),
    },
  };
}

/** Undoes `markSold` while that is allowed. */
export async function undoSold(services: Services, actor: Actor, id: string): Promise<Outcome<MarkedReply>> {
  if (!(await findOwn(services, actor, id))) return NOT_FOUND;
  const answer = await execute(services.env, id, sales.undoSold({ sellerId: actor.id }));
  if (!answer.ok) return answer;
  deliverSoon(services);
  return {
    ok: true,
    value: {
      id,
      status: answer.value.status,
      sold_at: null,
      undo_until: null,
      order_id: null,
      transaction_id: null,
      server_now: services.now(),
    },
  };
}
