import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import CheckoutDialog from "../../web/features/checkout/checkout-dialog.tsx";
import { connectToaster, type ToastInput } from "../../web/ui/toast.tsx";
import { person, serve } from "../support/web/api.ts";

const HASH = "ab".repeat(32);
const WALLETS = {
  btc: { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", tag: null, network: "Bitcoin network" },
  xrp: { address: "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", tag: "12345", network: "XRP Ledger" },
} as const;
let itemId = "";
let made = 0;
let toasts: ToastInput[];
let disconnect: () => void;
let calls: ReturnType<typeof serve>;
/** Validity of the next quote, its amount, and whether the server refuses one. */
let quoteMs: number;
let amount: string;
let refused: boolean;
let listed: number;

beforeEach(() => {
  itemId = `itm_coin${String(++made).padStart(16, "0")}`;
  toasts = [];
  quoteMs = 600_000;
  amount = "0.00252632";
  refused = false;
  listed = 240;
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
    listed,
    methods: ["bank_transfer", "crypto"],
    too_late: [],
    coins: ["btc", "xrp"],
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
    "POST /api/rpc/reserve_item": () => ({ body: { reserved: true, checkout: view(), server_now: Date.now() } }),
    [`GET /api/items/${itemId}/checkout`]: () => ({ body: view() }),
    [`POST /api/items/${itemId}/checkout/acknowledgement`]: () => {
      acknowledged = true;
      return { body: view() };
    },
    [`POST /api/items/${itemId}/checkout/payment-details`]: (body) => {
      if (refused)
        return { status: 429, body: { error: { code: "too_many_requests", message: "Too many.", request_id: "r" } } };
      const { coin } = body as { coin: keyof typeof WALLETS };
      const { address, tag, network } = WALLETS[coin];
      return {
        body: {
          method: "crypto",
          coin,
          address,
          destination_tag: tag,
          network,
          amount_text: amount,
          amount: 240,
          rate: 95_000,
          price_source: "fallback",
          estimate: true,
          quote_expires_at: Date.now() + quoteMs,
          server_now: Date.now(),
        },
      };
    },
    [`DELETE /api/items/${itemId}/reservation`]: () => ({ body: { released: true } }),
    "POST /api/transactions": () => ({
      status: 201,
      body: {
        order_id: "ord_1",
        payment_method: "crypto",
        order_status: "payment_pending_seller_confirmation",
        payment_deadline: Date.now() + 7_200_000,
      },
    }),
  });
});

afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const hashField = () => screen.findByLabelText(/Transaction hash/);
const quotes = () => calls.filter((call) => call.path.endsWith("/payment-details"));

async function goToCoins(user: ReturnType<typeof userEvent.setup>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CheckoutDialog itemId={itemId} open onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await button("Next"));
  await user.click(await screen.findByRole("radio", { name: /Crypto/ }));
  await user.click(await button("Next"));
  await screen.findByRole("radio", { name: /Bitcoin/ });
}

async function goToPayment(user: ReturnType<typeof userEvent.setup>, coin = /Bitcoin/) {
  await goToCoins(user);
  await user.click(await screen.findByRole("radio", { name: coin }));
  await user.click(await button("Next"));
  await hashField();
}

