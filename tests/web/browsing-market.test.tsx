import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { ItemCard as Card } from "#contract/items";
import type { BundleCard } from "#contract/items/marketplace";
import { GridStatus } from "../../web/features/items/grid-status.ts";
import { ItemCard } from "../../web/features/items/item-card.tsx";
import { visitor } from "../support/web/api.ts";
import { marketAd, marketCard, marketCards, NOW, openMarket } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { where } from "../support/web/where.tsx";

afterEach(() => {
  window.history.replaceState(null, "", "/");
});

const lists = (calls: string[]) => calls.filter((path) => path.startsWith("/api/items?"));

function bundleOf(count: number): BundleCard {
  return {
    id: "bdl_1",
    title: "Desk set",
    description: "",
    bundle_price: 80,
    individual_total: 100,
    savings: 20,
    savings_percentage: 20,
    collection_date: null,
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    status: "active",
    available: true,
    bundle_items: marketCards(1, count).map(({ id, title, price }) => ({
      item_id: id,
      quantity: 1,
      title,
      price,
      image: null,
      status: "active" as const,
      condition: "good" as const,
      collection_date: null,
      collection_zone: "Australia/Melbourne",
    })),
    seller_id: "acc_1",
    seller: marketCard(1).seller,
    created_at: NOW,
    updated_at: NOW,
  };
}

describe("the head of the marketplace", () => {
  it("has a banner with the heading of the page", async () => {
    openMarket("/Marketplace", { items: marketCards(1, 2) });
    const banner = document.querySelector("[data-tour=banner]") as HTMLElement;
    expect(within(banner).getByRole("heading", { level: 1 }).textContent).toBe("Good things, second time around");
    expect(await screen.findByText("Thing 1")).toBeTruthy();
  });

  it("has thirteen tabs in the specified order", async () => {
    openMarket("/Marketplace", { items: marketCards(1, 2) });
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "All Listings",
      "Trending",
      "Bundles",
      "Electronics",
      "Clothing",
      "Furniture",
      "Books",
      "Toys",
      "Sports",
      "Home",
      "Rare",
      "Other",
      "Sold",
    ]);
    expect(await screen.findByText("Thing 1")).toBeTruthy();
  });

  it("offers six sort orders, requests the chosen one and keeps it in the address", async () => {
    const calls = openMarket("/Marketplace", { items: marketCards(1, 2) });
    const sort = screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
    expect([...sort.options].map((option) => option.value)).toEqual([
      "date_desc",
      "date_asc",
      "price_asc",
      "price_desc",
      "popular",
      "views",
    ]);
    expect(sort.value).toBe("date_desc");
    for (const order of ["date_asc", "price_asc", "price_desc", "popular", "views"]) {
      await userEvent.selectOptions(sort, order);
      expect(where()).toBe(`/Marketplace?sort=${order}`);
      await waitFor(() => expect(lists(calls).at(-1)).toContain(`sort=${order}`));
    }
  });

  it("requests the search words once typing stops and keeps them in the address", async () => {
    const calls = openMarket("/Marketplace?tab=books", { items: marketCards(1, 2) });
    await userEvent.type(screen.getByRole("searchbox", { name: "Search listings" }), "oak desk");
    await waitFor(() => expect(where()).toBe("/Marketplace?tab=books&q=oak+desk"));
    await waitFor(() => expect(lists(calls).at(-1)).toContain("q=oak+desk"));
    expect(lists(calls).at(-1)).toContain("category=books");
    // One request for the whole words, none while typing.
    expect(lists(calls).filter((path) => path.includes("q="))).toHaveLength(1);
  });
});

