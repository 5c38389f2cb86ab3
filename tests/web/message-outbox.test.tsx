import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageView, SendMessageInput } from "#contract/messages";
import { Outbox } from "../../web/features/messages/outbox.ts";
import { ApiError } from "../../web/lib/api-client.ts";
import { OUTBOX_KEY } from "../../web/lib/storage-keys.ts";
import { messageView } from "../support/web/messages.ts";

const OWNER = "acc_maya";
const stored = () => JSON.parse(localStorage.getItem(`${OUTBOX_KEY}:${OWNER}`) ?? "[]") as { text: string }[];
const offline = () => new ApiError("offline", "We can't reach Goodstreet.");

let online = true;
let seq = 0;
/** The server's messages by client id: a repeated client id is the same message. */
const onServer = new Map<string, MessageView>();
const onSent = vi.fn<(message: MessageView) => void>();
const send = vi.fn(async (conversationId: string, { client_id, text = "" }: SendMessageInput) => {
  if (!online) throw offline();
  const message =
    onServer.get(client_id) ?? messageView(++seq, { conversation_id: conversationId, from: "me", client_id, text });
  onServer.set(client_id, message);
  return message;
});
const make = () => new Outbox(OWNER, { send, onSent });
const texts = () => [...onServer.values()].map(({ text }) => text);

beforeEach(() => {
  localStorage.clear();
  onServer.clear();
  seq = 0;
  online = true;
  send.mockClear();
  onSent.mockClear();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

describe("Outbox", () => {
  it("sends messages one after the other in the order they were written, each once", async () => {
    const outbox = make();
    for (const text of ["one", "two", "three"]) outbox.add("cnv_1", text, null);
    await outbox.flush();
    expect(texts()).toEqual(["one", "two", "three"]);
    expect(send).toHaveBeenCalledTimes(3);
    expect(outbox.read()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it("keeps messages through a lost network and a reload, and sends them in order", async () => {
    online = false;
    const before = make();
    before.add("cnv_1", "first", null);
    before.add("cnv_1", "second", null);
    await before.flush();
    before.stop();
    expect(stored().map(({ text }) => text)).toEqual(["first", "second"]);

    const after = make();
    expect(after.read()).toHaveLength(2);
    online = true;
    await after.flush();
    expect(texts()).toEqual(["first", "second"]);
    expect(stored()).toEqual([]);
  });

  it("retries automatically", async () => {
    online = false;
    const outbox = make();
    outbox.add("cnv_1", "hello", null);
    await outbox.flush();
    online = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(texts()).toEqual(["hello"]);
  });

  it("sends a message once although the first reply was lost", async () => {
    const outbox = make();
    send.mockImplementationOnce(async (id, { client_id, text = "" }) => {
      onServer.set(client_id, messageView(++seq, { conversation_id: id, from: "me", client_id, text }));
      throw offline();
    });
    outbox.add("cnv_1", "only once", null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(texts()).toEqual(["only once"]);
    expect(outbox.read()).toEqual([]);
  });

  it("keeps a refused message with its reason, without holding up the others", async () => {
    const outbox = make();
    send.mockRejectedValueOnce(new ApiError("too_many_requests", "Please wait a moment.", 429));
    outbox.add("cnv_1", "refused", null);
    outbox.add("cnv_1", "goes", null);
    await outbox.flush();
    expect(outbox.read()).toMatchObject([{ text: "refused", refused: "Please wait a moment." }]);
    expect(texts()).toEqual(["goes"]);
    await outbox.flush();
    expect(send, "not automatically").toHaveBeenCalledTimes(2);

    outbox.retry(outbox.read()[0]?.client_id ?? "");
    await outbox.flush();
    expect(texts()).toEqual(["goes", "refused"]);

    send.mockRejectedValueOnce(new ApiError("invalid", "No.", 422));
    outbox.add("cnv_1", "never", null);
    await outbox.flush();
    outbox.discard(outbox.read()[0]?.client_id ?? "");
    expect(stored()).toEqual([]);
  });

  it("shows the server's message before it removes the waiting one", async () => {
    const outbox = make();
    onSent.mockImplementationOnce(() => expect(outbox.read()).toHaveLength(1));
    outbox.add("cnv_1", "seen", null);
    await outbox.flush();
    expect(onSent).toHaveBeenCalledOnce();
    expect(outbox.read()).toEqual([]);
  });

  it("sees what another tab adds or sends", async () => {
    online = false;
    const here = make();
    const there = make();
    here.add("cnv_1", "from here", null);
    there.add("cnv_1", "from there", null);
    await Promise.all([here.flush(), there.flush()]);
    expect(stored().map(({ text }) => text)).toEqual(["from here", "from there"]);
    online = true;
    await there.flush();
    here.refresh();
    expect(here.read()).toEqual([]);
    await here.flush();
    expect(texts()).toEqual(["from here", "from there"]);
    here.stop();
    there.stop();
  });
});
