import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { ItemDetail } from "#contract/items";
import type { NegotiationMessage, NegotiationView } from "#contract/negotiation";
import ChatPanel from "../../web/features/negotiation/chat-panel.tsx";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const ITEM = { id: "itm_bike", title: "City bike", price: 200, negotiation_available: true } as unknown as ItemDetail;
const MINUTE = 60_000;

function message(id: number, over: Partial<NegotiationMessage>): NegotiationMessage {
  return {
    id: `msg_${id}`,
    from: "knowzee",
    text: "",
    at: Date.now(),
    amount: null,
    act: null,
    counter_no: null,
    item: null,
    ask_seller: null,
    ...over,
  };
}

function view(over: Partial<NegotiationView> = {}): NegotiationView {
  return {
    id: "neg_1",
    item_id: "itm_bike",
    rev: 1,
    messages: [
      message(1, { from: "buyer", text: "Would you take $150?" }),
      message(2, { text: "I can do $180.", amount: 180, act: "counter", counter_no: 1 }),
    ],
    standing_amount: 180,
    expires_at: Date.now() + 10 * MINUTE,
    counter_no: 1,
    final: false,
    final_until: null,
    accepted: null,
    server_now: Date.now(),
    ...over,
  };
}

const REPLY = {
  success: true,
  error: null,
  conversationId: "neg_1",
  response: "I can do $180.",
  counterOfferAmount: 180,
  offerAccepted: false,
  expiresAt: new Date(Date.now() + 10 * MINUTE).toISOString(),
};

const toasts = collectToasts();
let wide = true;
const bought = vi.fn();
/** The server's replies; a test changes them. */
let server: { view: NegotiationView | null; say: unknown; accept: unknown };

beforeEach(() => {
  wide = true;
  bought.mockReset();
  server = { view: null, say: { body: REPLY }, accept: { body: {} } };
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => vi.useRealTimers());

async function open(session: SessionReply = person()) {
  const calls = serve({
    "GET /api/items/itm_bike/negotiation": () => ({ body: server.view }),
    "POST /functions/v1/agent-negotiate": () => server.say as { body: unknown },
    "POST /api/negotiations/neg_1/accept": () => server.accept as { body: unknown },
    "POST /api/negotiations/neg_1/questions": () => ({
      body: view({
        rev: 2,
        messages: [
          message(1, { id: "1", from: "buyer", text: "Does it squeak?" }),
          message(2, { id: "3", from: "seller", text: "No squeak.", act: "seller_answer" }),
        ],
      }),
    }),
    "GET /api/auth/session": () => ({ body: session }),
  });
  vi.stubGlobal("fetch", vi.fn(fetch));
  renderAt(
    "/ItemDetail/itm_bike",
    <>
      <ChatPanel item={ITEM} onBuy={bought} />
      <Where />
    </>,
    session,
  );
  await act(async () => {});
  return calls;
}

const start = async () => fireEvent.click(await screen.findByRole("button", { name: /Make an offer|Continue chat/ }));
const input = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message to Knowzee" });
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const enter = (more: object = {}) => fireEvent.keyDown(input(), { key: "Enter", ...more });
const log = () => within(screen.getByRole("log", { name: "Conversation with Knowzee" }));
const sent = (calls: { path: string; body: unknown }[]) =>
  calls.filter(({ path }) => path === "/functions/v1/agent-negotiate").map(({ body }) => body);

describe("the message field of ChatPanel", () => {
  it.each([
    ["grows with its text in browsers whose CSS does not do it", false, "108px"],
    ["is left to CSS in browsers that support it", true, ""],
  ])("%s", async (_, supported, height) => {
    const spies = [
      vi.spyOn(CSS, "supports").mockReturnValue(supported),
      vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(108),
    ];
    await open();
    await start();
    await userEvent.type(input(), "A long question about the chain, the tyres and the brakes");
    expect(input().style.height).toBe(height);
    for (const spy of spies) spy.mockRestore();
  });
});

describe("messages to Knowzee", () => {
  it("are trimmed and sent by Enter, but not by Shift+Enter, during composition or when blank", async () => {
    const calls = await open();
    await start();
    type("   ");
    enter();
    type("  150?  ");
    enter({ shiftKey: true });
    fireEvent.keyDown(input(), { key: "Enter", isComposing: true });
    expect(sent(calls)).toEqual([]);
    enter();
    expect(sent(calls)).toEqual([
      { itemId: "itm_bike", userMessage: "150?", conversationId: null, buyerId: person().user?.id },
    ]);
    expect(input().value).toBe("");
    expect(log().getByText("150?")).toBeTruthy();
    expect(log().getByText("Knowzee is typing…")).toBeTruthy();
  });

  it("get their reply on screen after 2 seconds of typing, even when it arrives earlier", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false });
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Make an offer" }));
    type("150?");
    enter();
    server.view = view();
    await act(() => vi.advanceTimersByTimeAsync(1_990));
    expect(log().queryByText("I can do $180.")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(20));
    expect(log().getByText("I can do $180.")).toBeTruthy();
    expect(log().queryByText("Knowzee is typing…")).toBeNull();
    expect(screen.getByRole("button", { name: "Accept $180" })).toBeTruthy();
    expect(screen.getByText("First counter offer")).toBeTruthy();
  });

  it("are sent one at a time", async () => {
    const calls = await open();
    await start();
    type("150?");
    enter();
    type("160?");
    enter();
    expect(sent(calls)).toHaveLength(1);
    expect(input().value).toBe("160?");
  });

  it("return to the field after an error, and show the reason of a refusal", async () => {
    server.say = refused(500, "internal", "Boom.");
    await open();
    await start();
    type("150?");
    enter();
    expect(await log().findByText("Sorry, there was an error. Please try again.")).toBeTruthy();
    expect(input().value).toBe("150?");
    server.say = refused(429, "too_many_requests", "Too many messages. Wait a little.");
    enter();
    const keys = vi.mocked(fetch).mock.calls.map(([, init]) => new Headers(init?.headers).get("Idempotency-Key"));
    const sentKeys = keys.filter((key) => key !== null);
    expect(sentKeys).toHaveLength(2);
    expect(new Set(sentKeys).size, "the retry has the same idempotency key").toBe(1);
    expect(await log().findByText("Too many messages. Wait a little.")).toBeTruthy();
    expect(log().queryByText(/Sorry/)).toBeNull();
  });

  it("are shown as plain text, including markup and addresses (A72)", async () => {
    const text = "<img src=x onerror=alert(1)> [free](http://evil.example) http://evil.example";
    server.view = view({ messages: [message(1, { text })] });
    await open();
    await start();
    expect(log().getByText(text)).toBeTruthy();
    expect(log().queryByRole("link")).toBeNull();
    expect(log().queryByRole("img")).toBeNull();
  });

  it("of a visitor lead to sign in and back", async () => {
    const calls = await open(visitor);
    await start();
    expect(toasts[0]?.title).toBe("Login Required");
    expect(where()).toBe("/SignIn?returnUrl=%2FItemDetail%2Fitm_bike");
    expect(calls.filter(({ path }) => path.endsWith("/negotiation"))).toEqual([]);
  });
});

