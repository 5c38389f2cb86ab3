import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { done, type Result, refuse } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { mailOutbox } from "../../../db/schema/site-content.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";

export type EmailRow = typeof mailOutbox.$inferSelect;

const PAGE = 50;

/** Returns one page of the outbox, newest first. */
export async function listEmails(
  db: Database,
  filters: { status: "failed" | undefined },
  cursor: string | undefined,
): Promise<Result<CursorPage<EmailRow>>> {
  const list = cursorList("newest", filters, cursor);
  if (!list) return refuse("bad_request", "That page no longer exists. Please start again.");
  const { after } = list;
  const rows = await db
    .select()
    .from(mailOutbox)
    .where(
      and(
        filters.status === "failed" ? sql`${mailOutbox.status} = 'failed'` : undefined,
        after
          ? or(
              lt(mailOutbox.created_at, after.key),
              and(eq(mailOutbox.created_at, after.key), lt(mailOutbox.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(mailOutbox.created_at), desc(mailOutbox.id))
    .limit(PAGE + 1);
  return done(list.page(rows, PAGE, (last) => ({ key: last.created_at, id: last.id })));
}
