import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  groupExpiry,
  groupNumber,
  parseCard,
  passesLuhn,
  TEST_CARDS,
} from "../../web/features/payments/card/card-number.ts";
import { CardPayment } from "../../web/features/payments/card/card-payment.tsx";
import { type CardError, intentIdOf } from "../../web/features/payments/card/confirm-card.ts";
import { failureCopy } from "../../web/features/payments/card/payment-errors.ts";
import type { IntentStatusReply } from "../../worker/contract/payments.ts";
import { fakeTime, pass } from "../support/web/clock.ts";
import { collectToasts } from "../support/web/toasts.ts";
import cases from "./card-payment.json" with { type: "json" };

const INTENT = "pi_12345678";
const NOW = new Date(2026, 10, 21);

interface Call {
  name: string;
  body: string;
  key: string | null;
}

let calls: Call[];
const toasts = collectToasts();
/** The provider's replies to "confirm", in order; the last one repeats. */
let confirms: (() => Response)[];
/** The payment intent at the provider. */
let retrieved: () => Response;
let intents: (() => Response)[];
let status: Partial<IntentStatusReply>;
const onPaid = vi.fn();

function json(body: unknown, code = 200): Response {
  return new Response(JSON.stringify(body), { status: code, headers: { "Content-Type": "application/json" } });
}

const succeeded = () => json({ id: INTENT, object: "payment_intent", status: "succeeded" });
const refused = (error: CardError) => () => json({ error }, 402);
const opened = () =>
  json({ clientSecret: `${INTENT}_secret_x`, paymentIntentId: INTENT, amount: 24_000, currency: "aud" });

function next<T>(answers: (() => T)[]): T {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error("no answer prepared");
  return answer();
}

beforeEach(() => {
  calls = [];
  confirms = [succeeded];
  retrieved = () => json({ id: INTENT, object: "payment_intent", status: "requires_payment_method" });
  intents = [opened];
  status = { status: "succeeded", credited: true };
  onPaid.mockReset();
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), "http://localhost");
    const name = `${init.method ?? "GET"} ${pathname}`;
    calls.push({ name, body: String(init.body ?? ""), key: new Headers(init.headers).get("Idempotency-Key") });
    switch (name) {
      case "GET /api/payments/config":
        return json({ mode: "emulator", publishable_key: "pk_test_1", minimum_cents: 50 });
      case "POST /functions/v1/create-payment-intent":
        return next(intents);
      case `POST /emulator/stripe/v1/payment_intents/${INTENT}/confirm`:
        return next(confirms);
      case `GET /emulator/stripe/v1/payment_intents/${INTENT}`:
        return retrieved();
      case `GET /api/payments/intents/${INTENT}`:
        return json({ id: INTENT, kind: "order", refunded_cents: 0, amount: 24_000, credited: false, ...status });
      default:
        throw new Error(`unexpected call ${name}`);
    }
  });
});

const sent = (part: string) => calls.filter((call) => call.name.includes(part));

