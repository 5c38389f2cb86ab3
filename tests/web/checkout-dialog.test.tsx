import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentMethod } from "#contract/items";
import type { ErrorCode } from "#domain/result";
import CheckoutDialog from "../../web/features/checkout/checkout-dialog.tsx";
import { button, checkoutView, paymentDetails, toDetails, toTransferConfirmation } from "../support/web/checkout.tsx";
import { fakeTime, pass } from "../support/web/clock.ts";
import { order } from "../support/web/item-and-order.ts";
import { collectToasts } from "../support/web/toasts.ts";

const BUYER = "acc_bbbbbbbbbbbbbbbbbbbb";
let itemId = "";
let made = 0;

interface Call {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
  key: string | null;
  keepalive: boolean;
}

/** Replaces only the network; the wizard itself is the real code. */
class Service {
  calls: Call[] = [];
  isFree = false;
  acknowledged = false;
  holds = 0;
  methods: PaymentMethod[] = ["bank_transfer", "stripe"];
  holdMs = 600_000;
  lastMethod: PaymentMethod | null = null;
  collectionDate = 1_795_000_000_000;
  /** Replies to give instead, once each, by "METHOD path". */
  instead = new Map<string, () => Response | Promise<Response>>();

  view() {
    const now = Date.now();
    return checkoutView({
      item_id: itemId,
      hold_id: `hld_${this.holds}`,
      amount: this.isFree ? 0 : 240,
      listed: this.isFree ? 0 : 240,
      methods: this.isFree ? [] : this.methods,
      is_free: this.isFree,
      last_method: this.lastMethod,
      collection_date: this.collectionDate,
      acknowledged: this.acknowledged,
      reserved_until: now + this.holdMs,
    });
  }

  order() {
    const details = { account_name: "Maya R", bsb: "062-000", account_number: "12345678" };
    return this.isFree
      ? order({ status: "payment_confirmed", payment_method: "free", amount: 0 })
      : order({ bank_details: details, payment_deadline: Date.now() + 259_200_000 });
  }

  reserved() {
    return { reserved: true, checkout: this.view() };
  }

  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(String(input), "http://localhost").pathname.replace(itemId, ":id");
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    const key = new Headers(init.headers).get("Idempotency-Key");
    this.calls.push({ method, path, body, key, keepalive: init.keepalive ?? false });
    const name = `${method} ${path}`;
    const instead = this.instead.get(name);
    if (instead) {
      this.instead.delete(name);
      return instead();
    }
    switch (name) {
      case "GET /api/auth/session":
        return json({ user: { id: BUYER, email: "b@x.test", email_verified: true }, profile: null });
      case "POST /api/rpc/reserve_item":
        this.holds++;
        this.acknowledged = false;
        return json(this.reserved());
      case "GET /api/items/:id/checkout":
        return json(this.view());
      case "POST /api/items/:id/checkout/acknowledgement":
        this.acknowledged = true;
        return json(this.view());
      case "POST /api/items/:id/checkout/payment-details":
        return json(paymentDetails());
      case "POST /api/transactions":
        return json({ order_id: "ord_1", payment_method: body?.paymentMethod, payment_deadline: null }, 201);
      case "GET /api/orders/ord_1":
        return json(this.order());
      case "POST /api/orders/ord_1/evidence":
        return json(this.order());
      case "DELETE /api/items/:id/reservation":
        return json({ released: true });
      default:
        throw new Error(`unexpected call ${name}`);
    }
  };

  sent(name: string): Call[] {
    return this.calls.filter((call) => `${call.method} ${call.path}` === name);
  }
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

function refusal(code: ErrorCode, message: string, status: number, details = {}): () => Response {
  return () => json({ error: { code, message, details, request_id: "r" } }, status);
}

let service: Service;
const toasts = collectToasts();
const onClose = vi.fn();

beforeEach(() => {
  // A new item for every test, because held items are remembered by id.
  itemId = `itm_${String(++made).padStart(20, "0")}`;
  service = new Service();
  onClose.mockReset();
  vi.stubGlobal("fetch", service.fetch);
});

afterEach(() => vi.useRealTimers());

