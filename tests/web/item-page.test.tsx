import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { LiveSnapshot } from "#contract/holds/live";
import type { ItemCard, ItemDetail, Photo } from "#contract/items";
import type { RelatedReply } from "#contract/items/marketplace";
import { FIELD_NAMES, LISTING_FIELDS, type ListingField } from "#domain/items/listing-fields";
import ItemDetailScreen from "../../web/features/item-page/item-detail-screen.tsx";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import { person, serve, visitor } from "../support/web/api.ts";
import { itemDetail, liveSnapshot } from "../support/web/item-and-order.ts";
import { marketCard } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const live = vi.hoisted(() => ({ handlers: null as SocketHandlers | null }));
vi.mock("../../web/features/negotiation/chat-panel.tsx", () => ({
  default: ({ item }: { item: ItemDetail }) => <p>Negotiation of {item.title}</p>,
}));
vi.mock("../../web/features/item-page/item-socket.ts", () => ({
  openItemSocket: async (_: string, handlers: SocketHandlers) => {
    live.handlers = handlers;
    return { send() {}, reconnect() {}, close() {} };
  },
}));

const NOW = Date.now();

const photo = (name: string, scheme = "/images/"): Photo => ({
  id: `img_${name}`,
  url: `${scheme}${name}`,
  url_800: `${scheme}${name}`,
  url_400: `${scheme}${name}`,
  width: 800,
  height: 600,
});

const card = (over: Partial<ItemCard> = {}) =>
  marketCard(24, {
    id: "itm_bike",
    title: "Reid city bike",
    previous_price: 320,
    category: "sports",
    condition: "like_new",
    seller: { display_name: "Maya R.", suburb: null, city: null, average_rating: 4.75, rating_count: 12 },
    views_count: 3,
    created_at: NOW - 3 * 86_400_000,
    ...over,
  });

function bike(over: Partial<ItemDetail> = {}): ItemDetail {
  return itemDetail(card(), {
    description: "Ridden to the tram and back.",
    tags: ["commuter"],
    photos: [photo("one"), photo("two")],
    collection_date: Date.UTC(2026, 10, 24, 7, 30),
    seller_since: Date.UTC(2026, 0, 5),
    updated_at: NOW,
    server_now: NOW,
    ...over,
  });
}

const NOTHING: RelatedReply = {
  special_offers: [],
  more_from_seller: [],
  similar: [],
  trending: [],
  price: [],
  server_now: NOW,
};

const cards = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => card({ id: `itm_${prefix}${index}`, title: `${prefix} ${index}` }));

interface Visit {
  item?: Partial<ItemDetail>;
  related?: Partial<RelatedReply> | "fails";
  session?: SessionReply;
  /** The session request stays unanswered during the test. */
  sessionLate?: boolean;
  /** The viewer's own negotiation about the item. */
  conversation?: unknown;
  /** The server's error reply instead of the item. */
  refusal?: { status: number; code: string };
}

const toasts = collectToasts();

function Where() {
  return <output data-testid="where">{useLocation().pathname}</output>;
}

async function open({
  item,
  related = {},
  session = visitor,
  sessionLate = false,
  conversation = null,
  refusal,
}: Visit = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: session }),
    "GET /api/items/itm_bike": () =>
      refusal
        ? { status: refusal.status, body: { error: { code: refusal.code, message: "No.", request_id: "t" } } }
        : { body: bike(item) },
    "GET /api/items/itm_bike/related": () =>
      related === "fails"
        ? { status: 400, body: { error: { code: "bad_request", message: "No.", request_id: "t" } } }
        : { body: { ...NOTHING, ...related } },
    "POST /api/rpc/increment_item_view_count": () => ({ body: { counted: true } }),
    "GET /api/items/itm_bike/negotiation": () => ({ body: conversation }),
    "GET /api/items/status": () => ({ body: { items: [], server_now: NOW } }),
  });
  if (sessionLate) {
    const answer = fetch;
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
      String(input).endsWith("/api/auth/session") ? new Promise(() => {}) : answer(input, init),
    );
  }
  renderAt(
    "/ItemDetail/itm_bike",
    <>
      <Routes>
        <Route path="/ItemDetail/:id" element={<ItemDetailScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </>,
  );
  if (!refusal) await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(refusal || calls.some(({ path }) => path.endsWith("/related"))).toBeTruthy());
  // Parts whose code only an earlier test has loaded would make tests depend on their order.
  await act(() => vi.dynamicImportSettled());
  return calls;
}

