import type { MessagesReply, MessageView } from "#contract/messages";

/** The cached messages of one conversation: complete up to `lastSeq`. */
export interface Thread {
  /** Oldest first, without duplicates. */
  messages: readonly MessageView[];
  /** Everything up to this sequence number was loaded. Missing lower numbers do not exist. */
  lastSeq: number;
  /** Whether older messages exist than the first one. */
  older: boolean;
  lastRead: number;
  otherRead: number;
}

/** Returns the thread from the first reply, with the newest messages. */
export function threadOf(reply: MessagesReply): Thread {
  return {
    messages: reply.items,
    lastSeq: Math.max(reply.last_seq, reply.items.at(-1)?.seq ?? 0),
    older: reply.more,
    lastRead: reply.last_read_seq,
    otherRead: reply.other_read_seq,
  };
}

/**
 * Merges messages by id, not by sequence number: a held message that staff approve gets a new number and must not
 * appear twice. The newer version wins.
 */
export function withMessages(known: readonly MessageView[], more: readonly MessageView[]): readonly MessageView[] {
  const again = new Set(more.map(({ id }) => id));
  return [...known.filter(({ id }) => !again.has(id)), ...more].sort((a, b) => a.seq - b.seq);
}

/** Adds a reply with newer messages. */
export function withNewer(thread: Thread, reply: MessagesReply): Thread {
  return {
    ...thread,
    messages: withMessages(thread.messages, reply.items),
    lastSeq: Math.max(thread.lastSeq, reply.items.at(-1)?.seq ?? 0, reply.more ? 0 : reply.last_seq),
    lastRead: Math.max(thread.lastRead, reply.last_read_seq),
    otherRead: Math.max(thread.otherRead, reply.other_read_seq),
  };
}

/** Adds a reply with older messages. */
export function withOlder(thread: Thread, reply: MessagesReply): Thread {
  return { ...thread, messages: withMessages(thread.messages, reply.items), older: reply.more };
}

/**
 * Adds one message from the socket or a reply. Returns null when messages may be missing in between; the caller then
 * has to load them.
 */
export function withMessage(thread: Thread, message: MessageView): Thread | null {
  if (message.seq > thread.lastSeq + 1) return null;
  const first = thread.messages[0];
  // Older than the loaded messages, so the page of older messages will contain it.
  if (first && thread.older && message.seq < first.seq) return thread;
  return {
    ...thread,
    messages: withMessages(thread.messages, [message]),
    lastSeq: Math.max(thread.lastSeq, message.seq),
  };
}

/** Returns the sequence number to load from. It goes back to the oldest held message, whose state may have changed. */
export function loadAfter({ messages, lastSeq }: Thread): number {
  const waiting = messages.find(({ held }) => held === "waiting");
  return waiting ? Math.min(waiting.seq - 1, lastSeq) : lastSeq;
}

/** Maximum number of requests to catch up. If more are needed, the thread is loaded from its newest messages. */
export const CATCH_UP_REPLIES = 5;

/** Loads everything missed while disconnected; null when that is too much. */
export async function catchUp(
  thread: Thread,
  newer: (after: number) => Promise<MessagesReply>,
): Promise<Thread | null> {
  let caught = thread;
  let after = loadAfter(thread);
  for (let requested = 0; requested < CATCH_UP_REPLIES; requested++) {
    const reply = await newer(after);
    caught = withNewer(caught, reply);
    if (!reply.more) return caught;
    after = reply.items.at(-1)?.seq ?? caught.lastSeq;
  }
  return null;
}

export type LogRow =
  | { kind: "day"; key: string; at: number }
  | { kind: "new"; key: string }
  | { kind: "message"; key: string; message: MessageView; joined: boolean; last: boolean };

const JOIN_MS = 5 * 60_000;
const dayOf = (at: number) => new Date(at).toDateString();

/**
 * Returns the rows to render: day separators, the unread marker and messages. Close messages of one sender form a
 * group: `joined` continues one, `last` ends it.
 */
export function rowsOf(messages: readonly MessageView[], unreadAfter: number | null): LogRow[] {
  const rows: LogRow[] = [];
  let before: MessageView | null = null;
  let group: Extract<LogRow, { kind: "message" }> | null = null;
  let marked = unreadAfter === null;
  for (const message of messages) {
    const newDay = before === null || dayOf(before.at) !== dayOf(message.at);
    if (newDay) rows.push({ kind: "day", key: `day ${message.id}`, at: message.at });
    const mark = !marked && message.from === "them" && message.seq > (unreadAfter ?? 0);
    if (mark) {
      rows.push({ kind: "new", key: "new" });
      marked = true;
    }
    const joined =
      !newDay && !mark && before !== null && before.from === message.from && message.at - before.at < JOIN_MS;
    if (joined && group) group.last = false;
    // The browser's own id first, so that a message keeps its row when it has been sent.
    group = { kind: "message", key: message.client_id ?? message.id, message, joined, last: true };
    rows.push(group);
    before = message;
  }
  return rows;
}
