import { Hono } from "hono";
import {
  ListMessages,
  ListThreads,
  MarkRead,
  MESSAGES_PAGE,
  type MessagesReply,
  type MessageView,
  OpenThread,
  type ReadReply,
  SendMessage,
  type ThreadsReply,
  type ThreadView,
} from "#contract/messages";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { actorOf, requireAccount, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { markRead, openThread, sendMessage, showTyping } from "./commands.ts";
import { presentMessage, presentThread } from "./present.ts";
import { findThread, listThreads, readMessages } from "./queries.ts";

const CONVERSATIONS_SHOWN = 20;

/** Message threads, mounted at /api/conversations. Another user's thread is 404 for every method (A01). */
export const threadRoutes = new Hono<AppContext>()
  /** List the signed-in user's message threads, last changed first. */
  .get("/", requireActor, validate("query", ListThreads), async (c) => {
    const { db, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const { cursor, limit } = c.req.valid("query");
    const page = unwrap(await listThreads(db, viewerId, cursor, limit ?? CONVERSATIONS_SHOWN));
    const server_now = now();
    const items = page.rows.map((row) => presentThread(row, viewerId, server_now));
    return c.json<ThreadsReply, 200>({ items, next_cursor: page.next_cursor, server_now }, 200);
  })
  /**
   * Open the thread with a seller or another user, creating it if needed. The other user sees it from the first message
   * on.
   */
  .post("/", requireTrader, throttle("conversations"), validate("json", OpenThread), async (c) => {
    const services = c.get("services");
    const { id: viewerId } = actorOf(c);
    const { id, made } = unwrap(await openThread(services, viewerId, c.req.valid("json")));
    const row = found(await findThread(services.db, viewerId, id));
    const view = presentThread(row, viewerId, services.now());
    return made ? c.json<ThreadView, 201>(view, 201) : c.json<ThreadView, 200>(view, 200);
  })
  .get("/:id", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const row = found(await findThread(db, viewerId, c.req.valid("param").id));
    return c.json<ThreadView, 200>(presentThread(row, viewerId, now()), 200);
  })
  /** List messages of a thread, oldest first: the newest, or those before or after a sequence number. */
  .get("/:id/messages", requireActor, validate("query", ListMessages), idParam(), async (c) => {
    const { db, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const { after = null, before = null, limit = MESSAGES_PAGE } = c.req.valid("query");
    const read = found(await readMessages(db, viewerId, c.req.valid("param").id, { after, before, limit }));
    const items = read.rows.map((row) => presentMessage(row, viewerId));
    return c.json<MessagesReply, 200>({ items, more: read.more, ...read.seen, server_now: now() }, 200);
  })
  /** Send a message. 201, or 200 when a message with the same `client_id` was sent before. */
  .post("/:id/messages", requireTrader, throttle("messages"), validate("json", SendMessage), idParam(), async (c) => {
    const { id: senderId } = actorOf(c);
    const { id } = c.req.valid("param");
    const ownHost = new URL(c.req.url).host;
    const sent = unwrap(await sendMessage(c.get("services"), senderId, id, c.req.valid("json"), ownHost));
    const view = presentMessage(sent.message, senderId);
    return sent.again ? c.json<MessageView, 200>(view, 200) : c.json<MessageView, 201>(view, 201);
  })
  /** Mark messages up to a sequence number as read. Suspended accounts may do this too. */
  .post("/:id/read", requireAccount, throttle("messages:read"), validate("json", MarkRead), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const read = await markRead(c.get("services"), actorOf(c).id, id, c.req.valid("json").up_to_seq);
    return c.json<ReadReply, 200>(unwrap(read), 200);
  })
  /** Show the other user a typing indicator. Live only; nothing is stored. */
  .post("/:id/typing", requireTrader, throttle("messages:typing"), idParam(), async (c) => {
    unwrap(await showTyping(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
