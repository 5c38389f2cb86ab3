/** Collection windows in the listing form and the checkout, and moving or confirming a pickup on the order page. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { OrderView } from "#contract/orders";
import { checkoutReducer, initialCheckout } from "../../web/features/checkout/checkout-state.ts";
import { choicesOf, itemOffer } from "../../web/features/checkout/offer.ts";
import { OrderCollection } from "../../web/features/orders/order-collection.tsx";
import {
  rowsOf,
  textOfRows,
  typedWindows,
  windowsOf,
} from "../../web/features/selling/listing-form/collection-time.ts";
import { itemBody, itemFormSchema, startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";
import { formatCollection, formatCollectionChoices } from "../../web/lib/format.ts";
import { serve, visitor } from "../support/web/api.ts";
import { checkoutView } from "../support/web/checkout.tsx";
import { order } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";

const HOUR = 3_600_000;
const ZONE = "Australia/Brisbane";
/** With ordinary spaces, and without word joiners. */
const plain = (text: string) => text.replace(/\s/g, " ").replace(/\u2060/g, "");
/** Brisbane is ten hours ahead of UTC all year. */
const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 10);
const WINDOWS = [
  { from: at(28, 10), until: at(28, 12) },
  { from: at(29, 15), until: at(29, 16) },
];

describe("windows in the listing form", () => {
  const now = at(24, 9);
  const typed = "2026-11-28T10:00/12:00 2026-11-29T15:00/16:00";
  const values = { ...startingValues(null, now), collection_zone: ZONE, collection_windows: typed };

  it("are typed as local times at the place, and survive rows that are not filled in", () => {
    expect(typedWindows(WINDOWS, ZONE)).toBe(typed);
    expect(windowsOf(typed, ZONE)).toEqual(WINDOWS);
    const blank = textOfRows([{ day: "", from: "", until: "" }]);
    expect(rowsOf(blank)).toEqual([{ day: "", from: "", until: "" }]);
    expect(rowsOf("")).toEqual([]);
  });

  it("are sent with the first one as the date", () => {
    expect(itemBody(values)).toMatchObject({ collection_date: at(28, 10), collection_windows: WINDOWS });
  });

  it.each([
    ["2026-11-28T10:00/10:10", "Each pickup time must be between 30 minutes and 4 hours long."],
    ["2026-11-28T10:00/", "Enter a day, a start and an end for each pickup time."],
    ["2026-11-28T10:00/12:00 2026-11-28T11:00/13:00", "Two of your pickup times overlap."],
  ])("are refused: %s", (collection_windows, message) => {
    const { error } = itemFormSchema(() => now).safeParse({ ...values, collection_windows });
    expect(error?.issues.find(({ path }) => path[0] === "collection_windows")?.message).toBe(message);
  });
});

describe("the text of a time", () => {
  it("names both ends of a window, and how many more there are", () => {
    expect(plain(formatCollection(at(28, 10), ZONE, at(28, 12)))).toMatch(/^Saturday 28 November, 10 am–12 pm/);
    expect(plain(formatCollection(at(28, 10), ZONE, at(28, 10) + HOUR / 2))).toMatch(
      /^Saturday 28 November, 10:00 am( \(|$)/,
    );
    expect(plain(formatCollectionChoices(at(28, 10), WINDOWS, ZONE))).toBe("Sat 28 Nov 10 am–12 pm, and 1 more time");
    expect(plain(formatCollectionChoices(at(29, 15), WINDOWS.slice(1), ZONE))).toBe("Sun 29 Nov 3–4 pm");
    expect(plain(formatCollectionChoices(at(28, 10), [], ZONE))).toBe("Sat 28 Nov, 10:00 am");
  });
});

describe("the choice of a time at checkout", () => {
  const view = checkoutView({
    collection_date: at(28, 10),
    collection_ends_at: at(28, 12),
    collection_times: WINDOWS,
    acknowledged: true,
  });
  const opened = checkoutReducer(initialCheckout, { type: "opened", offer: itemOffer(view) });
  const item = view.item_id;
  const chosen = checkoutReducer(opened, { type: "choose_time", itemId: item, from: at(29, 15) });

  it("changes the time of the item, which has to be agreed to again", () => {
    expect(chosen.offer?.lines[0]).toMatchObject({ collection_date: at(29, 15), collection_ends_at: at(29, 16) });
    expect(chosen.offer?.acknowledged).toBe(false);
    expect(choicesOf(chosen.offer ?? { lines: [] })).toEqual({ [item]: at(29, 15) });
  });

  it("returns to the pickup step when the chosen time is gone", () => {
    const ticked = checkoutReducer(chosen, { type: "acknowledge", ticked: true });
    const after = checkoutReducer(ticked, { type: "acknowledged", offer: itemOffer(view) });
    expect(after).toMatchObject({ step: "pickup", acknowledged: false });
    expect(after.changes[0]).toContain("Pickup: Saturday 28 November");
  });
});

describe("the collection of an order", () => {
  const now = Date.now();
  const paid = (over: Partial<OrderView> = {}) =>
    order({
      status: "payment_confirmed",
      collection_date: now + 20 * HOUR,
      collection_ends_at: now + 22 * HOUR,
      server_now: now,
      coming: { you: false, them: false },
      ...over,
    });
  const abilities = order().abilities;

  function open(view: OrderView, address = "/MyOrders/ord_1") {
    const calls = serve({
      "GET /api/auth/session": () => ({ body: visitor }),
      [`POST /api/orders/${view.id}/coming`]: () => ({ body: view }),
      [`POST /api/orders/${view.id}/proposals/tpr_1`]: () => ({ body: view }),
    });
    renderAt(address, <OrderCollection order={view} />);
    return calls;
  }

  it("says whether the other party is coming, and takes one press", async () => {
    const calls = open(paid());
    expect(screen.getByText("Maya R hasn't confirmed yet.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "I'm coming" }));
    await waitFor(() => expect(JSON.stringify(calls)).toContain("/coming"));
  });

  it("has the focus on “I'm coming” when a reminder leads to it", () => {
    open(paid(), "/MyOrders/ord_1#coming");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "I'm coming" }));
  });

  it("offers accept and decline for the other party's proposal only", async () => {
    const proposal = {
      id: "tpr_1",
      by: "seller",
      from: now + 44 * HOUR,
      until: now + 46 * HOUR,
      expires_at: now + 10 * HOUR,
      state: "open",
    } as const;
    const calls = open(paid({ proposal, abilities: { ...abilities, answer_time: true } }));
    expect(screen.getByText(/^Maya R proposes/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(JSON.stringify(calls)).toContain("proposals/tpr_1"));
  });

  it("offers to remove a calendar entry of a paid order that has ended", () => {
    open(paid({ status: "cancelled", coming: null, events: [{ kind: "payment_confirmed", at: now }] }));
    expect(screen.getByRole("link", { name: "Remove from calendar" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "I'm coming" })).toBeNull();
  });
});
