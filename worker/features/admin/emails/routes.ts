import { Hono } from "hono";
import type { StoredText } from "#contract/account/phone";
import { type EmailTemplate, ListEmails, type OutboxEmail, SendTestEmail } from "#contract/notifications/email-outbox";
import type { Page } from "#contract/page";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { presentStoredText } from "../../account/phone/present.ts";
import { storedTexts } from "../../account/phone/queries.ts";
import { resolveFailedEmail, sendTest } from "./emails.ts";
import { sampleEmails } from "./gallery.ts";
import { presentEmail } from "./present.ts";
import { listEmails } from "./queries.ts";

export const adminEmailRoutes = new Hono<AppContext>()
  /** List the emails sent by the service, newest first. */
  .get("/", requireStaff, validate("query", ListEmails), async (c) => {
    const { db, env, now } = c.get("services");
    const { cursor, status } = c.req.valid("query");
    const { rows, next_cursor } = unwrap(await listEmails(db, { status }, cursor));
    const items = rows.map((row) => presentEmail(row, env.APP_ENV === "local"));
    return c.json<Page<OutboxEmail>, 200>({ items, next_cursor, server_now: now() }, 200);
  })
  /** List a sample of every email. */
  .get("/templates", requireStaff, (c) => {
    const { env, now } = c.get("services");
    return c.json<{ items: EmailTemplate[] }, 200>({ items: sampleEmails(env.APP_ORIGIN, now()) }, 200);
  })
  /** List texts that were stored instead of sent, newest first. Empty where texts are sent. */
  .get("/texts", requireStaff, async (c) => {
    const { db, env } = c.get("services");
    // Only a developer's machine stores any; another database must not show codes either.
    const rows = env.APP_ENV === "local" ? await storedTexts(db) : [];
    return c.json<{ items: StoredText[] }, 200>({ items: rows.map(presentStoredText) }, 200);
  })
  /** Send a sample email to the caller's own address, to test delivery. */
  .post("/test", requireStaff, throttle("admin:mail"), validate("json", SendTestEmail), async (c) => {
    const to = unwrap(await sendTest(c.get("services"), actorOf(c).id, c.req.valid("json").template));
    return c.json<{ to: string }, 200>({ to }, 200);
  })
  /** Queue a failed email again. */
  .post("/:id/retry", requireStaff, throttle("admin:mail"), async (c) => {
    unwrap(await resolveFailedEmail(c.get("services"), actorOf(c).id, c.req.param("id"), "retry"));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
