import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import ConfirmationsScreen from "../../web/features/orders/confirmations/confirmations-screen.tsx";
import OrderScreen from "../../web/features/orders/order-screen.tsx";
import OrdersScreen from "../../web/features/orders/orders-screen.tsx";
import { useOrderUpdates } from "../../web/features/orders/use-order-updates.ts";
import type { UserEvent } from "../../web/lib/user-channel.ts";
import type { OrderView, PaymentConfirmationView } from "../../worker/contract/orders.ts";
import { person } from "../support/web/api.ts";
import { order } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const channel = vi.hoisted(() => ({ listeners: new Set<(event: UserEvent) => void>() }));
vi.mock("../../web/lib/user-channel.ts", async (original) => ({
  ...(await original<typeof import("../../web/lib/user-channel.ts")>()),
  onUserEvent: (listener: (event: UserEvent) => void) => {
    channel.listeners.add(listener);
    return () => channel.listeners.delete(listener);
  },
}));

const now = Date.now();
const { abilities: nothing } = order();

const awaiting = order({
  id: "ord_aaaaaaaaaaaaaaaaaaaa",
  transaction_id: "txn_aaaaaaaaaaaaaaaaaaaa",
  item_id: "itm_aaaaaaaaaaaaaaaaaaaa",
  seller_id: "acc_ssssssssssssssssssss",
  item: { title: "Reid city bike", image_url: null },
  counterparty: { display_name: "Maya R" },
  bank_details: { account_name: "Maya R", bsb: "062-000", account_number: "12345678" },
  payment_deadline: now + 3 * 86_400_000,
  collection_date: now + 5 * 86_400_000,
  events: [{ kind: "placed", at: now }],
  abilities: { ...nothing, submit_evidence: true, cancel: true },
  created_at: now,
  updated_at: now,
  server_now: now,
});

const confirmation: PaymentConfirmationView = {
  id: "pcf_aaaaaaaaaaaaaaaaaaaa",
  order_id: awaiting.id,
  seller_id: awaiting.seller_id,
  amount: 240,
  reference_number: "GS12345678",
  crypto: null,
  status: "pending",
  confirmation_deadline: now + 86_400_000,
  payment_confirmed_at: null,
  created_at: now,
  collection_zone: "Australia/Melbourne",
  item: { id: awaiting.item_id, title: "Reid city bike", image_urls: [] },
  buyer: { id: "acc_b", full_name: "Jess T", email: "j•••@example.com" },
  server_now: now,
};

let replies: Map<string, unknown>;
let calls: { name: string; body: unknown }[];
const toasts = collectToasts();

beforeEach(() => {
  calls = [];
  replies = new Map<string, unknown>([
    ["GET /api/auth/session", { user: null, profile: null }],
    ["GET /api/payment-confirmations?status=pending", { items: [], server_now: now }],
    ["GET /api/payment-confirmations?status=settled", { items: [], server_now: now }],
  ]);
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), "http://localhost");
    const name = `${init.method ?? "GET"} ${url.pathname}${url.search}`;
    calls.push({ name, body: typeof init.body === "string" ? JSON.parse(init.body) : null });
    const known = replies.get(name);
    const reply: unknown = typeof known === "function" ? await known() : known;
    if (reply === undefined) throw new Error(`unexpected call ${name}`);
    if (reply instanceof Response) return reply;
    return new Response(JSON.stringify(reply), { headers: { "Content-Type": "application/json" } });
  });
});

function show(path: string, route: string, element: ReactNode) {
  return renderAt(
    path,
    <Routes>
      <Route path={route} element={element} />
      <Route path="/Messages/:id" element={<p>their conversation</p>} />
    </Routes>,
  );
}

const showOrder = (order: OrderView) => {
  replies.set(`GET /api/orders/${order.id}`, order);
  return show(`/MyOrders/${order.id}`, "/MyOrders/:id", <OrderScreen />);
};

/** Delays a reply as a network does: by then the pressed button is gone, and its message must still be shown. */
const slow = (reply: unknown) => () => new Promise((resolve) => setTimeout(() => resolve(reply), 50));

