/** Audits of swap circles (D58). */
import { DAY_MS, MINUTE_MS } from "#domain/deadlines";
import type { Audits } from "./audit.ts";

export const CIRCLES_AUDITS: Audits = {
  "a swap circle has other than three people who each give one item and get one (D58)": `
    SELECT c.id FROM circles c LEFT JOIN circle_legs l ON l.circle_id = c.id
    LEFT JOIN circle_legs n ON n.circle_id = c.id AND n.position = (l.position + 1) % 3
    GROUP BY c.id HAVING count(l.position) <> 3 OR sum(n.giver_id = l.receiver_id) IS NOT 3`,
  "a swap circle holds some of its items (D58)": `
    SELECT c.id FROM circles c JOIN circle_legs l ON l.circle_id = c.id GROUP BY c.id
    HAVING sum(l.state = 'locked') + CASE WHEN c.status IN ('accepted', 'completed') THEN sum(l.state = 'handed_over') ELSE 0 END
        <> CASE WHEN c.status IN ('accepted', 'completed') THEN 3 ELSE 0 END
      OR (c.status = 'completed') <> (sum(l.state = 'handed_over') = 3)
      OR (c.status NOT IN ('accepted', 'completed', 'failed') AND sum(l.state <> 'offered') > 0)`,
  "an item of an accepted swap circle is not locked (D58)": `
    SELECT DISTINCT l.circle_id AS id FROM circle_legs l JOIN items i ON i.id = l.item_id
    WHERE l.state = 'locked' AND i.status <> 'pending'`,
  // The job sells within minutes what a crashed Worker left locked.
  "an item was handed over in a swap circle and is not sold (D58)": `
    SELECT DISTINCT l.circle_id AS id FROM circle_legs l JOIN items i ON i.id = l.item_id
    WHERE l.state = 'handed_over' AND i.status <> 'sold' AND l.handed_over_at < ?1 - ${10 * MINUTE_MS}`,
  "an item was traded and also handed over in a swap circle (D58)": `
    SELECT DISTINCT l.item_id AS id FROM circle_legs l JOIN trade_items x ON x.item_id = l.item_id
    JOIN trades t ON t.id = x.trade_id
    WHERE l.state IN ('locked', 'handed_over') AND t.status IN ('accepted', 'completed')`,
  "a user gives an item that is not theirs in a swap circle (A08)": `
    SELECT DISTINCT l.circle_id AS id FROM circle_legs l JOIN items i ON i.id = l.item_id WHERE i.seller_id <> l.giver_id`,
  // What each pays less what each receives is what their item is worth less than the one they get.
  "the cash of a swap circle does not make up for its items (D58)": `
    SELECT DISTINCT g.circle_id AS id FROM circle_legs g JOIN circle_legs r
      ON r.circle_id = g.circle_id AND r.receiver_id = g.giver_id
    WHERE r.cash_cents - g.cash_cents <> r.value_cents - g.value_cents`,
  "a swap circle was not ended, or its acceptance not finished (D58)": `SELECT id FROM circles WHERE status = 'offered'
      AND ((locking_at IS NULL AND expires_at < ?1 - ${10 * MINUTE_MS}) OR locking_at < ?1 - ${10 * MINUTE_MS})
    UNION ALL SELECT id FROM circles WHERE status = 'accepted' AND accepted_at < ?1 - ${14 * DAY_MS + 10 * MINUTE_MS}`,
  "a swap circle is open for an item that was sold, removed or repriced (D58)": `
    SELECT DISTINCT c.id FROM circles c JOIN circle_legs l ON l.circle_id = c.id JOIN items i ON i.id = l.item_id
    WHERE c.status = 'offered' AND (i.deleted_at IS NOT NULL OR i.status = 'sold' OR i.price_cents <> l.value_cents)`,
  "a user gave an item in a failed swap circle, got nothing, and staff do not see it (D58)": `
    SELECT c.id FROM circles c WHERE c.status = 'failed' AND c.settled_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM circle_legs l WHERE l.circle_id = c.id AND l.state = 'handed_over')
    AND NOT EXISTS (SELECT 1 FROM audit_log a WHERE a.subject = c.id AND a.action = 'circle_settled')`,
};
