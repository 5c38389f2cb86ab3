/** Staff can change the length of a hold: every text that names it shows the current setting. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { CartReply } from "#contract/checkout/cart";
import { AuthLayout } from "../../web/features/account/auth/auth-layout.tsx";
import { AddToCart } from "../../web/features/checkout/cart/add-to-cart.tsx";
import CartScreen from "../../web/features/checkout/cart/cart-screen.tsx";
import { WaitlistPanel } from "../../web/features/holds/waitlist-panel.tsx";
import { person, serve } from "../support/web/api.ts";
import { timeAt } from "../support/web/checkout.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21);
const WAITING = {
  status: "reserved",
  line_length: 1,
  line_place: null,
  your_turn: false,
  line_open: true,
} as const;

const line: CartReply["groups"][number]["lines"][number] = {
  item_id: "itm_bike0000000000000000",
  title: "Reid city bike",
  image: null,
  price: 240,
  charged: 240,
  offer_label: null,
  state: "held",
  reserved_until: NOW + 20 * MINUTE,
  ...timeAt(NOW + 7 * 24 * 60 * MINUTE),
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick, Melbourne",
  centre: null,
};
const seller = {
  id: "acc_sam00000000000000000",
  display_name: "Sam S.",
  suburb: null,
  city: null,
  average_rating: null,
  rating_count: 0,
};
const NO_METHODS = { methods: [], too_late: [], not_together: [], cash_problem: null, pay_by: {}, last_method: null };
const cart = (lines: (typeof line)[]): CartReply => ({
  groups: lines.length === 0 ? [] : [{ seller, seller_is_new: false, lines, total: 240, ...NO_METHODS }],
  count: lines.length,
  held_count: lines.length,
  list_total: 240,
  total: 240,
  ...NO_METHODS,
  server_now: NOW,
});

const toasts = collectToasts();
afterEach(() => {
  const shown = `${document.body.textContent} ${JSON.stringify(toasts)}`;
  expect(shown).toMatch(/\b(?:20|3) minutes/);
  expect(shown).not.toMatch(/\b(?:10|ten)[- ]minutes?\b/i);
});

/** Renders for a signed-in user while holds last 20 minutes. */
function show(shown: ReactNode, replies: Parameters<typeof serve>[0] = {}) {
  const session = { ...person(), hold_ms: 20 * MINUTE };
  serve({ "GET /api/auth/session": () => ({ body: session }), ...replies });
  renderAt("/", shown, session);
}

describe("the current length of a hold", () => {
  it("is named in the waitlist panel, before and after joining", () => {
    show(
      <>
        <WaitlistPanel itemId="itm_1" live={WAITING} onChanged={() => undefined} />
        <WaitlistPanel itemId="itm_2" live={{ ...WAITING, line_place: 1 }} onChanged={() => undefined} />
      </>,
    );
    expect(screen.getByText(/we'll hold it for 20 minutes for the first person in the queue/)).toBeTruthy();
    expect(screen.getByText(/We'll let you know and hold it for 20 minutes when it's your turn/)).toBeTruthy();
  });

  it("is named in the cart", async () => {
    show(<CartScreen />, { "GET /api/cart": () => ({ body: cart([line]) }) });
    expect(
      await screen.findByText("We hold each item for you for 20 minutes. After that, others can buy it."),
    ).toBeTruthy();
  });

  it("is named in the empty cart", async () => {
    show(<CartScreen />, {
      "GET /api/cart": () => ({ body: cart([]) }),
      "GET /api/items": () => ({ body: { items: [], next_cursor: null, server_now: NOW, corrected_query: null } }),
    });
    expect(await screen.findByText("Add an item and we'll hold it for 20 minutes while you look around.")).toBeTruthy();
  });

  it("is replaced by the remaining time when the buyer adds an item to the cart", async () => {
    const held = { ...line, reserved_until: NOW + 3 * MINUTE };
    show(<AddToCart itemId={line.item_id} />, { "POST /api/cart": () => ({ body: cart([held]) }) });
    await userEvent.click(screen.getByRole("button", { name: "Add to Cart" }));
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: "Item Reserved", description: "We're holding it for you for 3 minutes. It's in your cart." },
      ]),
    );
  });

  it("is named beside the sign-in form", () => {
    show(<AuthLayout title="Sign in">form</AuthLayout>);
    expect(screen.getByText("Hold an item for 20 minutes while you decide.")).toBeTruthy();
  });
});
