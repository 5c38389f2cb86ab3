/** The checkout of several items: the cart and a bundle, with the steps of a single item. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { CartLine, CartReply } from "#contract/checkout/cart";
import type { BundleCheckoutView } from "#contract/checkout/purchases";
import { CartGroup } from "../../web/features/checkout/cart/cart-group.tsx";
import { person, refused, serve } from "../support/web/api.ts";
import {
  button,
  paymentDetails,
  showCheckout,
  timeAt,
  toCardConfirmation,
  toMethods,
  toTransferConfirmation,
} from "../support/web/checkout.tsx";
import { order } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const DAY = 86_400_000;
const IN_3_DAYS = Date.now() + 3 * DAY;
const LATER = "Address will be revealed 24 hours before collection date";
const WITH_PAYMENT = "Address will be revealed once your payment is confirmed";

const toasts = collectToasts();
const line = (n: number, over: Partial<CartLine> = {}): CartLine => ({
  item_id: `itm_${n}`,
  title: `Thing ${n}`,
  image: null,
  price: 20,
  charged: 20,
  offer_label: null,
  state: "held",
  reserved_until: Date.now() + 600_000,
  ...timeAt(IN_3_DAYS),
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick, Melbourne",
  centre: null,
  ...over,
});

/** A cart with one group per seller. */
function cartOf(groups: Record<string, CartLine[]>, over: Partial<CartReply> = {}): CartReply {
  const lines = Object.values(groups).flat();
  const held = lines.filter(({ state }) => state === "held");
  const total = held.reduce((sum, { charged }) => sum + charged, 0);
  const payment = {
    methods: over.methods ?? ["stripe" as const],
    too_late: over.too_late ?? [],
    not_together: over.not_together ?? [],
    cash_problem: over.cash_problem ?? null,
    pay_by: over.pay_by ?? { stripe: Date.now() + 1_800_000 },
    last_method: null,
  };
  return {
    groups: Object.entries(groups).map(([name, own]) => ({
      seller: {
        id: `acc_${name}`,
        display_name: name,
        suburb: null,
        city: null,
        average_rating: null,
        rating_count: 0,
      },
      seller_is_new: false,
      lines: own,
      total,
      ...payment,
    })),
    count: lines.length,
    held_count: held.length,
    list_total: total,
    total,
    ...payment,
    server_now: Date.now(),
  };
}

function serveCart(cart: () => CartReply, more: Parameters<typeof serve>[0] = {}) {
  return serve({
    "GET /api/auth/session": () => ({ body: { ...person(), server_now: Date.now() } }),
    "GET /api/cart": () => ({ body: cart() }),
    ...more,
  });
}

const purchase = (over: object = {}) => ({
  purchase: {
    id: "pur_1",
    kind: "cart",
    bundle: null,
    status: "awaiting_payment",
    payment_method: "bank_transfer",
    amount: 40,
    due: 40,
    ...over,
  },
  orders: [1, 2].map((n) =>
    order({
      id: `ord_${n}`,
      amount: 20,
      bank_details: { account_name: "Maya R", bsb: "062-000", account_number: "12345678" },
      payment_deadline: Date.now() + DAY,
    }),
  ),
});

describe("the lines of the cart", () => {
  it("name the pickup, or the first of the times that checkout offers", () => {
    const windows = [IN_3_DAYS, IN_3_DAYS + DAY].map((from) => ({ from, until: from + 7_200_000 }));
    const [group] = cartOf({ Priya: [line(1), line(2, { collection_times: windows })] }).groups;
    if (!group) throw new Error("The cart has one seller.");
    renderAt("/", <CartGroup group={group} only onLapse={() => undefined} />);
    const [first, second] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(first).not.toContain("more time");
    expect(second).toContain("and 1 more time");
  });
});

describe("the pickup of several items", () => {
  const show = (waits: readonly number[], free = false) => {
    const lines = waits.map((wait, n) =>
      line(n, { collection_date: Date.now() + wait, ...(free && { price: 0, charged: 0 }) }),
    );
    serveCart(() => cartOf({ Maya: lines }));
    return showCheckout({ cartOf: null });
  };

  it("names when the addresses are shown once, while that is the same for all items", async () => {
    show([DAY + 60_000, 3 * DAY]);
    expect(await screen.findAllByText(LATER)).toHaveLength(1);
    expect(screen.getByRole("checkbox", { name: /the address is revealed 24 hours before and that/ })).toBeDefined();
    expect(screen.getByText("These items have 2 different pickup dates.")).toBeDefined();
  });

  it("names the payment when all are collected within 24 hours, and completion when all are free", async () => {
    const { unmount } = show([DAY - 60_000, 60_000]);
    expect(await screen.findAllByText(WITH_PAYMENT)).toHaveLength(1);
    expect(screen.queryByText(/24 hours/)).toBeNull();
    unmount();
    show([60_000], true);
    expect(await screen.findByText("Address will be revealed once you complete the purchase")).toBeDefined();
  });

  it("names it per item when the items differ", async () => {
    show([DAY - 60_000, DAY + 60_000]);
    await screen.findByRole("checkbox", { name: /each address is revealed at the time shown above/ });
    const [soon, later] = screen.getAllByRole("listitem").filter((item) => item.textContent.includes("Thing"));
    expect(soon?.textContent).toContain(WITH_PAYMENT);
    expect(later?.textContent).toContain(LATER);
  });
});

