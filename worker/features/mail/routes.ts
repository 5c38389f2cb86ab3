import { and, desc, eq, lt, or } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { refuse } from "#contract/errors";
import type { OutboxMail } from "#contract/mail";
import type { Page } from "#contract/page";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { withoutTokens } from "#domain/mail-retry";
import { mailOutbox } from "../../db/schema/community.ts";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { requireStaff } from "../../http/session.ts";
import { validate } from "../../http/validate.ts";

const PAGE_SIZE = 50;
const ORDER = "newest";
const Query = z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) });

/**
 * Links in a mail are as good as its reader's password. On a developer's machine the outbox is where they are read;
 * in production no member of staff can take over an account through it.
 */
function present(row: typeof mailOutbox.$inferSelect, readable: boolean): OutboxMail {
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

export const adminMailRoutes = new Hono<AppContext>()
  /** What the service has written to people, newest first. */
  .get("/", requireStaff, validate("query", Query), async (c) => {
    const { db, env, now } = c.get("services");
    const { cursor } = c.req.valid("query");
    const after = cursor === undefined ? null : decodeCursor(cursor, ORDER, {});
    if (cursor !== undefined && after === null) {
      return respondRefusal(c, refuse("bad_request", "That page does not exist any more. Please start again."));
    }
    const rows = await db
      .select()
      .from(mailOutbox)
      .where(
        after
          ? or(
              lt(mailOutbox.created_at, after.key),
              and(eq(mailOutbox.created_at, after.key), lt(mailOutbox.id, after.id)),
            )
          : undefined,
      )
      .orderBy(desc(mailOutbox.created_at), desc(mailOutbox.id))
      .limit(PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return c.json<Page<OutboxMail>, 200>(
      {
        items: page.map((row) => present(row, env.APP_ENV === "local")),
        next_cursor:
          rows.length > PAGE_SIZE && last ? encodeCursor(ORDER, {}, { key: last.created_at, id: last.id }) : null,
        server_now: now(),
      },
      200,
    );
  });
