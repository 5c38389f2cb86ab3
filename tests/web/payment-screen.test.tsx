import { screen } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { expect, it } from "vitest";
import PaymentScreen from "../../web/features/payments/payment-screen.tsx";
import { serve, visitor } from "../support/web/api.ts";
import { order } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";

const EMULATOR = { mode: "emulator", publishable_key: "pk_test_1", minimum_cents: 50 };

const Address = () => <p data-testid="address">{useLocation().search}</p>;

function open(address: string, due: number, config: object = EMULATOR) {
  serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/payments/config": () => ({ body: config }),
    "GET /api/orders/ord_1": () => ({ body: order({ payment_method: "bank_transfer" }) }),
    "GET /api/purchases/pur_1": () => ({ body: { purchase: { id: "pur_1", amount: 60.49, due }, orders: [] } }),
  });
  renderAt(
    address,
    <>
      <PaymentScreen />
      <Address />
    </>,
  );
}

it("PaymentScreen pays the amount still due of an open purchase", async () => {
  open("/stripe-checkout?purchase=pur_1", 42.5);
  expect(await screen.findByRole("button", { name: /\$42\.50/ })).toBeTruthy();
  expect(screen.queryByText("Nothing to pay here")).toBeNull();
});

it("PaymentScreen links back to the purchase and removes the client secret from the address", async () => {
  open("/stripe-checkout?purchase=pur_1&payment_intent_client_secret=pi_1_secret_2", 42.5);
  const back = await screen.findByRole("link", { name: "Back to the purchase" });
  expect(back.getAttribute("href")).toBe("/Cart?purchase=pur_1");
  expect(screen.getByTestId("address").textContent).toBe("?purchase=pur_1");
});

it("PaymentScreen has nothing to pay for a paid purchase", async () => {
  open("/stripe-checkout?purchase=pur_1", 0);
  expect(await screen.findByText("Nothing to pay here")).toBeTruthy();
});

it("PaymentScreen has no pay button when cards are not accepted", async () => {
  open("/stripe-checkout?purchase=pur_1", 42.5, { mode: "off", publishable_key: null, minimum_cents: 50 });
  expect(await screen.findByText(/Card payments aren't available/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Pay/ })).toBeNull();
});

it("PaymentScreen links to an order that is paid by another method", async () => {
  open("/stripe-checkout?order=ord_1", 0);
  expect((await screen.findByRole("link", { name: "View order" })).getAttribute("href")).toBe("/MyOrders/ord_1");
  expect(screen.queryByRole("button", { name: /Pay/ })).toBeNull();
});
