import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useImperativeHandle } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { UserSocketMessage } from "#contract/account/user-live";
import type { MessagesReply, MessageView, ThreadView } from "#contract/messages";
import MessagesScreen from "../../web/features/messages/messages-screen.tsx";
import type { BlockDialogProps } from "../../web/features/safety/block-dialog.tsx";
import type { ReportDialogProps } from "../../web/features/safety/report-dialog.tsx";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import { useUserChannel } from "../../web/lib/user-channel.ts";
import { person, refused, serve } from "../support/web/api.ts";
import { messageView, threadView } from "../support/web/messages.ts";
import { renderAt } from "../support/web/render.tsx";

// jsdom has no layout, so a virtual list would render nothing.
vi.mock("virtua", () => ({
  Virtualizer: ({ children, ref }: { children: ReactNode; ref: React.Ref<unknown> }) => {
    useImperativeHandle(ref, () => ({ scrollToIndex() {} }));
    return <div>{children}</div>;
  },
}));
const live = vi.hoisted(() => ({ handlers: null as SocketHandlers | null }));
vi.mock("../../web/features/safety/report-dialog.tsx", () => ({
  default: ({ open, subject, what }: ReportDialogProps) =>
    open ? <p>{`Reporting ${subject.type} ${subject.id}: ${what}`}</p> : null,
}));
vi.mock("../../web/features/safety/block-dialog.tsx", () => ({
  default: ({ open, person: other, blocked, onDone }: BlockDialogProps) =>
    open ? (
      <button type="button" onClick={onDone}>
        {`${blocked ? "Unblock" : "Block"} ${other.name} now`}
      </button>
    ) : null,
}));
vi.mock("../../web/lib/live-socket.ts", () => ({
  openLiveSocket: async (_: string, handlers: SocketHandlers) => {
    live.handlers = handlers;
    return { send() {}, reconnect() {}, close() {} };
  },
}));

// For the whole file, because screens unmount after a test's stubs are removed.
Object.assign(globalThis, { requestIdleCallback: (run: () => void) => void run(), cancelIdleCallback() {} });
afterAll(() => {
  for (const name of ["requestIdleCallback", "cancelIdleCallback"]) Reflect.deleteProperty(globalThis, name);
});

const ME = person();
/** The server's data; a test changes it. */
let server: { one: ThreadView; messages: MessageView[]; otherRead: number; lastRead: number; refuse: unknown };
let wide = true;
let calls: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  wide = true;
  localStorage.clear();
  live.handlers = null;
  server = { one: threadView(), messages: [messageView(1), messageView(2)], otherRead: 0, lastRead: 2, refuse: null };
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
});

const page = (): MessagesReply => ({
  items: server.messages,
  more: false,
  last_seq: server.messages.at(-1)?.seq ?? 0,
  last_read_seq: server.lastRead,
  other_read_seq: server.otherRead,
  server_now: Date.now(),
});

function Channel() {
  useUserChannel(ME.user?.id);
  return null;
}

function Where() {
  const { pathname, state } = useLocation();
  return <output data-testid="where">{`${pathname} ${JSON.stringify(state)}`}</output>;
}

async function open(path: string | { pathname: string; state: unknown }, handlers: Parameters<typeof serve>[0] = {}) {
  calls = serve({
    "GET /api/auth/session": () => ({ body: ME }),
    "GET /api/conversations": () => ({ body: { items: [server.one], next_cursor: null, server_now: 0 } }),
    "GET /api/conversations/cnv_1": () => ({ body: server.one }),
    "GET /api/conversations/cnv_1/messages": () => ({ body: page() }),
    "POST /api/conversations/cnv_1/messages": (sent) => {
      if (server.refuse) return server.refuse as { status: number; body: unknown };
      const { client_id, text } = sent as { client_id: string; text: string };
      const message = messageView(server.messages.length + 1, { from: "me", client_id, text });
      server.messages = [...server.messages, message];
      return { status: 201, body: message };
    },
    "POST /api/conversations/cnv_1/read": (sent) => ({
      body: {
        conversation_id: "cnv_1",
        last_read_seq: (sent as { up_to_seq: number }).up_to_seq,
        unread: 0,
        unread_messages: 0,
      },
    }),
    "POST /api/conversations/cnv_1/typing": () => ({ body: { ok: true } }),
    ...handlers,
  });
  renderAt(
    path,
    <>
      <Channel />
      <Routes>
        <Route path="/Messages/:id?" element={<MessagesScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </>,
    ME,
  );
  await act(async () => {});
  await act(async () => live.handlers?.onOpen?.());
}

const log = () => within(screen.getByRole("log", { name: "Conversation with Leo P" }));
const input = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to Leo P" });
const frame = (sent: UserSocketMessage) => act(async () => live.handlers?.onMessage(JSON.stringify(sent)));
const arrives = (message: MessageView) => frame({ type: "message", message, unread_messages: 1 });
const count = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).length;
const bodies = (path: string) =>
  calls.filter((call) => call.method === "POST" && call.path === path).map(({ body }) => body);

