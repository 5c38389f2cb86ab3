import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CryptoTerms } from "#contract/orders";
import { serve } from "../support/web/api.ts";
import { button, itemReplies, showCheckout, toMethods } from "../support/web/checkout.tsx";
import { order } from "../support/web/item-and-order.ts";
import { collectToasts } from "../support/web/toasts.ts";

const HASH = "ab".repeat(32);
const terms = (over: Partial<CryptoTerms> = {}): CryptoTerms => ({
  coin: "btc",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  destination_tag: null,
  network: "Bitcoin network",
  amount_units: "252632",
  amount_text: "0.00252632",
  rate_cents: 9_500_000,
  quote_expires_at: 0,
  tx_hash: null,
  ...over,
});
const XRP = {
  coin: "xrp",
  address: "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY",
  destination_tag: "12345",
  network: "XRP Ledger",
} as const;

let itemId = "";
let made = 0;
const toasts = collectToasts();
let calls: ReturnType<typeof serve>;
/** Why the server refuses wallet or hash; null when it does not. */
let refused: { quote: string | null; hash: string | null };
let coin: Partial<CryptoTerms>;

beforeEach(() => {
  itemId = `itm_coin${String(++made).padStart(16, "0")}`;
  refused = { quote: null, hash: null };
  coin = {};
  const refusal = (code: string, message: string) => ({
    status: 422,
    body: { error: { code, message, request_id: "r" } },
  });
  calls = serve({
    ...itemReplies({ item_id: itemId, methods: ["bank_transfer", "crypto"], coins: ["btc", "xrp"] }),
    [`POST /api/items/${itemId}/checkout/payment-details`]: () =>
      refused.quote === null ? { body: { method: "crypto", estimate: true } } : refusal("holding_limit", refused.quote),
    "POST /api/transactions": () => ({
      status: 201,
      body: { order_id: "ord_1", payment_method: "crypto", order_status: "awaiting_payment" },
    }),
    "GET /api/orders/ord_1": () => ({
      body: order({ payment_method: "crypto", crypto: terms(coin), payment_deadline: Date.now() + 7_200_000 }),
    }),
    "POST /api/orders/ord_1/evidence": () =>
      refused.hash === null ? { body: order() } : refusal("already_used", refused.hash),
  });
});

afterEach(() => vi.useRealTimers());

const hashField = () => screen.findByLabelText(/Transaction hash/);
const sent = (part: string) => calls.filter((call) => call.path.includes(part));

async function toCoins() {
  const user = userEvent.setup();
  showCheckout({ itemId });
  await toMethods(user);
  await user.click(await screen.findByRole("radio", { name: /Crypto/ }));
  return user;
}

async function toWallet(name = /Bitcoin/) {
  const user = await toCoins();
  await user.click(await screen.findByRole("radio", { name }));
  await user.click(await button("Next"));
  await user.click(await button("Continue to payment"));
  await hashField();
  return user;
}

