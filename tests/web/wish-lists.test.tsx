/** Wish list buttons, wish lists and saved searches. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { ListItemsInput } from "#contract/items";
import type { SavedItemView, SavedSearchView, WishListView } from "#contract/wishlists";
import WishListsScreen from "../../web/features/saved/wish-lists-screen.tsx";
import SaveSearch from "../../web/features/wishlists/save-search.tsx";
import { WishHeart } from "../../web/features/wishlists/wish-heart.tsx";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { marketCard } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const DESK = marketCard(1, { title: "Oak desk", price: 80 });
const SAVED: WishListView = { id: "wsh_saved000000000000000", name: "Saved", is_default: true, count: 1 };
const KITCHEN: WishListView = { id: "wsh_kitchen0000000000000", name: "Kitchen", is_default: false, count: 0 };
const WISH: SavedItemView = {
  item: DESK,
  added_at: Date.now() - 3 * 86_400_000,
  price_when_added: 100,
  list_ids: [SAVED.id],
};
const SEARCH: SavedSearchView = {
  id: "svs_desk0000000000000000",
  name: "“desk”, up to $200",
  description: "“desk”, up to $200",
  frequency: "instant",
  link: "/Marketplace?q=desk&max_price=200",
  created_at: Date.now(),
  last_notice_at: null,
};

type Handlers = Parameters<typeof serve>[0];
const toasts = collectToasts();

const page = (items: SavedItemView[]) => ({ items, next_cursor: null, server_now: Date.now() });

/** Serves wish lists and remembers their entries. */
function service(start: Record<string, string[]>, handlers: Handlers = {}, signedIn = true) {
  const lists = new Map(Object.entries(start));
  const place = (body: unknown) => {
    const { list_ids = [SAVED.id] } = body as { list_ids?: string[] };
    lists.set(DESK.id, list_ids);
    return { body: { item_id: DESK.id, list_ids } };
  };
  return serve({
    "GET /api/auth/session": () => ({ body: signedIn ? person() : visitor }),
    "GET /api/wish-lists": () => ({ body: { items: [SAVED, KITCHEN], server_now: Date.now() } }),
    "GET /api/wish-lists/entries": () => ({
      body: {
        items: [...lists].filter(([, ids]) => ids.length > 0).map(([id, list_ids]) => ({ id, list_ids })),
        server_now: Date.now(),
      },
    }),
    [`PUT /api/wish-lists/entries/${DESK.id}`]: place,
    [`GET /api/wish-lists/${SAVED.id}/items`]: () => ({ body: page([WISH]) }),
    [`GET /api/wish-lists/${KITCHEN.id}/items`]: () => ({ body: page([]) }),
    "GET /api/saved-searches": () => ({ body: { items: [SEARCH], server_now: Date.now() } }),
    ...handlers,
  });
}

function show(element: React.ReactElement, address = "/Marketplace?q=desk") {
  renderAt(
    address,
    <>
      <Routes>
        <Route path="*" element={element} />
      </Routes>
      <Where />
    </>,
  );
  return userEvent.setup();
}

const heart = () => screen.findByRole("button", { name: "Save to wish list: Oak desk" });
const sent = (calls: { method: string; path: string; body: unknown }[], method: string) =>
  calls.filter((call) => call.method === method).map((call) => call.body);

