import * as z from "zod/mini";
import { instant, text } from "../fields.ts";
import { queryInteger } from "../items.ts";
import type { Page } from "../page.ts";

export const ANNOUNCEMENT_SOURCE_MAX = 20_000;

const fields = {
  title: text(3, 120, "Please enter a title of at least 3 characters."),
  /** Markdown. HTML in it is removed. */
  source: text(1, ANNOUNCEMENT_SOURCE_MAX, "Please write the announcement."),
  /** Null: a draft that only staff see. In the future: public from then on. */
  published_at: z.nullable(instant),
  /** No longer listed from this time on; null: no end. */
  ends_at: z.nullable(instant),
};

/** POST /api/admin/announcements */
export const NewAnnouncement = z.strictObject({
  title: fields.title,
  source: fields.source,
  published_at: z.optional(fields.published_at),
  ends_at: z.optional(fields.ends_at),
});

/** PATCH /api/admin/announcements/:id */
export const ChangeAnnouncement = z.strictObject({
  ...z.partial(z.object(fields)).shape,
  /** `updated_at` of the edited version: 409 `stale` when another admin has saved since. */
  edited_from: z.optional(instant),
});

/** POST /api/admin/announcements/preview */
export const PreviewAnnouncement = z.strictObject({ source: text(0, ANNOUNCEMENT_SOURCE_MAX) });

/** GET /api/announcements and GET /api/admin/announcements */
export const ListAnnouncements = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

export interface AnnouncementCard {
  id: string;
  title: string;
  /** The beginning of the text, without formatting. */
  excerpt: string;
  published_at: number;
  /** Published after the viewer last opened the list; false for visitors. */
  unread: boolean;
}

/** GET /api/announcements/:id */
export interface AnnouncementView {
  id: string;
  title: string;
  /** Sanitised on the server to a list of allowed elements (D13). */
  html: string;
  published_at: number;
  updated_at: number;
  server_now: number;
}

export type AnnouncementsReply = Page<AnnouncementCard>;

/** An announcement for staff, including drafts. */
export interface StaffAnnouncement {
  id: string;
  title: string;
  source: string;
  html: string;
  published_at: number | null;
  ends_at: number | null;
  author: string;
  created_at: number;
  updated_at: number;
}
