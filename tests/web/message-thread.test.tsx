import { describe, expect, it, vi } from "vitest";
import type { MessagesReply, MessageView } from "#contract/messages";
import {
  CATCH_UP_REPLIES,
  catchUp,
  rowsOf,
  type Thread,
  threadOf,
  withMessage,
  withMessages,
  withOlder,
} from "../../web/features/messages/thread.ts";
import { messageView } from "../support/web/messages.ts";

const reply = (items: MessageView[], over: Partial<MessagesReply> = {}): MessagesReply => ({
  items,
  more: false,
  last_seq: items.at(-1)?.seq ?? 0,
  last_read_seq: 0,
  other_read_seq: 0,
  server_now: 0,
  ...over,
});
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageView(from + index));
const seqs = (thread: Thread | null) => thread?.messages.map(({ seq }) => seq);

describe("a thread merged from replies and frames", () => {
  it("takes the next message at once, and reports a gap", () => {
    const thread = threadOf(reply(run(1, 3)));
    expect(seqs(withMessage(thread, messageView(4)))).toEqual([1, 2, 3, 4]);
    expect(withMessage(thread, messageView(5))).toBeNull();
  });

  it("shows a message once, however often and in whatever order it arrives", () => {
    let thread = threadOf(reply(run(1, 3)));
    for (const seq of [4, 4, 2, 5, 4, 5]) thread = withMessage(thread, messageView(seq)) ?? thread;
    expect(seqs(thread)).toEqual([1, 2, 3, 4, 5]);
  });

  it("moves a message that staff approved to its new position", () => {
    const thread = threadOf(reply([messageView(1), messageView(2, { from: "me", held: "waiting" }), messageView(3)]));
    const after = withMessage(thread, messageView(4, { id: "msg_2", from: "me" }));
    expect(after?.messages.map(({ id, held }) => [id, held])).toEqual([
      ["msg_1", null],
      ["msg_3", null],
      ["msg_2", null],
    ]);
  });

  it("catches up page by page after a lost connection, without losses or duplicates", async () => {
    const thread = threadOf(reply(run(1, 3)));
    const calls: number[] = [];
    const caught = await catchUp(thread, async (after) => {
      calls.push(after);
      return after < 53 ? reply(run(4, 53), { more: true, last_seq: 60 }) : reply(run(54, 60));
    });
    expect(calls).toEqual([3, 53]);
    expect(seqs(caught)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(caught?.lastSeq).toBe(60);
  });

  it("does not report a gap again for numbers that do not exist", async () => {
    const caught = await catchUp(threadOf(reply(run(1, 3))), async () => reply([messageView(6)], { last_seq: 7 }));
    expect(caught?.lastSeq).toBe(7);
    expect(seqs(caught && withMessage(caught, messageView(8)))).toEqual([1, 2, 3, 6, 8]);
  });

  it("asks again from before a held message, because staff may have decided it meanwhile", async () => {
    const thread = threadOf(reply([messageView(1), messageView(2, { from: "me", held: "waiting" }), messageView(3)]));
    const newer = vi.fn(async () => reply([messageView(2, { from: "me", held: "declined" }), messageView(3)]));
    const caught = await catchUp(thread, newer);
    expect(newer).toHaveBeenCalledWith(1);
    expect(caught?.messages.map(({ held }) => held)).toEqual([null, "declined", null]);
  });

  it("gives up catching up after a very long absence", async () => {
    const newer = vi.fn(async (after: number) => reply(run(after + 1, after + 50), { more: true }));
    expect(await catchUp(threadOf(reply(run(1, 3))), newer)).toBeNull();
    expect(newer).toHaveBeenCalledTimes(CATCH_UP_REPLIES);
  });

  it("adds older messages in front and keeps the newest known number", () => {
    const thread = threadOf(reply(run(51, 100), { more: true }));
    const older = withOlder(thread, reply(run(1, 50)));
    expect([older.messages[0]?.seq, older.messages.length, older.lastSeq, older.older]).toEqual([1, 100, 100, false]);
    expect(seqs(withMessage(thread, messageView(3)))).toEqual(seqs(thread));
  });

  it("is ordered by number, not by time", () => {
    const late = withMessages([messageView(1, { at: 5_000 })], [messageView(2, { at: 1_000 })]);
    expect(late.map(({ seq }) => seq)).toEqual([1, 2]);
  });
});

describe("rowsOf", () => {
  const day = 86_400_000;
  const noon = new Date(2026, 10, 20, 12).getTime();
  const kinds = (messages: MessageView[], unreadAfter: number | null = null) =>
    rowsOf(messages, unreadAfter).map((row) => (row.kind === "message" ? row.message.seq : row.kind));

  it("has a line for each day", () => {
    expect(
      kinds([messageView(1, { at: noon }), messageView(2, { at: noon + 1 }), messageView(3, { at: noon + day })]),
    ).toEqual(["day", 1, 2, "day", 3]);
  });

  it("has one line before the first unread message of the other side", () => {
    const messages = [1, 2, 3, 4].map((seq) => messageView(seq, { at: noon, from: seq === 2 ? "me" : "them" }));
    expect(kinds(messages, 1)).toEqual(["day", 1, 2, "new", 3, 4]);
    expect(kinds(messages, 4)).toEqual(["day", 1, 2, 3, 4]);
    expect(kinds(messages, null)).toEqual(["day", 1, 2, 3, 4]);
  });

  it("groups messages of one sender within five minutes", () => {
    const messages = [
      messageView(1, { at: noon }),
      messageView(2, { at: noon + 60_000 }),
      messageView(3, { at: noon + 60_000, from: "me" }),
      messageView(4, { at: noon + 7 * 60_000, from: "me" }),
    ];
    const groups = rowsOf(messages, null).flatMap((row) => (row.kind === "message" ? [[row.joined, row.last]] : []));
    expect(groups).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [false, true],
    ]);
  });
});