async function frame(over: Partial<LiveSnapshot>) {
  await waitFor(() => expect(live.handlers).not.toBeNull());
  const snapshot = liveSnapshot(over);
  await act(async () => live.handlers?.onMessage(JSON.stringify(snapshot)));
}

beforeEach(() => {
  live.handlers = null;
});
describe("the facts of an item", () => {
  it("show title, age, place, condition, price, previous price and discount", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Reid city bike" })).toBeTruthy();
    expect(screen.getByText("Listed 3 days ago")).toBeTruthy();
    expect(screen.getAllByText("Brunswick, Melbourne").length).toBeGreaterThan(0);
    expect(screen.getByText("Like new")).toBeTruthy();
    expect(screen.getByText("$240")).toBeTruthy();
    expect(screen.getByText("$320").tagName).toBe("S");
    expect(screen.getByText("25% off")).toBeTruthy();
  });

  it("show the Free badge for a price of 0", async () => {
    await open({ item: { price: 0, previous_price: null } });
    await frame({ price: 0 });
    expect(screen.getByText("Free")).toBeTruthy();
    expect(screen.queryByText("$0")).toBeNull();
  });

  it("show the collection date in the time zone of the place", async () => {
    vi.stubEnv("TZ", "Australia/Perth");
    await open();
    const panel = screen.getByRole("heading", { name: "Pickup details" }).parentElement as HTMLElement;
    expect(within(panel).getByText("Tue 24 Nov, 6:30 pm")).toBeTruthy();
    expect(within(panel).getByText("When (Melbourne time)")).toBeTruthy();
    vi.unstubAllEnvs();
  });

  it("show every text for everyone", async () => {
    // Shown in another form, which other tests check.
    const formatted = [
      "category",
      "condition",
      "price",
      "collection_windows",
      "collection_date",
      "collection_zone",
      "suburb",
      "city",
    ];
    const texts = FIELD_NAMES.filter((field) => {
      const { seenBy, draftMax } = LISTING_FIELDS[field];
      return seenBy === "everyone" && draftMax !== null && !formatted.includes(field);
    });
    const text = (field: ListingField) => `Text of ${field}`;
    await open({
      item: Object.fromEntries(texts.map((field) => [field, field === "tags" ? [text(field)] : text(field)])),
    });
    for (const field of texts) expect(screen.getAllByText(text(field)).length, field).toBeGreaterThan(0);
  });

  it('show "Location TBA" and "Not set" without place and date', async () => {
    await open({ item: { suburb: null, city: null, location: null, collection_date: null } });
    const panel = screen.getByRole("heading", { name: "Pickup details" }).parentElement as HTMLElement;
    expect(within(panel).getByText("Location TBA")).toBeTruthy();
    expect(within(panel).getByText("Not set")).toBeTruthy();
  });

  it("show a description of 200 characters whole", async () => {
    await open({ item: { description: "x".repeat(200) } });
    expect(screen.getByText("x".repeat(200))).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("clamp a description of 201 characters until Show more is pressed", async () => {
    const long = `${"word ".repeat(40)}!`;
    expect(long).toHaveLength(201);
    await open({ item: { description: long } });
    expect(screen.queryByText(long)).toBeNull();
    const more = screen.getByRole("button", { name: "Show more" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(more);
    expect(screen.getByText(long)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(screen.queryByText(long)).toBeNull();
  });

  it("link the seller to the store, with rating and count", async () => {
    await open();
    const seller = screen.getByRole("region", { name: "Seller" });
    expect(within(seller).getByRole("link", { name: "Maya R." }).getAttribute("href")).toBe("/Store/acc_1");
    expect(seller.textContent).toContain("4.8 out of 5,(12 ratings)");
  });

  it("say how fast the seller usually replies, once the seller has answered enough buyers", async () => {
    await open({ item: { seller_answer_time: "hours" } });
    const seller = screen.getByRole("region", { name: "Seller" });
    expect(within(seller).getByText("Usually replies within a few hours")).toBeTruthy();
    cleanup();
    await open();
    expect(screen.queryByText(/Usually replies/)).toBeNull();
  });

  it('show "Anonymous Seller" without a name and "No ratings yet" without ratings', async () => {
    await open({ item: { seller: { ...card().seller, display_name: "", average_rating: null, rating_count: 0 } } });
    const seller = screen.getByRole("region", { name: "Seller" });
    expect(within(seller).getByRole("link", { name: "Anonymous Seller" })).toBeTruthy();
    expect(within(seller).getByText("No ratings yet")).toBeTruthy();
  });

  it("ignore photos with a blob: address", async () => {
    await open({ item: { photos: [photo("a", "blob:http://localhost/"), photo("one")] } });
    const images = [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));
    expect(images).toEqual(["/images/one"]);
  });
});

describe("an item for free", () => {
  it("is claimed, and says nothing about Knowzee", async () => {
    await open({ item: { price: 0, previous_price: null } });
    await frame({ price: 0 });
    expect(screen.getByRole("button", { name: "Claim" })).toBeTruthy();
    expect(screen.queryByText(/Buy Now|Knowzee/)).toBeNull();
  });
});

describe("the Buy bar", () => {
  let tell: (onScreen: boolean) => void = () => {};
  beforeEach(() => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        private readonly callback: IntersectionObserverCallback;
        constructor(callback: IntersectionObserverCallback) {
          this.callback = callback;
        }
        observe(target: Element) {
          if (target.tagName !== "BUTTON") return;
          tell = (onScreen) =>
            act(() =>
              this.callback(
                [{ intersectionRatio: onScreen ? 1 : 0.4 } as IntersectionObserverEntry],
                this as unknown as IntersectionObserver,
              ),
            );
        }
        unobserve() {}
        disconnect() {}
      },
    );
  });
  const bar = () => screen.queryByRole("region", { name: "Buy this item" });

  it("comes when the buttons leave the screen, and goes when they are back", async () => {
    await open();
    expect(bar()).toBeNull();
    tell(false);
    expect(within(bar() as HTMLElement).getByRole("button", { name: "Buy Now" })).toBeTruthy();
    expect(bar()?.textContent).toContain("$240");
    tell(true);
    expect(bar()).toBeNull();
  });

  it("is not there for an item somebody else holds", async () => {
    await open();
    tell(false);
    await frame({ status: "reserved", reserved_until: NOW + 60_000 });
    expect(bar()).toBeNull();
  });
});

