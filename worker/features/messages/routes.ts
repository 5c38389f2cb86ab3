import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
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
import { refuse } from "#domain/result";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { actorOf, requireAccount, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { openThread } from "./open-thread.ts";
import { presentMessage, presentThread } from "./present.ts";
import { findThread, listThreads, readMessages } from "./queries.ts";
import { markRead, showTyping } from "./read-marks.ts";
import { sendMessage } from "./sending.ts";

const MINUTE = 60_000;
const CONVERSATIONS_SHOWN = 20;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/** Message threads, mounted at /api/conversations. Another user's thread is 404 for every method (A01). */
export const threadRoutes = new Hono<AppContext>()
  /** List the signed-in user's message threads, last changed first. */
  .get("/", requireActor, validate("query", ListThreads), async (c) => {
    const { db, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const { cursor, limit } = c.req.valid("query");
    const page = await listThreads(db, viewerId, cursor, limit ?? CONVERSATIONS_SHOWN);
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    const server_now = now();
    const items = page.rows.map((row) => presentThread(row, viewerId, server_now));
    return c.json<ThreadsReply, 200>({ items, next_cursor: page.next_cursor, server_now }, 200);
  })
  /**
   * Open the thread with a seller or another user, creating it if needed. The other user sees it from the first message
   * on.
   */
  .post("/", requireTrader, throttle("conversations", 60, 10 * MINUTE), validate("json", OpenThread), async (c) => {
    const services = c.get("services");
    const { id: viewerId } = actorOf(c);
    const opened = await openThread(services, viewerId, c.req.valid("json"));
    if (!opened.ok) return respondRefusal(c, opened);
    const row = await findThread(services.db, viewerId, opened.id);
    if (!row) return respondRefusal(c, NOT_FOUND);
    const view = presentThread(row, viewerId, services.now());
    return opened.made ? c.json<ThreadView, 201>(view, 201) : c.json<ThreadView, 200>(view, 200);
  })
  .get("/:id", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const row = await findThread(db, viewerId, c.req.param("id"));
    if (!row) return respondRefusal(c, NOT_FOUND);
    return c.json<ThreadView, 200>(presentThread(row, viewerId, now()), 200);
  })
  /** List messages of a thread, oldest first: the newest, or those before or after a sequence number. */
  .get("/:id/messages", requireActor, validate("query", ListMessages), async (c) => {
    const { env, now } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const { after = null, before = null, limit = MESSAGES_PAGE } = c.req.valid("query");
    const read = await readMessages(env.DB, viewerId, c.req.param("id"), { after, before, limit });
    if (!read) return respondRefusal(c, NOT_FOUND);
    const items = read.rows.map((row) => presentMessage(row, viewerId));
    return c.json<MessagesReply, 200>({ items, more: read.more, ...read.seen, server_now: now() }, 200);
  })
  /** Send a message. 201, or 200 when a message with the same `client_id` was sent before. */
  .post(
    "/:id/messages",
    requireTrader,
    throttle("messages", 60, MINUTE, "account"),
    throttle("messages", 300, MINUTE, "ip"),
    validate("json", SendMessage),
    async (c) => {
      const { id: senderId } = actorOf(c);
      const ownHost = new URL(c.req.url).host;
      const sent = await sendMessage(c.get("services"), senderId, c.req.param("id"), c.req.valid("json"), ownHost);
      if (!sent.ok) return respondRefusal(c, sent);
      const view = presentMessage(sent.message, senderId);
      return sent.again ? c.json<MessageView, 200>(view, 200) : c.json<MessageView, 201>(view, 201);
    },
  )
  /** Mark messages up to a sequence number as read. Suspended accounts may do this too. */
  .post(
    "/:id/read",
    requireAccount,
    throttle("messages:read", 240, MINUTE, "account"),
    validate("json", MarkRead),
    async (c) => {
      const { id: viewerId } = actorOf(c);
      const read = await markRead(c.get("services"), viewerId, c.req.param("id"), c.req.valid("json").up_to_seq);
      if (!read.ok) return respondRefusal(c, read);
      return c.json<ReadReply, 200>(read.reply, 200);
    },
  )
  /** Show the other user a typing indicator. Live only; nothing is stored. */
  .post("/:id/typing", requireTrader, throttle("messages:typing", 60, MINUTE, "account"), async (c) => {
    const said = await showTyping(c.get("services"), actorOf(c).id, c.req.param("id"));
    if (!said.ok) return respondRefusal(c, said);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
