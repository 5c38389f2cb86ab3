/** Proposing and answering trades (D39). */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import type { ItemDetail } from "#contract/items";
import type { OfferableItem, TradeAbilities, TradeItem, TradeStatus, TradeView } from "#contract/trades";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { ProposeTrade } from "../../web/features/trades/propose-trade.tsx";
import { explain, statusLabel } from "../../web/features/trades/trade-labels.ts";
import TradeOffersScreen from "../../web/features/trades/trade-offers-screen.tsx";
import { balanceLabel } from "../../web/features/trades/trade-values.ts";
import type { UserEvent } from "../../web/lib/user-channel.ts";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const channel = vi.hoisted(() => ({ listeners: new Set<(event: UserEvent) => void>() }));
vi.mock("../../web/lib/user-channel.ts", async (original) => ({
  ...(await original<typeof import("../../web/lib/user-channel.ts")>()),
  onUserEvent: (listener: (event: UserEvent) => void) => {
    channel.listeners.add(listener);
    return () => channel.listeners.delete(listener);
  },
}));

const NOW = Date.now();
const DAY = 86_400_000;

const toasts = collectToasts();
function show(element: ReactNode, at = "/TradeOffers") {
  return renderAt(
    at,
    <>
      {element}
      <Where />
    </>,
  );
}

const refusal = (code: string, message: string, details?: object) => ({
  error: { code, message, details, request_id: "t" },
});

const bike = {
  id: "itm_bikeaaaaaaaaaaaaaaaa",
  title: "Reid city bike",
  price: 100,
  image_url: null,
  seller_id: "acc_mayaaaaaaaaaaaaaaaaa",
  seller: { display_name: "Maya R." },
  abilities: { buy: true, edit: false, trade: true },
} as ItemDetail;

const own = (name: string, price: number): OfferableItem => ({
  id: `itm_${name.padEnd(20, "a")}`,
  title: name,
  price,
  image_url: null,
});
const MINE = [own("lamp", 30), own("desk", 99.5), own("rug", 20)];

const serveOfferable = (items: OfferableItem[], more: Parameters<typeof serve>[0] = {}) =>
  serve({
    "GET /api/trades/offerable": () => ({ body: { items, next_cursor: null, server_now: NOW } }),
    ...more,
  });

