/** Audits of price offers between buyers and sellers (D52). */
import { MINUTE_MS } from "#domain/deadlines";
import type { Audits } from "./audit.ts";

export const OFFERS_AUDITS: Audits = {
  "a price offer was accepted, and the item is not held for its buyer at that price (D52)": `
    SELECT p.id FROM price_offers p JOIN items i ON i.id = p.item_id
    WHERE p.status = 'accepted' AND (i.hold_id IS NOT p.accepted_id OR i.holder_id IS NOT p.buyer_id)`,
  "an item is held for an agreed price that nobody agreed on (D52)": `
    SELECT i.id FROM items i LEFT JOIN price_offers p ON p.accepted_id = i.hold_id AND p.item_id = i.id
    WHERE substr(i.hold_id, 1, 4) = 'agr_' AND p.status IS NOT 'accepted'`,
  "a price offer waits past its end (D52)": `
    SELECT id FROM price_offers WHERE status IN ('open', 'accepted') AND expires_at < ?1 - ${10 * MINUTE_MS}`,
  "a price offer is open for an item that was sold, removed or repriced (D52)": `
    SELECT p.id FROM price_offers p JOIN items i ON i.id = p.item_id WHERE p.status = 'open'
    AND (i.deleted_at IS NOT NULL OR i.status IN ('sold', 'inactive') OR i.price_cents <> p.list_cents)`,
  "an order at an agreed price charges another amount (D52)": `
    SELECT o.id FROM orders o JOIN price_offers p ON p.accepted_id = o.hold_id
    WHERE o.purchase_id IS NULL AND o.amount_cents > p.amount_cents`,
};
