/**
 * Messages between two people (D5: a counterpart is a display name, never an address of theirs). There is one
 * conversation for a pair and an item, and one for a pair without an item.
 *
 * Every message has a `seq` that only rises within its conversation. A reader keeps the highest one seen and asks for
 * what comes `after` it whenever its socket opens, and whenever a frame brings a seq that is not the next: numbers may be
 * missing for good (a message held back from the reader), so a gap is a reason to ask, not to wait.
 */
import * as z from "zod/mini";
import type { OrderEventKind } from "#domain/order";
import { id, text } from "./fields.ts";
import { type ItemStatus, type Photo, queryInteger } from "./items.ts";
import type { Page } from "./page.ts";
import type { TradeStatus } from "./trades.ts";

export const MESSAGE_TEXT_MAX = 2_000;
/** Messages of one reply. */
export const MESSAGES_PAGE = 50;
/** A browser says "typing" at most this often, and shows it for twice as long. */
export const TYPING_EVERY_MS = 4_000;

/**
 * POST /api/conversations → 201 or 200 ConversationView: found, or made. With `item_id` alone the counterpart is its
 * seller; the seller names the buyer with `user_id` as well. With `user_id` alone it is about no item.
 * 403 `own_item`, `blocked`; 404 for an item or a person that is not there; 422 for oneself.
 */
export const OpenConversation = z
  .strictObject({ item_id: z.optional(id), user_id: z.optional(id) })
  .check(
    z.refine((sent) => sent.item_id !== undefined || sent.user_id !== undefined, "Say whom the conversation is with."),
  );
export type OpenConversationInput = z.input<typeof OpenConversation>;

/** GET /api/conversations?cursor=&limit= → Page<ConversationView>, the last to change first. */
export const ListConversations = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});
export type ConversationsReply = Page<ConversationView>;

/** GET /api/conversations/:id/messages. `after`: what is newer, oldest of it first to come. `before`: what is older. Neither: the newest. */
export const ListMessages = z
  .strictObject({
    after: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
    limit: z.optional(queryInteger(1, 100)),
  })
  .check(z.refine((sent) => sent.after === undefined || sent.before === undefined, "Ask for one direction."));

/**
 * POST /api/conversations/:id/messages → 201 MessageView. `client_id` is made once for a message and kept through every
 * retry: the same one again is the same message (200). 403 `blocked`, 429 `too_many_requests`, 422
 * `idempotency_mismatch` for the same id with another content. A photo may carry a text.
 */
export const SendMessage = z
  .strictObject({
    client_id: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, "That id is not valid.")),
    text: z.optional(text(1, MESSAGE_TEXT_MAX, "Please write a message.")),
    /** A photo uploaded with POST /api/images. */
    image_id: z.optional(id),
  })
  .check(z.refine((sent) => sent.text !== undefined || sent.image_id !== undefined, "Please write a message."));
export type SendMessageInput = z.input<typeof SendMessage>;
export type SendMessageValue = z.output<typeof SendMessage>;

/** POST /api/conversations/:id/read → ReadReply. POST /api/conversations/:id/typing takes no body → {ok: true}. */
export const MarkRead = z.strictObject({ up_to_seq: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)) });

export interface ReadReply {
  conversation_id: string;
  last_read_seq: number;
  /** Of this conversation. */
  unread: number;
  /** Of all the reader's conversations. */
  unread_messages: number;
}

/** What happened to an order or a trade between the two, told where they talk. */
export type ConversationEvent =
  | { subject: "order"; id: string; kind: OrderEventKind }
  | {
      subject: "trade";
      id: string;
      kind: TradeStatus;
    };

export interface MessageView {
  id: string;
  conversation_id: string;
  seq: number;
  kind: "text" | "photo" | "event";
  /** Null: an event. */
  from: "me" | "them" | null;
  /** The browser's own id of a message of mine; null otherwise. */
  client_id: string | null;
  /** A plain sentence for an event; may be empty for a photo. */
  text: string;
  photo: Photo | null;
  event: ConversationEvent | null;
  /**
   * Of my own message: held back from the other side until staff have looked at it, or turned down by them. A message
   * that is let through gets a new `seq` at that moment, so that it cannot be missed: match messages by `id`.
   */
  held: "waiting" | "declined" | null;
  /** Of their message: why to be careful with it, a sentence each. Empty for most. */
  cautions: string[];
  at: number;
}

export interface MessagesReply {
  /** Always oldest first. */
  items: MessageView[];
  /** Whether there is more in the direction asked for. */
  more: boolean;
  /** The reader's highest seq now. */
  last_seq: number;
  last_read_seq: number;
  /** Up to where the other side has read. */
  other_read_seq: number;
  server_now: number;
}

/** The item a conversation is about. It stays when the item is deleted or sold. */
export interface ConversationItem {
  id: string;
  title: string;
  price: number;
  photo_url: string | null;
  /** `deleted`: there is no page of it any more. */
  status: ItemStatus | "deleted";
  seller_id: string;
}

export interface ConversationView {
  id: string;
  other: { id: string; display_name: string };
  item: ConversationItem | null;
  last_message: MessageView | null;
  /** The reader's highest seq; 0 before the first message. */
  last_seq: number;
  last_read_seq: number;
  other_read_seq: number;
  unread: number;
  /** False while either has blocked the other. */
  can_send: boolean;
  blocked_by_you: boolean;
  /** Of the last message; of its beginning while there is none. */
  at: number;
  server_now: number;
}
