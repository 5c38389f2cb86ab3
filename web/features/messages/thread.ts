import type { MessagesReply, MessageView } from "#contract/conversations";

/** What this page knows of one conversation: an unbroken run of messages up to `lastSeq`. */
export interface Thread {
  /** Oldest first, each message once. */
  messages: readonly MessageView[];
  /** Everything up to here has been asked for. Numbers below it that are missing are missing for good. */
  lastSeq: number;
  /** Whether there are older ones than the first. */
  older: boolean;
  lastRead: number;
  otherRead: number;
}

/** The newest messages, as a conversation is opened. */
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
 * By id and not by number: a message that staff let through has a new number, and must not stand there twice. What is new
 * replaces what was known, because only `held` and the number ever change.
 */
export function withMessages(known: readonly MessageView[], more: readonly MessageView[]): readonly MessageView[] {
  const again = new Set(more.map(({ id }) => id));
  return [...known.filter(({ id }) => !again.has(id)), ...more].sort((a, b) => a.seq - b.seq);
}

/** A reply to "what came after?" put behind what is known. */
export function withNewer(thread: Thread, reply: MessagesReply): Thread {
  return {
    ...thread,
    messages: withMessages(thread.messages, reply.items),
    lastSeq: Math.max(thread.lastSeq, reply.items.at(-1)?.seq ?? 0, reply.more ? 0 : reply.last_seq),
    lastRead: Math.max(thread.lastRead, reply.last_read_seq),
    otherRead: Math.max(thread.otherRead, reply.other_read_seq),
  };
}

/** A reply to "what was before?" put in front. */
export function withOlder(thread: Thread, reply: MessagesReply): Thread {
  return { ...thread, messages: withMessages(thread.messages, reply.items), older: reply.more };
}

/** One message from a frame or a reply; null when something may lie between, which has to be asked for. */
export function withMessage(thread: Thread, message: MessageView): Thread | null {
  if (message.seq > thread.lastSeq + 1) return null;
  const first = thread.messages[0];
  // Older than what is loaded: it comes with its own page.
  if (first && thread.older && message.seq < first.seq) return thread;
  return {
    ...thread,
    messages: withMessages(thread.messages, [message]),
    lastSeq: Math.max(thread.lastSeq, message.seq),
  };
}

/** From where to ask: what waits for a decision of staff may have changed without a new number. */
export function askAfter({ messages, lastSeq }: Thread): number {
  const waiting = messages.find(({ held }) => held === "waiting");
  return waiting ? Math.min(waiting.seq - 1, lastSeq) : lastSeq;
}

/** Further behind than this many replies, a conversation is opened anew. */
export const CATCH_UP_REPLIES = 5;

/** Everything that came while nobody listened; null when it is too much. */
export async function catchUp(
  thread: Thread,
  newer: (after: number) => Promise<MessagesReply>,
): Promise<Thread | null> {
  let caught = thread;
  let after = askAfter(thread);
  for (let asked = 0; asked < CATCH_UP_REPLIES; asked++) {
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
 * What is drawn: days between messages, and where the unread ones begin. Close ones of one person stand together: `joined`
 * goes on from the one above, `last` is where such a group ends.
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
    // The browser's own id first: a message that has just been sent keeps its place on the screen.
    group = { kind: "message", key: message.client_id ?? message.id, message, joined, last: true };
    rows.push(group);
    before = message;
  }
  return rows;
}
