import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GridStatus } from "../../web/features/items/grid-status.ts";
import { ItemCard } from "../../web/features/items/item-card.tsx";
import { syncServerClock } from "../../web/lib/server-clock.ts";
import type { SessionReply } from "../../worker/contract/account/auth.ts";
import type { ItemCard as Card, ItemLiveStatus, ItemStatusReply } from "../../worker/contract/items.ts";
import { person, visitor } from "../support/web/api.ts";
import { marketCard } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";

const SERVER = 1_800_000_000_000;

const CARD = marketCard(24, {
  id: "itm_bike",
  title: "Reid city bike, 7-speed",
  previous_price: 320,
  category: "sports",
  created_at: SERVER,
});

let seen: IntersectionObserverCallback = () => undefined;
let ask = vi.fn<(ids: string[]) => Promise<ItemStatusReply>>();

class FakeObserver {
  constructor(callback: IntersectionObserverCallback) {
    seen = callback;
  }
  observe(target: Element) {
    const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
    seen([entry], this as unknown as IntersectionObserver);
  }
  unobserve() {}
  disconnect() {}
}

function show(card: Partial<Card>, session: SessionReply = visitor) {
  const grid = new GridStatus((ids) => ask(ids));
  const stop = grid.start();
  renderAt(
    "/",
    <ul>
      <ItemCard listed={{ item: { ...CARD, ...card }, at: SERVER }} grid={grid} eager={false} />
    </ul>,
    session,
  );
  return { stop };
}

/** Sets the next reply of the status call for the card's item. */
function answer(status: Partial<ItemLiveStatus>, at = SERVER + 5_000) {
  const item = {
    id: CARD.id,
    status: "active",
    reserved_until: null,
    reserved_by_you: false,
    line_length: 0,
    price: 240,
  } as const;
  ask.mockResolvedValue({ items: [{ ...item, ...status }], server_now: at });
}

async function tick(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

beforeEach(() => {
  // The device's clock is four minutes slow; only the server's time counts (D42).
  vi.useFakeTimers({ now: SERVER - 4 * 60_000 });
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  syncServerClock(SERVER);
  ask = vi.fn(() => Promise.reject(new Error("not asked for")));
});
afterEach(() => vi.useRealTimers());

describe("ItemCard in the grid", () => {
  it("shows price, previous price, discount, place, condition and seller, and links to the item", () => {
    show({});
    expect(screen.getByText("$240")).toBeTruthy();
    expect(screen.getByText("$320").tagName).toBe("S");
    expect(screen.getByText("25% off")).toBeTruthy();
    expect(screen.getByText("Brunswick, Melbourne")).toBeTruthy();
    expect(screen.getByText("Maya R.").parentElement?.textContent).toBe("Good · Maya R.");
    const link = screen.getByRole("link", { name: "View Details: Reid city bike, 7-speed" });
    expect(link.getAttribute("href")).toBe("/ItemDetail/itm_bike");
  });

  it("counts another buyer's hold down by the server's clock and removes it at the end", async () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000 });
    expect(screen.getByText("Available in 7:43")).toBeTruthy();
    await tick(1_000);
    expect(screen.getByText("Available in 7:42")).toBeTruthy();
    await tick(462_000);
    expect(screen.queryByText(/Available in/)).toBeNull();
  });

  it("shows the number of waiting buyers unless it is zero", async () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000, line_length: 2 });
    expect(screen.getByText("2 in queue")).toBeTruthy();
    cleanup();
    show({});
    expect(screen.queryByText(/in queue/)).toBeNull();
  });

  it("shows no countdown to the holder", () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000, reserved_by_you: true });
    expect(screen.queryByText(/Available in/)).toBeNull();
  });

  it("marks a sold item and hides its discount", () => {
    show({ status: "sold" });
    expect(screen.getByText("Sold")).toBeTruthy();
    expect(screen.queryByText("25% off")).toBeNull();
  });

  it("shows one payable price, one struck out and one reason (D79)", async () => {
    const priced = () => document.body.textContent.match(/\$\d+|\d+% off|Agreed price/g)?.sort();
    show({ offer_label: "20% off at checkout", offer_price: 192 });
    expect(priced()).toEqual(["$192", "$240", "20% off"]);
    cleanup();
    show({}, { ...person(), agreed_prices: [{ item_id: CARD.id, amount: 200, expires_at: SERVER + 1 }] });
    expect(priced()).toEqual(["$200", "$240", "Agreed price"]);
    cleanup();
    show({ offer_label: "Buy 2, get 1 free" });
    expect(screen.getByText("Buy 2, get 1 free")).toBeTruthy();
    cleanup();
    show({ offer_label: "20% off at checkout", status: "sold" });
    expect(screen.queryByText(/at checkout/)).toBeNull();
  });

  it('shows "Open to offers" only when Knowzee is available and the item can be bought', () => {
    show({ negotiation_available: true });
    expect(screen.getByText("Open to offers")).toBeTruthy();
    cleanup();
    show({ negotiation_available: true, status: "pending_payment" });
    expect(screen.queryByText("Open to offers")).toBeNull();
    cleanup();
    show({});
    expect(screen.queryByText("Open to offers")).toBeNull();
  });

  it("shows Free for a price of 0", () => {
    show({ price: 0, previous_price: null });
    expect(screen.getAllByText("Free")).toHaveLength(2);
  });
});

describe("GridStatus", () => {
  it("asks every 10 seconds while nobody holds an item on screen, and every 5 seconds from then on (D48)", async () => {
    show({});
    answer({});
    await tick(5_000);
    await tick(5_000);
    expect(ask).toHaveBeenCalledTimes(1);
    answer({ status: "reserved", reserved_until: SERVER + 600_000 }, SERVER + 15_000);
    await tick(5_000);
    await tick(5_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it("asks about the cards on screen and updates them", async () => {
    show({});
    answer({ status: "reserved", reserved_until: SERVER + 600_000 });
    await tick(5_000);
    expect(ask).toHaveBeenCalledExactlyOnceWith(["itm_bike"]);
    expect(screen.getByText(/Available in/)).toBeTruthy();
    answer({ status: "sold" }, SERVER + 10_000);
    await tick(5_000);
    expect(screen.getByText("Sold")).toBeTruthy();
  });

  it("updates the number of waiting buyers alone", async () => {
    const held = { status: "reserved", reserved_until: SERVER + 600_000 } as const;
    show(held);
    answer(held);
    await tick(5_000);
    expect(screen.queryByText(/in queue/)).toBeNull();
    answer({ ...held, line_length: 1 }, SERVER + 10_000);
    await tick(5_000);
    expect(screen.getByText("1 in queue")).toBeTruthy();
  });

  it("ignores a reply that is older than the list", async () => {
    show({ status: "sold" });
    answer({ status: "active" }, SERVER - 1);
    await tick(5_000);
    expect(screen.getByText("Sold")).toBeTruthy();
  });

  it("pauses while the tab is hidden and asks at once when it is visible again", async () => {
    show({});
    answer({});
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await tick(60_000);
    expect(ask).not.toHaveBeenCalled();
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await tick(0);
    expect(ask).toHaveBeenCalledOnce();
  });

  it("survives a failed call and stops with the screen", async () => {
    const { stop } = show({});
    await tick(5_000);
    answer({ status: "sold" });
    await tick(5_000);
    expect(screen.getByText("Sold")).toBeTruthy();
    stop();
    await tick(60_000);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