describe("WishHeart", () => {
  it("saves at once with a toast, and removes with an Undo", async () => {
    const calls = service({});
    const user = show(<WishHeart item={DESK} sold={false} place="card" />);
    expect((await heart()).getAttribute("aria-pressed")).toBe("false");
    await user.click(await heart());
    expect((await heart()).getAttribute("aria-pressed")).toBe("true");
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: "Saved to your wish list" }));
    expect(sent(calls, "PUT")).toEqual([{}]);

    await user.click(await heart());
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: "Removed from your wish lists" }));
    expect((await heart()).getAttribute("aria-pressed")).toBe("false");
    toasts.at(-1)?.action?.onPress();
    await waitFor(() => expect(sent(calls, "PUT")).toEqual([{}, { list_ids: [] }, { list_ids: [SAVED.id] }]));
    await waitFor(async () => expect((await heart()).getAttribute("aria-pressed")).toBe("true"));
  });

  it("removes a saved item when it is pressed before the lists are loaded", async () => {
    let answer: (() => void) | undefined;
    const known = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const calls = service(
      {},
      {
        "GET /api/wish-lists/entries": async () => {
          await known;
          return { body: { items: [{ id: DESK.id, list_ids: [KITCHEN.id] }], server_now: Date.now() } };
        },
      },
    );
    const user = show(<WishHeart item={DESK} sold={false} place="card" />);
    await waitFor(() => expect(calls.some(({ path }) => path === "/api/wish-lists/entries")).toBe(true));
    await user.click(await heart());
    answer?.();
    await waitFor(() => expect(sent(calls, "PUT")).toEqual([{ list_ids: [] }]));
  });

  it("restores its state when the server refuses, and shows the reason", async () => {
    service(
      {},
      {
        [`PUT /api/wish-lists/entries/${DESK.id}`]: () => refused(409, "conflict", "You've saved 500 listings."),
      },
    );
    const user = show(<WishHeart item={DESK} sold={false} place="card" />);
    await user.click(await heart());
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: "We couldn't save it", description: "You've saved 500 listings.", variant: "destructive" },
      ]),
    );
    await waitFor(async () => expect((await heart()).getAttribute("aria-pressed")).toBe("false"));
  });

  it("sends a visitor to sign in and back", async () => {
    const calls = service({}, {}, false);
    const user = show(<WishHeart item={DESK} sold={false} place="card" />);
    await waitFor(() => expect(calls.some(({ path }) => path === "/api/auth/session")).toBe(true));
    await user.click(await heart());
    await waitFor(() => expect(toasts).toMatchObject([{ title: "Sign in to save this" }]));
    expect(where()).toBe("/SignIn?returnUrl=%2FMarketplace%3Fq%3Ddesk");
    expect(sent(calls, "PUT")).toEqual([]);
  });

  it("is hidden on own items, demo items, and sold items that are not saved", async () => {
    service({ [DESK.id]: [] });
    show(
      <>
        <WishHeart item={{ ...DESK, seller_id: person().user?.id ?? "" }} sold={false} place="card" />
        <WishHeart item={{ ...DESK, id: "demo-1" }} sold={false} place="card" />
        <WishHeart item={DESK} sold place="card" />
        <WishHeart item={{ ...DESK, title: "The other" }} sold={false} place="page" />
      </>,
    );
    await screen.findByRole("button", { name: "Save to wish list: The other" });
    await waitFor(() => expect(screen.getAllByRole("button")).toHaveLength(1));
  });

  it("offers to choose lists after saving, and saves every tick at once", async () => {
    const calls = service({});
    const user = show(<WishHeart item={DESK} sold={false} place="page" />);
    await user.click(await heart());
    await waitFor(() => expect(toasts.at(-1)?.action?.label).toBe("Choose list"));
    toasts.at(-1)?.action?.onPress();
    const dialog = await screen.findByRole("dialog", { name: "Choose lists" });
    const [saved, kitchen] = [
      await within(dialog).findByRole<HTMLInputElement>("checkbox", { name: "Saved" }),
      within(dialog).getByRole<HTMLInputElement>("checkbox", { name: "Kitchen" }),
    ];
    expect([saved.checked, kitchen.checked]).toEqual([true, false]);
    await user.click(kitchen);
    await waitFor(() => expect(sent(calls, "PUT").at(-1)).toEqual({ list_ids: [SAVED.id, KITCHEN.id] }));
    await user.click(saved);
    await waitFor(() => expect(sent(calls, "PUT").at(-1)).toEqual({ list_ids: [KITCHEN.id] }));
  });
});