function show(open = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (isOpen: boolean) => (
    <StrictMode>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CheckoutDialog itemId={itemId} open={isOpen} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>
  );
  const view = render(tree(open));
  return { close: () => view.rerender(tree(false)), unmount: view.unmount };
}

const goToReview = toTransferConfirmation;
const confirm = async (user: ReturnType<typeof userEvent.setup>) => user.click(await button("Complete Purchase"));

describe("opening CheckoutDialog", () => {
  it("takes one hold, even when React mounts twice, and shows how long it lasts", async () => {
    show();
    expect(await screen.findByText(/^I agree to pick up/)).toBeDefined();
    expect(service.sent("POST /api/rpc/reserve_item")).toHaveLength(1);
    expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(0);
    expect(service.calls.find((call) => call.path === "/api/rpc/reserve_item")?.body).toEqual({
      item_id: itemId,
      reservation_type: "buy_now",
    });
    // The reply has everything the dialog shows.
    expect(service.sent("GET /api/items/:id/checkout")).toHaveLength(0);
    expect(toasts).toEqual([{ title: "Item Reserved", description: "We're holding it for you for 10 minutes." }]);
  });

  it("shows the length of the hold that the server sets", async () => {
    service.holdMs = 5 * 60_000;
    show();
    await screen.findByText(/^I agree to pick up/);
    expect(toasts).toEqual([{ title: "Item Reserved", description: "We're holding it for you for 5 minutes." }]);
  });

  it("shows that another buyer has the item, and closes", async () => {
    service.instead.set("POST /api/rpc/reserve_item", refusal("item_unavailable", "Held.", 409));
    show();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toasts).toEqual([
      {
        title: "Item Not Available",
        description: "This item is currently being processed by another user.",
        variant: "destructive",
      },
    ]);
    expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(0);
  });

  it("shows that reserving failed, and releases a hold the server may have taken", async () => {
    service.instead.set("POST /api/rpc/reserve_item", refusal("internal", "Broken.", 500));
    show();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toasts[0]).toMatchObject({ title: "Error", description: "Failed to reserve item for purchase." });
    expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(1);
  });
});

describe("the note about the collection address", () => {
  const DAY = 86_400_000;
  const LATER = "Address will be revealed 24 hours before collection date";

  it("promises the address 24 hours before collection while that is in the future", async () => {
    service.collectionDate = Date.now() + DAY + 60_000;
    show();
    expect(await screen.findByText(LATER)).toBeDefined();
    expect(screen.getByRole("checkbox", { name: /the address is revealed 24 hours before and that/ })).toBeDefined();
  });

  it("promises the address with the payment within those 24 hours", async () => {
    service.collectionDate = Date.now() + DAY - 60_000;
    show();
    expect(await screen.findByText("Address will be revealed once your payment is confirmed")).toBeDefined();
    expect(screen.getByRole("checkbox", { name: /revealed once my payment is confirmed and that/ })).toBeDefined();
    expect(screen.queryByText(/24 hours/)).toBeNull();
  });

  it("promises the address on completion for a free item", async () => {
    service.isFree = true;
    service.collectionDate = Date.now() + DAY - 60_000;
    show();
    expect(await screen.findByText("Address will be revealed once you complete the purchase")).toBeDefined();
    expect(screen.getByRole("checkbox", { name: /revealed once I complete the purchase\./ })).toBeDefined();
  });
});

