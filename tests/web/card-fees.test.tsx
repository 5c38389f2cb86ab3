/** The platform fee as sellers and super admins see it. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "#contract/account/profiles";
import type { SellerHub } from "#contract/selling/hub";
import type { FeeMonth, SiteSettingsReply } from "#contract/site/settings";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { CardField } from "../../web/features/account/settings/payment-fields.tsx";
import SiteSettingsScreen from "../../web/features/admin/site-settings/site-settings-screen.tsx";
import OrderScreen from "../../web/features/orders/order-screen.tsx";
import HubScreen from "../../web/features/selling/hub/hub-screen.tsx";
import AddItemScreen from "../../web/features/selling/listing-form/add-item-screen.tsx";
import { person, serve } from "../support/web/api.ts";
import { order } from "../support/web/item-and-order.ts";
import { renderRouter } from "../support/web/render.tsx";

afterEach(() => localStorage.clear());

const NOW = Date.UTC(2026, 10, 21);

/** Renders a screen for a seller who accepts cards, at a fee in basis points. */
function show(element: ReactNode, rate: number, handlers: Parameters<typeof serve>[0] = {}, role: Role = "user") {
  const session = { ...person({ role, accepted_payment_methods: ["stripe", "bank_transfer"] }), platform_fee_bp: rate };
  const calls = serve({ "GET /api/auth/session": () => ({ body: session }), ...handlers });
  const router = createMemoryRouter(
    [
      { path: "*", element },
      { path: "/MyOrders/:id", element },
    ],
    {
      initialEntries: ["/MyOrders/ord_1"],
    },
  );
  renderRouter(router);
  return { calls, user: userEvent.setup() };
}

describe("the platform fee in the listing form", () => {
  it("is named before a price is entered, and with a price the seller's proceeds are shown", async () => {
    const { user } = show(<AddItemScreen />, 500);
    const price = await screen.findByLabelText(/^Price/);
    const rule = "Card sales: Goodstreet keeps 5% of the price.";
    expect(await screen.findByText(rule)).toBeTruthy();
    await user.type(price, "$1,234.56");
    expect(screen.getByText(`${rule} You get $1,172.84 of $1,234.56.`)).toBeTruthy();
    expect(price.getAttribute("aria-describedby")).toContain("hint");
    await user.clear(price);
    await user.type(price, "0.01");
    expect(screen.getByText(`${rule} You get $0.01 of $0.01.`)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: /Give it away/ }));
    expect(screen.queryByText(/Card sales/)).toBeNull();
  });

  it("is not mentioned when it is 0", async () => {
    show(<AddItemScreen />, 0);
    await screen.findByLabelText(/^Price/);
    expect(screen.queryByText(/Card sales/)).toBeNull();
  });
});

describe("the platform fee in the Seller Hub", () => {
  const hub: SellerHub = {
    balance: 0,
    proceeds: { held: 95, ready: 0, sent: 0 },
    holds: [],
    debt: null,
    payouts: "active",
    to_do: { confirm_payment: 0, hand_over: 0, settle_dispute: 0 },
    orders: [],
    waiting: { offers: 0, questions: 0, circles: 0, trades: 0, stale: 0 },
    waiting_for_buyer: 0,
    server_now: NOW,
  };

  it.each([250, 0])("is named unless it is 0 (%i basis points)", async (rate) => {
    show(<HubScreen />, rate, { "GET /api/seller-hub": () => ({ body: hub }) });
    const money = await screen.findByText(/We handle card payments/);
    await waitFor(() => expect(money.textContent?.includes("Goodstreet keeps 2.5% of the price")).toBe(rate > 0));
  });
});

