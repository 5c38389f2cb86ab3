import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveSnapshot } from "#contract/holds/live";
import type { ItemDetail, Photo } from "#contract/items";
import { Gallery } from "../../web/features/item-page/gallery.tsx";
import ItemDetailScreen from "../../web/features/item-page/item-detail-screen.tsx";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import { person, serve, visitor } from "../support/web/api.ts";
import { itemDetail, liveSnapshot } from "../support/web/item-and-order.ts";
import { marketCard, NOW } from "../support/web/market.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const live = vi.hoisted(() => ({ handlers: null as SocketHandlers | null }));
vi.mock("../../web/features/item-page/item-socket.ts", () => ({
  openItemSocket: async (_: string, handlers: SocketHandlers) => {
    live.handlers = handlers;
    return { send() {}, reconnect() {}, close() {} };
  },
}));

const photo = (name: string): Photo => ({
  id: `img_${name}`,
  url: `/images/${name}`,
  url_800: `/images/${name}-800`,
  url_400: `/images/${name}-400`,
  width: 800,
  height: 600,
});

describe("Gallery", () => {
  // Also behind the full-screen view, which a press opens.
  const shown = () => screen.getByRole("button", { name: /full screen/, hidden: true }).getAttribute("aria-label");
  const drag = (dx: number) => {
    const surface = screen.getByRole("button", { name: /full screen/ });
    fireEvent.pointerDown(surface, { pointerId: 1, clientX: 200, clientY: 200 });
    fireEvent.pointerUp(surface, { pointerId: 1, clientX: 200 + dx, clientY: 200 });
    fireEvent.click(surface);
  };

  it("turns by a swipe of 50 px but not of 49, and stops at both ends", async () => {
    render(<Gallery category="furniture" photos={[photo("a"), photo("b"), photo("c")]} title="Bike" />);
    expect(shown()).toBe("View photo 1 of 3 full screen");
    drag(-50);
    expect(shown()).toBe("View photo 2 of 3 full screen");
    drag(50);
    drag(50);
    expect(shown()).toBe("View photo 1 of 3 full screen");
    cleanup();
    render(<Gallery category="furniture" photos={[photo("a"), photo("b")]} title="Bike" />);
    drag(-49);
    expect(shown()).toBe("View photo 1 of 2 full screen");
  });

  it("has a thumbnail for each photo, and none for a single photo", async () => {
    render(<Gallery category="furniture" photos={[photo("a"), photo("b"), photo("c")]} title="Bike" />);
    const thumbnails = screen.getAllByRole("button", { name: /^Show photo/ });
    expect(thumbnails.map((thumbnail) => thumbnail.querySelector("img")?.getAttribute("src"))).toEqual([
      "/images/a-800",
      "/images/b-800",
      "/images/c-800",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Show photo 3" }));
    expect(shown()).toBe("View photo 3 of 3 full screen");
    expect(screen.getByRole("button", { name: "Show photo 3" }).getAttribute("aria-current")).toBe("true");
    cleanup();
    render(<Gallery category="furniture" photos={[photo("a")]} title="Bike" />);
    expect(screen.queryByRole("button", { name: /^Show photo/ })).toBeNull();
  });

  it("turns by the arrow keys and wraps around", async () => {
    render(<Gallery category="furniture" photos={[photo("a"), photo("b")]} title="Bike" />);
    screen.getByRole("button", { name: /full screen/ }).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(shown()).toBe("View photo 2 of 2 full screen");
    await userEvent.keyboard("{ArrowRight}");
    expect(shown()).toBe("View photo 1 of 2 full screen");
  });

  it("opens full screen on a press and closes on Escape", async () => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    render(<Gallery category="furniture" photos={[photo("a"), photo("b")]} title="Bike" />);
    await userEvent.click(screen.getByRole("button", { name: /full screen/ }));
    const viewer = await screen.findByRole("dialog", { name: /^Photos of / });
    await userEvent.type(viewer.querySelector("[tabindex='-1']") ?? viewer, "{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photos of / })).toBeNull());
  });
});

const bike = (over: Partial<ItemDetail> = {}) =>
  itemDetail(marketCard(1, { id: "itm_bike", title: "City bike", price: 240 }), over);

describe("ItemDetailScreen", () => {
  const toasts = collectToasts();
  beforeEach(() => {
    live.handlers = null;
  });
  function Where() {
    const { pathname, search } = useLocation();
    return <output data-testid="where">{pathname + search}</output>;
  }
  const where = () => screen.getByTestId("where").textContent;

  async function open({
    item = {},
    session = visitor,
    entries = ["/ItemDetail/itm_bike"],
    orders = [],
  }: {
    item?: Partial<ItemDetail>;
    session?: ReturnType<typeof person>;
    entries?: (string | { pathname: string; state: unknown })[];
    orders?: unknown[];
  } = {}) {
    serve({
      "GET /api/auth/session": () => ({ body: session }),
      "GET /api/items/itm_bike": () => ({ body: bike(item) }),
      "GET /api/orders": () => ({ body: { items: orders, next_cursor: null } }),
      "POST /api/rpc/increment_item_view_count": () => ({ body: { counted: true } }),
      "GET /api/items/status": () => ({ body: { items: [], server_now: NOW } }),
    });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={entries}>
          <Routes>
            <Route path="/ItemDetail/:id" element={<ItemDetailScreen />} />
            <Route path="*" element={null} />
          </Routes>
          <Where />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(live.handlers).not.toBeNull());
  }

  async function frame(over: Partial<LiveSnapshot>) {
    const snapshot = liveSnapshot(over);
    await act(async () => live.handlers?.onMessage(JSON.stringify(snapshot)));
  }

  it("links back to the marketplace, with the filters of the list it was opened from", async () => {
    await open();
    await userEvent.click(screen.getByRole("link", { name: "Back to Marketplace" }));
    expect(where()).toBe("/Marketplace");
    cleanup();
    await open({
      entries: ["/Marketplace?tab=books&q=oak", { pathname: "/ItemDetail/itm_bike", state: { fromMarketplace: true } }],
    });
    await userEvent.click(screen.getByRole("link", { name: "Back to Marketplace" }));
    expect(where()).toBe("/Marketplace?tab=books&q=oak");
  });

  const SOLD = {
    title: "Item Sold",
    description: "This item was just sold to another buyer.",
    variant: "destructive",
  };

  it("shows the toast about a sale once and removes Buy Now", async () => {
    await open();
    expect(screen.getByRole("button", { name: "Buy Now" })).toBeTruthy();
    await frame({ status: "sold" });
    await frame({ status: "sold", rev: 2 });
    expect(toasts).toEqual([SOLD]);
    expect(screen.getByText("This item has been sold")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
  });

  it("shows it to other users who are signed in, but not to the buyer, the seller or a later visitor", async () => {
    await open({
      session: person(),
      orders: [{ item_id: "itm_bike", status: "payment_confirmed" }],
    });
    await frame({ status: "sold" });
    cleanup();
    live.handlers = null;
    await open({ session: person({ id: "acc_1" }) });
    await screen.findByRole("link", { name: "Edit Item" });
    await frame({ status: "sold" });
    cleanup();
    live.handlers = null;
    await open({ item: { status: "sold" } });
    await frame({ status: "sold" });
    cleanup();
    live.handlers = null;
    // The lookup of this viewer's orders ends last, so the toast that follows it is the first of all.
    await open({ session: person() });
    await frame({ status: "sold" });
    await waitFor(() => expect(toasts).not.toEqual([]));
    expect(toasts).toEqual([SOLD]);
  });

  it.each([
    ["pending_payment", "Payment is being processed"],
    ["reserved", "This item is currently reserved"],
  ] as const)("shows the banner of a %s item and no Buy Now", async (status, banner) => {
    await open();
    await frame({ status, reserved_until: status === "reserved" ? NOW + 600_000 : null });
    expect(screen.getByText(banner)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
  });

  it("shows no discount for an item that was always free, and links its category to the list", async () => {
    await open({ item: { price: 0, category: "automotive" } });
    const facts = within(screen.getByRole("article"));
    expect(facts.getByText("Free")).toBeTruthy();
    expect(facts.queryByText(/% off/)).toBeNull();
    expect(facts.getByRole("link", { name: "Automotive" }).getAttribute("href")).toBe(
      "/Marketplace?category=automotive",
    );
  });
});
