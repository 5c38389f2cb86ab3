import { Hono } from "hono";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import {
  type ClosedOrder,
  CloseOrder,
  ContestNoShow,
  HandOver,
  ListOrders,
  OpenDispute,
  type OrderView,
  RefundOrder,
  ResolveDispute,
  type ResolvedOrder,
  SayMoneyBack,
  SubmitEvidence,
} from "#contract/orders";
import type { Page } from "#contract/page";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { appOrigin } from "../../http/origin.ts";
import { actorOf, requireAccount, requireActor, requireStaff } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { maskedFor } from "../../http/viewing.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { collectionCalendar, NO_COLLECTION } from "./calendar.ts";
import {
  cancelOrder,
  closeOrder,
  collectOrder,
  endGiveaway,
  handOverOrder,
  openDispute,
  readOrder,
  refundOrder,
  resolveDispute,
  settleOverdue,
  submitEvidence,
} from "./commands.ts";
import { sayReturn } from "./money-returns.ts";
import { contestNoShow } from "./no-shows.ts";
import { presentOrder, withoutOrderSecrets } from "./present.ts";
import { LIST_LIMIT_DEFAULT, listOrders } from "./queries.ts";

const TEN_MINUTES = 10 * 60_000;
const NOT_FOUND: Refusal = refuse("not_found", MESSAGES.notFound);

/** Settling an open order is allowed whatever one's standing (A16): the alternative is to force a second strike. */
const settling = [requireAccount, throttle("orders:settle", 60, TEN_MINUTES, "account")] as const;

