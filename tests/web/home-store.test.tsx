import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import type { SellerProfile } from "#contract/account/profiles";
import type { ItemCard } from "#contract/items";
import type { BundleCard, HomeView, StoreCard } from "#contract/items/marketplace";
import { DEFAULT_HERO, DEFAULT_SECTIONS, defaultLayout } from "#domain/site/homepage";
import HomeScreen from "../../web/features/site/homepage/home-screen.tsx";
import StoreScreen from "../../web/features/stores/store-screen.tsx";
import StoresScreen from "../../web/features/stores/stores-screen.tsx";
import { queryClient } from "../../web/lib/query-client.ts";
import { refused, serve, visitor } from "../support/web/api.ts";
import { Where, where } from "../support/web/where.tsx";

const NOW = Date.UTC(2026, 10, 21);
const SELLER: SellerProfile = {
  id: "acc_olly",
  display_name: "Olly F.",
  suburb: "Fitzroy",
  city: "Melbourne",
  average_rating: 4.75,
  rating_count: 8,
  answer_time: "day",
  shows_up: { kept: 11, of: 12 },
  checks: ["email", "payouts"],
  account_type: "business",
  store_name: null,
  store: { description: "", banner: null, business: null },
  member_since: Date.UTC(2024, 2, 10),
  away_until: null,
};

function card(id: string, overrides: Partial<ItemCard> = {}): ItemCard {
  return {
    id,
    title: `Thing ${id}`,
    price: 40,
    previous_price: null,
    category: "furniture",
    condition: "good",
    status: "active",
    reserved_until: null,
    reserved_by_you: false,
    line_length: 0,
    image: null,
    image_url: null,
    seller_id: SELLER.id,
    seller: SELLER,
    suburb: "Fitzroy",
    city: "Melbourne",
    negotiation_available: false,
    giveaway: null,
    offer_label: null,
    offer_price: null,
    centre: null,
    views_count: 0,
    created_at: NOW,
    ...overrides,
  };
}

const HOME: HomeView = {
  hero: DEFAULT_HERO,
  sections: [...DEFAULT_SECTIONS],
  categories: [
    { category: "furniture", listed: 1_204 },
    { category: "home_garden", listed: 1 },
  ],
  layout: defaultLayout(DEFAULT_SECTIONS),
  featured: [card("itm_1"), card("itm_2")],
  recently_sold: [card("itm_9", { status: "sold" })],
  counts: { listed: 1_205, sellers: 1, sold: 0 },
  ads: { top_banner: null, bottom_banner: null },
  server_now: NOW,
};

type Handlers = Parameters<typeof serve>[0];

function open(path: string, screenOf: ReactNode, route: string, handlers: Handlers) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/ads": () => ({ body: { ads: {} } }),
    "GET /api/bundles": () => ({ body: { items: [], server_now: NOW } }),
    ...handlers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={route} element={screenOf} />
          <Route path="*" element={null} />
        </Routes>
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return calls;
}

const page = (items: unknown[], next_cursor: string | null = null) => ({
  body: { items, next_cursor, corrected_query: null, server_now: NOW },
});
const home = (reply: ReturnType<Handlers[string]>) =>
  open("/Home", <HomeScreen />, "/Home", { "GET /api/homepage": () => reply });
const store = (handlers: Handlers) =>
  open("/Store/acc_olly", <StoreScreen />, "/Store/:id", {
    "GET /api/profiles/acc_olly": () => ({ body: SELLER }),
    ...handlers,
  });

beforeEach(() => queryClient.clear());

