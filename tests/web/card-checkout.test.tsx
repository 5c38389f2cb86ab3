import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "../support/web/api.ts";
import { button, itemReplies, showCheckout, toCardConfirmation, toDetails } from "../support/web/checkout.tsx";
import { order } from "../support/web/item-and-order.ts";
import { collectToasts } from "../support/web/toasts.ts";

const INTENT = "pi_12345678";
let itemId = "";
let made = 0;
const toasts = collectToasts();
let calls: ReturnType<typeof serve>;
let declines: number;
let credited: boolean;

beforeEach(() => {
  itemId = `itm_card${String(++made).padStart(16, "0")}`;
  declines = 0;
  credited = true;
  const deadline = Date.now() + 1_800_000;
  calls = serve({
    ...itemReplies({ item_id: itemId, methods: ["bank_transfer", "stripe"] }),
    "POST /api/transactions": () => ({
      status: 201,
      body: { order_id: "ord_1", payment_method: "stripe", order_status: "awaiting_payment" },
    }),
    "GET /api/orders/ord_1": () => ({ body: order({ payment_method: "stripe", payment_deadline: deadline }) }),
    "GET /api/payments/config": () => ({ body: { mode: "emulator", publishable_key: "pk_test_1" } }),
    "POST /functions/v1/create-payment-intent": () => ({
      body: { clientSecret: `${INTENT}_secret_x`, paymentIntentId: INTENT, amount: 24_000, currency: "aud" },
    }),
    [`POST /emulator/stripe/v1/payment_intents/${INTENT}/confirm`]: () =>
      declines-- > 0
        ? {
            status: 402,
            body: { error: { type: "card_error", code: "card_declined", decline_code: "insufficient_funds" } },
          }
        : { body: { id: INTENT, status: "succeeded" } },
    [`GET /api/payments/intents/${INTENT}`]: () => ({ body: { status: "succeeded", credited, refunded_cents: 0 } }),
  });
});

const sent = (part: string) => calls.filter((call) => call.path.includes(part));

async function toCard() {
  const user = userEvent.setup();
  showCheckout({ itemId });
  await toDetails(user, /Card/, "Card Details");
  await screen.findByLabelText("Card number");
  return user;
}

async function toConfirmation() {
  const user = userEvent.setup();
  showCheckout({ itemId });
  await toCardConfirmation(user);
  return user;
}

describe("checkout by card", () => {
  it("asks for the card in its own step, and neither orders nor charges before Complete Purchase", async () => {
    const user = await toCard();
    await user.click(await button("Next"));
    expect(await screen.findByText("Enter the card number.")).toBeDefined();
    await user.click(await button(/4242 4242 4242 4242/));
    await user.click(await button("Next"));
    expect(await screen.findByText("We charge $240 to your card when you complete the purchase.")).toBeDefined();
    expect(sent("/api/transactions")).toEqual([]);
    expect(sent("intent")).toEqual([]);
    // The form stays mounted with what was typed.
    await user.click(await button("Back"));
    expect(await screen.findByLabelText("Card number")).toHaveProperty("value", "4242 4242 4242 4242");
  });

  it("shows Completed once the server has seen the payment", async () => {
    credited = false;
    const user = await toConfirmation();
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("Processing")).toBeDefined();
    expect(screen.queryByText("Completed")).toBeNull();
    credited = true;
    expect(await screen.findByText("Completed")).toBeDefined();
    expect(sent("/api/transactions")[0]?.body).toMatchObject({ paymentMethod: "stripe", amount: 240 });
    expect(sent("create-payment-intent")[0]?.body).toEqual({ currency: "aud", orderId: "ord_1" });
    expect(toasts.at(-1)?.title).toBe("Payment Successful!");
    const link = within(screen.getByRole("dialog")).getByRole("link", { name: "View order" });
    expect(link.getAttribute("href")).toBe("/MyOrders/ord_1");
    expect(sent(`${itemId}/reservation`)).toEqual([]);
  });

  it("leads a declined card back to its step, once, and charges another one for the same order", async () => {
    declines = 1;
    const user = await toConfirmation();
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("Your card has insufficient funds. Please try a different card.")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Card Details" })).toBeDefined();
    expect(screen.getByRole("heading", { name: "Pay for Reid city bike" })).toBeDefined();
    expect(toasts.map(({ title }) => title)).not.toContain("Card Declined");
    await user.click(await button("Next"));
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("Completed")).toBeDefined();
    expect(sent("/api/transactions")).toHaveLength(1);
  });

  it("closed after a decline, says that the order awaits its payment", async () => {
    declines = 1;
    const user = await toConfirmation();
    await user.click(await button("Complete Purchase"));
    await screen.findByText("Your card has insufficient funds. Please try a different card.");
    await user.click(await button("Close"));
    expect(toasts.at(-1)?.title).toBe("Awaiting payment");
    expect(toasts.at(-1)?.description).toMatch(/^Pay by .*My orders\.$/);
    expect(sent(`${itemId}/reservation`)).toEqual([]);
  });
});
