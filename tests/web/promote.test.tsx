/** PromoteScreen: booking, ad credit, reach and refunds (D28, A60). */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { PromotionsReply, PromotionView } from "#contract/selling/promotions";
import TopUpDialog from "../../web/features/payments/top-up-dialog.tsx";
import PromoteScreen from "../../web/features/selling/promotions/promote-screen.tsx";
import { person, serve } from "../support/web/api.ts";
import { marketCard } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const LISTED = [marketCard(1, { title: "Oak desk", price: 30 }), marketCard(2, { title: "Wool rug", price: 20 })];

const PROMOTION: PromotionView = {
  id: "prm_aaaaaaaaaaaaaaaaaaaa",
  item: { id: "itm_1", title: "Reid city bike", price: 240, image: null, status: "active" },
  placement: "sidebar",
  start_date: "2026-11-21",
  end_date: "2026-11-27",
  days: 7,
  amount: 10.5,
  refunded: 0,
  refundable: 6,
  state: "running",
  can_cancel: true,
  impressions: 40,
  clicks: 3,
  reach: [
    { day: "2026-11-21", impressions: 30, clicks: 2 },
    { day: "2026-11-22", impressions: 10, clicks: 1 },
  ],
  created_at: 0,
};

const CREDIT = 20;
const REPLY: PromotionsReply = {
  items: [],
  next_cursor: null,
  balance: CREDIT,
  owed: 0,
  today: "2026-11-23",
  prices: [
    { placement: "top_banner", daily: 3 },
    { placement: "local_deals", daily: 2.5 },
    { placement: "between_items", daily: 2 },
    { placement: "sidebar", daily: 1.5 },
    { placement: "bottom_banner", daily: 1 },
  ],
  server_now: Date.UTC(2026, 10, 23),
};

const toasts = collectToasts();

type Handlers = Parameters<typeof serve>[0];

function open(
  reply: Partial<PromotionsReply> = {},
  handlers: Handlers = {},
  address = "/PromoteItem",
  around?: ReactNode,
) {
  const seller_balance = reply.balance ?? CREDIT;
  const calls = serve({
    "GET /api/auth/session": () => ({ body: person({ account_type: "seller", seller_balance }) }),
    "GET /api/promotions": () => ({ body: { ...REPLY, ...reply } }),
    "GET /api/items/mine": () => ({ body: { items: LISTED, next_cursor: null, server_now: 0 } }),
    ...handlers,
  });
  renderAt(
    address,
    <>
      <PromoteScreen />
      {around}
    </>,
  );
  return { calls, user: userEvent.setup() };
}

const posts = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter((call) => call.method === "POST");