export const orderRoutes = new Hono<AppContext>()
  /** The reader's purchases (`role=buyer`, default) or sales, newest first. */
  .get("/", requireActor, validate("query", ListOrders), async (c) => {
    const services = c.get("services");
    const { role, cursor, limit } = c.req.valid("query");
    const page = await listOrders(services.db, actorOf(c).id, role ?? "buyer", cursor, limit ?? LIST_LIMIT_DEFAULT);
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    settleOverdue(
      services,
      page.records.map((record) => record.order),
    );
    const now = services.now();
    const items = page.records.map((record) => maskedFor(c, presentOrder(record, now), withoutOrderSecrets));
    return c.json<Page<OrderView>, 200>({ items, next_cursor: page.next_cursor, server_now: now }, 200);
  })
  /** One order, for its two parties. */
  .get("/:id", requireActor, async (c) => {
    const services = c.get("services");
    const record = await readOrder(services, actorOf(c).id, c.req.param("id"));
    if (!record) return respondRefusal(c, NOT_FOUND);
    return c.json<OrderView, 200>(maskedFor(c, presentOrder(record, services.now()), withoutOrderSecrets), 200);
  })
  /** The agreed collection for one's own calendar; 409 `wrong_state` while (or when no longer) there is one. */
  .get("/:id/calendar.ics", requireActor, async (c) => {
    const services = c.get("services");
    const record = await readOrder(services, actorOf(c).id, c.req.param("id"));
    if (!record) return respondRefusal(c, NOT_FOUND);
    const file = collectionCalendar(record, appOrigin(c), services.now());
    if (file === null) return respondRefusal(c, NO_COLLECTION);
    // Inline: phones then offer to add it instead of saving a file.
    return c.body(file, 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="collection.ics"',
    });
  })
  /** The buyer says the money is on its way. */
  .post("/:id/evidence", ...settling, validate("json", SubmitEvidence), idempotent("orders:evidence"), async (c) => {
    const services = c.get("services");
    const { referenceNumber: reference, txHash } = c.req.valid("json");
    const evidence = { reference, txHash };
    const done = await submitEvidence(services, actorOf(c).id, c.req.param("id"), evidence, requestKey(c));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** The buyer steps back before giving evidence; the item is free again. */
  .post("/:id/cancel", ...settling, idempotent("orders:cancel"), async (c) => {
    const services = c.get("services");
    const done = await cancelOrder(services, actorOf(c).id, c.req.param("id"));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** The buyer has the item: the order is completed. */
  .post("/:id/collected", ...settling, idempotent("orders:collected"), async (c) => {
    const services = c.get("services");
    const done = await collectOrder(services, actorOf(c).id, c.req.param("id"));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** The seller completes the order with the buyer's collection code. Wrong codes are not replayed, they count. */
  .post("/:id/handover", ...settling, validate("json", HandOver), idempotent("orders:handover"), async (c) => {
    const services = c.get("services");
    const done = await handOverOrder(services, actorOf(c).id, c.req.param("id"), c.req.valid("json"));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** The buyer reports that something is wrong with a deal that was paid for. */
  .post("/:id/dispute", ...settling, validate("json", OpenDispute), idempotent("orders:dispute"), async (c) => {
    const services = c.get("services");
    const { reason } = c.req.valid("json");
    const done = await openDispute(services, actorOf(c).id, c.req.param("id"), reason);
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** Either side of a giveaway steps back before the collection: the item is for sale again. */
  .post("/:id/call-off", ...settling, idempotent("orders:call-off"), async (c) => {
    const services = c.get("services");
    const done = await endGiveaway(services, actorOf(c).id, c.req.param("id"), "call_off");
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** Either side of a giveaway reports that the other did not come to the collection. */
  .post("/:id/missed", ...settling, idempotent("orders:missed"), async (c) => {
    const services = c.get("services");
    const done = await endGiveaway(services, actorOf(c).id, c.req.param("id"), "report_missed");
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  })
  /** The one reported as not having come contests the report within 48 hours. Staff decide. */
  .post("/:id/contest", ...settling, validate("json", ContestNoShow), idempotent("orders:contest"), async (c) => {
    const services = c.get("services");
    const [userId, id] = [actorOf(c).id, c.req.param("id")];
    const done = await contestNoShow(services, userId, id, c.req.valid("json").reason);
    if (!done.ok) return respondRefusal(c, done);
    const record = await readOrder(services, userId, id);
    if (!record) return respondRefusal(c, NOT_FOUND);
    return c.json<OrderView, 200>(presentOrder(record, services.now()), 200);
  })
  /** A refund from seller to buyer: where it goes, that it is sent, whether it arrived. A repeated step is refused. */
  .post("/:id/money-back", ...settling, validate("json", SayMoneyBack), async (c) => {
    const services = c.get("services");
    const [userId, id] = [actorOf(c).id, c.req.param("id")];
    const done = await sayReturn(services, userId, id, c.req.valid("json"));
    if (!done.ok) return respondRefusal(c, done);
    const record = await readOrder(services, userId, id);
    if (!record) return respondRefusal(c, NOT_FOUND);
    return c.json<OrderView, 200>(presentOrder(record, services.now()), 200);
  })
  /** The seller of a card order gives the money back. */
  .post("/:id/refund", ...settling, validate("json", RefundOrder), idempotent("orders:refund"), async (c) => {
    const services = c.get("services");
    const { relist } = c.req.valid("json");
    const done = await refundOrder(services, actorOf(c).id, c.req.param("id"), relist ?? false);
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OrderView, 200>(presentOrder(done.record, services.now()), 200);
  });

/** Under /api/admin/orders. */
export const adminOrderRoutes = new Hono<AppContext>()
  /** Staff decide a dispute: `release` for the seller, `refund` for the buyer. */
  .post(
    "/:id/resolve",
    requireStaff,
    throttle("admin:orders", 60, TEN_MINUTES, "account"),
    validate("json", ResolveDispute),
    idempotent("orders:resolve"),
    async (c) => {
      const services = c.get("services");
      const decision = c.req.valid("json");
      const done = await resolveDispute(services, actorOf(c).id, c.req.param("id"), decision);
      if (!done.ok) return respondRefusal(c, done);
      const { id, status } = done.order;
      return c.json<ResolvedOrder, 200>({ id, status, outcome: decision.outcome }, 200);
    },
  )
  /** Staff end a paid order that nobody collects, or that was collected and nobody said so. */
  .post(
    "/:id/close",
    requireStaff,
    throttle("admin:orders", 60, TEN_MINUTES, "account"),
    validate("json", CloseOrder),
    idempotent("orders:close"),
    async (c) => {
      const done = await closeOrder(c.get("services"), actorOf(c).id, c.req.param("id"), c.req.valid("json"));
      if (!done.ok) return respondRefusal(c, done);
      return c.json<ClosedOrder, 200>({ id: done.order.id, status: done.order.status }, 200);
    },
  );
