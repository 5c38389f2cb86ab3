import { Hono } from "hono";
import {
  type Donation,
  type DonationsReply,
  ListDonations,
  type OwnDonationsReply,
  SetCause,
} from "#contract/community/donations";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { requireFeature } from "../../../http/require-feature.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentCard, presentCause, type RequestContext, requestContext } from "../../items/present.ts";
import { nearOf } from "../../places/near-cookie.ts";
import { removeCause, setCause } from "./donations.ts";
import { type DonationRow, findGiveaway, listDonations, ownGiveaways } from "./queries.ts";

const LIMIT_DEFAULT = 24;

function presentDonation({ card, cause }: DonationRow, context: RequestContext): Donation {
  return {
    item: presentCard(card, context),
    cause: cause && presentCause(cause),
  };
}

/** Giveaways, mounted at /api/donations: items, never money (D49). */
export const donationRoutes = new Hono<AppContext>()
  .get("/", requireFeature("donations"), validate("query", ListDonations), async (c) => {
    const context = requestContext(c);
    const { for: kind, cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const page = unwrap(
      await listDonations(c.get("services").db, { forCause: kind === "cause", centre: nearOf(c), cursor, limit }),
    );
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
  .get("/:id", idParam(), async (c) => {
    const row = found(await findGiveaway(c.get("services").db, c.req.valid("param").id));
    return c.json<Donation, 200>(presentDonation(row, requestContext(c)), 200);
  })
  .put(
    "/:id/cause",
    requireTrader,
    requireFeature("donations"),
    throttle("donations:cause"),
    validate("json", SetCause),
    idParam(),
    async (c) => {
      const { id } = c.req.valid("param");
      const donation = unwrap(await setCause(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
      return c.json<Donation, 200>(presentDonation(donation, requestContext(c)), 200);
    },
  )
  .delete("/:id/cause", requireTrader, throttle("donations:cause"), idParam(), async (c) => {
    const donation = unwrap(await removeCause(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<Donation, 200>(presentDonation(donation, requestContext(c)), 200);
  });