describe("booking a promotion", () => {
  it("shows days, price and remaining credit, and sends exactly these values", async () => {
    const { user, calls } = open(
      {},
      {
        "POST /api/promotions": () => ({ status: 201, body: { promotion: PROMOTION, balance: 9.5 } }),
      },
    );
    await user.click(await screen.findByRole("radio", { name: /Wool rug/ }));
    await user.click(screen.getByRole("radio", { name: /Sidebar, \$1\.50 a day/ }));
    expect(screen.getByText("7 days at $1.50")).toBeDefined();
    expect(screen.getByText("Ad credit left").nextSibling?.textContent).toBe("$9.50");
    await user.click(screen.getByRole("button", { name: "Promote for $10.50" }));
    await waitFor(() =>
      expect(toasts[0]).toEqual({ title: "Promotion booked", description: "$10.50 spent, $9.50 left." }),
    );
    expect(posts(calls)).toEqual([
      {
        method: "POST",
        path: "/api/promotions",
        body: {
          item_id: LISTED[1]?.id,
          placement: "sidebar",
          start_date: "2026-11-23",
          end_date: "2026-11-29",
          amount: 10.5,
        },
      },
    ]);
  });

  it("requires an item and valid days before it sends anything", async () => {
    const { user, calls } = open();
    fireEvent.change(await screen.findByLabelText("Last day"), { target: { value: "2026-11-20" } });
    await user.click(screen.getByRole("button", { name: "Promote" }));
    expect(await screen.findByText("Please choose an item.")).toBeDefined();
    expect(screen.getByText("The last day can't be before the first.")).toBeDefined();
    expect(posts(calls)).toEqual([]);
  });

  it("offers to add funds when the credit is too low, and spends nothing", async () => {
    const { user, calls } = open({ balance: 5 });
    const desk = await screen.findByRole("radio", { name: /Oak desk/ });
    // Nothing is missing while no item is chosen, for example right after a booking.
    expect(screen.queryByText("You need another")).toBeNull();
    expect(screen.queryByRole("button", { name: "Add funds" })).toBeNull();
    await user.click(desk);
    expect(screen.getByText("You need another").nextSibling?.textContent).toBe("$12.50");
    await user.click(screen.getByRole("button", { name: "Promote for $17.50" }));
    expect(await screen.findByText("Not enough ad credit.")).toBeDefined();
    expect(posts(calls)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Add funds" }));
    expect(await screen.findByRole("dialog", { name: "Add funds" })).toBeDefined();
  });

  it("adds a top-up to the credit at once", async () => {
    let seller_balance = 0;
    const intent = "pi_87654321";
    const { user } = open(
      { balance: 0 },
      {
        "GET /api/auth/session": () => ({ body: person({ account_type: "seller", seller_balance }) }),
        "GET /api/payments/config": () => ({ body: { mode: "emulator", publishable_key: "pk", minimum_cents: 50 } }),
        "POST /functions/v1/create-payment-intent": () => ({
          body: { clientSecret: `${intent}_secret_x`, paymentIntentId: intent, amount: 2_000, currency: "aud" },
        }),
        [`POST /emulator/stripe/v1/payment_intents/${intent}/confirm`]: () => ({
          body: { id: intent, status: "succeeded" },
        }),
        [`GET /api/balance/topups/${intent}`]: () => {
          seller_balance = 20;
          return { body: { credited: true, status: "succeeded", refunded_cents: 0, balance: 20, server_now: 0 } };
        },
      },
      "/PromoteItem",
      <TopUpDialog open onClose={() => {}} />,
    );
    await user.click(await screen.findByRole("button", { name: "Continue to payment" }));
    await user.click(await screen.findByRole("button", { name: /4242 4242 4242 4242/ }));
    await user.click(screen.getByRole("button", { name: "Pay $20" }));
    await waitFor(() => expect(screen.getByText("Your ad credit").nextSibling?.textContent).toBe("$20"));
    expect(screen.getByText("Ad credit $20")).toBeDefined();
  });

  it("shows the server's refusal when the credit was spent elsewhere", async () => {
    const body = { error: { code: "insufficient_credit", message: "Not enough ad credit.", request_id: "t" } };
    const { user } = open({}, { "POST /api/promotions": () => ({ status: 402, body }) });
    await user.click(await screen.findByRole("radio", { name: /Oak desk/ }));
    await user.click(screen.getByRole("button", { name: "Promote for $17.50" }));
    expect(await screen.findByText("Not enough ad credit.")).toBeDefined();
  });

  it("starts with the item in the address", async () => {
    open({}, {}, `/PromoteItem?item=${LISTED[1]?.id}`);
    expect(((await screen.findByRole("radio", { name: /Wool rug/ })) as HTMLInputElement).checked).toBe(true);
  });
});

describe("the list of promotions", () => {
  it("shows the reach in numbers and by day", async () => {
    open({ items: [PROMOTION] });
    expect(await screen.findByText("Running")).toBeDefined();
    expect(screen.getByText("Sidebar, 21 Nov – 27 Nov")).toBeDefined();
    expect(screen.getByText("40 impressions")).toBeDefined();
    expect(screen.getByText("3 clicks (8%)")).toBeDefined();
    const chart = screen.getByRole("img", { name: /Impressions by day, 21 Nov to 22 Nov; most on 21 Nov: 30/ });
    expect(within(chart).getByText("22 Nov: 10 impressions, 1 click")).toBeDefined();
  });

  it("cancels a promotion only after showing the refund", async () => {
    const path = `/api/promotions/${PROMOTION.id}/cancel`;
    const { user, calls } = open(
      { items: [PROMOTION] },
      {
        [`POST ${path}`]: () => ({
          body: { promotion: { ...PROMOTION, state: "cancelled", refunded: 6 }, balance: 26 },
        }),
      },
    );
    await user.click(await screen.findByRole("button", { name: "Cancel the promotion of Reid city bike" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel this promotion?" });
    expect(dialog.textContent).toMatch(/We'll refund \$6 to your ad credit for days that haven't begun/);
    expect(posts(calls)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel promotion" }));
    await waitFor(() => expect(toasts[0]).toEqual({ title: "Promotion cancelled", description: "We refunded $6." }));
    expect(posts(calls)).toMatchObject([{ path }]);
  });

  it("shows why a promotion is paused, and what was refunded", async () => {
    open({
      items: [
        { ...PROMOTION, state: "stopped", item: { ...PROMOTION.item, status: "inactive" } },
        { ...PROMOTION, id: "prm_b", state: "cancelled", refunded: 6, can_cancel: false },
      ],
    });
    expect(await screen.findByText(/Put the item back on sale to show it again/)).toBeDefined();
    expect(screen.getByText("$10.50 of ad credit, $6 refunded")).toBeDefined();
    expect(screen.getAllByRole("button", { name: /Cancel the promotion/ })).toHaveLength(1);
  });

  it("offers Retry when loading fails", async () => {
    const broken = { error: { code: "unavailable", message: "Down.", request_id: "t" } };
    const { user, calls } = open({}, { "GET /api/promotions": () => ({ status: 503, body: broken }) });
    expect(await screen.findByText("This page didn't load")).toBeDefined();
    const before = calls.length;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  });
});
