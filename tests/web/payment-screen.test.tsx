import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import PaymentScreen from "../../web/features/payments/payment-screen.tsx";
import { serve, visitor } from "../support/web/api.ts";

afterEach(() => vi.unstubAllGlobals());

function open(address: string, due: number) {
  serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/payments/config": () => ({
      body: { mode: "emulator", publishable_key: "pk_test_1", minimum_cents: 50 },
    }),
    "GET /api/purchases/pur_1": () => ({ body: { purchase: { id: "pur_1", amount: 60.49, due }, orders: [] } }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <PaymentScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("an open purchase that one of its orders leads to is paid here, at what is still due", async () => {
  open("/stripe-checkout?purchase=pur_1", 42.5);
  expect(await screen.findByRole("button", { name: /\$42\.50/ })).toBeTruthy();
  expect(screen.queryByText("Nothing to pay here")).toBeNull();
});

it("one that is paid has nothing to pay", async () => {
  open("/stripe-checkout?purchase=pur_1", 0);
  expect(await screen.findByText("Nothing to pay here")).toBeTruthy();
});
