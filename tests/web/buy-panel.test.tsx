import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BuyPanel } from "../../web/features/item-page/buy-panel.tsx";
import type { LiveState } from "../../web/features/item-page/live-item.ts";
import { syncServerClock } from "../../web/lib/server-clock.ts";
import { LIVE_STATE } from "../support/web/item-and-order.ts";

const SERVER = 1_800_000_000_000;

function show(state: Partial<LiveState>, isOwner = false, awayUntil: number | null = null) {
  const whole: LiveState = { ...LIVE_STATE, ...state };
  const nothing = () => undefined;
  render(
    <MemoryRouter>
      <BuyPanel
        itemId="itm_bike"
        item={{ price: 240, previous_price: null, offer_label: null, centre: null }}
        state={whole}
        isOwner={isOwner}
        awayUntil={awayUntil}
        onBuy={nothing}
        onIntent={nothing}
      />
    </MemoryRouter>,
  );
}

const buyNow = () => screen.queryByRole("button", { name: "Buy Now" });

beforeEach(() => {
  vi.useFakeTimers({ now: SERVER });
  syncServerClock(SERVER);
});
afterEach(() => vi.useRealTimers());

describe("BuyPanel of an item with a waitlist", () => {
  it("offers no Buy Now when the hold ends, because the next waiting buyer gets it", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, line_length: 1 });
    expect(screen.getByText("Held for another 0:10")).toBeTruthy();
    void act(() => vi.advanceTimersByTime(10_000));
    expect(screen.getByText("This item is currently reserved")).toBeTruthy();
    expect(buyNow()).toBeNull();
  });

  it("shows the offered hold with its remaining time and Buy Now", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, reserved_by_you: true, your_turn: true });
    expect(screen.getByText("It's your turn!")).toBeTruthy();
    expect(screen.getByText("Held for you for 0:10")).toBeTruthy();
    expect(buyNow()).toBeTruthy();
  });
});

describe("BuyPanel of an item the viewer has ordered", () => {
  it("links to the order while it is being paid for and once it is sold", () => {
    for (const status of ["pending_payment", "sold"] as const) {
      show({ status, your_order: "ord_mine" });
      expect(screen.getByRole("link", { name: "View your order" }).getAttribute("href")).toBe("/MyOrders/ord_mine");
      expect(buyNow()).toBeNull();
      cleanup();
    }
  });

  it("says that they bought it, instead of that it is sold", () => {
    show({ status: "sold", your_order: "ord_mine" });
    expect(screen.getByText("You bought this item")).toBeTruthy();
    expect(screen.queryByText("This item has been sold")).toBeNull();
  });

  it("shows no link to other viewers", () => {
    show({ status: "pending_payment" });
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("BuyPanel of an item whose seller is on holiday", () => {
  it("says when it can be bought, and offers Buy Now only to the buyer who holds it", () => {
    show({}, false, Date.UTC(2027, 0, 21, 13));
    expect(screen.getByText("You can buy this from Friday 22 January.")).toBeTruthy();
    expect(buyNow()).toBeNull();
    cleanup();
    show({ status: "reserved", reserved_until: SERVER + 10_000, reserved_by_you: true }, false, SERVER + 60_000);
    expect(buyNow()).toBeTruthy();
  });
});

describe("BuyPanel of a buyer", () => {
  it("shows the hold below Buy Now, which does not move", () => {
    show({ status: "reserved", reserved_until: SERVER + 600_000, reserved_by_you: true });
    const hold = screen.getByText("Held for you");
    expect(buyNow()?.compareDocumentPosition(hold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("offers Buy Now for an available item", () => {
    show({});
    expect(buyNow()).toBeTruthy();
  });

  it("shows the status instead of Buy Now for an item that is sold or being paid for", () => {
    show({ status: "sold" });
    expect(screen.getByText("This item has been sold")).toBeTruthy();
    show({ status: "pending_payment" });
    expect(screen.getByText("Payment is being processed")).toBeTruthy();
    expect(buyNow()).toBeNull();
  });

  it("offers Buy Now when a hold ends, without a message from the server", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000 });
    expect(screen.getByText("This item is currently reserved")).toBeTruthy();
    expect(screen.getByText("Available in 0:10")).toBeTruthy();
    expect(buyNow()).toBeNull();
    void act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText("This item is currently reserved")).toBeNull();
    expect(buyNow()).toBeTruthy();
  });

  it("offers Buy Now to the holder", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, reserved_by_you: true });
    expect(screen.queryByText("This item is currently reserved")).toBeNull();
    expect(buyNow()).toBeTruthy();
  });
});

describe("BuyPanel of the owner", () => {
  it("links to Edit Item and has no Buy Now", () => {
    show({}, true);
    expect(screen.getByRole("link", { name: "Edit Item" }).getAttribute("href")).toBe("/EditItem/itm_bike");
    expect(buyNow()).toBeNull();
  });

  it("has no Edit Item while an order is open", () => {
    show({ status: "pending_payment" }, true);
    expect(screen.queryByRole("link", { name: "Edit Item" })).toBeNull();
  });
});