describe("HomeScreen", () => {
  it("sends its search to the marketplace with the words encoded", async () => {
    const user = userEvent.setup();
    home({ body: HOME });
    await user.type(await screen.findByRole("searchbox"), " lamp & shade {Enter}");
    expect(where()).toBe("/Marketplace?q=lamp%20%26%20shade");
  });

  it("shows counts, but none that is zero", async () => {
    home({ body: HOME });
    const facts = within(await screen.findByRole("list", { name: "Right now" })).getAllByRole("listitem");
    expect(facts.map((fact) => fact.textContent)).toEqual(["1,205 items for sale", "1 seller"]);
    expect(screen.getByRole("link", { name: /Furniture/ }).getAttribute("href")).toBe(
      "/Marketplace?category=furniture",
    );
    expect(screen.getByText("1,204 for sale")).toBeTruthy();
  });

  it("shows popular and sold items, three steps, and a final invitation to list an item", async () => {
    home({ body: HOME });
    expect(await screen.findAllByRole("link", { name: /View Details/ })).toHaveLength(3);
    expect(screen.getAllByText("Sold")).toHaveLength(1);
    const steps = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
    expect(steps.filter((text) => ["Find it", "Hold it", "Pick it up"].includes(text ?? ""))).toEqual([
      "Find it",
      "Hold it",
      "Pick it up",
    ]);
    expect(screen.getAllByRole("heading", { level: 2 }).at(-1)?.textContent).toBe("Something gathering dust?");
    expect(screen.getByRole("link", { name: "List an item" }).getAttribute("href")).toBe("/AddItem");
  });

  it("invites to list the first item when the marketplace is empty", async () => {
    const counts = { listed: 0, sellers: 0, sold: 0 };
    home({ body: { ...HOME, categories: [], featured: [], recently_sold: [], sections: [], counts } });
    expect(await screen.findByText("Nothing for sale yet")).toBeTruthy();
    expect(screen.queryByText("What are you after?")).toBeNull();
    expect(screen.queryByText("Recently sold")).toBeNull();
    expect(screen.queryByRole("list", { name: "Right now" })).toBeNull();
  });

  it("keeps its search when loading fails, and offers Retry", async () => {
    const user = userEvent.setup();
    let works = false;
    open("/Home", <HomeScreen />, "/Home", {
      "GET /api/homepage": () => (works ? { body: HOME } : refused(400, "bad_request", "Not now.")),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Not now.");
    expect(screen.getByRole("searchbox")).toBeTruthy();
    works = true;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("What are you after?")).toBeTruthy();
  });

  it("shows ads at the top and at the end, labelled Sponsored", async () => {
    const ad = { id: "a", title: "Music lessons", description: "", image_url: null, link_url: null } as const;
    home({
      body: {
        ...HOME,
        ads: {
          top_banner: { ...ad, placement: "top_banner" },
          bottom_banner: { ...ad, id: "b", title: "Repairs", placement: "bottom_banner" },
        },
      },
    });
    expect(await screen.findAllByText("Sponsored")).toHaveLength(2);
  });
});

describe("StoresScreen", () => {
  const tile = (id: string, overrides: Partial<StoreCard> = {}): StoreCard => ({
    ...SELLER,
    id,
    listed_count: 1,
    distance_km: null,
    photos: [],
    ...overrides,
  });
  const stores = (handlers: Handlers) => open("/Store", <StoresScreen />, "/Store", handlers);

  it("lists each seller once with place, rating and number of items, and loads more", async () => {
    const user = userEvent.setup();
    const pages = [
      page([tile("acc_1")], "more"),
      page([tile("acc_2", { display_name: "", rating_count: 0, suburb: null, city: null })]),
    ];
    stores({ "GET /api/stores": () => pages.shift() ?? page([]) });
    expect((await screen.findByRole("link", { name: "Olly F." })).getAttribute("href")).toBe("/Store/acc_1");
    expect(screen.getByText("1 item for sale")).toBeTruthy();
    expect(screen.getByText("Fitzroy, Melbourne")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByRole("link", { name: "Anonymous Seller" })).toBeTruthy();
    expect(screen.getByText("No ratings yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("shows that there are no stores, and offers Retry when loading fails", async () => {
    const replies: ReturnType<Handlers[string]>[] = [refused(400, "bad_request", "Not now."), page([])];
    stores({ "GET /api/stores": () => replies.shift() ?? page([]) });
    (await screen.findByRole("button", { name: "Retry" })).click();
    expect(await screen.findByText("No stores yet")).toBeTruthy();
  });
});

describe("StoreScreen", () => {
  it("shows the seller, items for sale, bundles and sold items", async () => {
    const bundle = {
      id: "bdl_1",
      title: "Reading corner",
      description: "",
      bundle_price: 80,
      individual_total: 100,
      savings: 20,
      savings_percentage: 20,
      collection_date: null,
      collection_zone: "Australia/Melbourne",
      collection_summary: "Fitzroy",
      status: "active",
      available: true,
      bundle_items: ["a", "b", "c", "d"].map((id) => ({
        item_id: id,
        quantity: 1,
        title: `Part ${id}`,
        price: 25,
        image: null,
        status: "active",
        condition: "good",
        collection_date: null,
        collection_zone: "Australia/Melbourne",
      })),
      seller_id: SELLER.id,
      seller: SELLER,
      created_at: NOW,
      updated_at: NOW,
    } satisfies BundleCard;
    let requests = 0;
    store({
      "GET /api/items": () => page(requests++ === 0 ? [card("itm_1")] : [card("itm_9", { status: "sold" })]),
      "GET /api/bundles": () => ({ body: { items: [bundle], server_now: NOW } }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: /Olly F\./ })).toBeTruthy();
    expect(screen.getByText("Member since Mar 2024")).toBeTruthy();
    expect(screen.getByText("Usually replies within a day")).toBeTruthy();
    expect(screen.getByText("(8 ratings)")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Reading corner" })).toBeTruthy();
    expect(screen.getByText("+1 more")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Recently sold" })).toBeTruthy();
    expect(document.title).toBe("Olly F. – Goodstreet");
  });

  it("shows that nothing is for sale", async () => {
    store({ "GET /api/items": () => page([]) });
    expect(await screen.findByText("Nothing for sale right now")).toBeTruthy();
    expect(screen.queryByText("Recently sold")).toBeNull();
  });

  it("links to all stores when the seller does not exist", async () => {
    store({
      "GET /api/profiles/acc_olly": () => refused(404, "not_found", "Not found."),
    });
    expect(await screen.findByText("We can't find this seller")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See all stores" }).getAttribute("href")).toBe("/Store");
  });

  it("offers Retry when loading fails", async () => {
    let works = false;
    store({
      "GET /api/profiles/acc_olly": () => (works ? { body: SELLER } : refused(429, "rate_limited", "Slow down.")),
      "GET /api/items": () => page([]),
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    works = true;
    retry.click();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Olly F."));
  });
});
