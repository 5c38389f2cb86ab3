import { Hono } from "hono";
import {
  AnswerChange,
  AnswerProposal,
  AnswerSale,
  AskChange,
  type ClosedOrder,
  CloseOrder,
  ContestNoShow,
  DirectRefundStep,
  HandOver,
  ListOrders,
  OpenDispute,
  type OrderView,
  ProposeTime,
  RefundOrder,
  ResolveDispute,
  type ResolvedOrder,
  SubmitEvidence,
} from "#contract/orders";
import type { Page } from "#contract/page";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { maskedFor } from "../../http/impersonation.ts";
import { appOrigin } from "../../http/origin.ts";
import { actorOf, requireAccount, requireActor, requireStaff } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import {
  answerProposal,
  answerSale,
  cancelOrder,
  closeOrder,
  collectOrder,
  endCollection,
  handOverOrder,
  openDispute,
  proposeTime,
  readOrder,
  refundOrder,
  resolveDispute,
  settleOverdue,
  submitEvidence,
} from "./commands.ts";
import { answerChange, askChange } from "./deal-changes.ts";
import { recordReturnStep } from "./direct-refunds.ts";
import { contestNoShow } from "./no-shows.ts";
import { collectionCalendar, presentOrder, withoutOrderSecrets } from "./present.ts";
import { listOrders, ORDERS_SHOWN, type OrderRecord } from "./queries.ts";
import { sayComing } from "./reminders/reminders.ts";

/**
 * Settling an open order does not depend on the account status (A16): otherwise a suspended user would get a second
 * strike.
 */
const settling = [requireAccount, throttle("orders:settle")] as const;

const shown = (c: Ctx, record: OrderRecord) =>
  c.json<OrderView, 200>(presentOrder(record, c.get("services").now()), 200);

const deciding = [requireStaff, throttle("admin:orders")] as const;

