import type { PaymentIntentResult } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ThemeToggle } from "../../web/app/theme-toggle.tsx";
import { CardPayment } from "../../web/features/payments/card/card-payment.tsx";
import TopUpDialog from "../../web/features/payments/top-up-dialog.tsx";
import type { IntentStatusReply } from "../../worker/contract/payments.ts";
import { person, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import {
  CLIENT_SECRET,
  CONNECTION_LOST,
  confirmationToken,
  confirmed,
  failed,
  fakeStripe,
  INTENT_ID,
  paymentIntent,
  unexpectedState,
} from "../support/web/stripe-js.ts";
import { collectToasts } from "../support/web/toasts.ts";

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: vi.fn() }));

const NOT_SURE = "We don't know yet if your card was charged";
let made = 0;
let calls: ReturnType<typeof serve>;
let js: ReturnType<typeof fakeStripe>;
const toasts = collectToasts();
/** The payment intent as the server knows it; null when the server cannot be reached. */
let record: Partial<IntentStatusReply> | null;
const onPaid = vi.fn();

beforeEach(() => {
  js = fakeStripe();
  // Stripe.js is loaded once per key and page, so every test has its own key.
  const key = `pk_test_${++made}`;
  vi.mocked(loadStripe).mockReset().mockResolvedValue(js.loaded);
  record = { status: "processing", credited: false };
  onPaid.mockReset();
  const status = () =>
    record === null
      ? { status: 503, body: { error: { code: "unavailable", message: "Down.", request_id: "r" } } }
      : { body: { id: INTENT_ID, kind: "order", refunded_cents: 0, amount: 24_000, ...record } };
  calls = serve({
    "GET /api/auth/session": () => ({ body: person({ account_type: "seller" }) }),
    "GET /api/payments/config": () => ({ body: { mode: "stripe", publishable_key: key, minimum_cents: 50 } }),
    "POST /functions/v1/create-payment-intent": () => ({
      body: { clientSecret: CLIENT_SECRET, paymentIntentId: INTENT_ID, amount: 24_000, currency: "aud" },
    }),
    [`GET /api/payments/intents/${INTENT_ID}`]: status,
    [`GET /api/balance/topups/${INTENT_ID}`]: status,
  });
});

const created = () => calls.filter(({ path }) => path.endsWith("create-payment-intent"));
const lookups = () => calls.filter(({ path }) => path.endsWith(INTENT_ID));
const payButton = () => screen.findByRole("button", { name: /^Pay \$/ });

function show(children: React.ReactNode) {
  renderAt("/", children);
}

async function pay() {
  await waitFor(() => expect(js.group.create).toHaveBeenCalled());
  await userEvent.click(await payButton());
}

async function payOrder(...confirms: (PaymentIntentResult | Error)[]) {
  js.confirms.splice(
    0,
    js.confirms.length,
    ...confirms.map((answer) => () => {
      if (answer instanceof Error) throw answer;
      return answer;
    }),
  );
  show(<CardPayment orderId="ord_1" amount={240} onPaid={onPaid} />);
  await pay();
}

