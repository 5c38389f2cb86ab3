import { Hono } from "hono";
import {
  type AnnouncementsReply,
  type AnnouncementView,
  ChangeAnnouncement,
  ListAnnouncements,
  NewAnnouncement,
  PreviewAnnouncement,
  type StaffAnnouncement,
} from "#contract/community/announcements";
import type { Page } from "#contract/page";
import { markdownText, renderMarkdown } from "../../../adapters/markdown.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { changeAnnouncement, createAnnouncement, deleteAnnouncement, markSeen } from "./announcements.ts";
import { type AnnouncementRow, findPublished, listForStaff, listPublished } from "./queries.ts";

const LIMIT_DEFAULT = 20;
const EXCERPT_MAX = 220;

function excerptOf(source: string): string {
  const text = markdownText(source);
  if (text.length <= EXCERPT_MAX) return text;
  const cut = text.slice(0, EXCERPT_MAX).toWellFormed();
  const words = cut.slice(0, Math.max(cut.lastIndexOf(" "), EXCERPT_MAX / 2));
  // No punctuation before the ellipsis.
  return `${words.replace(/[\s.,:;…–-]+$/, "")}…`;
}

function presentForStaff({ author_name, ...row }: AnnouncementRow): StaffAnnouncement {
  const { id, title, source, html, published_at, ends_at, created_at, updated_at } = row;
  return { id, title, source, html, published_at, ends_at, author: author_name, created_at, updated_at };
}

const writing = [requireStaff, throttle("announcements:write")] as const;

export const announcementRoutes = new Hono<AppContext>()
  .get("/", validate("query", ListAnnouncements), async (c) => {
    const { db, now: clock } = c.get("services");
    const now = clock();
    const { cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const viewerId = c.get("actor")?.id ?? null;
    const page = unwrap(await listPublished(db, { viewerId, cursor, limit, now }));
    const items = page.rows.map(({ id, title, source, published_at, seen_at }) => ({
      id,
      title,
      excerpt: excerptOf(source),
      published_at,
      unread: viewerId !== null && published_at > (seen_at ?? 0),
    }));
    return c.json<AnnouncementsReply, 200>({ items, next_cursor: page.next_cursor, server_now: now }, 200);
  })
  /** Mark all announcements as read. Suspended accounts may do this too. */
  .post("/seen", requireAccount, throttle("announcements:seen"), async (c) => {
    await markSeen(c.get("services"), actorOf(c).id);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /**
   * Get one announcement. Its HTML is rendered from the source on every request, so that stricter rules also apply to
   * older texts.
   */
  .get("/:id", idParam(), async (c) => {
    const { db, now } = c.get("services");
    const row = found(await findPublished(db, c.req.valid("param").id, now()));
    const { id, title, source, published_at, updated_at } = row;
    const html = renderMarkdown(source);
    return c.json<AnnouncementView, 200>({ id, title, html, published_at, updated_at, server_now: now() }, 200);
  });

export const adminAnnouncementRoutes = new Hono<AppContext>()
  .get("/", requireStaff, validate("query", ListAnnouncements), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const page = unwrap(await listForStaff(db, cursor, limit));
    const items = page.rows.map(presentForStaff);
    return c.json<Page<StaffAnnouncement>, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  })
  .post("/", ...writing, validate("json", NewAnnouncement), idempotent("announcements:create"), async (c) => {
    const id = await newIdFor(c, "ann");
    const made = unwrap(await createAnnouncement(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<StaffAnnouncement, 201>(presentForStaff(made), 201);
  })
  /** Render the text of an announcement as users will see it. */
  .post("/preview", requireStaff, throttle("announcements:preview"), validate("json", PreviewAnnouncement), (c) =>
    c.json<{ html: string }, 200>({ html: renderMarkdown(c.req.valid("json").source) }, 200),
  )
  .patch("/:id", ...writing, validate("json", ChangeAnnouncement), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const changed = unwrap(await changeAnnouncement(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<StaffAnnouncement, 200>(presentForStaff(changed), 200);
  })
  .delete("/:id", ...writing, idParam(), async (c) => {
    unwrap(await deleteAnnouncement(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