describe("OrderScreen", () => {
  it("shows the other party's step when its notification arrives, before the next poll", async () => {
    replies.set(`GET /api/orders/${awaiting.id}`, awaiting);
    function Page() {
      useOrderUpdates(true);
      return <OrderScreen />;
    }
    show(`/MyOrders/${awaiting.id}`, "/MyOrders/:id", <Page />);
    await screen.findByText("062-000");
    replies.set(`GET /api/orders/${awaiting.id}`, { ...awaiting, status: "cancelled", abilities: nothing });
    const asked = () => calls.filter(({ name }) => name === `GET /api/orders/${awaiting.id}`).length;
    const before = asked();
    const arrive = (link: string) =>
      act(() => {
        const notification = { id: "ntf_1", kind: "order", title: "Order cancelled", body: "", link, at: now };
        for (const listener of channel.listeners) listener({ type: "notification", notification, notifications: 1 });
      });
    arrive("/Messages/cnv_1");
    expect(asked()).toBe(before);
    arrive(`/MyOrders/${awaiting.id}`);
    expect(await screen.findByText("You cancelled this order. You don't owe anything.")).toBeDefined();
  });

  it.each([
    ["while one card payment for several orders is open", "open", "pur_1", "Cancel everything in this payment?"],
    ["before the payment of a cart begins", "none", "pur_1", "Cancel this order?"],
    ["of a single order", "open", null, "Cancel this order?"],
  ] as const)("says before cancelling what is cancelled with it: %s", async (_, state, purchase_id, question) => {
    const user = userEvent.setup();
    showOrder({ ...awaiting, payment_method: "stripe", bank_details: null, card: { state }, purchase_id });
    await user.click(await screen.findByRole("button", { name: /^Cancel order/ }));
    expect(await screen.findByRole("dialog", { name: question })).toBeDefined();
  });

  it("shows the buyer where and until when to pay, and sends the reference as evidence", async () => {
    const user = userEvent.setup();
    showOrder(awaiting);
    expect(await screen.findByText("062-000")).toBeDefined();
    expect(screen.getByText("Address will be revealed 24 hours before collection date")).toBeDefined();
    replies.set(`POST /api/orders/${awaiting.id}/evidence`, {
      ...awaiting,
      status: "payment_pending_seller_confirmation",
      bank_details: null,
      confirmation_deadline: now + 2 * 86_400_000,
      abilities: nothing,
    });
    const evidence = `POST /api/orders/${awaiting.id}/evidence`;
    replies.set(`GET /api/orders/${awaiting.id}`, slow(replies.get(evidence)));
    await user.click(screen.getByRole("button", { name: "I've sent the transfer" }));
    expect(await screen.findByText("Seller is checking your payment")).toBeDefined();
    expect(calls.find((call) => call.name === evidence)?.body).toEqual({ referenceNumber: "GS12345678" });
    expect(screen.queryByText("062-000")).toBeNull();
    await waitFor(() => expect(toasts).toMatchObject([{ title: "We've let the seller know" }]));
  });

  it("sends the transaction hash of a crypto payment, and says that the seller checks it", async () => {
    const user = userEvent.setup();
    const coin = order({
      ...awaiting,
      payment_method: "crypto",
      bank_details: null,
      crypto: {
        coin: "btc",
        address: "bc1qexample",
        destination_tag: null,
        network: "Bitcoin",
        amount_units: "240000",
        amount_text: "0.00240000",
        rate_cents: 10_000_000,
        quote_expires_at: now + 600_000,
        tx_hash: null,
      },
    });
    showOrder(coin);
    const sent = { ...coin, status: "payment_pending_seller_confirmation", abilities: nothing };
    replies.set(`POST /api/orders/${coin.id}/evidence`, sent);
    await user.type(await screen.findByLabelText(/^Transaction hash/), "a".repeat(64));
    replies.set(`GET /api/orders/${coin.id}`, slow(sent));
    await user.click(screen.getByRole("button", { name: "I've sent the payment" }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: "We've let the seller know" }]));
  });

  it("completes the order after the buyer confirms the collection", async () => {
    const user = userEvent.setup();
    const paid = order({ ...awaiting, status: "payment_confirmed", abilities: { ...nothing, collect: true } });
    showOrder(paid);
    await user.click(await screen.findByRole("button", { name: "I've picked it up" }));
    const main = document.body.appendChild(document.createElement("main"));
    main.id = "main";
    main.scrollIntoView = vi.fn();
    const done = { ...paid, status: "completed", abilities: nothing };
    replies.set(`POST /api/orders/${paid.id}/collected`, done);
    replies.set(`GET /api/orders/${paid.id}`, slow(done));
    const dialog = await screen.findByRole("dialog", { name: "Do you have the item?" });
    await user.click(within(dialog).getByRole("button", { name: "I've picked it up" }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: "Order completed" }]));
    expect(screen.queryByRole("button", { name: "I've picked it up" })).toBeNull();
    // Where the rating is.
    expect(main.scrollIntoView).toHaveBeenCalledOnce();
    main.remove();
  });

  it("shows that the payment could not be submitted", async () => {
    const user = userEvent.setup();
    showOrder(awaiting);
    await screen.findByText("062-000");
    const broken = { error: { code: "internal", message: "Broken.", request_id: "t" } };
    replies.set(`POST /api/orders/${awaiting.id}/evidence`, Response.json(broken, { status: 500 }));
    await user.click(screen.getByRole("button", { name: "I've sent the transfer" }));
    await waitFor(() =>
      expect(toasts.at(-1)).toEqual({
        title: "Payment Error",
        description: "Failed to submit payment. Please try again.",
        variant: "destructive",
      }),
    );
  });

  it("cancels only after a confirmation", async () => {
    const user = userEvent.setup();
    showOrder(awaiting);
    await user.click(await screen.findByRole("button", { name: "Cancel order" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
    expect(calls.some((call) => call.name.startsWith("POST"))).toBe(false);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    const cancelled = { ...awaiting, status: "cancelled", bank_details: null, abilities: nothing };
    replies.set(`POST /api/orders/${awaiting.id}/cancel`, cancelled);
    replies.set(`GET /api/orders/${awaiting.id}`, cancelled);
    await user.click(screen.getByRole("button", { name: "Cancel order" }));
    const again = await screen.findByRole("dialog");
    await user.click(within(again).getByRole("button", { name: "Cancel order" }));
    expect(await screen.findByText("You cancelled this order. You don't owe anything.")).toBeDefined();
  });

  it("links to the thread of both sides about the item", async () => {
    const user = userEvent.setup();
    replies.set("POST /api/conversations", { id: "cnv_1" });
    showOrder(awaiting);
    await user.click(await screen.findByRole("button", { name: "Message Maya R" }));
    expect(await screen.findByText("their conversation")).toBeDefined();
    expect(calls.find(({ name }) => name === "POST /api/conversations")?.body).toEqual({
      item_id: awaiting.item_id,
      user_id: awaiting.seller_id,
    });
  });

  it("offers nothing that the server does not allow", async () => {
    showOrder({ ...awaiting, abilities: nothing });
    await screen.findByText("062-000");
    expect(screen.queryByRole("button", { name: "I've sent the transfer" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Cancel order" })).toBeNull();
  });

  it("links from the order of a trade to the trade, and lets both rate it", async () => {
    const traded = {
      ...awaiting,
      status: "completed" as const,
      payment_method: "outside" as const,
      bank_details: null,
      abilities: nothing,
      trade_id: "trd_aaaaaaaaaaaaaaaaaaaa",
    };
    replies.set(`GET /api/ratings/deal?order_id=${awaiting.id}`, { can_rate: true, given: null, received: null });
    showOrder(traded);
    const link = await screen.findByRole("link", { name: "View trade" });
    expect(link.getAttribute("href")).toBe(`/TradeOffers?id=${traded.trade_id}`);
    expect(await screen.findByRole("button", { name: `Rate ${traded.counterparty.display_name}` })).toBeDefined();
  });

  it("shows both sides the reported problem and the decision of staff", async () => {
    const reason = "The turntable does not spin.";
    const disputed: OrderView = {
      ...awaiting,
      role: "seller",
      status: "refunded",
      abilities: nothing,
      dispute: { reason, opened_at: now, outcome: "refund" },
      decision: { event: "refunded", note: "The motor was broken before.", at: now },
    };
    showOrder(disputed);
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.getByText("What Maya R wrote")).toBeDefined();
    expect(screen.getByText("From our team")).toBeDefined();
    expect(screen.getByText("The motor was broken before.")).toBeDefined();
    expect(screen.getByText("AAAA-AAAA")).toBeDefined();
  });

  it("shows the collection address exactly as the server sends it", async () => {
    showOrder({
      ...awaiting,
      status: "payment_confirmed",
      bank_details: null,
      collection_address: "12 Ewing Street",
      collection_address_text: "12 Ewing Street",
      abilities: { ...nothing, collect: true },
    });
    expect(await screen.findByText("12 Ewing Street")).toBeDefined();
    expect(screen.getByRole("button", { name: "I've picked it up" })).toBeDefined();
  });
});

describe("OrdersScreen", () => {
  it("shows the next action of each order and keeps the tab in the address", async () => {
    const user = userEvent.setup();
    replies.set("GET /api/orders?role=buyer", { items: [awaiting], next_cursor: null, server_now: now });
    replies.set("GET /api/orders?role=seller", { items: [], next_cursor: null, server_now: now });
    show("/MyOrders", "/MyOrders", <OrdersScreen />);
    expect((await screen.findByRole("link", { name: "Pay now" })).getAttribute("href")).toBe(
      `/MyOrders/${awaiting.id}`,
    );
    await user.click(screen.getByRole("tab", { name: "Selling" }));
    expect(await screen.findByText("No sales yet")).toBeDefined();
    expect(screen.queryByText("Reid city bike")).toBeNull();
  });
});

describe("ConfirmationsScreen", () => {
  const pending = "GET /api/payment-confirmations?status=pending";
  const open = () => show("/PaymentConfirmations", "/PaymentConfirmations", <ConfirmationsScreen />);

  it("shows amount, reference and the buyer without an email address, and confirms only after a question", async () => {
    const user = userEvent.setup();
    replies.set(pending, { items: [confirmation], server_now: now });
    open();
    expect(await screen.findByText("GS12345678")).toBeDefined();
    expect(screen.queryByText(/@/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Payment received" }));
    const dialog = await screen.findByRole("dialog");
    expect(calls.some((call) => call.name.startsWith("POST"))).toBe(false);
    replies.set("POST /api/rpc/confirm_payment_received", awaiting);
    replies.set(pending, { items: [], server_now: now });
    await user.click(within(dialog).getByRole("button", { name: "Payment received" }));
    expect(await screen.findByText("Nothing to confirm")).toBeDefined();
    expect(calls.find((call) => call.name.startsWith("POST"))?.body).toEqual({ confirmation_id: confirmation.id });
    expect(toasts.at(-1)?.title).toBe("Payment confirmed");
  });

  it("explains what 'Not received' does before doing it", async () => {
    const user = userEvent.setup();
    replies.set(pending, { items: [confirmation], server_now: now });
    open();
    await user.click(await screen.findByRole("button", { name: "Not received" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/They'll have 24 hours to sort out the transfer/)).toBeDefined();
    replies.set(`POST /api/payment-confirmations/${confirmation.id}/not-received`, awaiting);
    await user.click(within(dialog).getByRole("button", { name: "Not received" }));
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("We've let the buyer know"));
  });

  it("lets an overdue confirmation be confirmed but not denied", async () => {
    replies.set(pending, { items: [{ ...confirmation, status: "lapsed" }], server_now: now });
    open();
    expect(await screen.findByText(/Overdue since/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Payment received" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Not received" })).toBeNull();
  });

  it("mentions overdue answers only to a restricted seller who owes one", async () => {
    replies.set("GET /api/auth/session", person({ account_restricted: true, restriction_reason: "Under review." }));
    open();
    expect(await screen.findByText("Nothing to confirm")).toBeDefined();
    expect(screen.queryByText(/Answer overdue payments/)).toBeNull();
    cleanup();
    replies.set(pending, { items: [{ ...confirmation, status: "lapsed" }], server_now: now });
    open();
    expect(await screen.findByText(/Answer overdue payments/)).toBeDefined();
  });
});

describe("the safety tip in OrderScreen", () => {
  beforeEach(() => localStorage.clear());
  const tip = () => screen.queryByRole("note", { name: "Safety tip" })?.textContent ?? null;

  it.each([
    ["buyer", "bank_transfer", /Check the item before you give your code/],
    ["seller", "bank_transfer", /Enter the buyer's code/],
    ["buyer", "cash", /Check the item first, then pay/],
    ["seller", "cash", /A screenshot isn't proof/],
  ] as const)("tells the %s of an order by %s how to meet", async (role, payment_method, expected) => {
    showOrder({ ...awaiting, role, payment_method, status: "awaiting_collection", abilities: nothing });
    await screen.findByRole("heading", { name: "Pickup" });
    expect(tip()).toMatch(expected);
  });

  it("waits until there is something to pick up", async () => {
    showOrder(awaiting);
    await screen.findByRole("heading", { name: "Pickup" });
    expect(tip()).toBeNull();
  });
});

describe("a giveaway in OrderScreen", () => {
  const gift: OrderView = {
    ...awaiting,
    status: "payment_confirmed",
    payment_method: "free",
    amount: 0,
    bank_details: null,
    payment_deadline: null,
    abilities: { ...nothing, call_off: true },
  };

  it("can be called off by either side after a confirmation", async () => {
    const user = userEvent.setup();
    showOrder({ ...gift, role: "seller" });
    await user.click(await screen.findByRole("button", { name: "Call off" }));
    expect(screen.getByText(/It doesn't count against you/)).toBeDefined();
    const path = `POST /api/orders/${gift.id}/call-off`;
    replies.set(path, {
      ...gift,
      role: "seller",
      status: "cancelled",
      abilities: nothing,
      events: [{ kind: "called_off", at: now, by: "seller" }],
    });
    replies.set(`GET /api/orders/${gift.id}`, replies.get(path));
    await user.click(screen.getAllByRole("button", { name: "Call off" }).at(-1) as HTMLElement);
    expect(await screen.findByText("You called this giveaway off. Your item is back on sale.")).toBeDefined();
    expect(toasts).toMatchObject([{ title: "Giveaway called off" }]);
  });

  it("lets the person reported as missing contest the report", async () => {
    const user = userEvent.setup();
    showOrder({
      ...gift,
      status: "cancelled",
      abilities: nothing,
      events: [{ kind: "collection_missed", at: now, by: "seller" }],
      no_show: {
        about: "buyer",
        reported_at: now,
        contest_until: now + 2 * 86_400_000,
        can_contest: true,
        contested_at: null,
        outcome: null,
        note: null,
      },
    });
    expect(await screen.findByText("Maya R says you didn't come to the pickup.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Contest the report" }));
    const box = await screen.findByRole("textbox", { name: /What happened/ });
    await user.type(box, "I waited there for an hour.");
    const path = `POST /api/orders/${gift.id}/contest`;
    replies.set(path, gift);
    await user.click(screen.getAllByRole("button", { name: "Contest the report" }).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(calls.find((call) => call.name === path)?.body).toEqual({ reason: "I waited there for an hour." }),
    );
  });
});

describe("a refund from seller to buyer in OrderScreen", () => {
  const undone: OrderView = {
    ...awaiting,
    status: "refunded",
    bank_details: null,
    payment_deadline: null,
    abilities: nothing,
    events: [{ kind: "refunded", at: now }],
  };
  const back = (over: Partial<NonNullable<OrderView["money_back"]>>) => ({
    status: "account_needed" as const,
    amount: awaiting.amount,
    account: null,
    due_at: now + 86_400_000,
    sent_at: null,
    settled_at: null,
    may: [],
    ...over,
  });
  const path = `POST /api/orders/${awaiting.id}/money-back`;
  const sent = () => calls.filter((call) => call.name === path).map((call) => call.body);

  it("asks the buyer for an account", async () => {
    const user = userEvent.setup();
    showOrder({ ...undone, money_back: back({ may: ["give_account"] }) });
    await user.type(await screen.findByRole("textbox", { name: /Account name/ }), "Jess T");
    await user.type(screen.getByRole("textbox", { name: /BSB/ }), "062-000");
    await user.type(screen.getByRole("textbox", { name: /Account number/ }), "12345678");
    replies.set(path, { ...undone, money_back: back({ status: "owed" }) });
    await user.click(screen.getByRole("button", { name: "Send the refund here" }));
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          action: "give_account",
          account: { account_name: "Jess T", bsb: "062-000", account_number: "12345678" },
        },
      ]),
    );
    // The form is gone by then.
    await waitFor(() => expect(toasts).toMatchObject([{ title: "Account saved" }]));
  });

  it("shows the seller the account and lets them mark the refund as sent", async () => {
    const user = userEvent.setup();
    const account = { account_name: "Jess T", bsb: "062-000", account_number: "12345678" };
    showOrder({ ...undone, role: "seller", money_back: back({ status: "owed", account, may: ["sent"] }) });
    expect(await screen.findByText("12345678")).toBeDefined();
    expect(screen.getByText(/at this account/)).toBeDefined();
    replies.set(path, { ...undone, role: "seller", money_back: back({ status: "sent" }) });
    await user.click(screen.getByRole("button", { name: "I've sent it" }));
    await waitFor(() => expect(sent()).toEqual([{ action: "sent" }]));
  });

  it("tells the seller that the item is off sale, and where to list it again", async () => {
    showOrder({ ...undone, role: "seller", item_off_sale: true, money_back: back({}) });
    expect(await screen.findByText(/Your item is off sale/)).toBeDefined();
    expect(screen.getByRole("link", { name: "List it again in My Items" }).getAttribute("href")).toBe("/MyItems");
  });

  it("asks the buyer whether it has arrived", async () => {
    const user = userEvent.setup();
    showOrder({ ...undone, money_back: back({ status: "sent", may: ["arrived", "not_yet"] }) });
    replies.set(path, { ...undone, money_back: back({ status: "settled", settled_at: now }) });
    await user.click(await screen.findByRole("button", { name: "It arrived" }));
    await waitFor(() => expect(sent()).toEqual([{ action: "arrived" }]));
    expect(screen.getByRole("button", { name: "Not yet" })).toBeDefined();
  });
});
