import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { refused, serve } from "../support/web/api.ts";
import { button, itemReplies, showCheckout, toDetails } from "../support/web/checkout.tsx";
import { order } from "../support/web/item-and-order.ts";
import { collectToasts } from "../support/web/toasts.ts";

const HASH = "ab".repeat(32);
const quote = (over: Partial<CryptoQuoteReply>): CryptoQuoteReply => ({
  method: "crypto",
  coin: "btc",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  destination_tag: null,
  network: "Bitcoin network",
  amount_text: "0.00252632",
  amount: 240,
  rate: 95_000,
  price_source: "fallback",
  estimate: true,
  quote_expires_at: Date.now() + 1_800_000,
  reserved_until: Date.now() + 1_800_000,
  server_now: Date.now(),
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
let refusing: { quote: string | null; hash: string | null };
let coin: Partial<CryptoQuoteReply>;
let holdMs: number;
/** Somebody else has the item when the order is placed. */
let gone: boolean;

beforeEach(() => {
  itemId = `itm_coin${String(++made).padStart(16, "0")}`;
  refusing = { quote: null, hash: null };
  coin = {};
  holdMs = 1_800_000;
  gone = false;
  const refusal = (code: string, message: string, details = {}) => refused(422, code, message, details);
  calls = serve({
    ...itemReplies({ item_id: itemId, methods: ["bank_transfer", "crypto"], coins: ["btc", "xrp"] }),
    [`POST /api/items/${itemId}/checkout/payment-details`]: () =>
      refusing.quote === null
        ? { body: quote({ reserved_until: Date.now() + holdMs, ...coin }) }
        : refusal("holding_limit", refusing.quote),
    "POST /api/transactions": () =>
      refusing.hash === null
        ? {
            status: 201,
            body: { order_id: "ord_1", payment_method: "crypto", order_status: "payment_pending_seller_confirmation" },
          }
        : refusal("already_used", refusing.hash, { fields: [{ field: "cryptoTxHash", message: refusing.hash }] }),
    "GET /api/orders/ord_1": () => ({
      body: order({ payment_method: "crypto", status: gone ? "refunded" : "payment_pending_seller_confirmation" }),
    }),
  });
});

afterEach(() => vi.useRealTimers());

const hashField = () => screen.findByLabelText(/Transaction hash/);
const sent = (part: string) => calls.filter((call) => call.path.includes(part));

async function toCoins() {
  const user = userEvent.setup();
  showCheckout({ itemId });
  await toDetails(user, /Crypto/, "Cryptocurrency");
  return user;
}

async function toWallet(name = /Bitcoin/) {
  const user = await toCoins();
  await user.click(await screen.findByRole("radio", { name }));
  await user.click(await button("Next"));
  await hashField();
  return user;
}

describe("checkout by crypto", () => {
  it("offers the seller's coins with their networks, and requires a choice", async () => {
    const user = await toCoins();
    expect(screen.getByText("Step 3 of 5:", { exact: false })).toBeTruthy();
    expect(screen.getByText("XRP Ledger")).toBeTruthy();
    expect(screen.queryByText("Ethereum network")).toBeNull();
    await user.click(await button("Next"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Cryptocurrency RequiredPlease select a cryptocurrency.",
    );
    expect(sent("payment-details")).toEqual([]);
    await user.click(screen.getByRole("radio", { name: /Bitcoin/ }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows wallet, amount with 8 decimals, value, estimate, network and a QR code of 200 px, and orders nothing", async () => {
    await toWallet();
    expect(screen.getByRole("heading", { name: "Crypto Payment" })).toBeTruthy();
    expect(screen.getByText("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBeTruthy();
    expect(screen.getByText("0.00252632")).toBeTruthy();
    expect(screen.getByText(/^\$240 at \$95,000 per BTC \(estimate\)\./)).toBeTruthy();
    expect(screen.getByRole("note").textContent).toBe(
      "Send only BTC on the Bitcoin network. Anything you send on another network will be lost.",
    );
    expect(screen.queryByText("Destination tag")).toBeNull();
    const code = await screen.findByRole("img", { name: "QR code for the wallet address" });
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["200", "200"]);
    expect(sent("/api/transactions")).toEqual([]);
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
    const next = await button("Next");
    expect(next).toHaveProperty("disabled", true);
    // The field may be below the fold, so the reason is shown beside the button.
    const reason = document.getElementById(next.getAttribute("aria-describedby") ?? "");
    const required = "Transaction Hash Required. Please enter the transaction hash to verify your payment.";
    expect(reason?.textContent).toBe(required);
    await user.type(await hashField(), "   {Enter}");
    expect(next).toHaveProperty("disabled", true);
    expect(screen.getAllByText(required).length).toBeGreaterThan(0);
    await user.type(await hashField(), "0x12");
    expect(next).toHaveProperty("disabled", false);
    expect(next.hasAttribute("aria-describedby")).toBe(false);
    await user.click(next);
    expect(await screen.findByText(/That is not a transaction hash/)).toBeTruthy();
    expect(document.activeElement).toBe(await hashField());
    expect(sent("/api/transactions")).toEqual([]);
  });

  /** Pastes the hash and goes to the confirmation. */
  async function toConfirmation(typed = HASH) {
    const user = await toWallet();
    await user.click(await hashField());
    await user.paste(typed);
    await user.click(await button("Next"));
    await screen.findByText("Crypto (Bitcoin)");
    return user;
  }

  it("places the order with the hash at the end, and says Payment Initiated then", async () => {
    const user = await toConfirmation(` ${HASH} `);
    expect(toasts.map(({ title }) => title)).toEqual(["Item Reserved"]);
    await user.click(await button("Complete Purchase"));
    await screen.findByText("The seller is checking your payment");
    expect(screen.getByText("Pending")).toBeTruthy();
    expect(toasts.at(-1)?.title).toBe("Payment Initiated");
    expect(sent("/api/transactions")[0]?.body).toMatchObject({
      paymentMethod: "crypto",
      paymentStatus: "pending",
      amount: 240,
      cryptoCurrency: "btc",
      cryptoTxHash: HASH,
    });
  });

  it("shows at the field why a hash is refused, and keeps it", async () => {
    refusing.hash = "That transaction has already been used for another order.";
    const user = await toConfirmation();
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText(new RegExp(refusing.hash))).toBeTruthy();
    expect(await hashField()).toHaveProperty("value", HASH);
    refusing.hash = null;
    await user.click(await button("Next"));
    await user.click(await button("Complete Purchase"));
    await screen.findByText("The seller is checking your payment");
  });

  it("takes the hash of coins that were sent before the hold ended", async () => {
    holdMs = 1_500;
    const user = await toWallet();
    expect(await screen.findByText("Your time is up", undefined, { timeout: 4_000 })).toBeTruthy();
    const complete = await button("Complete Purchase");
    expect(complete).toHaveProperty("disabled", true);
    await user.click(await hashField());
    await user.paste(HASH);
    gone = true;
    await user.click(complete);
    expect(await screen.findByText("The item was gone by then")).toBeTruthy();
    expect(sent("/api/transactions")[0]?.body).toMatchObject({ cryptoTxHash: HASH });
    expect(toasts.map(({ title }) => title)).not.toContain("Payment Initiated");
  });

  it("returns to the method when too many payments are unconfirmed, and makes no order", async () => {
    refusing.quote = "You have 2 payments by bank transfer or crypto that no seller has confirmed yet.";
    const user = await toCoins();
    await user.click(await screen.findByRole("radio", { name: /Bitcoin/ }));
    await user.click(await button("Next"));
    expect((await screen.findByRole("alert")).textContent).toBe(`Finish another payment first${refusing.quote}`);
    expect(screen.getByRole("heading", { name: "Payment Method" })).toBeTruthy();
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