describe("WishListsScreen", () => {
  it("shows the items of a list, price changes since saving, and the other lists", async () => {
    service({ [DESK.id]: [SAVED.id] });
    const user = show(<WishListsScreen />, "/WishLists");
    expect(await screen.findByText("$20 less than when you saved it")).toBeTruthy();
    expect(screen.getByText("Saved 3 days ago")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Kitchen 0 listings" }));
    expect(await screen.findByText("Nothing saved here yet")).toBeTruthy();
    expect(where()).toBe(`/WishLists?list=${KITCHEN.id}`);
  });

  it("keeps the list chooser open when the item leaves the list", async () => {
    const inside = { saved: true };
    const calls = service(
      { [DESK.id]: [SAVED.id] },
      { [`GET /api/wish-lists/${SAVED.id}/items`]: () => ({ body: page(inside.saved ? [WISH] : []) }) },
    );
    const user = show(<WishListsScreen />, "/WishLists");
    await user.click(await screen.findByRole("button", { name: "Change list: Oak desk" }));
    const dialog = await screen.findByRole("dialog", { name: "Choose lists" });
    inside.saved = false;
    await user.click(await within(dialog).findByRole("checkbox", { name: "Saved" }));
    expect(await screen.findByText("Nothing saved here yet")).toBeTruthy();
    await user.click(within(dialog).getByRole("checkbox", { name: "Kitchen" }));
    await waitFor(() => expect(sent(calls, "PUT")).toEqual([{ list_ids: [] }, { list_ids: [KITCHEN.id] }]));
    await user.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows what is wrong with a name, and keeps it", async () => {
    service(
      {},
      {
        "POST /api/wish-lists": () =>
          refused(409, "conflict", "You already have a list with that name.", {
            fields: [{ field: "name", message: "You already have a list with that name." }],
          }),
      },
    );
    const user = show(<WishListsScreen />, "/WishLists");
    await user.click(await screen.findByRole("button", { name: "New list" }));
    const dialog = await screen.findByRole("dialog", { name: "New list" });
    await user.click(within(dialog).getByRole("button", { name: "Create list" }));
    expect(await within(dialog).findByText("Please enter a name.")).toBeTruthy();
    await user.type(within(dialog).getByLabelText("Name"), "Kitchen");
    await user.click(within(dialog).getByRole("button", { name: "Create list" }));
    expect(await within(dialog).findByText("You already have a list with that name.")).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>("Name").value).toBe("Kitchen");
  });

  it("offers Retry when loading fails", async () => {
    let fails = true;
    service(
      {},
      {
        "GET /api/wish-lists": () =>
          fails
            ? refused(500, "internal", "Something went wrong.")
            : { body: { items: [SAVED], server_now: Date.now() } },
      },
    );
    const user = show(<WishListsScreen />, "/WishLists");
    await screen.findByText("Your lists didn't load");
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Oak desk")).toBeTruthy();
  });
});

describe("SaveSearch and the saved searches", () => {
  it("save the filters without the sort order, and link to the saved searches", async () => {
    const calls = service({}, { "POST /api/saved-searches": () => ({ status: 201, body: SEARCH }) });
    const query: ListItemsInput = {
      limit: "24",
      sort: "price_asc",
      q: "desk",
      max_price: "200",
      category: "furniture",
    };
    const user = show(<SaveSearch query={query} />);
    await user.click(screen.getByRole("button", { name: "Save search" }));
    const link = await screen.findByRole("link", { name: "Search saved" });
    expect(link.getAttribute("href")).toBe("/WishLists?view=searches");
    expect(sent(calls, "POST")).toEqual([{ filters: { q: "desk", category: "furniture", max_price: "200" } }]);
  });

  it("show why a search was not saved", async () => {
    service(
      {},
      {
        "POST /api/saved-searches": () => refused(409, "conflict", "You have 30 saved searches."),
      },
    );
    const user = show(<SaveSearch query={{ q: "desk" }} />);
    await user.click(screen.getByRole("button", { name: "Save search" }));
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: "The search wasn't saved", description: "You have 30 saved searches.", variant: "destructive" },
      ]),
    );
    expect(screen.getByRole("button", { name: "Save search" })).toBeTruthy();
  });

  it("list a search with its frequency, and change or delete it", async () => {
    const path = `/api/saved-searches/${SEARCH.id}`;
    const calls = service(
      {},
      {
        [`PATCH ${path}`]: () => ({ body: { ...SEARCH, frequency: "daily" } }),
        [`DELETE ${path}`]: () => ({ body: { ok: true } }),
      },
    );
    const user = show(<WishListsScreen />, "/WishLists?view=searches");
    expect((await screen.findByRole("link", { name: SEARCH.name })).getAttribute("href")).toBe(SEARCH.link);
    await user.selectOptions(screen.getByRole("combobox", { name: /How often/ }), "Tell me once a day");
    await waitFor(() => expect(sent(calls, "PATCH")).toEqual([{ frequency: "daily" }]));
    await user.click(screen.getByRole("button", { name: `Actions for ${SEARCH.name}` }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete search" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this search?" });
    expect(sent(calls, "DELETE")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Delete search" }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: "Search deleted" }));
    expect(calls.filter(({ method }) => method === "DELETE").map((call) => call.path)).toEqual([path]);
  });
});