describe("Stripe's card form", () => {
  it("is created for the order's amount with our colours, with wallets and without Link", async () => {
    document.documentElement.style.setProperty("--color-ink", "#14211c");
    show(<CardPayment orderId="ord_1" amount={85.5} onPaid={onPaid} />);
    await waitFor(() => expect(js.group.create).toHaveBeenCalled());
    expect(js.elements.mock.calls[0]?.[0]).toMatchObject({
      mode: "payment",
      amount: 8_550,
      currency: "aud",
      allowedPaymentMethodTypes: ["card"],
      locale: "en-AU",
      appearance: { theme: "stripe", variables: { colorText: "#14211c" } },
    });
    expect(js.group.create).toHaveBeenCalledWith("payment", {
      layout: "tabs",
      fields: { billingDetails: { address: "if_required" } },
      wallets: { link: "never" },
    });
    document.documentElement.removeAttribute("style");
  });

  it("follows changes of the theme and the amount", async () => {
    const client = new QueryClient();
    const page = (amount: number) => (
      <QueryClientProvider client={client}>
        <ThemeToggle />
        <CardPayment orderId="ord_1" amount={amount} onPaid={onPaid} />
      </QueryClientProvider>
    );
    const { rerender } = render(page(85.5));
    await waitFor(() => expect(js.group.create).toHaveBeenCalled());
    await userEvent.click(screen.getByRole("button", { name: "Dark theme" }));
    await waitFor(() => expect(js.group.update.mock.lastCall?.[0]).toMatchObject({ appearance: { theme: "night" } }));
    rerender(page(80));
    await waitFor(() => expect(js.group.update.mock.lastCall?.[0]).toEqual({ amount: 8_000 }));
    await userEvent.click(screen.getByRole("button", { name: "Light theme" }));
  });

  it("confirms the payment with the entered card and a return address", async () => {
    record = { status: "succeeded", credited: true };
    await payOrder(confirmed("succeeded"));
    await screen.findByText("Completed");
    expect(js.group.submit).toHaveBeenCalledTimes(1);
    expect(js.confirmPayment.mock.calls).toEqual([
      [
        {
          clientSecret: CLIENT_SECRET,
          confirmParams: {
            confirmation_token: confirmationToken().id,
            return_url: `${location.origin}/stripe-checkout?intent=${INTENT_ID}&order=ord_1`,
          },
          redirect: "if_required",
        },
      ],
    ]);
  });

  it("leaves incomplete fields to Stripe, and starts no payment", async () => {
    js.group.submit.mockResolvedValue({ error: { type: "validation_error", code: "incomplete_number" } });
    await payOrder();
    await waitFor(() => expect(js.element.focus).toHaveBeenCalled());
    expect(created()).toEqual([]);
    expect(js.createConfirmationToken).not.toHaveBeenCalled();
  });

  it("shows why Stripe refuses the card, and starts no payment", async () => {
    js.createConfirmationToken.mockResolvedValue({
      error: { type: "card_error", code: "expired_card", message: "Your card has expired." },
    });
    await payOrder();
    expect(await screen.findByText("Your card has expired.")).toBeDefined();
    expect(created()).toEqual([]);
  });

  it("shows a general error when Stripe's form fails, and starts no payment", async () => {
    js.group.submit.mockRejectedValue(new Error("IntegrationError"));
    await payOrder();
    expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeDefined();
    expect(created()).toEqual([]);
  });

  it("asks the buyer to wait while the fields are loading", async () => {
    js.form.loads = false;
    await payOrder();
    expect(await screen.findByText(/still loading/)).toBeDefined();
    expect(js.group.submit).not.toHaveBeenCalled();
  });

  it("shows that it did not load, and loads on request", async () => {
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error("Failed to load Stripe.js"));
    show(<CardPayment orderId="ord_1" amount={240} onPaid={onPaid} />);
    expect(await screen.findByText("The card form didn't load")).toBeDefined();
    await userEvent.click(await payButton());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Try again" }));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(js.group.create).toHaveBeenCalled());
    expect(screen.queryByText("The card form didn't load")).toBeNull();
  });

  it("shows that it did not load when Stripe's fields fail", async () => {
    js.form.loads = false;
    show(<CardPayment orderId="ord_1" amount={240} onPaid={onPaid} />);
    await waitFor(() => expect(js.group.create).toHaveBeenCalled());
    act(() => js.form.fail());
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(js.group.create).toHaveBeenCalledTimes(2));
  });
});

describe("a reply of Stripe.js that is not a decline", () => {
  it.each([
    ["a lost connection", failed(CONNECTION_LOST)],
    ["an error of Stripe's", failed({ type: "api_error", message: "An unknown error occurred." })],
    ["a rate limit", failed({ type: "rate_limit_error", code: "rate_limit", message: "Too many requests." })],
    ["a refused request", failed({ type: "invalid_request_error", message: "Received unknown parameter." })],
    ["an exception", new Error("IntegrationError")],
  ])("after %s the page asks the server, which reports the payment", async (_, answer) => {
    record = { status: "succeeded", credited: true };
    await payOrder(answer);
    expect(await screen.findByText("Completed")).toBeDefined();
    expect(onPaid).toHaveBeenCalledTimes(1);
    expect(js.confirmPayment).toHaveBeenCalledTimes(1);
    expect(toasts.map(({ title }) => title)).toEqual(["Payment Successful!"]);
  });

  it.each(["succeeded", "processing"] as const)(
    "waits for a payment that is %s at Stripe and unknown to the server",
    async (status) => {
      js.retrievals.unshift(() => confirmed(status));
      await payOrder(failed(CONNECTION_LOST));
      expect(await screen.findByText("Processing")).toBeDefined();
      expect(lookups().length).toBeGreaterThan(0);
      expect(js.retrievePaymentIntent).toHaveBeenCalledWith(CLIENT_SECRET);
      expect(toasts).toEqual([]);
      record = { status: "succeeded", credited: true };
      expect(await screen.findByText("Completed")).toBeDefined();
    },
  );

  it.each(["succeeded", "processing"] as const)(
    "accepts the intent in the refusal of a payment that is %s",
    async (status) => {
      await payOrder(unexpectedState(status));
      expect(await screen.findByText("Processing")).toBeDefined();
      expect(toasts).toEqual([]);
    },
  );

  it("shows the form again for the same intent once server and Stripe report no payment", async () => {
    await payOrder(failed(CONNECTION_LOST), confirmed("succeeded"));
    expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeDefined();
    expect(lookups()).toHaveLength(1);
    expect(js.retrievePaymentIntent).toHaveBeenCalledTimes(1);
    record = { status: "succeeded", credited: true };
    await pay();
    expect(await screen.findByText("Completed")).toBeDefined();
    expect(created()).toHaveLength(1);
  });

  it("ignores the server's record of an earlier decline", async () => {
    record = { status: "failed", credited: false };
    js.retrievals.unshift(() => confirmed("succeeded"));
    await payOrder(failed(CONNECTION_LOST));
    expect(await screen.findByText("Processing")).toBeDefined();
  });
});

