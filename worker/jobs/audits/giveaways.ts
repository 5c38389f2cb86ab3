/** Audits of giveaways by a draw, or to a person the giver picks (D57). */
import { MINUTE_MS } from "#domain/deadlines";
import { LIVE, sqlList } from "#domain/orders/order-status";
import type { Audits } from "./audit.ts";

export const GIVEAWAYS_AUDITS: Audits = {
  "a giveaway offers an item that is not held for its recipient (D57)": `
    SELECT g.id FROM giveaways g JOIN items i ON i.id = g.item_id
    LEFT JOIN giveaway_entries e ON e.giveaway_id = g.id AND e.status = 'offered'
    WHERE g.status = 'offered' AND (i.hold_id IS NOT g.hold_id OR i.holder_id IS NOT e.user_id OR e.user_id IS NULL)`,
  "an item is held for someone no giveaway offers it to (D57)": `
    SELECT i.id FROM items i LEFT JOIN giveaways g ON g.item_id = i.id AND g.hold_id = i.hold_id
    WHERE substr(i.hold_id, 1, 4) = 'gwh_' AND g.status IS NOT 'offered'`,
  "an item has an order of someone other than its giveaway's recipient (D57)": `
    SELECT g.id FROM giveaways g JOIN orders o ON o.item_id = g.item_id AND o.created_at > g.opened_at
      AND o.status IN (${sqlList(LIVE)})
    LEFT JOIN giveaway_entries e ON e.giveaway_id = g.id AND e.status = 'given'
    WHERE g.status <> 'ended' AND o.buyer_id IS NOT e.user_id`,
  "a giveaway waits past its time (D57)": `
    SELECT id FROM giveaways WHERE (status = 'open' AND drawn_at IS NULL AND closes_at < ?1 - ${15 * MINUTE_MS})
    OR (status = 'offered' AND confirm_by < ?1 - ${15 * MINUTE_MS})`,
  "a giveaway runs for an item that is removed or has a price (D57)": `
    SELECT g.id FROM giveaways g JOIN items i ON i.id = g.item_id WHERE g.status IN ('open', 'offered')
    AND (i.deleted_at IS NOT NULL OR i.status IN ('sold', 'inactive') OR i.price_cents > 0)`,
  "an item and its giveaway disagree on how it is given away (D57)": `
    SELECT i.id FROM items i LEFT JOIN giveaways g ON g.item_id = i.id AND g.status <> 'ended'
    WHERE (i.giveaway IS NOT NULL OR g.id IS NOT NULL) AND i.giveaway IS NOT g.mode`,
  "a drawn order has a gap (D57)": `SELECT giveaway_id AS id FROM giveaway_entries WHERE place IS NOT NULL
    GROUP BY giveaway_id HAVING max(place) <> count(*) OR min(place) <> 1`,
};
