/** Audits of moving sales (decision 0045). */
import type { Audits } from "./audit.ts";

export const MOVING_SALES_AUDITS: Audits = {
  "a moving sale contains another seller's item (A128)": `
    SELECT m.sale_id AS id FROM moving_sale_items m JOIN moving_sales s ON s.id = m.sale_id
    JOIN items i ON i.id = m.item_id WHERE i.seller_id <> s.seller_id`,
  "an item is in two live moving sales (A128)": `
    SELECT m.item_id AS id FROM moving_sale_items m JOIN moving_sales s ON s.id = m.sale_id
    WHERE s.status = 'active' AND s.ends_at > ?1 GROUP BY m.item_id HAVING count(*) > 1`,
  "a moving sale does not end with its last pickup time (A128)": `SELECT s.id FROM moving_sales s
    WHERE s.ends_at <> (SELECT max(w.value ->> 'until') FROM json_each(s.collection_windows) w)`,
};
