import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { ItemCard, ItemDetail } from "#contract/items";
import type { BundleCard, MarketplaceExtras } from "#contract/items/marketplace";
import { EMBEDDED_REPLIES_ID, jsonForScript } from "#domain/site/embedded-replies";
import MarketplaceScreen from "../../web/features/marketplace/marketplace-screen.tsx";
import { clearBoot } from "../../web/lib/boot.ts";
import { person, refused, visitor } from "../support/web/api.ts";
import { itemDetail } from "../support/web/item-and-order.ts";
import { marketCard as card, marketCards as cards, marketAd, NO_EXTRAS, NOW } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const detail = (item: ItemCard, over: Partial<ItemDetail> = {}) =>
  itemDetail(item, { description: "Well kept.", collection_date: Date.UTC(2026, 10, 28, 2), ...over });

const UNDATED = { collection_date: null, collection_zone: "Australia/Melbourne" };

const BUNDLE: BundleCard = {
  id: "bdl_1",
  title: "Desk set",
  description: "All for a desk.",
  bundle_price: 80,
  individual_total: 100,
  savings: 20,
  savings_percentage: 20,
  collection_date: Date.UTC(2026, 10, 28, 2),
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick, Melbourne",
  status: "active",
  available: true,
  bundle_items: [
    {
      item_id: "itm_a",
      quantity: 1,
      title: "Keyboard",
      price: 60,
      image: null,
      status: "active",
      condition: "good",
      ...UNDATED,
    },
    {
      item_id: "itm_b",
      quantity: 1,
      title: "Mouse",
      price: 40,
      image: null,
      status: "reserved",
      condition: "like_new",
      ...UNDATED,
    },
  ],
  seller_id: "acc_1",
  seller: card(1).seller,
  created_at: NOW,
  updated_at: NOW,
};

type Reply = { status?: number; body: unknown };
type Answer = (query: URLSearchParams) => Reply;
let replies: Map<string, Answer>;
let calls: string[];
const toasts = collectToasts();
/** jsdom does not scroll, so a test decides which observed elements are visible. */
let observers: { callback: IntersectionObserverCallback; margin: string | undefined; element: Element | null }[];

class FakeObserver {
  private readonly entry: (typeof observers)[number];
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.entry = { callback, margin: options?.rootMargin, element: null };
    observers.push(this.entry);
  }
  observe(element: Element) {
    this.entry.element = element;
  }
  unobserve() {}
  disconnect() {
    observers = observers.filter((entry) => entry !== this.entry);
  }
}

/** Simulates scrolling until "Load more" is near. Returns how many observers were notified. */
function nearTheEnd() {
  const ends = observers.filter((entry) => entry.margin === "600px");
  act(() => {
    for (const { callback, element } of ends) {
      callback([{ isIntersecting: true, target: element }] as unknown as IntersectionObserverEntry[], {} as never);
    }
  });
  return ends.length;
}

beforeEach(() => {
  calls = [];
  observers = [];
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.stubGlobal("scrollTo", () => undefined);
  replies = new Map<string, Answer>([
    ["/api/items/status", () => ({ body: { items: [], server_now: NOW } })],
    ["/api/marketplace/extras", () => ({ body: NO_EXTRAS })],
  ]);
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    calls.push(url.pathname + url.search);
    const { status = 200, body } =
      replies.get(url.pathname)?.(url.searchParams) ?? refused(404, "not_found", "Not found.");
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
});
afterEach(() => {
  document.getElementById(EMBEDDED_REPLIES_ID)?.remove();
  clearBoot();
  window.history.replaceState(null, "", "/");
});

function list(items: ItemCard[], more: Partial<{ next_cursor: string | null; corrected_query: string }> = {}) {
  replies.set("/api/items", () => ({
    body: { items, next_cursor: null, corrected_query: null, server_now: NOW, ...more },
  }));
}

function extras(over: Partial<MarketplaceExtras>) {
  replies.set("/api/marketplace/extras", () => ({ body: { ...NO_EXTRAS, ...over } }));
}

