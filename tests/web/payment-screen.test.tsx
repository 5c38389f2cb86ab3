import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import PaymentScreen from "../../web/features/payments/payment-screen.tsx";
import { serve, visitor } from "../support/web/api.ts";
import { order } from "../support/web/item-and-order.ts";

afterEach(() => vi.unstubAllGlobals());

const EMULATOR = { mode: "emulator", publishable_key: "pk_test_1", minimum_cents: 50 };

const Address = () => <p data-testid="address">{useLocation().search}</p>;

function open(address: string, due: number, config: object = EMULATOR) {
  serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/payments/config": () => ({ body: config }),
    "GET /api/orders/ord_1": () => ({ body: order({ payment_method: "bank_transfer" }) }),
    "GET /api/purchases/pur_1": () => ({ body: { purchase: { id: "pur_1", amount: 60.49, due }, orders: [] } }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <PaymentScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("an open purchase that one of its orders leads to is paid here, at what is still due", async () => {
  open("/stripe-checkout?purchase=pur_1", 42.5);
  expect(await screen.findByRole("button", { name: /\$42\.50/ })).toBeTruthy();
  expect(screen.queryByText("Nothing to pay here")).toBeNull();
});

it("leads back to the purchase with its orders, and keeps no secret in the address", async () => {
  open("/stripe-checkout?purchase=pur_1&payment_intent_client_secret=pi_1_secret_2", 42.5);
  const back = await screen.findByRole("link", { name: "Back to the purchase" });
  expect(back.getAttribute("href")).toBe("/Cart?purchase=pur_1");
  expect(screen.getByTestId("address").textContent).toBe("?purchase=pur_1");
});

it("one that is paid has nothing to pay", async () => {
  open("/stripe-checkout?purchase=pur_1", 0);
  expect(await screen.findByText("Nothing to pay here")).toBeTruthy();
});

it("where no cards are taken there is no button to pay by one", async () => {
  open("/stripe-checkout?purchase=pur_1", 42.5, { mode: "off", publishable_key: null, minimum_cents: 50 });
  expect(await screen.findByText(/Card payments are not available/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Pay/ })).toBeNull();
});

it("an order that is paid another way leads back to its own page", async () => {
  open("/stripe-checkout?order=ord_1", 0);
  expect((await screen.findByRole("link", { name: "Open the order" })).getAttribute("href")).toBe("/MyOrders/ord_1");
  expect(screen.queryByRole("button", { name: /Pay/ })).toBeNull();
});