describe("the methods for several items", () => {
  it("say in one line why a method is missing, and which one is the only one", async () => {
    const user = userEvent.setup();
    const missing = { not_together: ["bank_one_seller" as const] };
    serveCart(() => cartOf({ Maya: [line(1)], Sam: [line(2)] }, missing));
    showCheckout({ cartOf: null });
    await toMethods(user);
    expect(screen.getByRole("radio", { name: /Card/ })).toHaveProperty("checked", true);
    expect(screen.queryByRole("radio", { name: /Bank transfer/ })).toBeNull();
    expect(screen.getByText("Bank transfer only works with one seller at a time.")).toBeDefined();
    expect(screen.getByText("Card is the only way to pay for this order.")).toBeDefined();
  });

  it("say so when a method is too slow to finish before the first collection", async () => {
    const user = userEvent.setup();
    serveCart(() => cartOf({ Maya: [line(1)] }, { too_late: ["bank_transfer"] }));
    showCheckout({ cartOf: null });
    await toMethods(user);
    expect(screen.getByText("Bank transfer needs at least a day before pickup.")).toBeDefined();
  });
});

describe("the checkout of a cart", () => {
  it("shows the bank details of one payment first, and then confirms every item", async () => {
    const user = userEvent.setup();
    const cart = cartOf(
      { Maya: [line(1, { price: 30, offer_label: "33% off at checkout" }), line(2)] },
      { methods: ["stripe", "bank_transfer"], pay_by: { bank_transfer: Date.now() + DAY } },
    );
    const calls = serveCart(() => cart, {
      "POST /api/purchases/payment-details": () => ({ body: paymentDetails() }),
      "POST /api/purchases": () => ({ status: 201, body: purchase() }),
      "POST /api/orders/ord_1/evidence": () => ({ body: order() }),
    });
    showCheckout({ cartOf: "acc_Maya" });
    expect(await screen.findByRole("heading", { name: "Buy 2 items" })).toBeDefined();
    await toTransferConfirmation(user);
    const agreed = { kind: "cart", itemIds: ["itm_1", "itm_2"], acknowledged: true };
    expect(calls.find(({ path }) => path === "/api/purchases/payment-details")?.body).toEqual(agreed);
    const dialog = screen.getByRole("dialog");
    for (const text of ["33% off", "Subtotal$50", "Special offers−$10", "Total$40", "SellerMaya", "Pay by"]) {
      expect(dialog.textContent).toContain(text);
    }
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText("GS12345678")).toBeDefined();
    expect(calls.find(({ path }) => path === "/api/purchases")?.body).toEqual({
      ...agreed,
      paymentMethod: "bank_transfer",
      amount: 40,
    });
    expect(toasts).toEqual([]);
    await user.click(await button("I've sent the transfer"));
    expect(await screen.findByText("The seller is checking your payment")).toBeDefined();
    expect(toasts.at(-1)?.title).toBe("Payment Initiated");
    // One transfer pays for all orders, so it is reported once.
    expect(calls.filter(({ path }) => path.endsWith("/evidence"))).toHaveLength(1);
    expect(screen.getByRole("link", { name: "View orders" }).getAttribute("href")).toBe("/Cart?purchase=pur_1");
  });

  it("paid by card says that items which were gone are refunded", async () => {
    const user = userEvent.setup();
    const paidFor = (status: "awaiting_payment" | "payment_confirmed" | "refunded", n: number) =>
      order({ id: `ord_${n}`, amount: 20, payment_method: "stripe", purchase_id: "pur_1", status });
    const stripe = { payment_method: "stripe" };
    serveCart(() => cartOf({ Maya: [line(1), line(2)] }), {
      "POST /api/purchases": () => ({
        status: 201,
        body: { ...purchase(stripe), orders: [paidFor("awaiting_payment", 1), paidFor("awaiting_payment", 2)] },
      }),
      "GET /api/orders/ord_1": () => ({ body: paidFor("payment_confirmed", 1) }),
      "GET /api/purchases/pur_1": () => ({
        body: { ...purchase(stripe), orders: [paidFor("payment_confirmed", 1), paidFor("refunded", 2)] },
      }),
      "GET /api/payments/config": () => ({ body: { mode: "emulator", publishable_key: "pk_test_1" } }),
      "POST /functions/v1/create-payment-intent": () => ({
        body: { clientSecret: "pi_1_secret_x", paymentIntentId: "pi_1", amount: 4_000, currency: "aud" },
      }),
      "POST /emulator/stripe/v1/payment_intents/pi_1/confirm": () => ({ body: { id: "pi_1", status: "succeeded" } }),
      "GET /api/payments/intents/pi_1": () => ({
        body: { status: "succeeded", credited: false, refunded_cents: 2_000, amount: 4_000 },
      }),
    });
    showCheckout({ cartOf: null });
    await toCardConfirmation(user);
    await user.click(await button("Complete Purchase"));
    expect(await screen.findByText(/Some items were gone by then\. We're refunding them/)).toBeDefined();
  });

  it("holds lapsed items again and goes on with those it can still get", async () => {
    const user = userEvent.setup();
    let cart = cartOf({ Maya: [line(1, { reserved_until: Date.now() + 1_500 }), line(2)] });
    const calls = serveCart(() => cart, {
      "POST /api/cart": () => refused(409, "item_unavailable", "Held."),
    });
    showCheckout({ cartOf: null });
    await user.click(await screen.findByRole("checkbox"));
    expect(await screen.findByText("Your time is up")).toBeDefined();
    expect(screen.getByText(/Others can buy these items now/)).toBeDefined();
    cart = cartOf({ Maya: [line(1, { state: "lapsed" }), line(2)] });
    await user.click(await button("Hold again"));
    expect(await screen.findByText("Thing 1 is no longer included.")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Buy 1 item" })).toBeDefined();
    expect(screen.getByRole("checkbox")).toHaveProperty("checked", true);
    expect(calls.filter(({ method, path }) => method === "POST" && path === "/api/cart")).toHaveLength(1);
  });

  it("closes with the reason when nothing is held", async () => {
    const onClose = vi.fn();
    serveCart(() => cartOf({ Maya: [line(1, { state: "lapsed" })] }));
    showCheckout({ cartOf: null }, onClose);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toasts.at(-1)?.title).toBe("Your hold has ended");
  });
});

describe("the checkout of a bundle", () => {
  const bundle: BundleCheckoutView = {
    bundle_id: "bdl_1",
    title: "Desk set",
    seller_name: "Maya R",
    seller_is_new: false,
    amount: 80,
    methods: ["stripe"],
    too_late: [],
    not_together: ["crypto_one_item"],
    cash_problem: null,
    pay_by: { stripe: Date.now() + 1_800_000 },
    items: [1, 2].map((n) => ({
      item_id: `itm_${n}`,
      title: `Thing ${n}`,
      image_url: null,
      price: 50,
      charged: 40,
      ...timeAt(IN_3_DAYS),
      collection_zone: "Australia/Melbourne",
      collection_summary: "Brunswick, Melbourne",
      centre: null,
    })),
    last_method: null,
    reserved_until: null,
    server_now: Date.now(),
  };
  const held = () => ({ ...bundle, reserved_until: Date.now() + 600_000 });
  const CARDS = {
    "GET /api/auth/session": () => ({ body: { ...person(), server_now: Date.now() } }),
    "GET /api/bundles/bdl_1/checkout": () => ({ body: bundle }),
    "DELETE /api/bundles/bdl_1/checkout/holds": () => ({ body: { released: true } }),
    "GET /api/payments/config": () => ({ body: { mode: "emulator", publishable_key: "pk_test_1" } }),
  };

  it("names the bundle and its price, holds its items from the payment step on, and gives them back", async () => {
    const user = userEvent.setup();
    const calls = serve({ ...CARDS, "POST /api/bundles/bdl_1/checkout/holds": () => ({ body: held() }) });
    const { unmount } = showCheckout({ bundleId: "bdl_1" });
    expect(await screen.findByRole("heading", { name: "Buy Desk set" })).toBeDefined();
    expect(screen.getByText("Held for you from the payment step on")).toBeDefined();
    expect(screen.getByText("$80")).toBeDefined();
    await toCardConfirmation(user);
    const dialog = screen.getByRole("dialog");
    for (const text of ["Subtotal$100", "Bundle discount−$20", "Total$80", "Held for you for"]) {
      expect(dialog.textContent).toContain(text);
    }
    unmount();
    await waitFor(() => expect(calls.at(-1)?.method).toBe("DELETE"));
  });

  it("with an item that someone else has closes with the reason when its payment step would open", async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    serve({
      ...CARDS,
      "POST /api/bundles/bdl_1/checkout/holds": () => refused(409, "item_unavailable", "Thing 1: It's taken."),
    });
    showCheckout({ bundleId: "bdl_1" }, onClose);
    await toMethods(user);
    await user.click(await screen.findByRole("radio", { name: /Card/ }));
    await user.click(await button("Next"));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toasts.at(-1)).toMatchObject({ title: "Item Not Available", description: "Thing 1: It's taken." });
  });

  it("that the server fails to order says so", async () => {
    const user = userEvent.setup();
    serve({
      ...CARDS,
      "POST /api/bundles/bdl_1/checkout/holds": () => ({ body: held() }),
      "POST /api/purchases": () => refused(500, "internal", "Broken."),
    });
    showCheckout({ bundleId: "bdl_1" });
    await toCardConfirmation(user);
    await user.click(await button("Complete Purchase"));
    await waitFor(() => expect(toasts.at(-1)?.description).toBe("Failed to process purchase"));
  });
});
