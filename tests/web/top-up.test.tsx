import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import SignedInBar from "../../web/app/signed-in-bar.tsx";
import { acceptedAmount, amountError } from "../../web/features/payments/top-up-amount.ts";
import TopUpDialog from "../../web/features/payments/top-up-dialog.tsx";
import { person, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const INTENT = "pi_87654321";
const toasts = collectToasts();
let credited: boolean;
let balance: number;
/** Refunded cents. */
let refundedCents: number;
let intentStatus: number;
let calls: ReturnType<typeof serve>;
const onClose = vi.fn();

beforeEach(() => {
  // A wide screen: the header shows the credit.
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  credited = true;
  balance = 12.5;
  refundedCents = 0;
  intentStatus = 200;
  onClose.mockReset();
  calls = serve({
    "GET /api/auth/session": () => ({ body: person({ account_type: "seller", seller_balance: balance }) }),
    "GET /api/payments/config": () => ({
      body: { mode: "emulator", publishable_key: "pk_test_1", minimum_cents: 50 },
    }),
    "POST /functions/v1/create-payment-intent": () =>
      intentStatus === 200
        ? { body: { clientSecret: `${INTENT}_secret_x`, paymentIntentId: INTENT, amount: 2_000, currency: "aud" } }
        : { status: intentStatus, body: { error: { code: "unavailable", message: "Down.", request_id: "r" } } },
    [`POST /emulator/stripe/v1/payment_intents/${INTENT}/confirm`]: () => ({
      body: { id: INTENT, status: "succeeded" },
    }),
    [`GET /api/balance/topups/${INTENT}`]: () => {
      if (credited) balance = 32.5;
      return { body: { credited, status: "succeeded", refunded_cents: refundedCents, balance, server_now: 0 } };
    },
  });
});

afterEach(() => vi.useRealTimers());

function show() {
  return renderAt("/", <TopUpDialog open onClose={onClose} />);
}

const created = () => calls.filter((call) => call.path.endsWith("create-payment-intent"));

async function startWith(text: string) {
  const user = userEvent.setup();
  const amount = await screen.findByLabelText("Amount in AUD");
  await user.clear(amount);
  if (text) await user.type(amount, text);
  await user.click(screen.getByRole("button", { name: "Continue to payment" }));
  return user;
}

async function payWithTestCard(user: ReturnType<typeof userEvent.setup>, label = "Pay $20") {
  await user.click(await screen.findByRole("button", { name: /4242 4242 4242 4242/ }));
  await user.click(screen.getByRole("button", { name: label }));
}

describe("TopUpDialog", () => {
  it.each(["", "4.99", "0"])("starts no payment for '%s' and shows the minimum", async (text) => {
    show();
    await startWith(text);
    expect(await screen.findByText("Minimum amount is $5.00")).toBeDefined();
    expect(created()).toEqual([]);
    expect(screen.queryByLabelText("Card number")).toBeNull();
  });

  it("asks for the amount that was typed with a comma, and shows it in our notation (D110)", async () => {
    show();
    const amount = await screen.findByLabelText<HTMLInputElement>("Amount in AUD");
    const user = userEvent.setup();
    await user.clear(amount);
    await user.type(amount, "12,50");
    await user.tab();
    expect(amount.value).toBe("12.50");
    await user.click(screen.getByRole("button", { name: "Continue to payment" }));
    await vi.waitFor(() => expect(created()[0]?.body).toMatchObject({ amount: 1_250 }));
  });

  it("asks which amount is meant, leaves what was typed and starts no payment (D110)", async () => {
    show();
    await startWith("1.200");
    expect(await screen.findByText("Do you mean $1,200 or $1.20? Please type 1200 or 1.20.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Amount in AUD").value).toBe("1.200");
    expect(created()).toEqual([]);
  });

  it("shows the card form for $20, then a toast with the new balance, and closes", async () => {
    show();
    const user = await startWith("20");
    expect(created()[0]?.body).toEqual({ currency: "aud", amount: 2_000, metadata: { type: "balance_topup" } });
    await payWithTestCard(user);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toasts.at(-1)).toEqual({ title: "Success!", description: "$20 has been added to your balance." });
  });

  it("shows in the dialog and in a toast that the payment could not be started", async () => {
    intentStatus = 503;
    show();
    await startWith("20");
    expect(await screen.findByText("Failed to initialize payment. Please try again.")).toBeDefined();
    expect(toasts.at(-1)).toEqual({ title: "Failed to initialize payment", variant: "destructive" });
  });

  it("warns when a paid top-up is not credited within ten seconds, and still reports the credit later", async () => {
    credited = false;
    show();
    const user = await startWith("20");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await payWithTestCard(userEvent.setup({ advanceTimers: vi.advanceTimersByTime }));
    void user;
    await screen.findByText("Processing");
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(toasts).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(toasts.map((toast) => toast.description)).toEqual([
      "Payment succeeded but failed to update balance. Please contact support.",
    ]);
    credited = true;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(toasts.at(-1)?.title).toBe("Success!");
  });
});

it("TopUpDialog shows that a top-up was refunded, and adds nothing", async () => {
  credited = false;
  refundedCents = 2_000;
  show();
  await payWithTestCard(await startWith("20"));
  expect(await screen.findByText("Your money is on its way back")).toBeDefined();
  expect(screen.getByText(/your balance hasn't changed\. We're refunding \$20/)).toBeDefined();
  expect(toasts).toEqual([]);
});

describe("acceptedAmount", () => {
  it("refuses amounts below the minimum and above the maximum", () => {
    expect(["4.99", "0.5", "", "1", "5.001", "abc"].map(acceptedAmount)).toEqual([null, null, null, null, null, null]);
    expect(["5", "5.", "5.00", "19.5", "2000"].map(acceptedAmount)).toEqual([500, 500, 500, 1_950, 200_000]);
    expect(acceptedAmount("2000.01")).toBeNull();
    expect(amountError("2000.01")).toBe("Maximum amount is $2,000.00");
  });
});

describe("the balance in the header", () => {
  function bar() {
    renderAt("/", <SignedInBar place="end" />);
  }

  it("is shown to a seller and opens the top-up dialog", async () => {
    bar();
    await userEvent.click(await screen.findByRole("button", { name: "Ad credit $12.50, add funds" }));
    expect(await screen.findByRole("heading", { name: "Add funds" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: /close/i }));
  });

  it("is hidden for other users", async () => {
    serve({
      "GET /api/auth/session": () => ({ body: person({ account_type: "individual", seller_balance: 5 }) }),
    });
    bar();
    await screen.findByRole("button", { name: /account: Maya Okafor/ });
    expect(screen.queryByRole("button", { name: /add funds/i })).toBeNull();
  });
});