async function openProposal() {
  const user = userEvent.setup();
  show(<ProposeTrade item={bike} status="active" price={100} />);
  await user.click(screen.getByRole("button", { name: "Propose Trade" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Propose a trade" }));
  return { user, dialog, send: () => user.click(dialog.getByRole("button", { name: "Send Trade Offer" })) };
}

const postsOf = (calls: ReturnType<typeof serve>) => calls.filter(({ method }) => method === "POST");

describe("the Propose Trade button", () => {
  const buttons = (change: Partial<Parameters<typeof ProposeTrade>[0]>) => {
    const { unmount } = show(<ProposeTrade item={bike} status="active" price={100} {...change} />);
    const count = screen.queryAllByRole("button", { name: "Propose Trade" }).length;
    unmount();
    return count;
  };

  it("is shown when the server allows a trade and the item is available and not free", () => {
    serve({});
    expect(buttons({})).toBe(1);
    expect(buttons({ status: "reserved" })).toBe(1);
    expect(buttons({ item: { ...bike, abilities: { ...bike.abilities, trade: false } } })).toBe(0);
    expect(buttons({ price: 0 })).toBe(0);
    for (const status of ["sold", "pending", "pending_payment", "inactive"] as const) {
      expect(buttons({ status }), status).toBe(0);
    }
  });
});

describe("the trade proposal", () => {
  it("requires at least one own item, and sends nothing without", async () => {
    const calls = serveOfferable(MINE);
    const { dialog, send } = await openProposal();
    await dialog.findByRole("checkbox", { name: /lamp/ });
    await send();
    expect(await dialog.findByText("Please select at least one item to trade")).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("checkbox", { name: /lamp/ })));
    expect(postsOf(calls)).toEqual([]);
  });

  it("accepts up to $500 of cash, and refuses more", async () => {
    const calls = serveOfferable(MINE, {
      "POST /api/trading/propose-trade": () => ({ status: 201, body: { success: true, error: null, trade_id: "t" } }),
    });
    const { user, dialog, send } = await openProposal();
    await user.click(await dialog.findByRole("checkbox", { name: /lamp/ }));
    const cash = dialog.getByLabelText(/Add cash/);
    for (const [typed, says] of [
      ["500.01", "Cash adjustment cannot exceed $500"],
      ["-5", "Enter an amount without a minus sign."],
      ["a lot", "Enter an amount in dollars, such as 45 or 45.50."],
    ] as const) {
      await user.clear(cash);
      await user.type(cash, typed);
      await send();
      expect(await dialog.findByText(says), typed).toBeDefined();
    }
    expect(postsOf(calls)).toEqual([]);
    await user.clear(cash);
    await user.type(cash, "$500");
    await send();
    await waitFor(() => expect(postsOf(calls)[0]?.body).toMatchObject({ cash_adjustment: 500 }));
  });

  it("counts the characters of the message and accepts up to 500", async () => {
    serveOfferable(MINE);
    const { user, dialog } = await openProposal();
    const message = await dialog.findByLabelText<HTMLTextAreaElement>(/^Message/);
    await user.click(message);
    await user.paste("x".repeat(600));
    expect(message.value).toHaveLength(500);
    expect(dialog.getByText("500/500")).toBeDefined();
  });

  it("compares both sides, and calls a difference below one dollar even", async () => {
    serveOfferable(MINE);
    const { user, dialog } = await openProposal();
    const summary = within(await dialog.findByRole("region", { name: "Summary" }));
    expect(summary.getByText(/^Choose what to offer/)).toBeDefined();
    await user.click(dialog.getByRole("checkbox", { name: /desk/ }));
    expect(summary.getByText("An even trade")).toBeDefined();
    await user.type(dialog.getByLabelText(/Add cash/), "1.50");
    expect(summary.getByText("You give $1 more than you get")).toBeDefined();
    expect(summary.getByText("$99.50 + $1.50 cash")).toBeDefined();
    await user.click(dialog.getByRole("checkbox", { name: /desk/ }));
    await user.click(dialog.getByRole("checkbox", { name: /rug/ }));
    await user.clear(dialog.getByLabelText(/Add cash/));
    expect(summary.getByText("You get $80 more than you give")).toBeDefined();
  });

  it("previews five of the selected items and counts the rest", async () => {
    serveOfferable(Array.from({ length: 7 }, (_, index) => own(`thing${index}`, 5)));
    const { user, dialog } = await openProposal();
    await dialog.findByRole("checkbox", { name: /thing0/ });
    for (const box of dialog.getAllByRole("checkbox").slice(0, 5)) await user.click(box);
    const summary = dialog.getByRole("region", { name: "Summary" });
    expect(within(summary).queryByText(/^\+/)).toBeNull();
    for (const box of dialog.getAllByRole("checkbox").slice(5)) await user.click(box);
    expect(within(summary).getByText("+2")).toBeDefined();
    expect(within(summary).getByText("7 items")).toBeDefined();
  });

  it("is sent once and leads to the outgoing offers", async () => {
    const calls = serveOfferable(MINE, {
      "POST /api/trading/propose-trade": () => ({ status: 201, body: { success: true, error: null, trade_id: "t" } }),
    });
    const { user, dialog } = await openProposal();
    await user.click(await dialog.findByRole("checkbox", { name: /lamp/ }));
    await user.click(dialog.getByRole("checkbox", { name: /rug/ }));
    await user.type(dialog.getByLabelText(/Add cash/), "20");
    await user.type(dialog.getByLabelText(/^Message/), "Swap on Saturday?");
    await user.dblClick(dialog.getByRole("button", { name: "Send Trade Offer" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(postsOf(calls).map(({ body }) => body)).toEqual([
      {
        target_item_id: bike.id,
        target_seller_id: bike.seller_id,
        offered_item_ids: [MINE[0]?.id, MINE[2]?.id],
        cash_adjustment: 20,
        message: "Swap on Saturday?",
      },
    ]);
    expect(toasts[0]).toMatchObject({ title: "Trade offer sent", description: "Maya R. has 7 days to answer." });
    toasts[0]?.action?.onPress();
    await waitFor(() => expect(where()).toBe("/TradeOffers?tab=outgoing"));
  });

  it("shows the server's refusal and keeps the entries", async () => {
    serveOfferable(MINE, {
      "POST /api/trading/propose-trade": () => ({
        status: 409,
        body: refusal("wrong_state", "This seller isn't open to trades."),
      }),
    });
    const { user, dialog, send } = await openProposal();
    await user.click(await dialog.findByRole("checkbox", { name: /lamp/ }));
    await user.type(dialog.getByLabelText(/^Message/), "Please");
    await send();
    expect(await dialog.findByText("This seller isn't open to trades.")).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe("Please");
    expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: /lamp/ }).checked).toBe(true);
  });

  it("shows a failure, and repeats with the same idempotency key", async () => {
    const keys: (string | null)[] = [];
    serveOfferable(MINE);
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
      if (init.method !== "POST") return answer(input, init);
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      return new Response(JSON.stringify(refusal("internal", "Something went wrong.")), { status: 500 });
    });
    const { user, dialog, send } = await openProposal();
    await user.click(await dialog.findByRole("checkbox", { name: /lamp/ }));
    await send();
    expect(await dialog.findByText("Failed to send trade offer")).toBeDefined();
    await send();
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).toBe(keys[1]);
  });

  it("leads a user without own items to listing one", async () => {
    serveOfferable([]);
    const { dialog } = await openProposal();
    expect(await dialog.findByText("You have nothing to offer yet")).toBeDefined();
    expect(dialog.getByRole("link", { name: "List an item" }).getAttribute("href")).toBe("/AddItem");
    expect(dialog.queryByRole("button", { name: "Send Trade Offer" })).toBeNull();
  });
});