describe("the queue for an item somebody else holds", () => {
  it("is the first action after the notice, above the description", async () => {
    await open({ session: person() });
    await frame({ status: "reserved", reserved_until: NOW + 60_000, line_open: true });
    const join = await screen.findByRole("button", { name: "Join the queue" });
    const notice = screen.getByText("This item is currently reserved");
    const description = screen.getByRole("heading", { name: "Description" });
    expect(notice.compareDocumentPosition(join)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByRole("button").indexOf(join)).toBeLessThan(
      screen.getAllByRole("button").indexOf(screen.getByRole("button", { name: /Message seller/ })),
    );
    // Phones show the parts of the header before the description.
    expect(join.closest("header")).not.toBeNull();
    expect(description.closest("header")).toBeNull();
  });
});

describe("negotiation on the item page", () => {
  it("shows that Knowzee is not available", async () => {
    await open();
    expect(screen.getByText("Knowzee not available for this item")).toBeTruthy();
  });

  it("is shown while the item can be bought", async () => {
    await open({ item: { negotiation_available: true } });
    expect(await screen.findByText("Negotiation of Reid city bike")).toBeTruthy();
    expect(screen.queryByText(/not available/)).toBeNull();
    await frame({ status: "pending_payment" });
    expect(screen.queryByText(/Negotiation of|not available/)).toBeNull();
  });

  it("shows an agreed price on Buy Now until it expires", async () => {
    const accepted = { amount: 199, expires_at: Date.now() + 60_000 };
    const view = { id: "neg_1", item_id: "itm_bike", rev: 1, messages: [], accepted, server_now: Date.now() };
    await open({ item: { negotiation_available: true }, session: person(), conversation: view });
    expect(await screen.findByRole("button", { name: "Buy Now at $199" })).toBeTruthy();
    cleanup();
    accepted.expires_at = Date.now() - 1;
    await open({ item: { negotiation_available: true }, session: person(), conversation: view });
    expect(await screen.findByRole("button", { name: "Buy Now" })).toBeTruthy();
  });
});

