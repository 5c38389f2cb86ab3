import { sql } from "drizzle-orm";
import type { Services } from "../http/context.ts";
import { settleRooms } from "../http/item-room.ts";

const PAGE = 200;
/** Bounded per tick; what is left is found again five minutes later. */
const PAGES = 20;

/**
 * Lets every room settle whose hold, payment or confirmation deadline has passed (D33). The rooms' own alarms do this
 * first; this finds what an alarm missed. Pages by id, so that a room that cannot be settled does not stop the rest.
 * @returns how many rooms were settled.
 */
export async function settleDueItems({ db, env, now }: Pick<Services, "db" | "env" | "now">): Promise<number> {
  const at = now();
  let after = "";
  let settled = 0;
  for (let page = 0; page < PAGES; page++) {
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM (
        SELECT id FROM items WHERE holder_id IS NOT NULL AND hold_until <= ${at}
        UNION
        SELECT item_id FROM orders WHERE status = 'awaiting_payment' AND payment_deadline <= ${at}
        UNION
        SELECT item_id FROM orders
          WHERE status = 'payment_pending_seller_confirmation' AND confirmation_deadline <= ${at}
      ) WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`);
    settled += await settleRooms(
      env,
      rows.map((row) => row.id),
    );
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.id;
  }
  return settled;
}