const NONE: TradeAbilities = {
  accept: false,
  decline: false,
  withdraw: false,
  hand_over: false,
  cancel: false,
  move: false,
  rate: false,
};

const thing = (name: string, price: number, change: Partial<TradeItem> = {}): TradeItem => ({
  id: `itm_${name.replace(/\W/g, "").padEnd(20, "a")}`,
  title: name,
  price,
  image_url: null,
  available: true,
  collection_summary: "Brunswick, Melbourne",
  ...change,
});

function trade(change: Partial<TradeView> = {}): TradeView {
  return {
    id: "trd_aaaaaaaaaaaaaaaaaaaa",
    status: "proposed",
    role: "seller",
    counterparty: { id: "acc_billieaaaaaaaaaaaaaa", display_name: "Billie B." },
    target: thing("City bike", 100),
    offered: [thing("Lamp", 30), thing("Desk", 60)],
    cash_adjustment: 10,
    message: "Swap on Saturday?",
    target_value: 100,
    offered_value: 100,
    even: true,
    handed_over: { by_you: false, by_them: false },
    meeting: {
      // 2 am UTC, which is in the afternoon of its place: the dialog's window stays within one day.
      from: NOW - (NOW % DAY) + 2 * DAY + 2 * 3_600_000,
      until: NOW - (NOW % DAY) + 2 * DAY + 3 * 3_600_000,
      zone: "Australia/Melbourne",
      at: "yours",
      place: "Fitzroy, Melbourne",
      address: "1 Own Street",
      address_at: null,
    },
    meeting_change: null,
    expires_at: NOW + 3 * DAY,
    cancel_from: null,
    called_off_by: null,
    void_item_title: null,
    order_id: null,
    transaction_id: null,
    abilities: { ...NONE, accept: true, decline: true },
    created_at: NOW - DAY,
    updated_at: NOW - DAY,
    server_now: NOW,
    ...change,
  };
}

const accepted = (change: Partial<TradeView> = {}) =>
  trade({ status: "accepted", expires_at: null, abilities: { ...NONE, hand_over: true }, ...change });

/** Serves the trades that `now()` returns, and further handlers. */
function serveTrades(now: () => TradeView[], more: Parameters<typeof serve>[0] = {}) {
  return serve({
    "GET /api/trades": () => ({ body: { items: now(), next_cursor: null, server_now: NOW } }),
    ...more,
  });
}