describe("an open offer of Knowzee", () => {
  it("is shown again after a reload, with the chat and the remaining time", async () => {
    server.view = view({ expires_at: Date.now() + 4 * MINUTE });
    await open();
    expect(await screen.findByText(/\$180 on the table for (4:00|3:59)/)).toBeTruthy();
    await start();
    expect(log().getByText("Would you take $150?")).toBeTruthy();
    const bar = screen.getByRole("progressbar", { name: "Time left to accept" });
    expect(Number(bar.getAttribute("aria-valuenow"))).toBeGreaterThan(230);
    expect(bar.querySelector("[data-tone]")?.getAttribute("data-tone")).toBe("wattle");
  });

  it("opens the checkout at its price when accepted", async () => {
    server.view = view();
    const calls = await open();
    await start();
    server.view = view({
      rev: 2,
      standing_amount: null,
      accepted: { amount: 180, expires_at: Date.now() + 60 * MINUTE },
    });
    await userEvent.click(screen.getByRole("button", { name: "Accept $180" }));
    await waitFor(() => expect(bought).toHaveBeenCalledTimes(1));
    expect(calls.find(({ path }) => path.endsWith("/accept"))?.body).toEqual({ amount: 180 });
    expect(await screen.findByText("Agreed at $180", { selector: "p" })).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("that is accepted too late has expired and opens no checkout", async () => {
    server.view = view();
    server.accept = refused(410, "gone", "Offer expired");
    await open();
    await start();
    server.view = view({ standing_amount: null, server_now: Date.now() + 1 });
    await userEvent.click(screen.getByRole("button", { name: "Accept $180" }));
    expect(await log().findByText("Offer expired")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull());
    expect(bought).not.toHaveBeenCalled();
  });

  it.each([
    ["the server fails", refused(500, "internal", "Broken."), "Error", "Failed to process offer acceptance"],
    [
      "another buyer holds the item",
      refused(409, "item_unavailable", "Held."),
      "Item Unavailable",
      "This item is currently reserved. Please try again later.",
    ],
  ])("that cannot be accepted because %s shows the reason", async (_, reply, title, description) => {
    server.view = view();
    server.accept = reply;
    await open();
    await start();
    await userEvent.click(screen.getByRole("button", { name: "Accept $180" }));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ title, description, variant: "destructive" }));
    expect(bought).not.toHaveBeenCalled();
  });

  it("expires on screen without a reply from the server", async () => {
    server.view = view({ expires_at: Date.now() + 1_200 });
    const calls = await open();
    await start();
    expect(screen.getByRole("button", { name: "Accept $180" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull());
    expect(screen.getAllByText("Offer expired").length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole("button", { name: "Ask again for $180" }));
    expect(sent(calls)).toMatchObject([{ userMessage: "I would take it for $180", conversationId: "neg_1" }]);
  });

  it("is shown on a phone in a sheet that closes before the checkout opens", async () => {
    wide = false;
    server.view = view();
    await open();
    await start();
    const sheet = within(await screen.findByRole("dialog", { name: "Knowzee" }));
    expect(sheet.getByText("The seller's AI assistant")).toBeTruthy();
    server.view = view({
      rev: 2,
      standing_amount: null,
      accepted: { amount: 180, expires_at: Date.now() + 60 * MINUTE },
    });
    await userEvent.click(sheet.getByRole("button", { name: "Accept $180" }));
    await waitFor(() => expect(bought).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await start();
    await userEvent.click(await screen.findByRole("button", { name: "Buy Now at $180" }));
    expect(bought).toHaveBeenCalledTimes(2);
  });
});

describe("the amount field of ChatPanel", () => {
  it("suggests three amounts from the price alone, and sends one as the offer", async () => {
    const calls = await open();
    await start();
    expect(screen.getAllByRole("radio").map((pill) => pill.parentElement?.textContent)).toEqual([
      "$160",
      "$170",
      "$180",
    ]);
    await userEvent.click(screen.getByRole("radio", { name: "$170" }));
    await userEvent.click(screen.getByRole("button", { name: "Send offer of $170" }));
    expect(sent(calls)).toEqual([
      {
        itemId: "itm_bike",
        userMessage: "I can offer $170.",
        conversationId: null,
        buyerId: person().user?.id,
        amount: 170,
      },
    ]);
  });

  it("suggests amounts below the price on the table later, and none after the final offer", async () => {
    server.view = view();
    await open();
    await start();
    const amounts = await screen.findAllByRole("radio");
    expect(amounts.map((pill) => pill.parentElement?.textContent)).toEqual(["$160", "$165", "$175"]);
  });

  it("sends an amount together with the message", async () => {
    const calls = await open();
    await start();
    await userEvent.type(screen.getByLabelText("Your offer in dollars"), "150");
    type("Can I pick it up today?");
    enter();
    expect(sent(calls)).toMatchObject([{ userMessage: "Can I pick it up today?", amount: 150 }]);
  });

  it("reads an amount in any notation, and sends nothing while it is unclear (D110)", async () => {
    const calls = await open();
    await start();
    const amount = screen.getByLabelText<HTMLInputElement>("Your offer in dollars");
    await userEvent.type(amount, "1.200");
    type("Can I pick it up today?");
    enter();
    expect(await screen.findByText(/^Do you mean \$1,200 or \$1\.20\?/)).toBeDefined();
    expect(sent(calls)).toEqual([]);
    await userEvent.clear(amount);
    await userEvent.type(amount, "A$12,50");
    expect(screen.getByRole("button", { name: "Send offer of $12.50" })).toBeDefined();
    enter();
    expect(sent(calls)).toMatchObject([{ amount: 12.5 }]);
  });
});

describe("what Knowzee can't settle", () => {
  it("can be sent to the seller, who may read the chat", async () => {
    const open_question = { conditions: [], amount: null, text: "Does it squeak?" };
    server.view = view({
      messages: [
        message(1, { id: "1", from: "buyer", text: "Does it squeak?" }),
        message(2, { id: "2", text: "Sorry, that isn't in the listing.", act: "answer", ask_seller: open_question }),
      ],
    });
    const calls = await open();
    calls.length = 0;
    await start();
    expect(log().getByText(/The seller can read this chat/)).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Ask the seller" }));
    expect(calls.find(({ path }) => path.endsWith("/questions"))?.body).toEqual({ message_id: "2" });
    await waitFor(() => expect(log().getByText("No squeak.")).toBeTruthy());
    expect(screen.queryByRole("button", { name: "Ask the seller" })).toBeNull();
  });
});
