import { Hono } from "hono";
import {
  ContactMessage,
  type ContactReply,
  NewSupportRequest,
  type SupportRequestReply,
} from "#contract/community/support";
import { type AdminSupportRequest, AnswerSupport, ListSupport } from "#contract/community/support-queue";
import type { Page } from "#contract/page";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { stableId } from "../../../stable-id.ts";
import { presentSupport } from "./present.ts";
import { findSupport, listSupport } from "./queries.ts";
import { answerSupport, closeSupport, receiveContactMessage, requestSupport } from "./support.ts";

/** Request help with an order or a fault. Suspended accounts may do this too. */
export const supportRoutes = new Hono<AppContext>().post(
  "/",
  requireAccount,
  throttle("support"),
  validate("json", NewSupportRequest),
  idempotent("support-requests"),
  async (c) => {
    const id = await newIdFor(c, "sup");
    const request = unwrap(await requestSupport(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    const { order_id, item_name, created_at } = request;
    return c.json<SupportRequestReply, 201>({ id, order_id, item_name, created_at }, 201);
  },
);

/**
 * Send a message to the support team. Public, with a rate limit per address. Nothing is sent to the given email
 * address.
 */
export const contactRoutes = new Hono<AppContext>().post(
  "/",
  throttle("contact"),
  validate("json", ContactMessage),
  idempotent("contact"),
  async (c) => {
    const services = c.get("services");
    const input = c.req.valid("json");
    const userId = c.get("actor")?.id ?? null;
    const key = requestKey(c);
    const id = key === null ? services.newId("sup") : await stableId("sup", userId ?? `by:${input.email}`, key);
    return c.json<ContactReply, 201>(await receiveContactMessage(services, userId, id, input), 201);
  },
);

export const adminSupportRoutes = new Hono<AppContext>()
  /** List support requests: open ones oldest first, answered and closed ones newest first. */
  .get("/", requireStaff, validate("query", ListSupport), async (c) => {
    const { db, now } = c.get("services");
    const { status = "open", cursor } = c.req.valid("query");
    const page = unwrap(await listSupport(db, status, cursor));
    const at = now();
    const items = page.rows.map((row) => presentSupport(row, at));
    return c.json<Page<AdminSupportRequest>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Answer a support request by email, to the address in the request. */
  .post(
    "/:id/answer",
    requireStaff,
    throttle("admin:support"),
    validate("json", AnswerSupport),
    idempotent("admin:support:answer"),
    idParam(),
    async (c) => {
      const services = c.get("services");
      const { id } = c.req.valid("param");
      const answerId = await newIdFor(c, "sup", id);
      unwrap(await answerSupport(services, actorOf(c).id, id, answerId, c.req.valid("json").message));
      const row = found(await findSupport(services.db, id));
      return c.json<AdminSupportRequest, 200>(presentSupport(row, services.now()), 200);
    },
  )
  /** Close a support request. Idempotent. */
  .post("/:id/close", requireStaff, throttle("admin:support"), idParam(), async (c) => {
    unwrap(await closeSupport(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
