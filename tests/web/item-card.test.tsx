import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GridStatus } from "../../web/lib/grid-status.ts";
import { noteServerNow } from "../../web/lib/server-clock.ts";
import { ItemCard } from "../../web/ui/item-card.tsx";
import type { ItemCard as Card, ItemLiveStatus, ItemStatusReply } from "../../worker/contract/items.ts";

const SERVER = 1_800_000_000_000;

const CARD: Card = {
  id: "itm_bike",
  title: "Reid city bike, 7-speed",
  price: 240,
  previous_price: 320,
  category: "sports",
  condition: "good",
  status: "active",
  reserved_until: null,
  reserved_by_you: false,
  line_length: 0,
  image: null,
  image_url: null,
  seller: { id: "acc_1", display_name: "Maya R.", suburb: null, city: null, average_rating: null, rating_count: 0 },
  suburb: "Brunswick",
  city: "Melbourne",
  negotiation_available: false,
  offer_label: null,
  distance_km: null,
  views_count: 3,
  created_at: SERVER,
};

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

function show(card: Partial<Card>) {
  const grid = new GridStatus((ids) => ask(ids));
  const stop = grid.start();
  render(
    <MemoryRouter>
      <ul>
        <ItemCard listed={{ item: { ...CARD, ...card }, at: SERVER }} grid={grid} eager={false} />
      </ul>
    </MemoryRouter>,
  );
  return { stop };
}

/** What the next status call says of the bike. */
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
  // The device's clock is four minutes slow; only the server's counts (D42).
  vi.useFakeTimers({ now: SERVER - 4 * 60_000 });
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  noteServerNow(SERVER);
  ask = vi.fn(() => Promise.reject(new Error("not asked for")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a card of the grid", () => {
  it("shows price, previous price, discount, place, condition and seller, and leads to the item's page", () => {
    show({});
    expect(screen.getByText("$240")).toBeTruthy();
    expect(screen.getByText("$320").tagName).toBe("S");
    expect(screen.getByText("25% off")).toBeTruthy();
    expect(screen.getByText("Brunswick, Melbourne")).toBeTruthy();
    expect(screen.getByText("Good · Maya R.")).toBeTruthy();
    const link = screen.getByRole("link", { name: "View Details: Reid city bike, 7-speed" });
    expect(link.getAttribute("href")).toBe("/ItemDetail/itm_bike");
  });

  it("counts another person's hold down by the server's clock and drops it when it is over", async () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000 });
    expect(screen.getByText("Available in 7:43")).toBeTruthy();
    await tick(1_000);
    expect(screen.getByText("Available in 7:42")).toBeTruthy();
    await tick(462_000);
    expect(screen.queryByText(/Available in/)).toBeNull();
  });

  it("says how many wait for it, as the last status call has it, and nothing when nobody does", async () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000, line_length: 2 });
    expect(screen.getByText("2 in line")).toBeTruthy();
    cleanup();
    show({});
    expect(screen.queryByText(/in line/)).toBeNull();
  });

  it("shows no countdown against the holder", () => {
    show({ status: "reserved", reserved_until: SERVER + 463_000, reserved_by_you: true });
    expect(screen.queryByText(/Available in/)).toBeNull();
  });

  it("veils what is sold and takes the discount off", () => {
    show({ status: "sold" });
    expect(screen.getByText("Sold")).toBeTruthy();
    expect(screen.queryByText("25% off")).toBeNull();
  });

  it("says what the seller takes off at checkout, unless it is sold", () => {
    show({ offer_label: "20% off at checkout" });
    expect(screen.getByText("20% off at checkout")).toBeTruthy();
    cleanup();
    show({ offer_label: "20% off at checkout", status: "sold" });
    expect(screen.queryByText("20% off at checkout")).toBeNull();
  });

  it("bears the handshake only where Knowzee is available and the item can be bought", () => {
    show({ negotiation_available: true });
    expect(screen.getByText("Open to offers")).toBeTruthy();
    cleanup();
    show({ negotiation_available: true, status: "pending_payment" });
    expect(screen.queryByText("Open to offers")).toBeNull();
    cleanup();
    show({});
    expect(screen.queryByText("Open to offers")).toBeNull();
  });

  it("says how far it is in a radius search", () => {
    show({ distance_km: 2.4 });
    expect(screen.getByText("2.4 km · Brunswick, Melbourne")).toBeTruthy();
  });

  it("says Free for a price of 0", () => {
    show({ price: 0, previous_price: null });
    expect(screen.getAllByText("Free")).toHaveLength(2);
  });
});

describe("the combined status call", () => {
  it("asks every 5 seconds for the cards on screen and changes the card", async () => {
    show({});
    answer({ status: "reserved", reserved_until: SERVER + 600_000 });
    await tick(5_000);
    expect(ask).toHaveBeenCalledExactlyOnceWith(["itm_bike"]);
    expect(screen.getByText(/Available in/)).toBeTruthy();
    answer({ status: "sold" }, SERVER + 10_000);
    await tick(5_000);
    expect(screen.getByText("Sold")).toBeTruthy();
  });

  it("sees a line grow while nothing else changes", async () => {
    const held = { status: "reserved", reserved_until: SERVER + 600_000 } as const;
    show(held);
    answer(held);
    await tick(5_000);
    expect(screen.queryByText(/in line/)).toBeNull();
    answer({ ...held, line_length: 1 }, SERVER + 10_000);
    await tick(5_000);
    expect(screen.getByText("1 in line")).toBeTruthy();
  });

  it("believes the list when the list is newer", async () => {
    show({ status: "sold" });
    answer({ status: "active" }, SERVER - 1);
    await tick(5_000);
    expect(screen.getByText("Sold")).toBeTruthy();
  });

  it("is silent while the tab is hidden and asks at once when it is back", async () => {
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