describe("the list of threads", () => {
  it("shows the other side, the item, the last message and the unread count, and links to the thread", async () => {
    server.one = threadView({ unread: 3, last_message: messageView(2, { from: "me", text: "See you at six" }) });
    await open("/Messages");
    const row = await screen.findByRole("link", { name: /Leo P/ });
    expect(row.getAttribute("href")).toBe("/Messages/cnv_1");
    for (const words of ["City bike", "You: See you at six", "3 unread"]) expect(row.textContent).toContain(words);
    expect(screen.getByText("Choose a conversation")).toBeDefined();
  });

  it("shows a text when it is empty", async () => {
    await open("/Messages", {
      "GET /api/conversations": () => ({ body: { items: [], next_cursor: null, server_now: 0 } }),
    });
    expect(await screen.findByText("No messages yet")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Choose a conversation")).toBeNull());
  });

  it("offers Retry when loading fails", async () => {
    let down = true;
    await open("/Messages", {
      "GET /api/conversations": () =>
        down
          ? refused(403, "forbidden", "Not now.")
          : { body: { items: [server.one], next_cursor: null, server_now: 0 } },
    });
    expect(await screen.findByText("Your messages didn't load")).toBeDefined();
    down = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Leo P")).toBeDefined();
  });

  it("moves a thread up when a message arrives", async () => {
    const other = threadView({
      id: "cnv_2",
      other: { id: "acc_2", display_name: "Ana S" },
      at: server.one.at + 5_000,
    });
    await open("/Messages", {
      "GET /api/conversations": () => ({ body: { items: [other, server.one], next_cursor: null, server_now: 0 } }),
    });
    const names = () => screen.getAllByRole("listitem").map((row) => row.textContent?.match(/Ana S|Leo P/)?.[0]);
    await waitFor(() => expect(names()).toEqual(["Ana S", "Leo P"]));
    await arrives(messageView(1, { at: server.one.at + 60_000, text: "Still there?" }));
    await waitFor(() => expect(names()).toEqual(["Leo P", "Ana S"]));
    expect(screen.getByText("Still there?")).toBeDefined();
    expect(screen.getByText("1 unread")).toBeDefined();
  });

  it("is a separate page on a phone, as is a thread", async () => {
    wide = false;
    await open("/Messages/cnv_1");
    expect(await screen.findByRole("heading", { level: 1, name: "Leo P" })).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Messages" })).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "All messages" }));
    expect(screen.getByTestId("where").textContent).toBe("/Messages null");
    expect(await screen.findByRole("heading", { level: 1, name: "Messages" })).toBeDefined();
  });
});

describe("a thread", () => {
  it("shows a sent message at once, without duplicates, and whether it was read", async () => {
    await open("/Messages/cnv_1");
    const box = await input();
    fireEvent.change(box, { target: { value: "  Hello Leo  " } });
    fireEvent.keyDown(box, { key: "Enter", shiftKey: true });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    expect(bodies("/api/conversations/cnv_1/messages")).toEqual([]);
    fireEvent.keyDown(box, { key: "Enter" });
    expect(box.value).toBe("");
    expect(log().getByText("Hello Leo")).toBeDefined();
    await waitFor(() => expect(log().getByText(/· Sent/)).toBeDefined());
    const sent = server.messages.at(-1);
    if (!sent) throw new Error("nothing was sent");
    await arrives(sent);
    expect(log().getAllByText("Hello Leo")).toHaveLength(1);
    await frame({ type: "read", conversation_id: "cnv_1", up_to_seq: sent.seq, by_you: false, unread_messages: null });
    expect(await log().findByText(/· Read/)).toBeDefined();
  });

  it("keeps a message that could not be sent, with the reason, and sends it again on request", async () => {
    server.refuse = refused(429, "too_many_requests", "Slow down.");
    await open("/Messages/cnv_1");
    fireEvent.change(await input(), { target: { value: "Again and again" } });
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Not sent. Slow down.")).toBeDefined();
    server.refuse = null;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByText("Not sent. Slow down.")).toBeNull());
    expect(log().getAllByText("Again and again")).toHaveLength(1);
    const [first, second] = bodies("/api/conversations/cnv_1/messages") as { client_id: string }[];
    expect(second?.client_id).toBe(first?.client_id);
  });

  it("marks visible messages as read, up to the newest", async () => {
    server.lastRead = 1;
    await open("/Messages/cnv_1");
    await waitFor(() => expect(bodies("/api/conversations/cnv_1/read")).toEqual([{ up_to_seq: 2 }]));
    expect(log().getByText("New messages")).toBeDefined();
    await arrives(messageView(3));
    await waitFor(() => expect(bodies("/api/conversations/cnv_1/read")).toEqual([{ up_to_seq: 2 }, { up_to_seq: 3 }]));
  });

  it("loads missing messages when a number is skipped, and shows them in order", async () => {
    await open("/Messages/cnv_1");
    await waitFor(() => expect(log().getByText("Line 2")).toBeDefined());
    server.messages = [3, 4, 5].map((seq) => messageView(seq));
    await arrives(messageView(5));
    await waitFor(() => expect(log().getByText("Line 4")).toBeDefined());
    expect(
      log()
        .getAllByText(/^Line \d$/)
        .map(({ textContent }) => textContent),
    ).toEqual([1, 2, 3, 4, 5].map((seq) => `Line ${seq}`));
  });

  it("shows all messages sent while the connection was down", async () => {
    await open("/Messages/cnv_1");
    await waitFor(() => expect(log().getByText("Line 2")).toBeDefined());
    await act(async () => live.handlers?.onClose(1006));
    server.messages = [messageView(3), messageView(4)];
    await act(async () => live.handlers?.onOpen?.());
    await waitFor(() => expect(log().getByText("Line 4")).toBeDefined());
    expect(log().getAllByText(/^Line \d$/)).toHaveLength(4);
  });

  it("shows that the other side is typing, and reports own typing at intervals", async () => {
    await open("/Messages/cnv_1");
    const box = await input();
    await frame({ type: "typing", conversation_id: "cnv_other", from: "acc_9" });
    expect(screen.queryByText("Leo P is typing…")).toBeNull();
    await frame({ type: "typing", conversation_id: "cnv_1", from: "acc_leo00000000000000000" });
    expect(screen.getByText("Leo P is typing…")).toBeDefined();
    await arrives(messageView(3));
    expect(screen.queryByText("Leo P is typing…")).toBeNull();
    for (const value of ["a", "ab", "abc", ""]) fireEvent.change(box, { target: { value } });
    expect(count("POST", "/api/conversations/cnv_1/typing")).toBe(1);
  });

  it("shows a warning above a risky message, with a button to report it", async () => {
    server.messages = [messageView(1, { text: "Pay me by gift card", cautions: ["Nobody here asks for gift cards."] })];
    await open("/Messages/cnv_1");
    expect(await screen.findByText("Nobody here asks for gift cards.")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Report it" }));
    expect(await screen.findByText("Reporting message msg_1: this message from Leo P")).toBeDefined();
  });

  it("shows the author whether a message is held or was turned down", async () => {
    server.messages = [
      messageView(1, { from: "me", held: "waiting" }),
      messageView(2, { from: "me", held: "declined" }),
    ];
    await open("/Messages/cnv_1");
    expect(await screen.findByText(/Not delivered yet\. Our team will check/)).toBeDefined();
    expect(screen.getByText("Not delivered. Our team didn't approve this message.")).toBeDefined();
  });

  it("shows events of orders and trades with links to them", async () => {
    server.messages = [
      messageView(1, {
        kind: "event",
        from: null,
        text: "The order was paid.",
        event: { subject: "order", id: "ord_1", kind: "paid" as never },
      }),
      messageView(2, {
        kind: "event",
        from: null,
        text: "Trade offer sent.",
        event: { subject: "trade", id: "trd_1", kind: "proposed" },
      }),
    ];
    await open("/Messages/cnv_1");
    expect((await screen.findByRole("link", { name: "View order" })).getAttribute("href")).toBe("/MyOrders/ord_1");
    expect(screen.getByRole("link", { name: "View trade" }).getAttribute("href")).toBe("/TradeOffers?id=trd_1");
  });

  it("can be reported, and blocking the other side removes the message field", async () => {
    await open("/Messages/cnv_1");
    const menu = async () =>
      userEvent.click(await screen.findByRole("button", { name: "More options for your conversation with Leo P" }));
    await menu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Report this conversation" }));
    expect(await screen.findByText("Reporting conversation cnv_1: your conversation with Leo P")).toBeDefined();
    await menu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Block Leo P" }));
    server.one = threadView({ can_send: false, blocked_by_you: true });
    await userEvent.click(await screen.findByRole("button", { name: "Block Leo P now" }));
    expect(await screen.findByText("Leo P is blocked. Unblock them to send messages.")).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("does not reveal who blocked whom to the blocked user", async () => {
    server.one = threadView({ can_send: false });
    await open("/Messages/cnv_1");
    expect(await screen.findByText("You can't message Leo P right now.")).toBeDefined();
  });

  it("shows a removed item without a link", async () => {
    const { item } = server.one;
    server.one = threadView({ item: item && { ...item, status: "deleted" } });
    await open("/Messages/cnv_1");
    expect(await screen.findByText("Taken down")).toBeDefined();
    expect(document.querySelector('a[href^="/ItemDetail"]')).toBeNull();
  });

  it("shows messages as plain text, without markup or links", async () => {
    server.messages = [messageView(1, { text: "<b>bold</b> https://evil.example" })];
    await open("/Messages/cnv_1");
    expect(await screen.findByText("<b>bold</b> https://evil.example")).toBeDefined();
    expect(log().queryByRole("link")).toBeNull();
  });

  it("starts with a draft from the item page, once and without sending it", async () => {
    await open({ pathname: "/Messages/cnv_1", state: { draft: "Why are you selling?" } });
    expect((await input()).value).toBe("Why are you selling?");
    expect(bodies("/api/conversations/cnv_1/messages")).toEqual([]);
    expect(screen.getByTestId("where").textContent).toBe("/Messages/cnv_1 null");
    fireEvent.change(await input(), { target: { value: "" } });
  });

  it("offers quick replies to the seller of the item, in one press and to be changed before sending", async () => {
    const item = threadView().item;
    server.one = threadView({ item: item && { ...item, seller_id: ME.user?.id ?? "" } });
    let saved = ["I can carry it to your car."];
    await open("/Messages/cnv_1", {
      "GET /api/conversations/cnv_1/quick-replies": () => ({
        body: { suggested: ["Yes, it's still available."], own: saved },
      }),
      "GET /api/quick-replies": () => ({ body: { replies: saved } }),
      "PUT /api/quick-replies": (sent) => {
        saved = (sent as { replies: string[] }).replies;
        return { body: { replies: saved } };
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Yes, it's still available." }));
    expect((await input()).value).toBe("Yes, it's still available.");
    expect(screen.queryByRole("list", { name: "Quick replies" })).toBeNull();
    expect(bodies("/api/conversations/cnv_1/messages")).toEqual([]);
    await user.type(await input(), " Come by!{Enter}");
    expect(bodies("/api/conversations/cnv_1/messages")).toMatchObject([
      { text: "Yes, it's still available. Come by!" },
    ]);

    await user.click(await screen.findByRole("button", { name: "Edit quick replies" }));
    await user.click(await screen.findByRole("button", { name: "Add a reply" }));
    await user.type(screen.getByRole("textbox", { name: "Reply 2" }), "Cash is fine.");
    await user.click(screen.getByRole("button", { name: "Remove reply 1" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("button", { name: "Cash is fine." })).toBeTruthy();
    expect(saved).toEqual(["Cash is fine."]);
  });

  it("offers no quick replies to the buyer", async () => {
    await open("/Messages/cnv_1");
    await input();
    expect(count("GET", "/api/conversations/cnv_1/quick-replies")).toBe(0);
  });

  it("of another user looks like one that does not exist", async () => {
    await open("/Messages/cnv_9");
    expect(await screen.findByText("Conversation not found")).toBeDefined();
  });
});