describe("the platform fee of a card order", () => {
  const card = order({ id: "ord_1", role: "seller", payment_method: "stripe", amount: 100, card: { state: "paid" } });
  const facts = async () => {
    const term = await screen.findByText("Amount");
    return within(term.closest("dl") as HTMLElement);
  };

  it("is shown to the seller with the price and the proceeds", async () => {
    show(<OrderScreen />, 0, {
      "GET /api/orders/ord_1": () => ({ body: { ...card, payout: { fee: 5, amount: 95 } } }),
    });
    const list = await facts();
    for (const text of ["$100", "Goodstreet fee", "$5", "You get", "$95"]) expect(list.getByText(text)).toBeTruthy();
  });

  it("is not shown when the order has none", async () => {
    show(<OrderScreen />, 500, { "GET /api/orders/ord_1": () => ({ body: card }) });
    expect((await facts()).queryByText("Goodstreet fee")).toBeNull();
  });
});

it("the platform fee is named where a seller chooses to accept cards", async () => {
  const register = () => ({});
  show(<CardField form={{ register } as unknown as Parameters<typeof CardField>[0]["form"]} />, 100);
  expect(await screen.findByText(/Goodstreet keeps 1% of the price\./)).toBeTruthy();
});

describe("SiteSettingsScreen", () => {
  const fees: FeeMonth[] = [
    { month: "2026-10", card: 12.3, disputes: 25, platform: 0 },
    { month: "2026-11", card: 1.07, disputes: 0, platform: 0 },
  ];
  const settings = (rate: number, months = fees): SiteSettingsReply => {
    const numbers = { ...DEFAULT_SITE_SETTINGS.numbers, platform_fee_bp: rate };
    return {
      current: { ...DEFAULT_SITE_SETTINGS, numbers, saved_at: null, saved_by: null },
      versions: [],
      deployed_support_email: "",
      fees: months,
      server_now: NOW,
    };
  };
  const open = (rate: number, role: Role, months = fees) =>
    show(
      <SiteSettingsScreen />,
      rate,
      {
        "GET /api/admin/site-settings": () => ({ body: settings(rate, months) }),
        "PUT /api/admin/site-settings": () => ({ body: settings(500) }),
      },
      role,
    );
  const rows = () =>
    within(screen.getByRole("table", { name: /Fees by month/ }))
      .getAllByRole("row")
      .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));

  it("shows the Stripe fees that the operator pays while there is no platform fee", async () => {
    open(0, "super_admin");
    expect(await screen.findByText(/Stripe's fees come out of your balance/)).toBeTruthy();
    expect(rows()).toEqual([
      ["", "Nov 2026", "Oct 2026"],
      ["Stripe's card fees", "$1.07", "$12.30"],
      ["Stripe's dispute fees", "$0", "$25"],
    ]);
  });

  it("shows the platform fees collected once there is a fee", async () => {
    open(250, "super_admin", [fees[0] as FeeMonth, { month: "2026-11", card: 1.07, disputes: 0, platform: 2.27 }]);
    expect(await screen.findByDisplayValue("2.5")).toBeTruthy();
    expect(screen.getByText(/Sellers see the fee before they list/)).toBeTruthy();
    expect(rows().at(-1)).toEqual(["Platform fees kept", "$2.27", "$0"]);
  });

  it("accepts a percentage with one decimal place and sends basis points", async () => {
    const { calls, user } = open(0, "super_admin");
    const input = await screen.findByLabelText<HTMLInputElement>(/^Platform fee/);
    await waitFor(() => expect(input.disabled).toBe(false));
    const save = screen.getByRole("button", { name: "Save settings" });
    for (const bad of ["2.55", "20.1", "abc"]) {
      await user.clear(input);
      await user.type(input, bad);
      await user.click(save);
      expect(await screen.findByText(/Enter a percentage from 0 to 20/)).toBeTruthy();
    }
    await user.clear(input);
    await user.type(input, "5");
    await user.click(save);
    await waitFor(() => expect(calls.find(({ method }) => method === "PUT")).toBeDefined());
    expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ numbers: { platform_fee_bp: 500 } });
  });

  it("lets only a super admin change the platform fee", async () => {
    open(250, "admin");
    const input = await screen.findByLabelText<HTMLInputElement>(/^Platform fee/);
    expect(input.disabled).toBe(true);
    expect(screen.getByText("Only a super admin can change this.")).toBeTruthy();
  });
});