describe("the interest badge", () => {
  it.each([
    [{ viewers: 1 }, 3, null, null],
    [{ viewers: 2 }, 3, "1 other person is looking now", "low"],
    [{ viewers: 1, negotiations: 1 }, 3, "1 other person is looking now", "low"],
    [{ viewers: 3 }, 3, "2 others are looking now", "medium"],
    [{ viewers: 5 }, 3, "4 others are looking now", "medium"],
    [{ viewers: 6 }, 3, "5 others are looking now", "high"],
    [{ viewers: 1 }, 9, null, null],
    [{ viewers: 1 }, 10, "Popular this week", "high"],
    [{ viewers: 4 }, 10, "Popular this week · 3 looking", "high"],
  ] as const)("for %j and a popularity of %i is %s, %s", async (people, popular_score, words, level) => {
    await open({ item: { popular_score } });
    await frame(people);
    const shown = screen.queryByText(/looking|Popular/);
    expect(shown?.textContent ?? null).toBe(words);
    const icons = { low: "lucide-eye", medium: "lucide-trending-up", high: "lucide-flame" };
    expect(shown?.querySelector("svg")?.classList.contains(level ? icons[level] : "") ?? null).toBe(level && true);
  });

  it("says nothing about views of earlier weeks", async () => {
    await open({ item: { views_count: 500, popular_score: 2 } });
    expect(screen.queryByText(/looking|Popular/)).toBeNull();
  });

  it("is hidden for a sold item", async () => {
    await open({ item: { popular_score: 50 } });
    await frame({ status: "sold", viewers: 9 });
    expect(screen.queryByText(/looking|Popular/)).toBeNull();
  });
});

describe("the price of an item page (D79)", () => {
  const agreed_prices = [{ item_id: "itm_bike", amount: 150, expires_at: NOW + 86_400_000 }];
  const offered = { offer_label: "30% off at checkout", offer_price: 168 };
  /** The payable and the struck-out prices of the page, in heading, buttons, offers and the bar of phones. */
  const prices = () => {
    const found = { payable: new Set<string>(), struck: new Set<string>() };
    const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const kind = node.parentElement?.closest("s") ? found.struck : found.payable;
      for (const [price] of node.textContent?.matchAll(/\$[\d.,]+/g) ?? []) kind.add(price);
    }
    return found;
  };
  beforeEach(() => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(seen: IntersectionObserverCallback) {
          // Nothing is on screen, so that the bar shows.
          this.observe = () => seen([{ intersectionRatio: 0 } as IntersectionObserverEntry], this as never);
        }
        observe: () => void;
        unobserve() {}
        disconnect() {}
      },
    );
  });

  it.each([
    ["the list price", {}, null, "$240", "$320", "25% off"],
    ["the seller's offer", offered, null, "$168", "$240", "30% off"],
    ["an agreed price", {}, agreed_prices, "$150", "$240", "Agreed price"],
    ["an agreement below the offer", offered, agreed_prices, "$150", "$240", "Agreed price"],
    ["an offer below the agreement", { ...offered, offer_price: 120 }, agreed_prices, "$120", "$240", "50% off"],
    ["an agreement that has ended", {}, [{ ...agreed_prices[0], expires_at: NOW - 1 }], "$240", "$320", "25% off"],
  ])("is one, with one struck-out price and one reason: %s", async (_, item, agreed, payable, struck, reason) => {
    const session = { ...person(), ...(agreed && { agreed_prices: agreed as typeof agreed_prices }) };
    await open({ item, session });
    await screen.findByRole("region", { name: "Buy this item" });
    expect(prices()).toEqual({ payable: new Set([payable]), struck: new Set([struck]) });
    expect(screen.getAllByText(/% off$|^Agreed price$/).map(({ textContent }) => textContent)).toEqual([reason]);
  });
});

describe("special offers on the item page", () => {
  const offer = (id: string, label: string, ends_at: number | null = null) => ({
    id,
    title: `${id} title`,
    description: `${id} words`,
    offer_type: "percentage_off" as const,
    label,
    ends_at,
  });

  it("list several offers and say that they do not add up", async () => {
    const special_offers = [
      offer("a", "10% off at checkout", Date.UTC(2026, 11, 1)),
      offer("b", "8% off"),
      offer("c", "5% off"),
    ];
    await open({ item: { offer_label: "10% off at checkout" }, related: { special_offers } });
    const region = await screen.findByRole("region", { name: "Special offers" });
    // Until the offers have loaded, the region shows the item's own label.
    await waitFor(() => expect(within(region).getAllByRole("listitem")).toHaveLength(3));
    expect(region.textContent).toContain("10% off at checkout");
    expect(region.textContent).toContain("a words");
    expect(region.textContent).toContain("Until Tue 1 Dec 2026");
    expect(region.textContent).toContain("Offers can't be combined.");
  });

  it("fall back to the item's own label while the offers cannot be loaded", async () => {
    await open({ item: { offer_label: "10% off at checkout" }, related: "fails" });
    expect(screen.getByRole("region", { name: "Special offers" }).textContent).toContain("10% off at checkout");
  });

  it("are hidden once the item is sold", async () => {
    await open({ related: { special_offers: [offer("a", "10% off at checkout")] } });
    await screen.findByRole("region", { name: "Special offers" });
    await frame({ status: "sold" });
    expect(screen.queryByRole("region", { name: "Special offers" })).toBeNull();
  });
});