describe("TradeOffersScreen", () => {
  it("shows what goes each way from the viewer's side, with at most four pictures", async () => {
    const offered = Array.from({ length: 6 }, (_, index) => thing(`Book ${index}`, 15));
    serveTrades(() => [trade({ offered })]);
    show(<TradeOffersScreen />);
    expect(await screen.findByRole("heading", { name: "Billie B. wants “City bike”" })).toBeDefined();
    const give = screen.getByText("You give").closest("div");
    const get = screen.getByText("You get").closest("div");
    expect(within(give as HTMLElement).getByText("City bike")).toBeDefined();
    expect(
      within(get as HTMLElement).getByText("Book 0 + Book 1 + Book 2 + Book 3 + Book 4 + Book 5 + $10"),
    ).toBeDefined();
    expect(within(get as HTMLElement).getByText("+2")).toBeDefined();
    expect(screen.getByText("An even trade")).toBeDefined();
    expect(screen.getByText("Swap on Saturday?")).toBeDefined();
  });

  it("requests the box of its tab, and shows a text for an empty one", async () => {
    const boxes: (string | null)[] = [];
    vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
      const { pathname, searchParams } = new URL(String(input), "http://localhost");
      // The number at the tab of swap circles has its own request.
      if (pathname !== "/api/circles") boxes.push(searchParams.get("box"));
      return new Response(JSON.stringify({ items: [], next_cursor: null, server_now: NOW }));
    });
    const user = userEvent.setup();
    show(<TradeOffersScreen />);
    expect(await screen.findByText("No offers for your items")).toBeDefined();
    await user.click(screen.getByRole("tab", { name: "Outgoing" }));
    expect(await screen.findByText("You haven't offered a trade")).toBeDefined();
    expect(where()).toBe("/TradeOffers?tab=outgoing");
    await user.click(screen.getByRole("tab", { name: "History" }));
    expect(await screen.findByText("Nothing here yet")).toBeDefined();
    expect(boxes).toEqual(["incoming", "outgoing", "history"]);
  });

  it("offers Retry when loading fails", async () => {
    let fine = false;
    serve({
      "GET /api/trades": () =>
        fine
          ? { body: { items: [trade()], next_cursor: null, server_now: NOW } }
          : { status: 500, body: refusal("internal", "Something went wrong.") },
    });
    const user = userEvent.setup();
    show(<TradeOffersScreen />);
    expect(await screen.findByText("Your trade offers didn't load")).toBeDefined();
    fine = true;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("heading", { name: /City bike/ })).toBeDefined();
  });

  it("updates when the live channel reports a change", async () => {
    let now: TradeView[] = [];
    serveTrades(() => now);
    const { unmount } = show(<TradeOffersScreen />);
    expect(await screen.findByText("No offers for your items")).toBeDefined();
    now = [trade()];
    const counts: UserEvent = { type: "counts", ...NO_COUNTS, notifications: 1, trades: 1 };
    for (const listener of channel.listeners) listener(counts);
    expect(await screen.findByRole("heading", { name: /City bike/ })).toBeDefined();
    unmount();
    expect(channel.listeners.size).toBe(0);
  });

  it("accepts only after a confirmation, and shows the accepted trade", async () => {
    let now = trade();
    const calls = serveTrades(() => [now], {
      [`POST /api/trades/${now.id}/accept`]: () => {
        now = accepted();
        return { body: now };
      },
    });
    const user = userEvent.setup();
    show(<TradeOffersScreen />);
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Accept this trade?" }));
    expect(dialog.getByText(/You give “City bike” and get “Lamp” \+ “Desk” \+ \$10\./)).toBeDefined();
    expect(postsOf(calls)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Accept trade" }));
    expect(await screen.findByText("Accepted")).toBeDefined();
    expect(postsOf(calls)).toHaveLength(1);
    expect(toasts[0]).toMatchObject({ title: "Trade accepted", description: "City bike" });
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
    expect(screen.getByRole("button", { name: "We've swapped" })).toBeDefined();
  });

  it("shows why a step was refused, and the current state of the trade", async () => {
    let now = trade();
    serveTrades(() => [now], {
      [`POST /api/trades/${now.id}/decline`]: () => {
        now = trade({ status: "void", abilities: NONE, expires_at: null, void_item_title: "Lamp" });
        return { status: 409, body: refusal("wrong_state", "This offer has already ended.") };
      },
    });
    const user = userEvent.setup();
    show(<TradeOffersScreen />);
    await user.click(await screen.findByRole("button", { name: "Decline" }));
    await user.click(await screen.findByRole("button", { name: "Decline offer" }));
    expect(await screen.findByText("No longer possible")).toBeDefined();
    expect(toasts[0]).toMatchObject({
      title: "We couldn't decline the offer",
      description: "This offer has already ended.",
      variant: "destructive",
    });
  });

  it("shows exactly the buttons that the server allows", async () => {
    const buttons = {
      accept: "Accept",
      decline: "Decline",
      withdraw: "Withdraw",
      hand_over: "We've swapped",
      cancel: "Call off",
    } as const;
    for (const [ability, name] of Object.entries(buttons)) {
      serveTrades(() => [trade({ abilities: { ...NONE, [ability]: true } })]);
      const { unmount } = show(<TradeOffersScreen />);
      expect(await screen.findByRole("button", { name })).toBeDefined();
      for (const other of Object.values(buttons).filter((label) => label !== name)) {
        expect(screen.queryByRole("button", { name: other }), `${other} with ${ability}`).toBeNull();
      }
      unmount();
    }
  });
});

