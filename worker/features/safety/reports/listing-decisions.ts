/** Decisions of staff about listings in review (D63, decision 0049). */
import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { putOnSale } from "../../items/on-sale.ts";
import { findItem } from "../../items/queries.ts";
import { matchListingSoon } from "../../requests/matching.ts";
import { matchNewListingsSoon } from "../../wishlists/saved-searches/matching.ts";
import { subjectForAuthor } from "./emails.ts";
import type { ReportRow } from "./queries.ts";

interface Effect {
  statements: Query[];
  /** Users to notify after the batch. */
  notified: string[];
}

/** Approves a listing. It goes on sale after the batch, because the room may not sell it before it is approved. */
export async function approveListing({ now }: Services, row: ReportRow): Promise<Effect> {
  const body = row.then_on_sale ? "It's on sale now." : "You can put it on sale from My Items.";
  return {
    statements: [
      // Saved searches find it like a new listing.
      sql`INSERT OR IGNORE INTO new_listings(item_id, at) SELECT ${row.subject_id}, ${now()}
        WHERE ${row.then_on_sale ? 1 : 0} AND EXISTS (SELECT 1 FROM saved_searches)`,
      await listingNotification(row, "Our team has approved", body, now()),
    ],
    notified: [row.about_id],
  };
}

export async function refuseListing({ now }: Services, row: ReportRow, note: string): Promise<Effect> {
  return {
    statements: [await listingNotification(row, "Our team didn't approve", note, now())],
    notified: [row.about_id],
  };
}

async function listingNotification(row: ReportRow, verdict: string, body: string, at: number): Promise<SQL> {
  return insertNotification({
    id: await stableId("ntf", row.id, "review"),
    user_id: row.about_id,
    kind: "listing",
    dedupe_key: `listing-review:${row.id}`,
    title: `${verdict} ${subjectForAuthor(row) ?? "your listing"}`,
    body,
    link: `/EditItem/${row.subject_id}`,
    at,
  });
}

/**
 * Puts an approved listing on sale if its seller wants that. If it fails, or the seller has changed the listing
 * meanwhile, the listing stays off sale and the seller can put it on sale.
 */
export async function sellApproved(services: Services, row: ReportRow): Promise<void> {
  if (!row.then_on_sale) return;
  const item = await findItem(services.db, row.subject_id);
  if (item?.item.status !== "inactive" || item.item.deleted_at !== null) return;
  const put = await putOnSale(services, item);
  if (put.ok) {
    matchListingSoon(services, row.subject_id);
    matchNewListingsSoon(services);
  } else log("warn", { message: "approved listing not on sale", item: row.subject_id, code: put.code });
}