describe("related items", () => {
  it("show six of the seller and three rows of six, each with links", async () => {
    await open({
      related: {
        more_from_seller: cards("seller", 6),
        similar: cards("similar", 6),
        trending: cards("trending", 6),
        price: cards("price", 6),
      },
    });
    for (const [row, name] of [
      ["More from this Seller", "seller"],
      ["Similar items", "similar"],
      ["Trending now", "trending"],
      ["Similar price", "price"],
    ] as const) {
      const region = await screen.findByRole("region", { name: row });
      const links = within(region).getAllByRole("link", { name: /View Details/ });
      expect(links.map((link) => link.getAttribute("href"))).toEqual(
        Array.from({ length: 6 }, (_, index) => `/ItemDetail/itm_${name}${index}`),
      );
    }
    const store = screen.getByRole("link", { name: "Visit store" });
    expect(store.getAttribute("href")).toBe("/Store/acc_1");
  });

  it("hide an empty row with its heading", async () => {
    await open({ related: { similar: cards("similar", 1) } });
    await screen.findByRole("region", { name: "Similar items" });
    for (const name of ["More from this Seller", "Trending now", "Similar price"]) {
      expect(screen.queryByText(name)).toBeNull();
    }
  });

  it("do not affect the page when loading fails", async () => {
    await open({ related: "fails" });
    expect(screen.getByRole("button", { name: "Buy Now" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it('show a "Coming Soon" toast for Notify Me', async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Notify Me When Similar Items Are Listed" }));
    expect(toasts).toEqual([{ title: "Coming Soon" }]);
  });
});

describe("the viewer of an item page", () => {
  it("as owner can edit, and sees no Buy Now, Knowzee or Notify Me", async () => {
    await open({ session: person({ id: "acc_1" }) });
    expect((await screen.findByRole("link", { name: "Edit Item" })).getAttribute("href")).toBe("/EditItem/itm_bike");
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
    expect(screen.queryByText(/Knowzee/)).toBeNull();
    expect(screen.queryByRole("button", { name: /Notify Me/ })).toBeNull();
  });

  it("as visitor is sent from Buy Now to sign in", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Buy Now" }));
    expect(toasts).toEqual([{ title: "Login Required", description: "Please log in to make a purchase." }]);
    expect(screen.getByTestId("where").textContent).toBe("/SignIn");
  });

  it("is not sent to sign in while the session is still loading", async () => {
    await open({ session: person(), sessionLate: true });
    await userEvent.click(screen.getByRole("button", { name: "Buy Now" }));
    expect(toasts).toEqual([]);
    expect(screen.getByTestId("where").textContent).toBe("/ItemDetail/itm_bike");
  });

  it("is counted as one view", async () => {
    const calls = await open();
    expect(calls.filter(({ path }) => path.endsWith("increment_item_view_count"))).toHaveLength(1);
  });
});

describe("sharing an item", () => {
  const press = () => userEvent.click(screen.getByRole("button", { name: "Share this item" }));

  it("uses the device's share sheet where there is one", async () => {
    const share = vi.fn(async (_: unknown) => undefined);
    const user = userEvent.setup();
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator, { onLine: { value: true } }), { share }));
    await open();
    await user.click(screen.getByRole("button", { name: "Share this item" }));
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: "Reid city bike",
      url: `${window.location.origin}/ItemDetail/itm_bike`,
    });
    expect(toasts).toEqual([]);
  });

  it("otherwise copies the link and shows a toast", async () => {
    userEvent.setup();
    await open();
    await press();
    expect(toasts).toEqual([{ title: "Link copied to clipboard!" }]);
  });
});

describe("an item that cannot be shown", () => {
  it.each([
    [404, "not_found"],
    [410, "gone"],
  ])("leads to the marketplace after %i", async (status, code) => {
    await open({ refusal: { status, code } });
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("/Marketplace"));
    expect(toasts[0]?.title).toBe("This listing is no longer available");
  });

  it("leads to the marketplace when it is removed while open", async () => {
    await open();
    await waitFor(() => expect(live.handlers).not.toBeNull());
    await act(async () => live.handlers?.onClose(4404));
    expect(screen.getByTestId("where").textContent).toBe("/Marketplace");
  });

  it("offers Retry when it only failed to load", async () => {
    await open({ refusal: { status: 400, code: "bad_request" } });
    expect(await screen.findByRole("button", { name: /Retry|Try again/ })).toBeTruthy();
    expect(screen.getByTestId("where").textContent).toBe("/ItemDetail/itm_bike");
  });
});
