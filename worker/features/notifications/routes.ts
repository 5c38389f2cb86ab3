import { Hono } from "hono";
import * as z from "zod";
import { id as idField } from "#contract/fields";
import {
  type CountsReply,
  ListNotifications,
  type NotificationPreferences,
  type NotificationView,
  type PushDevice,
  ReadNotifications,
  SubscribeToPush,
  type UnsubscribeView,
  UpdateNotificationPreferences,
} from "#contract/notifications";
import type { Page } from "#contract/page";
import { deviceName } from "#domain/account/device-name";
import { emailChoicesOf, kindsOfTopic } from "#domain/notifications/notifications";
import { countsOf } from "../../db/bar-counts.ts";
import { auditLinkUse } from "../../db/link-uses.ts";
import { chainAuditLogAfterResponse } from "../../http/chain-audit-log.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { unwrap } from "../../http/errors.ts";
import { maskedFor } from "../../http/impersonation.ts";
import { actorOf, requireAccount, requireActor } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { changePreferences, markRead, subscribe, unsubscribeDevice } from "./commands.ts";
import { readUnsubscribeToken } from "./emails.ts";
import { presentNotification, presentPreferences, withoutSecrets } from "./present.ts";
import { listNotifications, preferencesOf } from "./queries.ts";

const Token = z.strictObject({ token: z.string().max(1_000) });
/**
 * Mail clients send their own form, which is not read. Our page may also turn the emails on again, or name only the kind
 * of the link.
 */
const UnsubscribeChoice = z.object({ email: z.boolean().default(false), only: z.boolean().default(false) });

async function preferences(c: Ctx) {
  return c.json<NotificationPreferences, 200>(
    presentPreferences(await preferencesOf(c.get("services"), actorOf(c).id)),
    200,
  );
}

/** Notification centre of the signed-in user, mounted at /api/notifications, for accounts of any status. */
export const notificationRoutes = new Hono<AppContext>()
  /** List the signed-in user's notifications, newest first. */
  .get("/", requireActor, validate("query", ListNotifications), async (c) => {
    const { db, now } = c.get("services");
    const { id: userId } = actorOf(c);
    const { cursor } = c.req.valid("query");
    const { rows, next_cursor } = unwrap(await listNotifications(db, userId, cursor));
    const items = rows.map((row) => maskedFor(c, presentNotification(row), withoutSecrets));
    return c.json<Page<NotificationView>, 200>({ items, next_cursor, server_now: now() }, 200);
  })
  /**
   * Get the signed-in user's counters for the navigation bar. A session contains them; this is for polling without the
   * live channel.
   */
  .get("/counts", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const counts = await countsOf(db, actorOf(c).id, now());
    return c.json<CountsReply, 200>({ ...counts, server_now: now() }, 200);
  })
  /** Mark notifications as read. Their unsent emails are cancelled, and the user's other devices are updated. */
  .post("/read", requireAccount, throttle("notifications-read"), validate("json", ReadNotifications), async (c) => {
    const services = c.get("services");
    const counts = await markRead(services, actorOf(c).id, c.req.valid("json"));
    return c.json<CountsReply, 200>({ ...counts, server_now: services.now() }, 200);
  })
  .get("/preferences", requireActor, preferences)
  .patch(
    "/preferences",
    requireAccount,
    throttle("notification-preferences"),
    validate("json", UpdateNotificationPreferences),
    async (c) => {
      unwrap(await changePreferences(c.get("services"), actorOf(c).id, c.req.valid("json")));
      return preferences(c);
    },
  )
  /** Subscribe this browser to push notifications. Idempotent by endpoint. */
  .post("/push", requireAccount, throttle("push"), validate("json", SubscribeToPush), async (c) => {
    const device = deviceName(c.req.header("User-Agent") ?? null);
    const made = unwrap(await subscribe(c.get("services"), actorOf(c), c.req.valid("json"), device));
    return c.json<PushDevice, 201>(made, 201);
  })
  .delete("/push/:id", requireAccount, validate("param", z.object({ id: idField })), async (c) => {
    unwrap(await unsubscribeDevice(c.get("services").db, actorOf(c).id, c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Get what an unsubscribe link is for. Changes nothing, because mail clients follow links by themselves. */
  .get("/unsubscribe", throttle("unsubscribe"), validate("query", Token), async (c) => {
    const services = c.get("services");
    const link = unwrap(await readUnsubscribeToken(services, c.req.valid("query").token));
    const { choices } = presentPreferences(await preferencesOf(services, link.user_id));
    const email = choices.some((choice) => kindsOfTopic(link.kind).includes(choice.kind) && choice.email);
    return c.json<UnsubscribeView, 200>({ kind: link.kind, email }, 200);
  })
  /**
   * Unsubscribe with one click (RFC 8058), from a mail client or our page, without a session. A link of an email that
   * advertises ends all that do.
   */
  .post("/unsubscribe", throttle("unsubscribe"), chainAuditLogAfterResponse, validate("query", Token), async (c) => {
    const services = c.get("services");
    const link = unwrap(await readUnsubscribeToken(services, c.req.valid("query").token));
    const sent = UnsubscribeChoice.safeParse(await c.req.json().catch(() => ({})));
    const { email, only } = sent.data ?? { email: false, only: false };
    const choices = emailChoicesOf(kindsOfTopic(link.kind, only), email);
    unwrap(await changePreferences(services, link.user_id, { choices }));
    await services.db.run(auditLinkUse("unsubscribe", link.user_id, services.now()));
    return c.json<UnsubscribeView, 200>({ kind: link.kind, email }, 200);
  });
