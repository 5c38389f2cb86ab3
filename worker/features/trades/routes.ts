import { Hono } from "hono";
import { CallOffTrade } from "#contract/admin/baggage";
import type { Page } from "#contract/page";
import {
  AcceptTrade,
  AnswerMeeting,
  ChooseMeeting,
  type ChosenMeeting,
  ListOfferable,
  ListTrades,
  type OfferableItem,
  ProposeTrade,
  type ProposeTradeReply,
  type TradePage,
  type TradeView,
} from "#contract/trades";
import type { TradeStep } from "#domain/trades/trade";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { maskedFor } from "../../http/impersonation.ts";
import { appOrigin } from "../../http/origin.ts";
import { requireFeature } from "../../http/require-feature.ts";
import { actorOf, requireAccount, requireActor, requireGoodStatus, requireStaff } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { callOffTrade, proposeTrade, stepTrade } from "./commands.ts";
import { changeMeeting, type MoveMeeting, meetingCalendar } from "./meetings.ts";
import { presentOfferable, presentTrade, withoutTradeSecrets } from "./present.ts";
import { findOwnTrade, listOfferable, listTrades } from "./queries.ts";

const TRADES_SHOWN = 20;
const OFFERABLE_SHOWN = 50;

const stepThrottle = throttle("trade-steps");

async function take(c: Ctx, id: string, step: TradeStep, meeting?: ChosenMeeting) {
  const services = c.get("services");
  const { record, role } = unwrap(await stepTrade(services, actorOf(c).id, id, step, meeting));
  return c.json<TradeView, 200>(presentTrade(record, role, services.now()), 200);
}

async function move(c: Ctx, id: string, sent: MoveMeeting) {
  const services = c.get("services");
  const { record, role } = unwrap(await changeMeeting(services, actorOf(c).id, id, sent));
  return c.json<TradeView, 200>(presentTrade(record, role, services.now()), 200);
}

export const tradingRoutes = new Hono<AppContext>()
  /** Propose a trade: offer own items, optionally with cash, for another user's item. */
  .post(
    "/propose-trade",
    requireGoodStatus,
    requireFeature("trades"),
    throttle("propose-trade"),
    validate("json", ProposeTrade),
    idempotent("propose-trade"),
    async (c) => {
      const trade_id = await newIdFor(c, "trd");
      unwrap(await proposeTrade(c.get("services"), actorOf(c).id, trade_id, c.req.valid("json")));
      return c.json<ProposeTradeReply, 201>({ success: true, error: null, trade_id }, 201);
    },
  );

/** Trades of the signed-in user, mounted at /api/trades. Steps are idempotent. */
export const tradeRoutes = new Hono<AppContext>()
  .get("/", requireActor, validate("query", ListTrades), async (c) => {
    const services = c.get("services");
    const { box = "incoming", cursor, limit = TRADES_SHOWN } = c.req.valid("query");
    const now = services.now();
    const viewerId = actorOf(c).id;
    const page = unwrap(await listTrades(services.db, viewerId, { box, cursor, limit, now }));
    return c.json<TradePage, 200>(
      {
        items: page.rows.map((record) => {
          const role = record.trade.offeror_id === viewerId ? "offeror" : "seller";
          return maskedFor(c, presentTrade(record, role, now), withoutTradeSecrets);
        }),
        next_cursor: page.next_cursor,
        server_now: now,
      },
      200,
    );
  })
  /** List the caller's items that can be offered for an item. */
  .get("/offerable", requireActor, validate("query", ListOfferable), async (c) => {
    const { db, now } = c.get("services");
    const { target, cursor, limit = OFFERABLE_SHOWN } = c.req.valid("query");
    const page = unwrap(await listOfferable(db, actorOf(c).id, { target, cursor, limit }));
    return c.json<Page<OfferableItem>, 200>(
      { items: page.rows.map(presentOfferable), next_cursor: page.next_cursor, server_now: now() },
      200,
    );
  })
  .get("/:id", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const { record, role } = found(await findOwnTrade(db, actorOf(c).id, c.req.valid("param").id, now()));
    const trade = maskedFor(c, presentTrade(record, role, now()), withoutTradeSecrets);
    return c.json<TradeView, 200>(trade, 200);
  })
  /** Download the agreed meeting as a calendar file. */
  .get("/:id/calendar.ics", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const own = found(await findOwnTrade(db, actorOf(c).id, c.req.valid("param").id, now()));
    return c.body(unwrap(meetingCalendar(own, appOrigin(c), now())), 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="swap.ics"',
    });
  })
  /** Accept a trade, with where and when to meet: locks all of its items, or none. */
  .post("/:id/accept", requireGoodStatus, stepThrottle, idParam(), validate("json", AcceptTrade), (c) =>
    take(c, c.req.valid("param").id, "accept", c.req.valid("json").meeting),
  )
  /** Suggest another place or time for the meeting of an accepted trade. */
  .post("/:id/meeting", requireAccount, stepThrottle, idParam(), validate("json", ChooseMeeting), (c) =>
    move(c, c.req.valid("param").id, { type: "propose", meeting: c.req.valid("json") }),
  )
  /** Accept or decline the other one's suggestion. */
  .post("/:id/meeting/answer", requireAccount, stepThrottle, idParam(), validate("json", AnswerMeeting), (c) =>
    move(c, c.req.valid("param").id, { type: "answer", ...c.req.valid("json") }),
  )
  .post("/:id/decline", requireAccount, stepThrottle, idParam(), (c) => take(c, c.req.valid("param").id, "decline"))
  .post("/:id/withdraw", requireAccount, stepThrottle, idParam(), (c) => take(c, c.req.valid("param").id, "withdraw"))
  /** Report that the trade took place. It is completed when both parties have reported it. */
  .post("/:id/handed-over", requireAccount, stepThrottle, idParam(), (c) =>
    take(c, c.req.valid("param").id, "hand_over"),
  )
  .post("/:id/cancel", requireAccount, stepThrottle, idParam(), (c) => take(c, c.req.valid("param").id, "cancel"));

export const adminTradeRoutes = new Hono<AppContext>()
  /** Call off an accepted trade. Both parties are notified with the reason. */
  .post("/:id/call-off", requireStaff, stepThrottle, validate("json", CallOffTrade), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await callOffTrade(c.get("services"), actorOf(c).id, id, c.req.valid("json").note));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