describe("closing CheckoutDialog", () => {
  const ways: [string, readonly string[], string | null, string | undefined][] = [
    ["Escape, and Let it go", ["{Escape}", "Let it go"], "closed", "We let it go"],
    ["×, and Let it go", ["Close", "Let it go"], "closed", "We let it go"],
    ["×, and Keep it", ["Close", "Keep it"], "closed", "Still held for you"],
    ["Escape twice, back in the checkout", ["{Escape}", "{Escape}"], null, "Item Reserved"],
  ];
  it.each(ways)("by %s never loses a hold silently (D101)", async (_, presses, closed, said) => {
    const user = userEvent.setup();
    const { close } = show();
    await screen.findByText(/^I agree to pick up/);
    for (const press of presses) {
      if (press.startsWith("{")) await user.keyboard(press);
      else await user.click(await button(press));
      if (press === presses.at(-1)) continue;
      await screen.findByText(/or let it go\?/);
      await waitFor(async () => expect(document.activeElement).toBe(await button("Keep it")));
    }
    expect(onClose).toHaveBeenCalledTimes(closed === null ? 0 : 1);
    expect(toasts.at(-1)?.title).toBe(said);
    const released = said === "We let it go" ? 1 : 0;
    if (closed) close();
    await waitFor(() => expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(released));
  });

  it("without an order releases the hold with a keepalive request", async () => {
    const { close } = show();
    await screen.findByText(/^I agree to pick up/);
    close();
    await waitFor(() => expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(1));
    expect(service.sent("DELETE /api/items/:id/reservation")[0]?.keepalive).toBe(true);
  });

  it("releases the hold even when its reply arrives only after closing", async () => {
    let answer = () => {};
    service.instead.set(
      "POST /api/rpc/reserve_item",
      () => new Promise((resolve) => (answer = () => resolve(json(service.reserved())))),
    );
    const { unmount } = show();
    await waitFor(() => expect(service.sent("POST /api/rpc/reserve_item")).toHaveLength(1));
    fakeTime();
    unmount();
    await pass(60_000);
    expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(0);
    answer();
    await waitFor(() => expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(1));
  });

  it("on leaving the page releases the hold at once and shows it as ended on return", async () => {
    show();
    await screen.findByText(/^I agree to pick up/);
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(service.sent("DELETE /api/items/:id/reservation")[0]?.keepalive).toBe(true);
    expect(await screen.findByText("Your time is up")).toBeDefined();
  });

  it("after an order releases nothing", async () => {
    const user = userEvent.setup();
    const { close } = show();
    await goToReview(user);
    await confirm(user);
    await button("I've sent the transfer");
    fakeTime();
    close();
    await pass(1_000);
    expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(0);
  });
});

