import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { Hono } from "hono";
import { type EmailTemplate, ListEmails, type OutboxEmail, SendTestEmail } from "#contract/notifications/email-outbox";
import type { Page } from "#contract/page";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { withoutTokens } from "#domain/notifications/email-retry";
import { refuse } from "#domain/result";
import { mailOutbox } from "../../../db/schema/site-content.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { resolveFailedEmail } from "./failed-emails.ts";
import { sampleEmails } from "./gallery.ts";
import { sendTest } from "./send-test.ts";

const PAGE_SIZE = 50;
const HOUR = 60 * 60_000;
const ORDER = "newest";

/**
 * A link in an email can be as powerful as the recipient's password. On a developer's machine the outbox is the only
 * place to open it; in production links are removed, so that staff cannot take over an account.
 */
function present(row: typeof mailOutbox.$inferSelect, readable: boolean): OutboxEmail {
  const shown = readable ? (body: string) => body : withoutTokens;
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: shown(row.text),
    html: shown(row.html),
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: row.created_at,
  };
}

export const adminEmailRoutes = new Hono<AppContext>()
  /** List the emails sent by the service, newest first. */
  .get("/", requireStaff, validate("query", ListEmails), async (c) => {
    const { db, env, now } = c.get("services");
    const { cursor, status } = c.req.valid("query");
    const filters = { status };
    const after = cursor === undefined ? null : decodeCursor(cursor, ORDER, filters);
    if (cursor !== undefined && after === null) {
      return respondRefusal(c, refuse("bad_request", "That page does not exist any more. Please start again."));
    }
    const rows = await db
      .select()
      .from(mailOutbox)
      .where(
        and(
          status === "failed" ? sql`${mailOutbox.status} = 'failed'` : undefined,
          after
            ? or(
                lt(mailOutbox.created_at, after.key),
                and(eq(mailOutbox.created_at, after.key), lt(mailOutbox.id, after.id)),
              )
            : undefined,
        ),
      )
      .orderBy(desc(mailOutbox.created_at), desc(mailOutbox.id))
      .limit(PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<OutboxEmail>, 200>(
      {
        items: page.map((row) => present(row, env.APP_ENV === "local")),
        next_cursor:
          rows.length > PAGE_SIZE && last ? encodeCursor(ORDER, filters, { key: last.created_at, id: last.id }) : null,
        server_now: now(),
      },
      200,
    );
  })
  /** List a sample of every email. */
  .get("/templates", requireStaff, (c) => {
    const { env, now } = c.get("services");
    return c.json<{ items: EmailTemplate[] }, 200>({ items: sampleEmails(env.APP_ORIGIN, now()) }, 200);
  })
  /** Send a sample email to the caller's own address, to test delivery. */
  .post(
    "/test",
    requireStaff,
    throttle("admin:mail", 30, HOUR, "account"),
    validate("json", SendTestEmail),
    async (c) => {
      const services = c.get("services");
      const done = await sendTest(services, actorOf(c).id, c.req.valid("json").template);
      return done.ok ? c.json<{ to: string }, 200>({ to: done.to }, 200) : respondRefusal(c, done);
    },
  )
  /** Queue a failed email again. */
  .post("/:id/retry", requireStaff, throttle("admin:mail", 30, HOUR, "account"), async (c) => {
    const done = await resolveFailedEmail(c.get("services"), actorOf(c).id, c.req.param("id"), "retry");
    return done.ok ? c.json<{ ok: true }, 200>({ ok: true }, 200) : respondRefusal(c, done);
  });