async function show(props: Partial<Parameters<typeof CardPayment>[0]> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <CardPayment orderId="ord_1" amount={240} onPaid={onPaid} {...(props as object)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

async function enter(number: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Card number"), number);
  await user.type(screen.getByLabelText("Expiry"), "1234");
  await user.type(screen.getByLabelText("CVC"), "123");
  await user.click(screen.getByRole("button", { name: "Pay $240" }));
  return user;
}

describe("CardPayment", () => {
  it("pays the server's amount for the order, and reports success once the server has seen the payment", async () => {
    await show();
    expect(await screen.findByText("Test payments.")).toBeDefined();
    await enter("4242424242424242");
    await screen.findByText("Completed");
    expect(JSON.parse(sent("create-payment-intent")[0]?.body ?? "")).toEqual({ currency: "aud", orderId: "ord_1" });
    expect(sent("create-payment-intent")[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    const confirmed = new URLSearchParams(sent("confirm")[0]?.body);
    expect(confirmed.get("payment_method_data[card][number]")).toBe("4242424242424242");
    expect(confirmed.get("payment_method_data[card][exp_month]")).toBe("12");
    expect(confirmed.get("payment_method_data[card][exp_year]")).toBe("2034");
    expect(confirmed.get("return_url")).toContain(`/stripe-checkout?intent=${INTENT}&order=ord_1`);
    expect(onPaid).toHaveBeenCalledTimes(1);
    expect(toasts.at(-1)?.title).toBe("Payment Successful!");
  });

  it("shows Processing while only the provider reports the payment", async () => {
    status = { status: "succeeded", credited: false };
    await show();
    await enter("4242424242424242");
    await screen.findByText("Processing");
    expect(onPaid).not.toHaveBeenCalled();
    status = { status: "succeeded", credited: true };
    await screen.findByText("Completed");
    expect(onPaid).toHaveBeenCalledTimes(1);
  });

  it("keeps the form after a decline and pays the same intent with another card", async () => {
    confirms = [refused({ type: "card_error", code: "card_declined", decline_code: "generic_decline" }), succeeded];
    await show();
    const user = await enter("4000000000000002");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Card DeclinedYour card was declined. Please try a different card or contact your bank.",
    );
    // The reason stands once: at the form, and not in a toast too.
    expect(toasts).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>("Card number").value).toBe("4000 0000 0000 0002");
    await user.click(screen.getByRole("button", { name: /4242 4242 4242 4242/ }));
    await user.click(screen.getByRole("button", { name: "Pay $240" }));
    await screen.findByText("Completed");
    expect(sent("create-payment-intent")).toHaveLength(1);
  });

  it("ignores the record of an earlier decline after a payment that succeeded", async () => {
    fakeTime();
    status = { status: "failed", credited: false };
    await show();
    await enter("4242424242424242");
    await screen.findByText("Processing");
    await pass(5_000);
    expect(sent(`GET /api/payments/intents/${INTENT}`).length).toBeGreaterThan(4);
    expect(screen.getByText("Processing")).toBeDefined();
  });

  it("does not ask to pay again when the reply is lost but the payment succeeded", async () => {
    confirms = [
      () => {
        throw new TypeError("network");
      },
    ];
    await show();
    await enter("4242424242424242");
    await screen.findByText("Completed");
    expect(sent("/confirm")).toHaveLength(1);
  });

  it("shows Payment Error when neither the server nor the provider knows the payment", async () => {
    status = { status: "processing" };
    confirms = [() => new Response("<html>", { status: 500 })];
    await show();
    await enter("4242424242424242");
    expect((await screen.findByRole("alert")).textContent).toContain("Payment Error");
    expect(screen.getByText("An unexpected error occurred. Please try again.")).toBeDefined();
    expect(screen.getByLabelText("Card number")).toBeDefined();
  });

  it("asks the buyer to check again when the provider does not answer", async () => {
    status = { status: "processing" };
    confirms = [() => new Response("<html>", { status: 500 })];
    retrieved = () => new Response("<html>", { status: 500 });
    await show();
    await enter("4242424242424242");
    expect(await screen.findByRole("button", { name: "Check again" })).toBeDefined();
    expect(screen.queryByLabelText("Card number")).toBeNull();
    expect(toasts).toEqual([]);
  });

  it("offers another attempt to a buyer who returns from the bank's page without confirming", async () => {
    status = { status: "processing" };
    const asking = { id: INTENT, status: "requires_action", next_action: { type: "redirect_to_url" } };
    confirms = [() => json({ ...asking, next_action: { type: "redirect_to_url", redirect_to_url: { url: "#bank" } } })];
    retrieved = () => json(asking);
    await show();
    await enter("4000002760003184");
    await waitFor(() => expect(location.hash).toBe("#bank"));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(await screen.findByText(/Your bank couldn't confirm it's you/)).toBeDefined();
    location.hash = "";
  });

  it("repeats an unanswered request for the intent with the same key, and a refused one with a new key", async () => {
    intents = [
      () => {
        throw new TypeError("network");
      },
      () => json({ error: { code: "wrong_state", message: "This order is already paid.", request_id: "r" } }, 409),
      opened,
    ];
    await show();
    const user = await enter("4242424242424242");
    expect(await screen.findByText("Failed to initialize payment. Please try again.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Pay $240" }));
    expect(await screen.findByText("This order is already paid.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Pay $240" }));
    await screen.findByText("Completed");
    const keys = sent("create-payment-intent").map((call) => call.key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("says that a payment that came too late is refunded", async () => {
    status = { status: "succeeded", credited: false, refunded_cents: 24_000 };
    await show();
    await enter("4242424242424242");
    expect(await screen.findByText("Your money is on its way back")).toBeDefined();
    expect(onPaid).not.toHaveBeenCalled();
  });

  it("says which part of a purchase is refunded when the rest is bought", async () => {
    status = { status: "succeeded", credited: false, refunded_cents: 4_000 };
    await show({ orderId: undefined, purchaseId: "pur_1" } as object);
    await enter("4242424242424242");
    expect(await screen.findByText(/We're refunding \$40 to your card/)).toBeDefined();
    expect(JSON.parse(sent("create-payment-intent")[0]?.body ?? "")).toEqual({ currency: "aud", purchaseId: "pur_1" });
    expect(onPaid).toHaveBeenCalledTimes(1);
  });

  it("never sends a number that is not a published test number", async () => {
    await show();
    await enter("4111111111111111");
    expect(await screen.findByText(/Only the test card numbers below work/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Card number"));
    expect(sent("intent")).toEqual([]);
    expect(calls.some((call) => call.body.includes("4111"))).toBe(false);
  });
});

describe("CardPayment after the bank's page", () => {
  it("waits for the server although the provider reports success", async () => {
    status = { status: "processing", credited: false };
    await show({ returned: { intentId: INTENT, redirectStatus: "succeeded" } });
    await screen.findByText("Processing");
    status = { status: "succeeded", credited: true };
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1));
    expect(sent("create-payment-intent")).toEqual([]);
  });

  it("offers another attempt when the bank did not confirm", async () => {
    await show({ returned: { intentId: INTENT, redirectStatus: "failed" } });
    expect(await screen.findByText("Payment Failed")).toBeDefined();
    expect(await screen.findByLabelText("Card number")).toBeDefined();
  });
});

describe("failureCopy", () => {
  it.each(cases.failures as [Parameters<typeof failureCopy>[0], string, string][])(
    "%o → %s",
    (error, title, description) => {
      expect(failureCopy(error)).toEqual({ title, description });
    },
  );
});

describe("the test card form", () => {
  it("groups the digits of number and expiry", () => {
    expect(groupNumber("42424242-4242 42421")).toBe("4242 4242 4242 4242 1");
    expect(groupExpiry("12")).toBe("12 / ");
    expect(groupExpiry("5")).toBe("05 / ");
    expect(groupExpiry("1")).toBe("1");
    expect(groupExpiry("1228")).toBe("12 / 28");
    expect(groupExpiry("12 /", "12 / ")).toBe("12");
    expect(intentIdOf("pi_1_secret_2")).toBe("pi_1");
  });

  it("refuses a number with a wrong check digit", () => {
    expect(TEST_CARDS.filter((card) => !passesLuhn(card.number))).toEqual([]);
    expect(passesLuhn("4242424242424241")).toBe(false);
    expect(passesLuhn("0")).toBe(false);
  });

  it("accepts a card in its last month and refuses it afterwards", () => {
    const card = { number: "4242424242424242", cvc: "123" };
    expect(parseCard({ ...card, expiry: "11 / 26" }, NOW)).toHaveProperty("card");
    expect(parseCard({ ...card, expiry: "10 / 26" }, NOW)).toEqual({
      problems: { expiry: "Your card's expiry is in the past." },
    });
    expect(parseCard({ ...card, expiry: "13 / 30" }, NOW)).toHaveProperty("problems.expiry");
    expect(parseCard({ number: "", expiry: "", cvc: "1" }, NOW)).toEqual({
      problems: {
        number: "Enter the card number.",
        expiry: "Enter the expiry as month and year, MM / YY.",
        cvc: "Enter the 3 digits from the back.",
      },
    });
  });
});