describe("buying with CheckoutDialog", () => {
  it("says at the field what is missing, until it is put right", async () => {
    const user = userEvent.setup();
    show();
    await user.click(await button("Next"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Collection RequiredYou must acknowledge the collection details to proceed.",
    );
    await user.click(await screen.findByRole("checkbox"));
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(await button("Next"));
    await screen.findByRole("heading", { name: "Payment Method" });
    await user.click(await button("Next"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Payment Method RequiredPlease select a payment method.",
    );
    await user.click(await button("Back"));
    expect(await screen.findByText(/^I agree to pick up/)).toBeDefined();
  });

  it("shows where to pay before anything is ordered, and places the order with the specified payload", async () => {
    const user = userEvent.setup();
    show();
    await toDetails(user, /Bank transfer/, "Bank Transfer");
    expect(screen.getByText("Step 3 of 4:", { exact: false })).toBeDefined();
    expect(screen.getByText("062-000")).toBeDefined();
    expect(screen.getByText("GS12345678")).toBeDefined();
    expect(screen.getByText(/^Transfer after you press/).textContent).toContain("Complete Purchase");
    expect(service.sent("POST /api/transactions")).toEqual([]);
    await user.click(await button("Next"));
    const dialog = screen.getByRole("dialog");
    for (const text of ["Reid city bike", "Total$240", "SellerMaya R", "LocationBrunswick, Melbourne", "Pay by"]) {
      expect(dialog.textContent).toContain(text);
    }
    await confirm(user);
    expect(await screen.findByText("062-000")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Confirmation" })).toBeDefined();
    expect(screen.getByText("Pending")).toBeDefined();
    const [sent] = service.sent("POST /api/transactions");
    expect(sent?.body).toEqual({
      itemId,
      buyerId: BUYER,
      sellerId: "acc_ssssssssssssssssssss",
      paymentMethod: "bank_transfer",
      paymentStatus: "pending",
      amount: 240,
      collectionDate: 1_795_000_000_000,
    });
    expect(sent?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect((await screen.findByRole("link", { name: "Pay later" })).getAttribute("href")).toBe("/MyOrders/ord_1");
    // An unpaid order is not a payment.
    expect(toasts.map(({ title }) => title)).not.toContain("Payment Initiated");
  });

  it("tells the seller about the transfer, and says Payment Initiated then", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    await confirm(user);
    service.instead.set("POST /api/orders/ord_1/evidence", refusal("internal", "Broken.", 500));
    await user.click(await button("I've sent the transfer"));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: "Payment Error",
        description: "Failed to submit payment. Please try again.",
      }),
    );
    await user.click(await button("I've sent the transfer"));
    expect(await screen.findByText("The seller is checking your payment")).toBeDefined();
    expect(service.sent("POST /api/orders/ord_1/evidence")[1]?.body).toEqual({ referenceNumber: "GS12345678" });
    expect(toasts.at(-1)?.title).toBe("Payment Initiated");
    expect(screen.getByText("Pending")).toBeDefined();
  });

  it("takes a free item in two steps, and never calls that a payment", async () => {
    service.isFree = true;
    const user = userEvent.setup();
    show();
    expect(await screen.findByRole("heading", { name: "Claim Reid city bike" })).toBeDefined();
    expect(screen.getByText("Step 1 of 2:", { exact: false })).toBeDefined();
    await user.click(await screen.findByRole("checkbox"));
    await user.click(await button("Next"));
    expect(await screen.findByText("It's free. Complete the purchase and it's yours.")).toBeDefined();
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("It's yours")).toBeDefined();
    expect(service.sent("POST /api/transactions")[0]?.body).toMatchObject({ paymentMethod: "free", amount: 0 });
    expect(toasts.map(({ title }) => title)).toEqual(["Item Reserved"]);
  });

  it("shows the place of the order when its payment details do not load", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", () =>
      json({ order_id: "ord_1", payment_method: "bank_transfer", order_status: "awaiting_payment", amount: 240 }, 201),
    );
    service.instead.set("GET /api/orders/ord_1", refusal("internal", "Broken.", 500));
    await confirm(user);
    expect(await screen.findByText("The payment details are in your order.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Pay later" })).toBeDefined();
  });

  it("repeats a purchase with a lost reply under the same idempotency key", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", () => Promise.reject(new TypeError("network")));
    await confirm(user);
    await button("I've sent the transfer");
    expect(toasts.map(({ title }) => title)).toEqual(["Item Reserved"]);
    const keys = service.sent("POST /api/transactions").map((call) => call.key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  const lostReplies: Record<string, () => Response | Promise<Response>> = {
    "no reply": () => Promise.reject(new TypeError("network")),
    "a reply that was cut": () => new Response('{"order_id":"ord_', { status: 201 }),
    "a page of the Wi-Fi": () => new Response("<html>Sign in</html>", { headers: { "Content-Type": "text/html" } }),
    "a refusal of a filter": () => new Response("Blocked", { status: 403 }),
    "no reply in time": () => Promise.reject(new DOMException("late", "TimeoutError")),
  };
  it.each(Object.entries(lostReplies))(
    "after %s says that it is not known, lets the buyer leave, and tells the end",
    async (_, reply) => {
      fakeTime();
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
      const { close } = show();
      await goToReview(user);
      const loseReplies = () => {
        service.instead.set("POST /api/transactions", () => {
          loseReplies();
          return reply();
        });
      };
      loseReplies();
      await confirm(user);
      await pass(10_000);
      await screen.findByText(/We keep asking whether your purchase went through/);
      expect(toasts.map(({ title }) => title)).toEqual(["Item Reserved"]);
      await user.click(await button("Close"));
      expect(onClose).toHaveBeenCalledOnce();
      close();
      service.instead.clear();
      await pass(10_000);
      expect(toasts.map(({ title }) => title).slice(1)).toEqual([
        "We don't know yet whether that went through",
        "Order placed",
      ]);
      expect(service.sent("DELETE /api/items/:id/reservation")).toHaveLength(0);
      expect(new Set(service.sent("POST /api/transactions").map((call) => call.key)).size).toBe(1);
    },
  );

  it("lets the buyer leave a purchase that hangs", async () => {
    fakeTime();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", () => new Promise(() => {}));
    await confirm(user);
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    await pass(8_000);
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("shows that the payment could not be submitted", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", refusal("internal", "Broken.", 500));
    await confirm(user);
    await waitFor(() =>
      expect(toasts.at(-1)).toEqual({
        title: "Payment Error",
        description: "Failed to submit payment. Please try again.",
        variant: "destructive",
      }),
    );
  });

  it("shows that the transaction could not be created", async () => {
    service.isFree = true;
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole("checkbox"));
    await user.click(await button("Next"));
    service.instead.set("POST /api/transactions", refusal("internal", "Broken.", 500));
    await user.click(await button("Complete Purchase"));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: "Payment Failed", description: "Failed to create transaction" }),
    );
  });

  it("shows the new price when it has changed", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", refusal("values_changed", "Something changed.", 409));
    service.instead.set("GET /api/items/:id/checkout", () => json({ ...service.view(), amount: 250 }));
    await confirm(user);
    expect(await screen.findByText("Price: $250 (was $240)")).toBeDefined();
    expect(toasts.map(({ title }) => title)).not.toContain("Payment Failed");
    await confirm(user);
    await button("I've sent the transfer");
    expect(service.sent("POST /api/transactions")[1]?.body).toMatchObject({ amount: 250 });
  });

  it("returns to the methods when the seller's bank details are gone, and makes no order", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.methods = ["stripe", "cash"];
    const message = "Bank Details Not Available";
    service.instead.set("POST /api/transactions", refusal("method_not_accepted", message, 409));
    await confirm(user);
    expect(await screen.findByText("Bank Details Not Available")).toBeDefined();
    expect(screen.getByText(/^The seller removed their bank details while you were checking out\./)).toBeDefined();
    expect(screen.queryByRole("radio", { name: /Bank transfer/ })).toBeNull();
    expect(await screen.findByRole("radio", { name: /Card/ })).toBeDefined();
  });

  it("passes over the method of the last purchase, which stays one tap away", async () => {
    service.lastMethod = "bank_transfer";
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole("checkbox"));
    await user.click(await button("Next"));
    expect(await screen.findByRole("heading", { name: "Bank Transfer" })).toBeDefined();
    await user.click(await button("Back"));
    expect(await screen.findByRole("radio", { name: /Bank/ })).toHaveProperty("checked", true);
  });

  it("shows the order that another attempt has made", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    const exists = refusal("order_exists", "You already have an order.", 409, { order_id: "ord_1" });
    service.instead.set("POST /api/transactions", exists);
    await confirm(user);
    expect(await screen.findByText("062-000")).toBeDefined();
  });
});