describe("the filter panel", () => {
  async function openPanel(at = "/Marketplace") {
    const calls = openMarket(at, { items: marketCards(1, 2) });
    await userEvent.click(screen.getByRole("button", { name: /Filters/ }));
    return { calls, panel: within(await screen.findByRole("dialog", { name: "Filters" })) };
  }

  it("has every condition, common price limits with two inputs, and a free-text location", async () => {
    const { panel } = await openPanel();
    expect(panel.getAllByRole("checkbox").map((box) => box.parentElement?.textContent)).toEqual([
      "New",
      "Like new",
      "Good",
      "Fair",
      "Poor",
      "For parts",
    ]);
    expect(panel.getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual([
      "Any",
      "Free",
      "$20",
      "$50",
      "$100",
      "$250",
    ]);
    expect(panel.getByRole<HTMLInputElement>("radio", { name: "Any" }).checked).toBe(true);
    expect(panel.getByLabelText("Location").getAttribute("type") ?? "text").toBe("text");
  });

  it.each([
    ["49.99", "/Marketplace?max_price=49.99", "49.99"],
    ["49,99", "/Marketplace?max_price=49.99", "49.99"],
    ["1.5k", "/Marketplace?max_price=1500", "1500"],
    ["A$45", "/Marketplace?max_price=45", "45"],
    ["20-50", "/Marketplace", "20-50"],
    ["-1", "/Marketplace", "-1"],
  ])("reads the price %s, and shows it in our notation (D110)", async (typed, address, shown) => {
    const { panel } = await openPanel("/Marketplace");
    await userEvent.type(panel.getByLabelText("To"), typed);
    await userEvent.tab();
    expect(panel.getByLabelText<HTMLInputElement>("To").value).toBe(shown);
    expect(panel.queryAllByText(/^Enter /)).toHaveLength(address === "/Marketplace" ? 1 : 0);
    await userEvent.click(panel.getByRole("button", { name: /^Show/ }));
    await waitFor(() => expect(where()).toBe(address));
  });

  it("fills the inputs from a price limit, and treats 10,000 as no limit", async () => {
    const { panel } = await openPanel("/Marketplace?max_price=400");
    const to = panel.getByLabelText<HTMLInputElement>("To");
    expect(to.value).toBe("400");
    expect(panel.getAllByRole<HTMLInputElement>("radio").some((radio) => radio.checked)).toBe(false);
    await userEvent.click(panel.getByRole("radio", { name: "$50" }));
    expect(to.value).toBe("50");
    await userEvent.clear(to);
    expect(panel.getByRole<HTMLInputElement>("radio", { name: "Any" }).checked).toBe(true);
    await userEvent.type(to, "10000");
    await userEvent.click(panel.getByRole("button", { name: /^Show/ }));
    await waitFor(() => expect(where()).toBe("/Marketplace"));
  });

  it("has a price slider from $0 to $10,000+ in steps of 50, in step with the inputs", async () => {
    const { panel } = await openPanel();
    const [low, high] = panel.getAllByRole<HTMLInputElement>("slider");
    if (!low || !high) throw new Error("The slider has two ends.");
    const shown = () => [low, high].map((end) => end.getAttribute("aria-valuetext"));
    expect(shown()).toEqual(["$0", "$10,000+"]);
    expect([low.min, high.max, low.step]).toEqual(["0", "10000", "50"]);
    high.focus();
    await userEvent.keyboard("{ArrowLeft}");
    low.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{PageUp}");
    expect(shown()).toEqual(["$600", "$9,950"]);
    expect(panel.getByLabelText<HTMLInputElement>("From").value).toBe("600");
    const to = panel.getByLabelText<HTMLInputElement>("To");
    expect(to.value).toBe("9950");
    await userEvent.clear(to);
    await userEvent.type(to, "725");
    expect(shown()).toEqual(["$600", "$725"]);
    high.focus();
    await userEvent.keyboard("{End}");
    expect(to.value).toBe("");
    await userEvent.click(panel.getByRole("button", { name: /^Show/ }));
    await waitFor(() => expect(where()).toBe("/Marketplace?min_price=600"));
  });

  it("says how many items the chosen filters show before they are applied", async () => {
    const { calls, panel } = await openPanel("/Marketplace?tab=books");
    expect(await panel.findByRole("button", { name: "Show 2 items" })).toBeTruthy();
    await userEvent.click(panel.getByRole("checkbox", { name: "Good" }));
    await userEvent.click(panel.getByRole("checkbox", { name: "New" }));
    await waitFor(() => {
      const asked = calls.findLast((path) => path.startsWith("/api/items/count?"))?.split("?")[1];
      expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({
        category: "books",
        condition: "new,good",
      });
    });
    expect(where()).toBe("/Marketplace?tab=books");
    await userEvent.click(panel.getByRole("button", { name: "Show 2 items" }));
    await waitFor(() => expect(where()).toBe("/Marketplace?tab=books&condition=new%2Cgood"));
    const inUse = await screen.findByRole("list", { name: "Active filters" });
    await userEvent.click(within(inUse).getByRole("button", { name: /^New/ }));
    expect(where()).toBe("/Marketplace?tab=books&condition=good");
  });

  it("applies all filters together, and each can be removed again", async () => {
    const { calls, panel } = await openPanel();
    await userEvent.click(panel.getByRole("checkbox", { name: "Fair" }));
    await userEvent.type(panel.getByLabelText("From"), "50");
    await userEvent.type(panel.getByLabelText("To"), "400");
    await userEvent.type(panel.getByLabelText("Location"), "VIC 3056");
    expect(where()).toBe("/Marketplace");
    await userEvent.click(panel.getByRole("button", { name: /^Show/ }));
    const whole = "condition=fair&min_price=50&max_price=400&location=VIC+3056";
    await waitFor(() => expect(where()).toBe(`/Marketplace?${whole}`));
    await waitFor(() => {
      const last = new URLSearchParams(lists(calls).at(-1)?.split("?")[1]);
      expect(Object.fromEntries(last)).toMatchObject({
        condition: "fair",
        min_price: "50",
        max_price: "400",
        location: "VIC 3056",
      });
    });
    const inUse = await screen.findByRole("list", { name: "Active filters" });
    expect(screen.getByRole("button", { name: /Filters/ }).textContent).toContain("3");
    await userEvent.click(within(inUse).getByRole("button", { name: /\$50 – \$400/ }));
    expect(where()).toBe("/Marketplace?condition=fair&location=VIC+3056");
    await userEvent.click(within(inUse).getByRole("button", { name: "Clear all" }));
    expect(where()).toBe("/Marketplace");
  });
});

describe("the automotive filter", () => {
  it("lists automotive items alone, with a button back to all of Other", async () => {
    const calls = openMarket("/Marketplace?category=automotive", { items: marketCards(1, 2) });
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Other");
    expect(screen.getByRole("heading", { level: 2, name: "Automotive" })).toBeTruthy();
    await screen.findByText("Thing 1");
    expect(lists(calls)).toEqual(["/api/items?limit=24&sort=date_desc&category=automotive"]);
    await userEvent.click(screen.getByRole("button", { name: /Automotive.*remove this filter/ }));
    expect(where()).toBe("/Marketplace?tab=other");
    expect(screen.getByRole("heading", { level: 2, name: "Other" })).toBeTruthy();
    await waitFor(() => expect(lists(calls).at(-1)).toContain("categories=other%2Cautomotive"));
  });

  it("offers the way back to Other when it finds nothing", async () => {
    openMarket("/Marketplace?tab=other&category=automotive");
    expect(await screen.findByText("No items found")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(where()).toBe("/Marketplace?tab=other");
  });
});

describe("the list of listings", () => {
  it("shows eight placeholder cards while it loads", async () => {
    openMarket("/Marketplace", { waiting: true });
    const waiting = screen.getByText("Loading listings…").parentElement as HTMLElement;
    expect(waiting.getAttribute("role")).toBe("status");
    expect(waiting.querySelectorAll(":scope > div > [aria-hidden=true]")).toHaveLength(8);
  });

  it.each([
    ["sold", "No recently sold items"],
    ["trending", "No trending items found"],
    ["bundles", "No bundles available"],
    ["books", "No items found"],
  ])("shows on an empty %s tab: %s", async (tab, words) => {
    openMarket(`/Marketplace?tab=${tab}`);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("requests sold items on the Sold tab and one category on a category tab", async () => {
    const sold = openMarket("/Marketplace?tab=sold", { items: [marketCard(1, { status: "sold" })] });
    await screen.findByText("Thing 1");
    expect(lists(sold)).toEqual(["/api/items?limit=24&sort=date_desc&status=sold"]);
    await userEvent.click(screen.getByRole("tab", { name: "Rare" }));
    await waitFor(() => expect(lists(sold).at(-1)).toBe("/api/items?limit=24&sort=date_desc&category=collectibles"));
  });

  it("has the local_deals ad beside the seventh item and the between_items ad in a row below", async () => {
    openMarket("/Marketplace?q=thing", {
      items: marketCards(1, 8),
      extras: {
        ads: {
          local_deals: marketAd("local_deals", "Bike shop"),
          between_items: marketAd("between_items", "Van hire"),
        },
      },
    });
    await screen.findByText("Van hire");
    const cells = [...(document.querySelector("[role=tabpanel] > div > ul")?.children ?? [])];
    expect(cells[7]?.textContent).toContain("Bike shop");
    expect(cells[8]?.textContent).toContain("Van hire");
    expect(cells[8]?.classList.contains("col-span-full")).toBe(true);
    expect(cells[9]?.textContent).toContain("Thing 8");
  });

  it("has six trending items between its rows, and all twelve on the Trending tab", async () => {
    openMarket("/Marketplace", { items: marketCards(1, 7), extras: { trending: marketCards(101, 112) } });
    const row = await screen.findByRole("region", { name: "Trending Now" });
    expect(within(row).getAllByRole("heading", { level: 3 })).toHaveLength(6);
    await userEvent.click(screen.getByRole("tab", { name: "Trending" }));
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(12));
  });

  it("shows three items of a bundle and counts the rest", async () => {
    openMarket("/Marketplace?tab=bundles", { extras: { bundles: [bundleOf(5)] } });
    expect(await screen.findByText("+2 more")).toBeTruthy();
    expect(screen.getByText("20% off")).toBeTruthy();
    expect(screen.getByText("Maya R.").closest("p")?.textContent).toBe("5 items · Maya R.");
    expect(document.querySelectorAll("article .lucide-image-off")).toHaveLength(3);
  });
});

describe("ItemCard", () => {
  function show(over: Partial<Card>) {
    renderAt(
      "/",
      <ul>
        <ItemCard
          listed={{ item: marketCard(1, over), at: NOW }}
          grid={new GridStatus(() => Promise.reject(new Error("not asked for")))}
          eager={false}
        />
      </ul>,
      visitor,
    );
  }

  it.each([
    [300, 200, "33% off"],
    [300, 100, "67% off"],
    [200, 199, "1% off"],
    [8, 7, "13% off"],
    [1_000, 999, null],
    [100, 120, null],
    [100, 100, null],
  ])("for a price change from %i to %i shows the badge %s", (previous_price, price, badge) => {
    show({ previous_price, price });
    expect(screen.queryByText(/% off/)?.textContent ?? null).toBe(badge);
  });

  it("shows a placeholder without a picture or when the picture fails to load", () => {
    show({ image_url: "/images/broken.webp", category: "books" });
    const image = document.querySelector("img") as HTMLImageElement;
    expect(image.getAttribute("src")).toBe("/images/broken.webp");
    expect(document.querySelector(".lucide-book-open")).toBeNull();
    fireEvent.error(image);
    expect(document.querySelector("img")).toBeNull();
    expect(document.querySelector(".lucide-book-open")).toBeTruthy();
  });

  it('shows "Location TBA" without a place', () => {
    show({ suburb: null, city: null });
    expect(screen.getByText("Location TBA")).toBeTruthy();
  });
});
