import { Hono } from "hono";
import { ContactMessage, type ContactReply, NewSupportRequest, type SupportRequestReply } from "#contract/support";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireAccount } from "../../http/session.ts";
import { stableId } from "../../http/stable-id.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { requestSupport, takeContact } from "./commands.ts";

const HOUR = 60 * 60_000;

/** Mounted at /api/support-requests. Open whatever one's standing: asking for help is never forbidden (A16). */
export const supportRoutes = new Hono<AppContext>().post(
  "/",
  requireAccount,
  throttle("support", 5, HOUR, "both"),
  validate("json", NewSupportRequest),
  idempotent("support-requests"),
  async (c) => {
    const services = c.get("services");
    const { id: userId } = actorOf(c);
    const key = requestKey(c);
    const id = key === null ? services.newId("sup") : await stableId("sup", userId, key);
    const done = await requestSupport(services, userId, id, c.req.valid("json"));
    if (!done.ok) return respondRefusal(c, done);
    const { order_id, item_name, created_at } = done.request;
    return c.json<SupportRequestReply, 201>({ id, order_id, item_name, created_at }, 201);
  },
);

/**
 * Mounted at /api/contact. Open to everybody, signed in or not and whatever their standing; an address may write a few
 * times an hour, and the sender's e-mail address is never written to.
 */
export const contactRoutes = new Hono<AppContext>().post(
  "/",
  throttle("contact", 5, HOUR, "both"),
  validate("json", ContactMessage),
  idempotent("contact"),
  async (c) => {
    const services = c.get("services");
    const input = c.req.valid("json");
    const userId = c.get("actor")?.id ?? null;
    const key = requestKey(c);
    const id = key === null ? services.newId("sup") : await stableId("sup", userId ?? `by:${input.email}`, key);
    return c.json<ContactReply, 201>(await takeContact(services, userId, id, input), 201);
  },
);