describe("a hold that lapses in CheckoutDialog", () => {
  it("is explained, and holding again continues at the same step", async () => {
    const user = userEvent.setup();
    service.holdMs = 2_500;
    show();
    await user.click(await screen.findByRole("checkbox"));
    await user.click(await button("Next"));
    await user.click(await screen.findByRole("radio", { name: /Bank/ }));
    expect(await screen.findByText("Your time is up")).toBeDefined();
    service.holdMs = 600_000;
    await user.click(await button("Hold again"));
    expect(await screen.findByRole("heading", { name: "Payment Method" })).toBeDefined();
    expect(screen.getByRole("radio", { name: /Bank/ })).toHaveProperty("checked", true);
    expect(service.sent("POST /api/rpc/reserve_item")).toHaveLength(2);
    // The acknowledgement is recorded for the new hold too.
    expect(service.sent("POST /api/items/:id/checkout/acknowledgement")).toHaveLength(2);
  });

  it("keeps the dialog open when another buyer was faster", async () => {
    const user = userEvent.setup();
    show();
    await goToReview(user);
    service.instead.set("POST /api/transactions", refusal("hold_expired", "Your reservation has expired.", 409));
    await confirm(user);
    await screen.findByText("Your time is up");
    expect(toasts.map(({ title }) => title)).not.toContain("Payment Failed");
    service.instead.set("POST /api/rpc/reserve_item", refusal("item_unavailable", "Held.", 409));
    await user.click(await button("Hold again"));
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("Item Not Available"));
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByRole("button", { name: "Hold again" })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });
});
