import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { SellerHub } from "#contract/selling/hub";
import type { SellingSummary } from "#contract/selling/my-items";
import HubScreen from "../../web/features/selling/hub/hub-screen.tsx";
import { person, refused, serve } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const NOW = Date.UTC(2026, 10, 21);
const EMPTY: SellerHub = {
  balance: 0,
  proceeds: { held: 0, ready: 0, sent: 0 },
  holds: [],
  debt: null,
  payouts: "none",
  to_do: { confirm_payment: 0, hand_over: 0, settle_dispute: 0 },
  orders: [],
  waiting: { offers: 0, questions: 0, circles: 0, trades: 0, stale: 0 },
  waiting_for_buyer: 0,
  server_now: NOW,
};
const SUMMARY: SellingSummary = {
  total_items: 9,
  items_sold: 4,
  total_value: 100,
  revenue: 310.5,
  counts: { all: 9, active: 5, sold: 4, inactive: 0, bundles: 0 },
  months: [
    { month: "2026-10", sold: 3, revenue: 200 },
    { month: "2026-11", sold: 1, revenue: 110.5 },
  ],
  server_now: NOW,
};

function open(hub: Partial<SellerHub> = {}, path = "/Connect", handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: person({ account_type: "seller" }) }),
    "GET /api/seller-hub": () => ({ body: { ...EMPTY, ...hub } }),
    "GET /api/seller-hub/payouts": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
    "GET /api/selling/summary": () => ({ body: SUMMARY }),
    "GET /api/store": () => ({ body: { name: null, description: "", banner: null } }),
    ...handlers,
  });
  const router = createMemoryRouter([{ path: "*", element: <HubScreen /> }], { initialEntries: [path] });
  renderRouter(router);
  return { calls, router, user: userEvent.setup() };
}

describe("HubScreen", () => {
  it("shows that nothing is to do, and offers to set up payouts", async () => {
    open();
    expect(await screen.findByText("You're all caught up")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Set up payouts" })).toBeTruthy();
    expect(await screen.findByText("4 for $310.50")).toBeTruthy();
    expect(screen.getByText("$200 last month")).toBeTruthy();
  });

  it("counts open tasks, lists the orders with their tasks, and shows the money waiting for payouts", async () => {
    open({
      to_do: { confirm_payment: 1, hand_over: 2, settle_dispute: 0 },
      waiting: { offers: 1, questions: 0, circles: 2, trades: 0, stale: 4 },
      waiting_for_buyer: 1,
      proceeds: { held: 20, ready: 45.5, sent: 0 },
      orders: [
        {
          id: "ord_1",
          title: "Brass lamp",
          image_url: null,
          status: "payment_pending_seller_confirmation",
          amount: 45.5,
          action: "confirm_payment",
          due_at: NOW,
          collection_zone: "Australia/Melbourne",
        },
      ],
    });
    expect((await screen.findByRole("link", { name: "1 payment to confirm" })).getAttribute("href")).toBe(
      "/PaymentConfirmations",
    );
    expect(screen.getByRole("link", { name: "2 items to hand over" })).toBeTruthy();
    for (const name of ["1 price offer to answer", "2 swap circles waiting for you", "4 listings: still for sale?"]) {
      expect(screen.getByRole("link", { name })).toBeTruthy();
    }
    expect(screen.queryByText(/problems? reported|trade offer|question/)).toBeNull();
    expect(screen.getByText("1 order is waiting for the buyer to pay.")).toBeTruthy();
    const row = screen.getByRole("link", { name: "Brass lamp" }).closest("li") as HTMLElement;
    expect(within(row).getByText("Check that the payment has arrived")).toBeTruthy();
    expect(screen.getByText(/\$45.50 is ready to pay out/)).toBeTruthy();
  });

  it("refreshes the payout account when the seller returns from Stripe, and cleans the address", async () => {
    const { calls, router } = open({ payouts: "unfinished" }, "/Connect?payouts=done", {
      "POST /api/seller-hub/payout-account/refresh": () => ({ body: { payouts: "active" } }),
    });
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === "/api/seller-hub/payout-account/refresh")).toHaveLength(1),
    );
    expect(router.state.location.search).toBe("");
  });

  it("shows the other parts when one part fails to load", async () => {
    open({}, "/Connect", { "GET /api/selling/summary": () => ({ status: 503, body: {} }) });
    expect(await screen.findByText("Your sales didn't load")).toBeTruthy();
    expect(screen.getByText("You're all caught up")).toBeTruthy();
  });

  it("edits the store page, and shows a taken name at its field", async () => {
    const message = "Another store has this name. Please choose a different one.";
    const { calls, user } = open({}, "/Connect", {
      "PUT /api/store": (body) =>
        (body as { name: string }).name === "Taken"
          ? refused(409, "conflict", message, { fields: [{ field: "name", message }] })
          : { body },
    });
    await user.click(await screen.findByRole("button", { name: "Edit store page" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit store page" });
    const name = within(dialog).getByLabelText(/Store name/);
    await user.type(name, "Taken");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    await user.clear(name);
    await user.type(name, "Lamps");
    await user.type(within(dialog).getByLabelText(/What you sell/), "Old lamps.");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === "PUT")?.body).toEqual({
        name: "Lamps",
        description: "Old lamps.",
        banner_id: null,
      }),
    );
  });
});