export const orderRoutes = new Hono<AppContext>()
  /** List the signed-in user's purchases (`role=buyer`, default) or sales, newest first. */
  .get("/", requireActor, validate("query", ListOrders), async (c) => {
    const services = c.get("services");
    const { role, cursor, limit } = c.req.valid("query");
    const { id } = actorOf(c);
    const page = unwrap(await listOrders(services.db, id, role ?? "buyer", cursor, limit ?? ORDERS_SHOWN));
    settleOverdue(
      services,
      page.rows.map((record) => record.order),
    );
    const now = services.now();
    const items = page.rows.map((record) => maskedFor(c, presentOrder(record, now), withoutOrderSecrets));
    return c.json<Page<OrderView>, 200>({ items, next_cursor: page.next_cursor, server_now: now }, 200);
  })
  /** Get one order of which the signed-in user is buyer or seller. */
  .get("/:id", requireActor, async (c) => {
    const services = c.get("services");
    const record = found(await readOrder(services, actorOf(c).id, c.req.param("id")));
    return c.json<OrderView, 200>(maskedFor(c, presentOrder(record, services.now()), withoutOrderSecrets), 200);
  })
  /** Download the agreed collection as a calendar file. 409 `wrong_state` while no collection is agreed. */
  .get("/:id/calendar.ics", requireActor, async (c) => {
    const services = c.get("services");
    const record = found(await readOrder(services, actorOf(c).id, c.req.param("id")));
    const file = unwrap(collectionCalendar(record, appOrigin(c), services.now()));
    // Inline, so that phones offer to add the entry instead of saving a file.
    return c.body(file, 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="collection.ics"',
    });
  })
  /** Report that the payment was sent, with its reference or crypto transaction hash. For the buyer. */
  .post("/:id/evidence", ...settling, validate("json", SubmitEvidence), idempotent("orders:evidence"), async (c) => {
    const { referenceNumber: reference, txHash } = c.req.valid("json");
    const evidence = { reference, txHash };
    return shown(
      c,
      unwrap(await submitEvidence(c.get("services"), actorOf(c).id, c.req.param("id"), evidence, requestKey(c))),
    );
  })
  /** Cancel an order before its payment was reported. The item is for sale again. For the buyer. */
  .post("/:id/cancel", ...settling, idempotent("orders:cancel"), async (c) => {
    return shown(c, unwrap(await cancelOrder(c.get("services"), actorOf(c).id, c.req.param("id"))));
  })
  /** Complete a paid order because the item was collected. For the buyer. */
  .post("/:id/collected", ...settling, idempotent("orders:collected"), async (c) => {
    return shown(c, unwrap(await collectOrder(c.get("services"), actorOf(c).id, c.req.param("id"))));
  })
  /**
   * Complete an order with the buyer's collection code or QR secret. For the seller. Wrong codes count towards a lock.
   */
  .post("/:id/handover", ...settling, validate("json", HandOver), idempotent("orders:handover"), async (c) => {
    return shown(
      c,
      unwrap(await handOverOrder(c.get("services"), actorOf(c).id, c.req.param("id"), c.req.valid("json"))),
    );
  })
  /** Report a problem with a paid order. Staff decide. For the buyer. */
  .post("/:id/dispute", ...settling, validate("json", OpenDispute), idempotent("orders:dispute"), async (c) => {
    const { reason } = c.req.valid("json");
    return shown(c, unwrap(await openDispute(c.get("services"), actorOf(c).id, c.req.param("id"), reason)));
  })
  /** Call off a giveaway or an order paid at pickup, before its collection. The item is listed again. For either party. */
  .post("/:id/call-off", ...settling, idempotent("orders:call-off"), async (c) => {
    return shown(c, unwrap(await endCollection(c.get("services"), actorOf(c).id, c.req.param("id"), "call_off")));
  })
  /** Confirm a sale that the seller marked as made to you, or say that it wasn't you. Until then nobody can rate it. */
  .post("/:id/sale-answer", ...settling, validate("json", AnswerSale), async (c) => {
    const { mine } = c.req.valid("json");
    return shown(c, unwrap(await answerSale(c.get("services"), actorOf(c).id, c.req.param("id"), mine)));
  })
  /** Report that the other party missed the collection of a giveaway or an order paid at pickup. For either party. */
  .post("/:id/missed", ...settling, idempotent("orders:missed"), async (c) => {
    const services = c.get("services");
    const [userId, id] = [actorOf(c).id, c.req.param("id")];
    unwrap(await endCollection(services, userId, id, "report_missed"));
    // Read again, because the report is a row of its own.
    return shown(c, found(await readOrder(services, userId, id)));
  })
  /** Say that you are coming to the agreed collection. For either party, from two days before it until its end. */
  .post("/:id/coming", ...settling, async (c) => {
    return shown(c, unwrap(await sayComing(c.get("services"), actorOf(c).id, c.req.param("id"))));
  })
  /** Propose another collection time, once per order. For either party of a paid or free order. */
  .post("/:id/proposals", ...settling, validate("json", ProposeTime), idempotent("orders:propose"), async (c) => {
    const window = c.req.valid("json");
    return shown(
      c,
      unwrap(await proposeTime(c.get("services"), actorOf(c).id, c.req.param("id"), window, requestKey(c))),
    );
  })
  /** Accept or decline a proposed collection time. For the party to whom it was proposed. */
  .post(
    "/:id/proposals/:proposal",
    ...settling,
    validate("json", AnswerProposal),
    idempotent("orders:answer"),
    async (c) => {
      const { id, proposal } = c.req.param();
      const { accept } = c.req.valid("json");
      return shown(c, unwrap(await answerProposal(c.get("services"), actorOf(c).id, id, proposal, accept)));
    },
  )
  /** Propose a lower price until the handover, or to call off a paid bank or crypto order. For either party. */
  .post("/:id/changes", ...settling, validate("json", AskChange), idempotent("orders:ask-change"), async (c) => {
    const change = c.req.valid("json");
    return shown(
      c,
      unwrap(await askChange(c.get("services"), actorOf(c).id, c.req.param("id"), change, requestKey(c))),
    );
  })
  /** Accept, decline or withdraw a proposed change, or settle the difference to an agreed price. */
  .post(
    "/:id/changes/:change",
    ...settling,
    validate("json", AnswerChange),
    idempotent("orders:answer-change"),
    async (c) => {
      const { id, change } = c.req.param();
      return shown(c, unwrap(await answerChange(c.get("services"), actorOf(c).id, id, change, c.req.valid("json"))));
    },
  )
  /** Contest a report of a missed collection within 48 hours. Staff decide. For the user it is about. */
  .post("/:id/contest", ...settling, validate("json", ContestNoShow), idempotent("orders:contest"), async (c) => {
    const services = c.get("services");
    const [userId, id] = [actorOf(c).id, c.req.param("id")];
    unwrap(await contestNoShow(services, userId, id, c.req.valid("json").reason));
    return shown(c, found(await readOrder(services, userId, id)));
  })
  /** Record a step of a refund from seller to buyer: account, sent, received. A repeated step is refused. */
  .post("/:id/money-back", ...settling, validate("json", DirectRefundStep), async (c) => {
    const services = c.get("services");
    const [userId, id] = [actorOf(c).id, c.req.param("id")];
    unwrap(await recordReturnStep(services, userId, id, c.req.valid("json")));
    return shown(c, found(await readOrder(services, userId, id)));
  })
  /** Refund a card order, optionally relisting its item. For the seller. */
  .post("/:id/refund", ...settling, validate("json", RefundOrder), idempotent("orders:refund"), async (c) => {
    const { relist } = c.req.valid("json");
    return shown(c, unwrap(await refundOrder(c.get("services"), actorOf(c).id, c.req.param("id"), relist ?? false)));
  });

/** Decisions of staff about orders, mounted at /api/admin/orders. */
export const adminOrderRoutes = new Hono<AppContext>()
  /** Decide a dispute: `release` in favour of the seller, `refund` in favour of the buyer. */
  .post("/:id/resolve", ...deciding, validate("json", ResolveDispute), idempotent("orders:resolve"), async (c) => {
    const services = c.get("services");
    const decision = c.req.valid("json");
    const { id, status } = unwrap(await resolveDispute(services, actorOf(c).id, c.req.param("id"), decision));
    return c.json<ResolvedOrder, 200>({ id, status, outcome: decision.outcome }, 200);
  })
  /** Close a paid order after its collection date, as completed or refunded. */
  .post("/:id/close", ...deciding, validate("json", CloseOrder), idempotent("orders:close"), async (c) => {
    const order = unwrap(await closeOrder(c.get("services"), actorOf(c).id, c.req.param("id"), c.req.valid("json")));
    return c.json<ClosedOrder, 200>({ id: order.id, status: order.status }, 200);
  });