/** Adds the replies that the Worker embeds in the page. */
function embedReplies(embedded: Record<string, unknown>) {
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = EMBEDDED_REPLIES_ID;
  block.textContent = jsonForScript(embedded);
  document.body.append(block);
  clearBoot();
}

async function show(address = "/Marketplace", session: SessionReply = visitor) {
  window.history.replaceState(null, "", address);
  renderAt(
    address,
    <>
      <MarketplaceScreen />
      <Where />
    </>,
    session,
  );
  await waitFor(() => expect(screen.queryByText("Loading listings…")).toBeNull());
}

const titles = () => screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

describe("the All Listings tab", () => {
  it("has sections between its rows, and an ad block and a wide ad after each full row", async () => {
    list(cards(1, 24));
    extras({
      trending: cards(101, 112),
      bundles: [BUNDLE],
      recently_sold: cards(201, 204).map((item) => ({ ...item, status: "sold" })),
      ads: { local_deals: marketAd("local_deals", "Bike shop"), between_items: marketAd("between_items", "Van hire") },
    });
    await show();
    await waitFor(() => expect(screen.getAllByText("Bike shop")).toHaveLength(3));
    await waitFor(() => expect(screen.getAllByText("Van hire")).toHaveLength(3));
    expect(screen.getAllByText("Sponsored")).toHaveLength(6);
    const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(["Browse all available items", "Trending Now", "Bundle Deals", "Recently Sold"]);
    const sold = screen.getByRole("region", { name: "Recently Sold" });
    expect(within(sold).getAllByRole("heading", { level: 3 })).toHaveLength(4);
    // In reading order: seven listings, then the section after the first row.
    expect(titles().slice(6, 8)).toEqual(["Thing 7", "Thing 101"]);
  });

  it("shows the sections below a list that is too short for rows", async () => {
    list(cards(1, 3));
    extras({ trending: cards(101, 102), bundles: [BUNDLE] });
    await show();
    expect(await screen.findByRole("region", { name: "Trending Now" })).toBeTruthy();
    expect(screen.getByRole("region", { name: "Bundle Deals" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Recently Sold" })).toBeNull();
  });

  it("invites to list an item when no ad is running, and works when the extras fail", async () => {
    list(cards(1, 24));
    replies.set("/api/marketplace/extras", () => ({ status: 500, body: {} }));
    await show();
    expect(await screen.findByRole("link", { name: "List an item" })).toBeTruthy();
    expect(screen.queryByText("Sponsored")).toBeNull();
    expect(titles()).toHaveLength(24);
  });

  it("shows no sections in a search", async () => {
    list(cards(1, 24));
    extras({ trending: cards(101, 112), bundles: [BUNDLE] });
    await show("/Marketplace?q=thing");
    expect(titles()).toHaveLength(24);
    expect(screen.queryByRole("region", { name: "Trending Now" })).toBeNull();
  });

  it("says which corrected words it searched for", async () => {
    list(cards(1, 2), { corrected_query: "bicycle" });
    await show("/Marketplace?q=bycicle");
    expect(screen.getByText(/Showing results for/).textContent).toBe(
      "No exact matches for “bycicle”. Showing results for bicycle.",
    );
  });

  it("shows demo items, with a badge and not for sale, only when nothing was ever listed", async () => {
    list([]);
    await show();
    expect(await screen.findAllByText("Demo")).toHaveLength(8);
    for (const item of document.querySelectorAll("[data-item]")) {
      expect(item.getAttribute("data-item")).toMatch(/^demo-/);
      // No link, wish list button or cart; only the negotiation, except for the free item.
      expect(item.querySelector("a")).toBeNull();
      expect(item.querySelectorAll("button").length).toBe(item.getAttribute("data-item") === "demo-novels" ? 0 : 1);
    }
  });

  it("lets a visitor negotiate about a demo item without a way to buy it", async () => {
    list([]);
    const common = { at: NOW, act: null, counter_no: null, item: null, ask_seller: null, amount: null };
    const path = "/api/demo-items/demo-chair/negotiate";
    replies.set(path, () => ({
      body: {
        messages: [
          { ...common, id: "1", from: "buyer", text: "Would you take $100?" },
          { ...common, id: "2", from: "knowzee", text: "I could do $140.", act: "counter", amount: 140, counter_no: 1 },
        ],
      },
    }));
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Make an offer: Reading chair with footstool" }));
    const dialog = await screen.findByRole("dialog", { name: "Knowzee" });
    expect(within(dialog).getByText("This is an example, so you can't buy it.")).toBeTruthy();
    await userEvent.type(
      within(dialog).getByRole("textbox", { name: "Message to Knowzee" }),
      "Would you take $100?{Enter}",
    );
    expect(await within(dialog).findByText("I could do $140.")).toBeTruthy();
    expect(calls).toContain(path);
    expect(within(dialog).queryByRole("button", { name: /accept|buy/i })).toBeNull();
  });

  it("shows no demo items when something was sold or filters are set", async () => {
    list([]);
    extras({ recently_sold: [card(1, { status: "sold" })] });
    await show();
    expect(await screen.findByText("No items found")).toBeTruthy();
    expect(screen.queryByText("Demo")).toBeNull();
  });

  it("names an unknown place instead of offering Retry", async () => {
    const message = "We don't know that suburb or postcode.";
    replies.set("/api/items", () => refused(422, "invalid", message));
    await show("/Marketplace?near=atlantis&within_km=10");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    list(cards(1, 1));
    await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(await screen.findByText("Thing 1")).toBeTruthy();
    expect(where()).toBe("/Marketplace");
  });

  it("shows an empty list with Retry when loading fails", async () => {
    replies.set("/api/items", () => ({ status: 409, body: {} }));
    await show();
    list(cards(1, 1));
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Thing 1")).toBeTruthy();
  });
});

describe("infinite scroll", () => {
  const pageOf = (n: number) => cards(n * 24 + 1, n * 24 + 24);
  function endless() {
    replies.set("/api/items", (query) => {
      const n = Number(query.get("cursor") ?? 0);
      return {
        body: { items: pageOf(n), next_cursor: String(n + 1), corrected_query: null, server_now: NOW },
      };
    });
  }

  it("loads four more pages near the end, then waits for the Load more button", async () => {
    endless();
    await show();
    for (let pages = 2; pages <= 5; pages++) {
      expect(nearTheEnd()).toBe(1);
      await waitFor(() => expect(titles()).toHaveLength(pages * 24));
    }
    expect(nearTheEnd()).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(() => expect(titles()).toHaveLength(6 * 24));
    expect(nearTheEnd()).toBe(1);
  });

  it("moves the keyboard focus to the first new card", async () => {
    endless();
    await show();
    screen.getByRole("button", { name: "Load more" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(titles()).toHaveLength(48));
    expect(document.activeElement?.textContent).toBe("Thing 25");
  });

  it("keeps its pages when the next one fails, and does not retry automatically", async () => {
    endless();
    await show();
    replies.set("/api/items", () => ({ status: 409, body: {} }));
    nearTheEnd();
    expect(await screen.findByText("The next listings didn't load.")).toBeTruthy();
    expect(titles()).toHaveLength(24);
    expect(nearTheEnd()).toBe(0);
    endless();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(titles()).toHaveLength(48));
  });
});

describe("the Trending and Bundles tabs", () => {
  it("show the server's selection without a list request, filters or sort orders", async () => {
    extras({ trending: cards(101, 112), bundles: [BUNDLE] });
    await show("/Marketplace?tab=trending");
    expect(await screen.findByText("Thing 101")).toBeTruthy();
    expect(titles()).toHaveLength(12);
    expect(screen.queryByRole("button", { name: /Filters/ })).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Bundles" }));
    expect(await screen.findByText("Desk set")).toBeTruthy();
    expect(calls.filter((path) => path.startsWith("/api/items?"))).toEqual([]);
  });

  it("switch to All Listings for a search", async () => {
    list(cards(1, 2));
    await show("/Marketplace?tab=trending");
    expect(await screen.findByText("No trending items found")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox"), "bike{Enter}");
    expect(where()).toBe("/Marketplace?q=bike");
    expect(await screen.findByText("Thing 2")).toBeTruthy();
  });

  it("show that they are empty", async () => {
    await show("/Marketplace?tab=bundles");
    expect(await screen.findByText("No bundles available")).toBeTruthy();
  });

  it("offer Retry when loading fails", async () => {
    replies.set("/api/marketplace/extras", () => ({ status: 409, body: {} }));
    await show("/Marketplace?tab=bundles");
    extras({ bundles: [BUNDLE] });
    await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Desk set")).toBeTruthy();
  });

  it("open a bundle's dialog with items, saving and collection, and links to the items", async () => {
    extras({ bundles: [BUNDLE] });
    await show("/Marketplace?tab=bundles");
    await userEvent.click(await screen.findByRole("button", { name: "View bundle: Desk set" }));
    const dialog = await screen.findByRole("dialog", { name: "Desk set" });
    expect(within(dialog).getByText("Save $20 (20%)")).toBeTruthy();
    expect(within(dialog).getByText("Saturday 28 November")).toBeTruthy();
    const links = within(dialog).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/ItemDetail/itm_a", "/ItemDetail/itm_b"]);
    expect(links[1]?.textContent).toContain("Reserved");
  });
});

describe("the purchase dialog of a card", () => {
  const sofa = card(1, { title: "Sofa", price: 420 });

  async function open(over: Partial<ItemDetail> = {}, session: SessionReply = person()) {
    list([sofa]);
    replies.set(`/api/items/${sofa.id}`, () => ({ body: detail(sofa, over) }));
    await show("/Marketplace", session);
    await userEvent.click(screen.getByRole("link", { name: "Sofa" }));
    const dialog = await screen.findByRole("dialog", { name: "Sofa" });
    await within(dialog).findByText("Well kept.");
    return dialog;
  }

  it("shows the item and leads to its page and to the checkout", async () => {
    const dialog = await open();
    expect(within(dialog).getByText("$420")).toBeTruthy();
    expect(within(dialog).getByText("Saturday 28 November")).toBeTruthy();
    expect(within(dialog).getByRole("link", { name: "View Details" }).getAttribute("href")).toBe(
      `/ItemDetail/${sofa.id}`,
    );
    expect(where()).toBe("/Marketplace");
    await userEvent.click(within(dialog).getByRole("button", { name: "Buy Now" }));
    // The checkout starts by reserving the item, and says that this test's server has no such route.
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(calls.some((call) => call.startsWith("/api/rpc/reserve_item"))).toBe(true);
  });

  it("sends a visitor to sign in, with the way back to the item", async () => {
    const dialog = await open({}, visitor);
    await userEvent.click(within(dialog).getByRole("button", { name: "Buy Now" }));
    expect(toasts).toEqual([
      {
        title: "Please Sign In",
        description: "You must be signed in to purchase items",
        variant: "destructive",
      },
    ]);
    expect(where()).toBe(`/SignIn?returnUrl=%2FItemDetail%2F${sofa.id}`);
    expect(calls.some((call) => call.startsWith("/api/rpc/reserve_item"))).toBe(false);
  });

  it("offers no Buy Now to the owner", async () => {
    const dialog = await open({ abilities: { buy: false, edit: true, trade: false, offer: false } });
    expect(within(dialog).queryByRole("button", { name: "Buy Now" })).toBeNull();
  });

  it.each([
    ["sold", "This item has been sold"],
    ["reserved", "This item is currently reserved"],
    ["pending_payment", "Payment is being processed"],
  ] as const)("of a %s item shows the status instead of Buy Now", async (status, text) => {
    const item = card(1, { title: "Sofa", status, reserved_until: status === "reserved" ? NOW + 60_000 : null });
    list([item]);
    replies.set(`/api/items/${item.id}`, () => ({ body: detail(item) }));
    await show("/Marketplace", person());
    await userEvent.click(screen.getByRole("link", { name: "Sofa" }));
    const dialog = await screen.findByRole("dialog", { name: "Sofa" });
    expect(within(dialog).getByText(text)).toBeTruthy();
    expect(within(dialog).queryByRole("button", { name: "Buy Now" })).toBeNull();
  });

  it("closes with Escape and returns the focus to its card", async () => {
    await open();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Sofa" })));
  });

  it("does not open for a click with Ctrl, and View Details leads to the page", async () => {
    list([sofa]);
    await show();
    const user = userEvent.setup();
    // jsdom cannot open tabs, so the test checks only that the click was left to the browser.
    const left = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener("click", left, { once: true });
    await user.keyboard("{Control>}");
    await user.click(screen.getByRole("link", { name: "Sofa" }));
    await user.keyboard("{/Control}");
    expect(left).toHaveBeenCalledOnce();
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("link", { name: "View Details: Sofa" }));
    expect(where()).toBe(`/ItemDetail/${sofa.id}`);
  });
});

describe("the return from the card provider", () => {
  it("shows a cancelled payment and clears the address but not the filters", async () => {
    list(cards(1, 1));
    await show("/Marketplace?tab=books&payment=cancelled&session_id=cs_1");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Payment was cancelled. You can try again anytime.");
    await waitFor(() => expect(where()).toBe("/Marketplace?tab=books"));
    await userEvent.click(within(alert).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("never reports a payment as successful because of the address alone (D18, A49)", async () => {
    const reply = { items: cards(1, 1), next_cursor: null, corrected_query: null, server_now: NOW };
    embedReplies({ "/api/items?limit=24&sort=date_desc": reply });
    list(cards(2, 2));
    await show("/Marketplace?payment=success&session_id=cs_1");
    expect((await screen.findByRole("alert")).textContent).toContain("We're confirming your payment");
    expect(screen.queryByText(/Payment successful/)).toBeNull();
    await waitFor(() => expect(where()).toBe("/Marketplace"));
    // The list is loaded again, because the bought item is no longer for sale.
    expect(await screen.findByText("Thing 2")).toBeTruthy();
  });

  const INTENT = {
    id: "pi_1",
    kind: "order",
    status: "succeeded",
    refunded_cents: 0,
    amount: 1_000,
    order_id: "ord_1",
  };
  const RETURN = "/Marketplace?payment=success&session_id=pi_1";
  const SUCCESS = "Payment successful! The seller will contact you soon.";

  it("reports success once the server knows of the payment", async () => {
    list(cards(1, 1));
    replies.set("/api/payments/intents/pi_1", () => ({ body: { ...INTENT, credited: true } }));
    await show(RETURN, person());
    expect(await screen.findByText(SUCCESS)).toBeTruthy();
    expect(within(screen.getByRole("alert")).queryByText(/confirming/)).toBeNull();
    await waitFor(() => expect(where()).toBe("/Marketplace"));
  });

  it("waits until the server knows of the payment, and then reports success", async () => {
    list(cards(1, 1));
    let credited = false;
    replies.set("/api/payments/intents/pi_1", () => ({ body: { ...INTENT, credited } }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await show(RETURN, person());
    expect((await screen.findByRole("alert")).textContent).toContain("We're confirming your payment");
    credited = true;
    await act(() => vi.advanceTimersByTimeAsync(3_500));
    expect(await screen.findByText(SUCCESS)).toBeTruthy();
    vi.useRealTimers();
  });

  it.each([
    ["another user's payment", { status: 404, body: { error: { code: "not_found", message: "Not found." } } }],
    ["a top-up", { body: { ...INTENT, kind: "topup", credited: true } }],
    ["a payment that failed", { body: { ...INTENT, status: "failed", credited: false } }],
  ])("reports no success for %s", async (_, reply) => {
    list(cards(1, 1));
    replies.set("/api/payments/intents/pi_1", () => reply);
    await show(RETURN, person());
    await waitFor(() => expect(calls).toContain("/api/payments/intents/pi_1"));
    expect((await screen.findByRole("alert")).textContent).toContain("We're confirming your payment");
    expect(screen.queryByText(SUCCESS)).toBeNull();
  });

  it("ignores an unknown outcome", async () => {
    list(cards(1, 1));
    await show("/Marketplace?payment=paid");
    expect(await screen.findByText("Thing 1")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
