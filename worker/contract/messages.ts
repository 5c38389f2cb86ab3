/**
 * Messages between two users, who see each other's display name only (D5). A pair of users has one thread per item, and
 * one without an item.
 *
 * Every message has a `seq` that rises within its thread. Clients keep the highest `seq` they have seen. They request
 * what comes `after` it when the socket opens and when a message arrives whose `seq` is not the next. Numbers can be
 * missing for good (held messages of the other user), so do not wait for them.
 */
import * as z from "zod/mini";
import { QUICK_REPLIES_MAX, QUICK_REPLY_LENGTH } from "#domain/messages/quick-replies";
import type { PriceOfferEvent, ToldEnder } from "#domain/offers/price-offer";
import type { OrderEventKind } from "#domain/orders/order-graph";
import { id, text } from "./fields.ts";
import { type ItemStatus, type Photo, queryInteger } from "./items.ts";
import type { Page } from "./page.ts";
import type { TradeStatus } from "./trades.ts";

export const MESSAGE_TEXT_MAX = 2_000;
export const MESSAGES_PAGE = 50;
/** A browser sends "typing" at most this often, and shows it for twice as long. */
export const TYPING_EVERY_MS = 4_000;

/**
 * POST /api/conversations: finds or creates a thread, 200 or 201 ConversationView. With only `item_id`, it is with the
 * item's seller; the seller also sends the buyer's `user_id`. With only `user_id`, it has no item. 403 `own_item`,
 * `blocked`; 404 for an unknown item or user; 422 for the caller's own id.
 */
export const OpenThread = z
  .strictObject({ item_id: z.optional(id), user_id: z.optional(id) })
  .check(
    z.refine((sent) => sent.item_id !== undefined || sent.user_id !== undefined, "Say who the conversation is with."),
  );
export type OpenThreadInput = z.input<typeof OpenThread>;

/** GET /api/conversations?cursor=&limit=: a page of ConversationView, last changed first. */
export const ListThreads = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});
export type ThreadsReply = Page<ThreadView>;

/**
 * GET /api/conversations/:id/messages. `after`: newer messages, starting with the oldest of them. `before`: older
 * messages. Neither: the newest.
 */
export const ListMessages = z
  .strictObject({
    after: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
    limit: z.optional(queryInteger(1, 100)),
  })
  .check(z.refine((sent) => sent.after === undefined || sent.before === undefined, "Ask for one direction."));

/**
 * POST /api/conversations/:id/messages: 201 MessageView. `client_id` is an idempotency key, created once per message:
 * repeating it returns the same message (200). 403 `blocked`, 429 `too_many_requests`, 422 `idempotency_mismatch` for
 * the same id with other content. A photo may have a text.
 */
export const SendMessage = z
  .strictObject({
    client_id: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, "That ID isn't valid.")),
    text: z.optional(text(1, MESSAGE_TEXT_MAX, "Please write a message.")),
    /** A photo uploaded with POST /api/images. */
    image_id: z.optional(id),
  })
  .check(z.refine((sent) => sent.text !== undefined || sent.image_id !== undefined, "Please write a message."));
export type SendMessageInput = z.input<typeof SendMessage>;
export type SendMessageValue = z.output<typeof SendMessage>;

/**
 * POST /api/conversations/:id/read: ReadReply. POST /api/conversations/:id/typing has no body and replies {ok: true}.
 */
export const MarkRead = z.strictObject({ up_to_seq: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)) });

export interface ReadReply {
  conversation_id: string;
  last_read_seq: number;
  /** In this thread. */
  unread: number;
  /** In all the viewer's threads. */
  unread_messages: number;
}

/** An event of an order, trade or price offer between the two, shown in their thread. */
export type ThreadEvent =
  | { subject: "order"; id: string; kind: OrderEventKind }
  | {
      subject: "trade";
      id: string;
      kind: TradeStatus;
    }
  /** `amount` in dollars. */
  | { subject: "offer"; id: string; kind: PriceOfferEvent["kind"]; by: ToldEnder | null; amount: number };

export interface MessageView {
  id: string;
  conversation_id: string;
  seq: number;
  kind: "text" | "photo" | "event";
  /** Null for an event. */
  from: "me" | "them" | null;
  /** The client's own id of the viewer's message; null for other messages. */
  client_id: string | null;
  /** A sentence for an event; may be empty for a photo. */
  text: string;
  photo: Photo | null;
  event: ThreadEvent | null;
  /**
   * For the viewer's own message: held back from the other user until staff have reviewed it, or declined by staff. A
   * released message gets a new `seq`, so that no client misses it: match messages by `id`.
   */
  held: "waiting" | "declined" | null;
  /** For the other user's message: sentences saying why to be careful. Usually empty. */
  cautions: string[];
  at: number;
}

export interface MessagesReply {
  /** Oldest first. */
  items: MessageView[];
  /** Whether there are more messages in the requested direction. */
  more: boolean;
  /** The viewer's highest `seq`. */
  last_seq: number;
  last_read_seq: number;
  /** The highest `seq` the other user has read. */
  other_read_seq: number;
  server_now: number;
}

/** The item of a thread. It stays when the item is sold or deleted. */
export interface ThreadItem {
  id: string;
  title: string;
  price: number;
  photo_url: string | null;
  /** `deleted`: the item page no longer exists. */
  status: ItemStatus | "deleted";
  seller_id: string;
}

export interface ThreadView {
  id: string;
  other: { id: string; display_name: string };
  item: ThreadItem | null;
  last_message: MessageView | null;
  /** The viewer's highest `seq`; 0 before the first message. */
  last_seq: number;
  last_read_seq: number;
  other_read_seq: number;
  unread: number;
  /** False while either user has blocked the other. */
  can_send: boolean;
  blocked_by_you: boolean;
  /** Time of the last message, or of the thread's creation (UTC ms). */
  at: number;
  server_now: number;
}

/** PUT /api/quick-replies: replaces the caller's saved replies, in order. An empty list removes them. */
export const SaveQuickReplies = z.strictObject({
  replies: z
    .array(text(1, QUICK_REPLY_LENGTH, "Write a reply, or remove it.", "a reply"))
    .check(z.maxLength(QUICK_REPLIES_MAX, `You can save up to ${QUICK_REPLIES_MAX} replies.`)),
});

/** GET and PUT /api/quick-replies: the caller's own, in order. */
export interface QuickRepliesReply {
  replies: string[];
}

/** GET /api/conversations/:id/quick-replies: for the seller of the thread's item; 404 for anybody else. */
export interface ThreadQuickReplies {
  /** From the item's facts, most useful first. */
  suggested: string[];
  own: string[];
}
