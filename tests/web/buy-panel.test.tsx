import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BuyPanel } from "../../web/features/item/buy-panel.tsx";
import type { LiveState } from "../../web/features/item/live-item.ts";
import { noteServerNow } from "../../web/lib/server-clock.ts";

const SERVER = 1_800_000_000_000;

function show(state: Partial<LiveState>, isOwner = false) {
  const whole: LiveState = {
    status: "active",
    price: 240,
    reserved_until: null,
    reserved_by_you: false,
    line_length: 0,
    line_place: null,
    your_turn: false,
    line_open: false,
    your_order: null,
    viewers: 1,
    negotiations: 0,
    channel: "socket",
    ...state,
  };
  const nothing = () => undefined;
  render(
    <MemoryRouter>
      <BuyPanel itemId="itm_bike" state={whole} isOwner={isOwner} onBuy={nothing} onIntent={nothing} />
    </MemoryRouter>,
  );
}

const buyNow = () => screen.queryByRole("button", { name: "Buy Now" });

beforeEach(() => {
  vi.useFakeTimers({ now: SERVER });
  noteServerNow(SERVER);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an item people wait for", () => {
  it("is not offered when the hold's time has passed: the next in line has it then", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, line_length: 1 });
    expect(screen.getByText("Held for another 0:10")).toBeTruthy();
    void act(() => vi.advanceTimersByTime(10_000));
    expect(screen.getByText("This item is currently reserved")).toBeTruthy();
    expect(buyNow()).toBeNull();
  });

  it("says whose turn it is, for how long, and lets them buy", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, reserved_by_you: true, your_turn: true });
    expect(screen.getByText("It is your turn")).toBeTruthy();
    expect(screen.getByText("For another 0:10")).toBeTruthy();
    expect(buyNow()).toBeTruthy();
  });
});

describe("an item the reader has ordered", () => {
  it("leads to the order while it is being paid for, and once it is sold", () => {
    for (const status of ["pending_payment", "sold"] as const) {
      show({ status, your_order: "ord_mine" });
      expect(screen.getByRole("link", { name: "View your order" }).getAttribute("href")).toBe("/MyOrders/ord_mine");
      expect(buyNow()).toBeNull();
      cleanup();
    }
  });

  it("leads nowhere for everybody else", () => {
    show({ status: "pending_payment" });
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("what a buyer may do", () => {
  it("a hold is shown below Buy Now, which stays under the pointer", () => {
    show({ status: "reserved", reserved_until: SERVER + 600_000, reserved_by_you: true });
    const hold = screen.getByText("You are holding this item");
    expect(buyNow()?.compareDocumentPosition(hold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("an available item can be bought", () => {
    show({});
    expect(buyNow()).toBeTruthy();
  });

  it("a sold item and one being paid for cannot, and say so", () => {
    show({ status: "sold" });
    expect(screen.getByText("This item has been sold")).toBeTruthy();
    show({ status: "pending_payment" });
    expect(screen.getByText("Payment is being processed")).toBeTruthy();
    expect(buyNow()).toBeNull();
  });

  it("a held item cannot, until the hold's time has passed — without anybody telling the page", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000 });
    expect(screen.getByText("This item is currently reserved")).toBeTruthy();
    expect(screen.getByText("Available in 0:10")).toBeTruthy();
    expect(buyNow()).toBeNull();
    void act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText("This item is currently reserved")).toBeNull();
    expect(buyNow()).toBeTruthy();
  });

  it("the holder can go on buying", () => {
    show({ status: "reserved", reserved_until: SERVER + 10_000, reserved_by_you: true });
    expect(screen.queryByText("This item is currently reserved")).toBeNull();
    expect(buyNow()).toBeTruthy();
  });
});

describe("what the owner may do", () => {
  it("edits the item and never buys it", () => {
    show({}, true);
    expect(screen.getByRole("link", { name: "Edit Item" }).getAttribute("href")).toBe("/EditItem/itm_bike");
    expect(buyNow()).toBeNull();
  });

  it("cannot edit what somebody has committed to", () => {
    show({ status: "pending_payment" }, true);
    expect(screen.queryByRole("link", { name: "Edit Item" })).toBeNull();
  });
});