describe("checkout by crypto", () => {
  it("offers the seller's coins with their networks, and requires a choice", async () => {
    const user = await toCoins();
    expect(screen.getByText("XRP Ledger")).toBeTruthy();
    expect(screen.queryByText("Ethereum network")).toBeNull();
    await user.click(await button("Next"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Cryptocurrency RequiredPlease select a cryptocurrency.",
    );
    await user.click(screen.getByRole("radio", { name: /Bitcoin/ }));
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(await button("Next"));
    expect(await screen.findByText("Crypto (Bitcoin)")).toBeTruthy();
    expect(sent("payment-details")).toEqual([]);
  });

  it("shows wallet, amount with 8 decimals, value, estimate, network and a QR code of 200 px for the order", async () => {
    await toWallet();
    expect(screen.getByText("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBeTruthy();
    expect(screen.getByText("0.00252632")).toBeTruthy();
    expect(screen.getByText(/^\$240 at \$95,000 per BTC \(estimate\)\./)).toBeTruthy();
    expect(screen.getByRole("note").textContent).toBe(
      "Send only BTC on the Bitcoin network. Anything you send on another network will be lost.",
    );
    expect(screen.queryByText("Destination tag")).toBeNull();
    const code = await screen.findByRole("img", { name: "QR code for the wallet address" });
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["200", "200"]);
    expect(sent("/api/transactions")[0]?.body).toMatchObject({
      paymentMethod: "crypto",
      paymentStatus: "pending",
      amount: 240,
      cryptoCurrency: "btc",
    });
  });

  it("shows XRP's destination tag in its own row with a warning", async () => {
    coin = XRP;
    await toWallet(/XRP/);
    expect(screen.getByText("12345")).toBeTruthy();
    expect(await button("Copy destination tag")).toBeTruthy();
    expect(screen.getByRole("note").textContent).toContain("Include the destination tag");
  });

  it("requires a transaction hash and refuses an invalid one", async () => {
    const user = await toWallet();
    const send = await button("I've sent the payment");
    expect(send).toHaveProperty("disabled", true);
    // The field may be below the fold, so the reason is shown beside the button.
    const reason = document.getElementById(send.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Please enter the transaction hash to verify your payment.");
    await user.type(await hashField(), "   {Enter}");
    expect(send).toHaveProperty("disabled", true);
    expect(screen.getAllByText("Please enter the transaction hash to verify your payment.")).toHaveLength(2);
    await user.type(await hashField(), "0x12");
    expect(send).toHaveProperty("disabled", false);
    expect(send.hasAttribute("aria-describedby")).toBe(false);
    await user.click(send);
    expect(await screen.findByText(/That is not a transaction hash/)).toBeTruthy();
    expect(document.activeElement).toBe(await hashField());
    expect(sent("evidence")).toEqual([]);
  });

  it("reports the hash, waits for the seller, and only then says Payment Initiated", async () => {
    const user = await toWallet();
    expect(toasts.map(({ title }) => title)).toEqual(["Item Reserved"]);
    await user.click(await hashField());
    await user.paste(` ${HASH} `);
    await user.click(await button("I've sent the payment"));
    await screen.findByText("The seller is checking your payment");
    expect(screen.getByText("Pending")).toBeTruthy();
    expect(toasts.at(-1)?.title).toBe("Payment Initiated");
    expect(sent("evidence")[0]?.body).toEqual({ txHash: HASH });
  });

  it("shows at the field why a hash is refused, and keeps it", async () => {
    refused.hash = "That transaction has already been used for another order.";
    const user = await toWallet();
    await user.click(await hashField());
    await user.paste(HASH);
    await user.click(await button("I've sent the payment"));
    expect(await screen.findByText(refused.hash)).toBeTruthy();
    expect(await hashField()).toHaveProperty("value", HASH);
    refused.hash = null;
    await user.click(await button("I've sent the payment"));
    await screen.findByText("The seller is checking your payment");
  });

  it("returns to the method when too many payments are unconfirmed, and makes no order", async () => {
    refused.quote = "You have 2 payments by bank transfer or crypto that no seller has confirmed yet.";
    const user = await toCoins();
    await user.click(await screen.findByRole("radio", { name: /Bitcoin/ }));
    await user.click(await button("Next"));
    await user.click(await button("Continue to payment"));
    expect((await screen.findByRole("alert")).textContent).toBe(`Finish another payment first${refused.quote}`);
    expect(screen.getByRole("heading", { name: "Payment method" })).toBeTruthy();
    expect(sent("/api/transactions")).toEqual([]);
  });

  it("copies the address and shows a tick for two seconds", async () => {
    const user = await toWallet();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const copy = await button("Copy wallet address");
    const icon = () => copy.querySelector("svg")?.getAttribute("class") ?? "";
    expect(icon()).toContain("copy");
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("Copied to clipboard"));
    expect(icon()).toContain("check");
    act(() => void vi.advanceTimersByTime(1_900));
    expect(icon()).toContain("check");
    act(() => void vi.advanceTimersByTime(200));
    expect(icon()).toContain("copy");
  });
});
