import { eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import {
  type Donation,
  type DonationsReply,
  ListDonations,
  type OwnDonationsReply,
  SetCause,
} from "#contract/community/donations";
import { MESSAGES } from "#contract/copy";
import { refuse } from "#domain/result";
import { itemCauses } from "../../../db/schema/requests.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { requireFeature } from "../../../http/require-feature.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { presentCard, presentCause, type RequestContext, requestContext } from "../../items/present.ts";
import { type DonationRow, findGiveaway, listDonations, ownGiveaways } from "./queries.ts";

const HOUR = 60 * 60_000;
const LIMIT_DEFAULT = 24;
const NOT_FREE =
  "Only something you give away for free can be given for a cause. Goodstreet never collects money for one.";

function presentDonation({ card, cause }: DonationRow, context: RequestContext): Donation {
  return {
    item: presentCard(card, context),
    cause: cause && presentCause(cause),
  };
}

/** Returns the caller's own free listing, or the refusal: 404 unknown, 403 another user's, 409 not free. */
async function ownGiveaway(c: Ctx, itemId: string) {
  const { db } = c.get("services");
  const row = await findGiveaway(db, itemId);
  if (row) {
    return row.card.seller.id === actorOf(c).id
      ? { ok: true as const, row }
      : refuse("not_owner", MESSAGES.ownListingsOnly);
  }
  const own = await db.all(
    sql`SELECT 1 FROM items WHERE id = ${itemId} AND seller_id = ${actorOf(c).id} AND deleted_at IS NULL`,
  );
  return own.length > 0 ? refuse("item_not_free", NOT_FREE) : refuse("not_found", MESSAGES.notFound);
}

/** Giveaways, mounted at /api/donations: items, never money (D49). */
export const donationRoutes = new Hono<AppContext>()
  .get("/", requireFeature("donations"), validate("query", ListDonations), async (c) => {
    const context = requestContext(c);
    const { for: kind, cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const page = await listDonations(c.get("services").db, { forCause: kind === "cause", cursor, limit });
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    const items = page.rows.map((row) => presentDonation(row, context));
    return c.json<DonationsReply, 200>({ items, next_cursor: page.next_cursor, server_now: context.now }, 200);
  })
  .get("/mine", requireActor, async (c) => {
    const context = requestContext(c);
    const rows = await ownGiveaways(c.get("services").db, actorOf(c).id);
    const items = rows.map((row) => presentDonation(row, context));
    return c.json<OwnDonationsReply, 200>({ items, server_now: context.now }, 200);
  })
  /** Get one free listing with its cause. */
  .get("/:id", async (c) => {
    const row = await findGiveaway(c.get("services").db, c.req.param("id"));
    if (!row) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    return c.json<Donation, 200>(presentDonation(row, requestContext(c)), 200);
  })
  .put(
    "/:id/cause",
    requireTrader,
    requireFeature("donations"),
    throttle("donations:cause", 60, HOUR, "account"),
    validate("json", SetCause),
    async (c) => {
      const { db, now } = c.get("services");
      const own = await ownGiveaway(c, c.req.param("id"));
      if (!own.ok) return respondRefusal(c, own);
      const input = c.req.valid("json");
      const { id, created_at } = own.row.card;
      const cause = { kind: input.kind, name: input.name, abn: input.kind === "charity" ? input.abn : null };
      await db
        .insert(itemCauses)
        .values({ item_id: id, ...cause, listed_at: created_at, updated_at: now() })
        .onConflictDoUpdate({ target: itemCauses.item_id, set: { ...cause, updated_at: now() } });
      return c.json<Donation, 200>(presentDonation({ ...own.row, cause }, requestContext(c)), 200);
    },
  )
  .delete("/:id/cause", requireTrader, throttle("donations:cause", 60, HOUR, "account"), async (c) => {
    const { db } = c.get("services");
    const own = await ownGiveaway(c, c.req.param("id"));
    if (!own.ok) return respondRefusal(c, own);
    await db.delete(itemCauses).where(eq(itemCauses.item_id, own.row.card.id));
    return c.json<Donation, 200>(presentDonation({ ...own.row, cause: null }, requestContext(c)), 200);
  });
