/** The holds in force on all sellers' payouts (D71). */
import { sql } from "drizzle-orm";
import type { HoldOfSeller } from "#contract/admin/payout-holds";
import { centsToDollars } from "#domain/money";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { presentAdminHold } from "../../payments/payout-holds/present.ts";
import type { HoldRow } from "../../payments/payout-holds/queries.ts";
import { concerns, isInForce, keptCents } from "../../payments/queries.ts";
import { presentPerson } from "../../safety/reports/present.ts";
import { userJson } from "../../safety/reports/queries.ts";

const PAGE = 30;

type ListedHold = HoldRow & { seller: string; held: number };

/** Returns a page, the one that ends first at the top. */
export async function listHolds(
  db: Database,
  cursor: string | undefined,
  now: number,
): Promise<Result<CursorPage<ListedHold>>> {
  const list = cursorList("admin-payout-holds", {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<ListedHold>(sql`SELECT h.*, o.item_title AS title, ${userJson("sp")} AS seller,
      (SELECT coalesce(sum(t.amount_cents - t.at_seller_cents - ${keptCents(sql`t.order_id`)}), 0) FROM transfers t
        WHERE t.status = 'payable' AND ${concerns(sql`t`, now)}) AS held
    FROM payout_holds h JOIN profiles sp ON sp.id = h.seller_id LEFT JOIN orders o ON o.id = h.order_id
    WHERE ${isInForce(now)} AND ${after ? sql`(h.ends_at, h.id) > (${after.key}, ${after.id})` : sql`1`}
    ORDER BY h.ends_at, h.id LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.ends_at, id: last.id })));
}

export const presentHoldOfSeller = (row: ListedHold, now: number): HoldOfSeller => ({
  ...presentAdminHold(row, now),
  seller: presentPerson(row.seller, now),
  held: centsToDollars(row.held),
});
