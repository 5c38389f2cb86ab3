import { Hono } from "hono";
import {
  type AdminPayment,
  type AdminPaymentDetail,
  type AdminReversal,
  ListAdminPayments,
  ListReversals,
  type PaymentQueueCounts,
  ShareChargeback,
} from "#contract/admin/payment-queue";
import type { Page } from "#contract/page";
import { dashboardUrl } from "../../../adapters/card-stripe.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { shareChargeback } from "../../payments/reversals/share-chargeback.ts";
import { presentListedReversal, presentPayment, presentPaymentDetail } from "./present.ts";
import { countQueues, findOrderId, findPaymentFile, listPayments, listReversals } from "./queries.ts";

/** Payment queue of staff, mounted at /api/admin/payments. Decisions are made at /api/admin/orders/:id. */
export const adminPaymentRoutes = new Hono<AppContext>()
  /** List unconfirmed payments, disputes, or decisions of staff. */
  .get("/", requireStaff, validate("query", ListAdminPayments), async (c) => {
    const { db, now } = c.get("services");
    const { queue = "overdue", cursor } = c.req.valid("query");
    const page = unwrap(await listPayments(db, queue, cursor));
    const at = now();
    const items = page.rows.map((row) => presentPayment(row, at));
    return c.json<Page<AdminPayment>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Count the payments in each queue. */
  .get("/counts", requireStaff, async (c) =>
    c.json<PaymentQueueCounts, 200>(await countQueues(c.get("services").db), 200),
  )
  /** List chargebacks and refunds made in the provider's dashboard, open ones first. */
  .get("/reversals", requireStaff, validate("query", ListReversals), async (c) => {
    const { db, now } = c.get("services");
    const page = unwrap(await listReversals(db, c.req.valid("query").cursor));
    const at = now();
    const items = page.rows.map((row) => presentListedReversal(row, at));
    return c.json<Page<AdminReversal>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Say what a chargeback of part of a purchase takes from each of its orders (D69). */
  .post(
    "/reversals/:id/shares",
    requireStaff,
    throttle("admin:orders"),
    validate("json", ShareChargeback),
    async (c) => {
      const services = c.get("services");
      unwrap(await shareChargeback(services, actorOf(c).id, c.req.param("id"), c.req.valid("json")));
      return c.json<{ ok: true }, 200>({ ok: true }, 200);
    },
  )
  /** Get one order with the history and evidence of its payment, by its id or the part of it in the order number. */
  .get("/:id", requireStaff, idParam(), async (c) => {
    const { db, env, now } = c.get("services");
    const id = found(await findOrderId(db, c.req.valid("param").id));
    const file = found(await findPaymentFile(db, id));
    return c.json<AdminPaymentDetail, 200>(presentPaymentDetail(file, dashboardUrl(env), now()), 200);
  });
