import { Hono } from "hono";
import {
  type HubAction,
  ListPayouts,
  type PayoutLinkReply,
  type PayoutStateReply,
  type PayoutsReply,
  type SellerHub,
} from "#contract/selling/hub";
import { centsToDollars } from "#domain/money";
import { DEBT_MS } from "#domain/payments/payout-hold";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { appOrigin } from "../../../http/origin.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { balanceOf } from "../../payments/queries.ts";
import { payoutLink, payoutState, refreshPayouts } from "./hub.ts";
import { presentHold, presentHubOrder, presentPayout } from "./present.ts";
import { debtOf, holdsOnAll, listPayouts, ordersToHandle, payoutAccountOf, proceedsOf, waitingOf } from "./queries.ts";

const PAYOUTS_SHOWN = 10;

/** Seller Hub of the signed-in user, mounted at /api/seller-hub. */
export const hubRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const services = c.get("services");
    const { db, now } = services;
    const { id } = actorOf(c);
    const at = now();
    const [balance, proceeds, account, holds, debt, { counts, rows }, waiting] = await Promise.all([
      balanceOf(db, id),
      proceedsOf(db, id, at),
      payoutAccountOf(db, id),
      holdsOnAll(db, id, at),
      debtOf(db, id),
      ordersToHandle(db, id),
      waitingOf(db, id, at),
    ]);
    const count = (action: HubAction | null) => counts.find((row) => row.action === action)?.count ?? 0;
    return c.json<SellerHub, 200>(
      {
        balance: centsToDollars(balance),
        proceeds: {
          held: centsToDollars(proceeds.held),
          ready: centsToDollars(proceeds.ready),
          sent: centsToDollars(proceeds.sent),
        },
        payouts: payoutState(services, account),
        debt: debt.cents > 0 ? { amount: centsToDollars(debt.cents), cards_off_at: debt.since + DEBT_MS } : null,
        holds: holds.map(presentHold),
        to_do: {
          confirm_payment: count("confirm_payment"),
          hand_over: count("hand_over"),
          settle_dispute: count("settle_dispute"),
        },
        orders: rows.map(presentHubOrder),
        waiting,
        waiting_for_buyer: count(null),
        server_now: at,
      },
      200,
    );
  })
  /** List the payouts of the signed-in seller's card sales, newest first. */
  .get("/payouts", requireActor, validate("query", ListPayouts), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, limit } = c.req.valid("query");
    const page = unwrap(await listPayouts(db, actorOf(c).id, cursor, limit ?? PAYOUTS_SHOWN, now()));
    const items = page.rows.map(presentPayout);
    return c.json<PayoutsReply, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  })
  /**
   * Start or continue the setup of the seller's payout account; returns a link to the provider. Requires a recently
   * confirmed password.
   */
  .post("/payout-account", requireTrader, throttle("payout-account"), async (c) => {
    const url = unwrap(await payoutLink(c.get("services"), actorOf(c), appOrigin(c)));
    return c.json<PayoutLinkReply, 200>({ url }, 200);
  })
  .post("/payout-account/refresh", requireTrader, throttle("payout-account-refresh"), async (c) => {
    const payouts = unwrap(await refreshPayouts(c.get("services"), actorOf(c).id));
    return c.json<PayoutStateReply, 200>({ payouts }, 200);
  });
