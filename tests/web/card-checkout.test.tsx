import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import CheckoutDialog from "../../web/features/checkout/checkout-dialog.tsx";
import { connectToaster, type ToastInput } from "../../web/ui/toast.tsx";
import { person, serve } from "../support/web/api.ts";

const INTENT = "pi_12345678";
let itemId = "";
let made = 0;
let toasts: ToastInput[];
let disconnect: () => void;
let calls: ReturnType<typeof serve>;
let declines: number;
let credited: boolean;

beforeEach(() => {
  itemId = `itm_card${String(++made).padStart(16, "0")}`;
  toasts = [];
  declines = 0;
  credited = true;
  disconnect = connectToaster((input) => toasts.push(input));
  let acknowledged = false;
  const view = () => ({
    item_id: itemId,
    hold_id: "hld_1",
    title: "Reid city bike",
    image_url: null,
    seller_id: "acc_ssssssssssssssssssss",
    seller_name: "Maya R",
    amount: 240,
    methods: ["bank_transfer", "stripe"],
    too_late: [],
    coins: [],
    is_free: false,
    collection_date: 1_795_000_000_000,
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    acknowledged,
    held_since: Date.now(),
    reserved_until: Date.now() + 600_000,
    server_now: Date.now(),
  });
  calls = serve({
    "GET /api/auth/session": () => ({ body: person() }),
    "POST /api/rpc/reserve_item": () => ({ body: { reserved: true, checkout: view() } }),
    [`GET /api/items/${itemId}/checkout`]: () => ({ body: view() }),
    [`POST /api/items/${itemId}/checkout/acknowledgement`]: () => {
      acknowledged = true;
      return { body: view() };
    },
    [`DELETE /api/items/${itemId}/reservation`]: () => ({ body: { released: true } }),
    "POST /api/transactions": () => ({
      status: 201,
      body: {
        order_id: "ord_1",
        payment_method: "stripe",
        order_status: "awaiting_payment",
        payment_deadline: Date.now() + 1_800_000,
      },
    }),
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

afterEach(() => {
  disconnect();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CheckoutDialog itemId={itemId} open onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const sent = (part: string) => calls.filter((call) => call.path.includes(part));

async function goToCard(user: ReturnType<typeof userEvent.setup>) {
  show();
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await button("Next"));
  await user.click(await screen.findByRole("radio", { name: /Card/ }));
  await user.click(await button("Next"));
  await screen.findByLabelText("Card number");
}

async function goToConfirm(user: ReturnType<typeof userEvent.setup>) {
  await goToCard(user);
  await user.click(await button(/4242 4242 4242 4242/));
  await user.click(await button("Next"));
  await screen.findByText("Review your order");
}

describe("checkout by card", () => {
  it("requires a card before the next step, and charges nothing before Complete Purchase", async () => {
    const user = userEvent.setup();
    await goToCard(user);
    await user.click(await button("Next"));
    expect(await screen.findByText("Enter the card number.")).toBeDefined();
    await user.click(await button(/4242 4242 4242 4242/));
    await user.click(await button("Next"));
    await screen.findByText("Review your order");
    expect(screen.getByText("Visa •••• 4242")).toBeDefined();
    expect(screen.getByText("Not charged yet")).toBeDefined();
    expect(sent("/api/transactions")).toEqual([]);
    expect(sent("intent")).toEqual([]);
  });

  it("creates the order, charges the card, and shows Completed once the server has seen the payment", async () => {
    credited = false;
    const user = userEvent.setup();
    await goToConfirm(user);
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("Processing")).toBeDefined();
    expect(screen.queryByText("Completed")).toBeNull();
    credited = true;
    expect(await screen.findByText("Completed", {}, { timeout: 4_000 })).toBeDefined();
    expect(sent("/api/transactions")[0]?.body).toMatchObject({
      paymentMethod: "stripe",
      paymentStatus: "pending",
      amount: 240,
    });
    expect(sent("create-payment-intent")[0]?.body).toEqual({ currency: "aud", orderId: "ord_1" });
    expect(toasts.at(-1)?.title).toBe("Payment Successful!");
    const link = within(screen.getByRole("dialog")).getByRole("link", { name: "View order" });
    expect(link.getAttribute("href")).toBe("/MyOrders/ord_1");
    expect(sent(`${itemId}/reservation`)).toEqual([]);
  });

  it("keeps the order after a declined card and accepts another card", async () => {
    declines = 1;
    const user = userEvent.setup();
    await goToConfirm(user);
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("Your card has insufficient funds. Please try a different card.")).toBeDefined();
    await user.click(await button(/4242 4242 4242 4242/));
    await user.click(await button("Pay $240"));
    expect(await screen.findByText("Completed")).toBeDefined();
    expect(sent("/api/transactions")).toHaveLength(1);
  });

  it("lets the buyer change the card, and clears it when another method is chosen", async () => {
    const user = userEvent.setup();
    await goToConfirm(user);
    await user.click(await button("Back"));
    expect(await screen.findByText("Visa •••• 4242")).toBeDefined();
    await user.click(await button("Use another card"));
    expect(await screen.findByLabelText("Card number")).toBeDefined();
    await user.click(await button("Back"));
    await user.click(await screen.findByRole("radio", { name: /Bank transfer/ }));
    await user.click(await screen.findByRole("radio", { name: /Card/ }));
    await user.click(await button("Next"));
    expect(await screen.findByLabelText("Card number")).toBeDefined();
  });
});