describe("an unknown outcome of a payment", () => {
  it("offers to check again instead of paying again", async () => {
    record = null;
    await payOrder(failed(CONNECTION_LOST));
    expect(await screen.findByText(NOT_SURE)).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText(/Still no answer/)).toBeDefined();

    record = { status: "succeeded", credited: false };
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Processing")).toBeDefined();
    expect(js.confirmPayment).toHaveBeenCalledTimes(1);
    expect(created()).toHaveLength(1);
  });

  it("stays unknown while the server has no record and Stripe cannot be reached", async () => {
    js.retrievals.unshift(() => failed(CONNECTION_LOST));
    await payOrder(failed(CONNECTION_LOST));
    expect(await screen.findByText(NOT_SURE)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("An unexpected error occurred. Please try again.")).toBeDefined();
    expect(await payButton()).toBeDefined();
  });

  it("resolves automatically when the payment arrives", async () => {
    record = null;
    await payOrder(failed(CONNECTION_LOST));
    await screen.findByText(NOT_SURE);
    record = { status: "succeeded", credited: true };
    expect(await screen.findByText("Completed")).toBeDefined();
  });
});

describe("a definite reply of Stripe.js", () => {
  it("shows the form again at once after a declined card", async () => {
    await payOrder(
      failed({
        type: "card_error",
        code: "card_declined",
        decline_code: "insufficient_funds",
        message: "Your card has insufficient funds.",
        payment_intent: paymentIntent("requires_payment_method"),
      }),
    );
    expect(await screen.findByText("Your card has insufficient funds. Please try a different card.")).toBeDefined();
    expect(lookups()).toEqual([]);
  });

  it("keeps the intent for another attempt after a failed authentication", async () => {
    const error = {
      type: "invalid_request_error" as const,
      code: "payment_intent_authentication_failure",
      message: "We are unable to authenticate your payment method.",
    };
    await payOrder(
      failed({ ...error, payment_intent: paymentIntent("requires_payment_method", error) }),
      confirmed("succeeded"),
    );
    expect(await screen.findByText(/Your bank couldn't confirm it's you/)).toBeDefined();
    await pay();
    await screen.findByText("Processing");
    expect(created()).toHaveLength(1);
  });

  it("treats an unanswered authentication as no payment", async () => {
    js.retrievals.unshift(() => confirmed("requires_action"));
    await payOrder(failed(CONNECTION_LOST), confirmed("succeeded"));
    expect(await screen.findByText(/Your bank couldn't confirm it's you/)).toBeDefined();
    await pay();
    await screen.findByText("Processing");
    expect(created()).toHaveLength(1);
  });

  it("replaces a cancelled intent by a new one", async () => {
    await payOrder(unexpectedState("canceled"), confirmed("succeeded"));
    expect(await screen.findByText("Your card hasn't been charged. Please try again.")).toBeDefined();
    await pay();
    await screen.findByText("Processing");
    expect(created()).toHaveLength(2);
  });
});

describe("a top-up with Stripe's card form", () => {
  it("makes no second payment after a lost reply, however often the buyer presses", async () => {
    js.confirms.splice(
      0,
      1,
      () => failed(CONNECTION_LOST),
      () => unexpectedState("succeeded"),
    );
    show(<TopUpDialog open onClose={() => {}} />);
    await userEvent.click(await screen.findByRole("button", { name: "Continue to payment" }));
    await pay();
    await screen.findByText("An unexpected error occurred. Please try again.");
    await pay();
    expect(await screen.findByText("Processing")).toBeDefined();
    record = { status: "succeeded", credited: true };
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("Success!"));
    expect(created()).toHaveLength(1);
  });
});