describe("checkout by crypto", () => {
  it("offers the seller's coins with their networks, and requires a choice", async () => {
    const user = userEvent.setup();
    await goToCoins(user);
    expect(screen.getByText("XRP Ledger")).toBeTruthy();
    expect(screen.queryByText("Ethereum network")).toBeNull();
    await user.click(await button("Next"));
    expect(toasts.at(-1)).toMatchObject({
      title: "Cryptocurrency Required",
      description: "Please select a cryptocurrency.",
      variant: "destructive",
    });
    expect(quotes()).toEqual([]);
  });

  it("shows wallet, amount with 8 decimals, value, estimate, network and a QR code of 200 px", async () => {
    const user = userEvent.setup();
    await goToPayment(user);
    expect(screen.getByText(WALLETS.btc.address)).toBeTruthy();
    expect(screen.getByText("0.00252632")).toBeTruthy();
    expect(screen.getByText("$240 at $95,000 per BTC")).toBeTruthy();
    expect(screen.getByText("Estimate")).toBeTruthy();
    expect(screen.getByRole("note").textContent).toBe(
      "Send only BTC on the Bitcoin network. Anything you send on another network will be lost.",
    );
    expect(screen.queryByText("Destination tag")).toBeNull();
    const code = await screen.findByRole("img", { name: "QR code for the wallet address" });
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["200", "200"]);
    // The shared clock ticks once a second, so a fresh quote may show one second more.
    expect(screen.getByText(/Locked for/).textContent).toMatch(/ (9:5\d|10:0[01])$/);
  });

  it("shows the listed price beside a reduced price at the wallet step", async () => {
    listed = 300;
    await goToPayment(userEvent.setup());
    expect(screen.getByText("instead of").parentElement?.textContent).toBe("$240 instead of $300 from Maya R");
  });

  it("shows no other price without a reduction", async () => {
    await goToPayment(userEvent.setup());
    expect(screen.queryByText("instead of")).toBeNull();
    expect(screen.getByText("from Maya R", { exact: false }).textContent).toBe("$240 from Maya R");
  });

  it("shows XRP's destination tag in its own row with a warning", async () => {
    const user = userEvent.setup();
    await goToPayment(user, /XRP/);
    expect(screen.getByText("12345")).toBeTruthy();
    expect(await button("Copy destination tag")).toBeTruthy();
    expect(screen.getByRole("note").textContent).toContain("Include the destination tag");
  });

  it("requires a transaction hash and refuses an invalid one", async () => {
    const user = userEvent.setup();
    await goToPayment(user);
    const next = await button("Next");
    expect(next).toHaveProperty("disabled", true);
    // The field may be below the fold, so the reason is shown beside the button.
    const reason = document.getElementById(next.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Please enter the transaction hash to verify your payment.");
    await user.type(await hashField(), "   ");
    expect(next).toHaveProperty("disabled", true);
    await user.type(await hashField(), "{Enter}");
    expect(toasts.at(-1)).toMatchObject({
      title: "Transaction Hash Required",
      description: "Please enter the transaction hash to verify your payment.",
    });
    await user.type(await hashField(), "0x12");
    expect(next).toHaveProperty("disabled", false);
    expect(next.hasAttribute("aria-describedby")).toBe(false);
    await user.click(next);
    expect(await screen.findByText(/That is not a transaction hash/)).toBeTruthy();
    expect(screen.queryByText("Review your order")).toBeNull();
  });

  it("sends coin and hash with the specified payload and waits for the seller", async () => {
    const user = userEvent.setup();
    await goToPayment(user);
    await user.click(await hashField());
    await user.paste(` ${HASH} `);
    await user.click(await button("Next"));
    await screen.findByText("Review your order");
    expect(screen.getByText("Pending")).toBeTruthy();
    expect(screen.getByText("0.00252632 BTC")).toBeTruthy();
    expect(screen.getByText(HASH)).toBeTruthy();
    await user.click(await button("Complete Purchase"));
    await screen.findByText("The seller is checking your payment");
    expect(toasts.at(-1)?.title).toBe("Payment Initiated");
    expect(calls.find((call) => call.path === "/api/transactions")?.body).toEqual({
      itemId,
      buyerId: "acc_maya0000000000000000",
      sellerId: "acc_ssssssssssssssssssss",
      paymentMethod: "crypto",
      paymentStatus: "pending",
      amount: 240,
      collectionDate: 1_795_000_000_000,
      cryptoCurrency: "btc",
      cryptoTxHash: HASH,
    });
  });

  it("offers a new amount when the quote has expired, and keeps an entered hash", async () => {
    quoteMs = -1;
    const user = userEvent.setup();
    await goToPayment(user);
    expect(await screen.findByText("This amount has expired")).toBeTruthy();
    await user.click(await hashField());
    await user.paste(HASH);
    expect(await button("Next")).toHaveProperty("disabled", false);
    quoteMs = 600_000;
    amount = "0.00260000";
    await user.click(await button("Get a new amount"));
    expect(await screen.findByText("0.00260000")).toBeTruthy();
    expect(await hashField()).toHaveProperty("value", HASH);
  });

  it("shows why no wallet is available, and retries", async () => {
    refused = true;
    const user = userEvent.setup();
    await goToCoins(user);
    await user.click(await screen.findByRole("radio", { name: /Bitcoin/ }));
    await user.click(await button("Next"));
    expect(await screen.findByText("Too many.")).toBeTruthy();
    refused = false;
    await user.click(await button("Check again"));
    await hashField();
  });

  it("copies the address and shows a tick for two seconds", async () => {
    const user = userEvent.setup();
    await goToPayment(user);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const copy = await button("Copy wallet address");
    const icon = () => copy.querySelector("svg")?.getAttribute("class") ?? "";
    expect(icon()).toContain("copy");
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe(WALLETS.btc.address);
    expect(toasts.at(-1)?.title).toBe("Copied to clipboard");
    expect(icon()).toContain("check");
    act(() => void vi.advanceTimersByTime(1_900));
    expect(icon()).toContain("check");
    act(() => void vi.advanceTimersByTime(200));
    expect(icon()).toContain("copy");
  });
});