describe("one trade in TradeOffersScreen", () => {
  const at = (one: TradeView) => `/TradeOffers?id=${one.id}`;
  const serveOne = (one: TradeView, more: Parameters<typeof serve>[0] = {}) =>
    serve({ [`GET /api/trades/${one.id}`]: () => ({ body: one }), ...more });

  it("names one place and time, and the suggestion of the other one to answer", async () => {
    const [meeting] = [trade().meeting];
    if (!meeting) throw new Error("a trade has a meeting");
    const one = accepted({
      meeting: { ...meeting, at: "theirs", address: null, address_at: NOW + DAY },
      meeting_change: { ...meeting, at: "public", place: "Fitzroy library", by: "them", proposed_at: NOW },
    });
    const answers: unknown[] = [];
    serveOne(one, {
      [`POST /api/trades/${one.id}/meeting/answer`]: (json) => {
        answers.push(json);
        return {
          body: { ...one, meeting: { ...meeting, at: "public", place: "Fitzroy library" }, meeting_change: null },
        };
      },
    });
    show(<TradeOffersScreen />, at(one));
    expect(await screen.findByText("Billie B.'s place, Fitzroy, Melbourne")).toBeDefined();
    expect(screen.getByText(/^You'll see the address from /)).toBeDefined();
    expect(screen.getByText(/^Billie B. suggests: .*Fitzroy library$/)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Agree" }));
    await waitFor(() => expect(toasts[0]).toMatchObject({ title: "The meeting has moved" }));
    expect(answers).toEqual([{ proposed_at: NOW, accept: true }]);
  });

  it("offers Contact Support with the trade named", async () => {
    serveOne(accepted());
    show(<TradeOffersScreen />, at(accepted()));
    await userEvent.click(await screen.findByRole("button", { name: "Contact Support" }));
    const description = await screen.findByRole("textbox", { name: /Issue description/ });
    expect(description).toHaveProperty("value", "Trade for “City bike” (trd_aaaaaaaaaaaaaaaaaaaa):\n\n");
  });

  it("shows no address before it is accepted", async () => {
    serveOne(trade());
    show(<TradeOffersScreen />, at(trade()));
    expect(await screen.findAllByText("Brunswick, Melbourne")).toHaveLength(3);
    expect(screen.queryByText(/Arrange a place/)).toBeNull();
  });

  it("of another user looks like one that does not exist", async () => {
    serve({});
    show(<TradeOffersScreen />, at(trade()));
    expect(await screen.findByText("We can't find this trade")).toBeDefined();
  });

  it("is rated through its order once it is completed", async () => {
    const one = trade({ status: "completed", order_id: "ord_aaaaaaaaaaaaaaaaaaaa", abilities: NONE, expires_at: null });
    let given: object | null = null;
    const calls = serveOne(one, {
      "GET /api/ratings/deal": () => ({ body: { can_rate: given === null, given, received: null } }),
      "POST /api/ratings": () => {
        given = { id: "rat_1", rating: 5, comment: "", role: "seller_rating_buyer", by: "Maya R.", created_at: NOW };
        return { status: 201, body: given };
      },
    });
    const user = userEvent.setup();
    show(<TradeOffersScreen />, at(one));
    await user.click(await screen.findByRole("button", { name: "Rate Billie B." }));
    const dialog = within(await screen.findByRole("dialog", { name: "Rate Billie B." }));
    expect(dialog.getByText("How did the trade go?")).toBeDefined();
    await user.click(dialog.getByRole("radio", { name: /^5 stars/ }));
    await user.click(dialog.getByRole("button", { name: "Submit Rating" }));
    expect(await screen.findByText("You rated Billie B.")).toBeDefined();
    expect(screen.getByText("Rated")).toBeDefined();
    expect(postsOf(calls)[0]?.body).toMatchObject({ order_id: one.order_id, rating: 5 });
  });

  it("links to the thread of both sides about the requested item", async () => {
    const one = accepted();
    const calls = serveOne(one, { "POST /api/conversations": () => ({ status: 201, body: { id: "cnv_1" } }) });
    const user = userEvent.setup();
    show(<TradeOffersScreen />, at(one));
    await user.click(await screen.findByRole("button", { name: "Message Billie B." }));
    await waitFor(() => expect(where()).toBe("/Messages/cnv_1"));
    expect(postsOf(calls)[0]?.body).toEqual({ item_id: one.target.id, user_id: one.counterparty.id });
  });

  it("links back to the list that contains it", async () => {
    const cases = [
      [trade(), "incoming"],
      [trade({ role: "offeror" }), "outgoing"],
      [accepted(), "incoming"],
      [trade({ status: "declined" }), "history"],
    ] as const;
    for (const [one, tab] of cases) {
      serveOne(one);
      const { unmount } = show(<TradeOffersScreen />, at(one));
      const back = await screen.findByRole("link", { name: "Trade offers" });
      expect(back.getAttribute("href")).toBe(`/TradeOffers?tab=${tab}`);
      unmount();
    }
  });
});

describe("the texts of a trade", () => {
  it("compare the sides to the cent, and call less than a dollar apart even", () => {
    expect(balanceLabel(10_000, 10_099)).toBe("An even trade");
    expect(balanceLabel(10_099, 10_000)).toBe("An even trade");
    expect(balanceLabel(10_000, 10_100)).toBe("You get $1 more than you give");
    expect(balanceLabel(10_100, 10_000)).toBe("You give $1 more than you get");
  });

  it("describe every state for both parties", () => {
    const states: Partial<TradeView>[] = [
      ...(["proposed", "declined", "withdrawn", "expired"] as const).map((status) => ({ status })),
      { status: "accepted", handed_over: { by_you: true, by_them: false } },
      { status: "accepted", handed_over: { by_you: false, by_them: true } },
    ];
    for (const state of states) {
      const [seller, offeror] = (["seller", "offeror"] as const).map((role) => explain(trade({ ...state, role }), NOW));
      expect(seller).toBeTruthy();
      if (state.status !== "accepted") expect(seller, state.status).not.toBe(offeror);
    }
    const all: TradeStatus[] = ["completed", "void", "failed"];
    for (const status of all) expect(explain(trade({ status }), NOW)).toBeTruthy();
  });

  it("name the item that ended an offer, and items that are unavailable now", () => {
    expect(explain(trade({ status: "void", void_item_title: "Lamp" }), NOW)).toBe(
      "“Lamp” was sold or taken down, so the offer has ended.",
    );
    const busy = trade({ offered: [thing("Lamp", 30, { available: false })] });
    expect(explain(busy, NOW)).toBe("“Lamp” isn't available right now, so you can't accept this offer yet.");
  });

  it("ask the party who has to act", () => {
    expect(statusLabel(trade()).label).toBe("Waiting for your answer");
    expect(statusLabel(trade({ role: "offeror" })).label).toBe("Waiting for Billie B.");
    expect(statusLabel(accepted({ handed_over: { by_you: false, by_them: true } })).label).toBe(
      "Waiting for your confirmation",
    );
    expect(statusLabel(accepted({ handed_over: { by_you: true, by_them: false } })).label).toBe(
      "Waiting for Billie B.",
    );
  });

  it("say that an accepted trade may be called off, and from when once one side has confirmed", () => {
    const until = NOW + DAY;
    const halfDone = accepted({ cancel_from: until, handed_over: { by_you: true, by_them: false } });
    expect(explain(halfDone, NOW)).toMatch(/^You said .* From .* either of you can call it off\.$/);
    expect(explain(halfDone, until)).toMatch(/confirms\. Either of you can call it off\.$/);
    expect(explain(accepted({ cancel_from: NOW - DAY }), NOW)).toMatch(/^Meet .* either of you can call it off\.$/);
  });

  it("say who called it off", () => {
    const failed = (by: TradeView["called_off_by"]) => explain(trade({ status: "failed", called_off_by: by }), NOW);
    expect(failed("you")).toBe("You called this trade off. Everything in it is back on sale.");
    expect(failed("them")).toBe("Billie B. called this trade off. Everything in it is back on sale.");
    expect(failed(null)).toBe("The trade didn't happen. Everything in it is back on sale.");
  });
});
