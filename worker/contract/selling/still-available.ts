/** "Still available?": a seller's answer about an old listing, by the link in an email (D59). */
import * as z from "zod/mini";
import { id } from "../fields.ts";
import type { ItemStatus, Photo } from "../items.ts";

/** The token of the link, for one listing, without a session; or the listing, for its signed-in seller. */
export const AboutListing = z
  .strictObject({
    token: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    item: z.optional(id),
  })
  .check(z.refine((about) => (about.token === undefined) !== (about.item === undefined), "Send one of the two."));

/**
 * POST /api/still-available?token= or ?item=: `yes` keeps the listing, or puts a paused one back on sale; `sold` marks it as sold
 * elsewhere, which can be undone for ten minutes; `remove` deletes it. 404 for a link that is not valid, 409 while a
 * buyer holds the item or pays for it.
 */
export const AnswerStillAvailable = z.strictObject({ answer: z.enum(["yes", "sold", "remove"]) });
export type StillAvailableAnswer = z.output<typeof AnswerStillAvailable>["answer"];

/** GET /api/still-available?token= or ?item=, and the reply to an answer. */
export interface StillAvailableView {
  item_id: string;
  title: string;
  photo: Photo | null;
  price: number;
  /** `deleted`: the listing has been removed. */
  status: ItemStatus | "deleted";
}

/**
 * POST /api/items/:id/relist: puts the caller's listing back on sale. Once a week it also returns to the top of the
 * newest. 409 for an item that is sold, paid for or traded.
 */
export interface RelistReply {
  id: string;
  status: ItemStatus;
  /** Whether it is at the top of the newest again. */
  moved_up: boolean;
  /** When it may return to the top again (UTC ms). */
  next_at: number;
}
