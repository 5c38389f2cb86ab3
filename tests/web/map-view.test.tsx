import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ItemPlace } from "#contract/items/marketplace";
import { createMap } from "../../web/features/marketplace/map/maplibre.ts";
import { marketCard, openMarket } from "../support/web/market.tsx";
import { where } from "../support/web/where.tsx";

vi.mock("../../web/features/marketplace/map/maplibre.ts", () => ({ createMap: vi.fn() }));

const NEWTOWN: ItemPlace = {
  place: "Newtown NSW 2042",
  suburb: "Newtown",
  lat: -33.898,
  lon: 151.179,
  count: 12,
  min_price: 5,
  max_price: 400,
};
const ENMORE: ItemPlace = {
  ...NEWTOWN,
  suburb: "Enmore",
  place: "Enmore NSW 2042",
  lat: -33.901,
  lon: 151.168,
  count: 1,
};
const PERTH: ItemPlace = { ...NEWTOWN, suburb: "Perth", place: "Perth WA 6000", lat: -31.95, lon: 115.86, count: 3 };
const REPLIES = {
  items: [marketCard(1, { centre: { lat: PERTH.lat, lon: PERTH.lon } })],
  places: { places: [NEWTOWN, PERTH, ENMORE], unplaced: 2 },
};

/** A map of the whole country that does not move. */
function stubMap(zoom = 4) {
  const container = document.createElement("div");
  const map = {
    on: vi.fn(() => ({ unsubscribe: vi.fn() })),
    off: vi.fn(),
    remove: vi.fn(),
    setStyle: vi.fn(),
    fitBounds: vi.fn(),
    easeTo: vi.fn(),
    zoomIn: vi.fn(),
    zoomOut: vi.fn(),
    project: () => ({ x: 10, y: 10 }),
    getZoom: () => zoom,
    getMinZoom: () => 2,
    getBounds: () => ({ getSouth: () => -45, getNorth: () => -8, getWest: () => 110, getEast: () => 155 }),
    getContainer: () => container,
    getCanvasContainer: () => container,
    touchZoomRotate: { disableRotation: vi.fn() },
    keyboard: { disableRotation: vi.fn() },
  };
  vi.mocked(createMap).mockImplementation(({ container: box }) => {
    (box as HTMLElement).append(container);
    return map as unknown as ReturnType<typeof createMap>;
  });
  return map;
}

let webgl: object | null = {};
beforeEach(() => {
  webgl = {};
  vi.mocked(createMap).mockReset();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => webgl as null);
});
afterEach(() => {
  window.history.replaceState(null, "", "/");
});

const lastOf = (calls: string[], path: string) => calls.findLast((call) => call.startsWith(`${path}?`));
const marker = (name: string | RegExp) => screen.findByRole("button", { name });

describe("the map view of the marketplace", () => {
  it("is part of the address, with the filters of the list", async () => {
    stubMap();
    const calls = openMarket("/Marketplace?q=lamp&max_price=50&sort=price_asc", REPLIES);
    await userEvent.click(await screen.findByRole("button", { name: "Map" }));
    expect(where()).toContain("view=map");
    await marker(/^Perth, 3 items/);
    expect(lastOf(calls, "/api/items/places")).toBe("/api/items/places?q=lamp&max_price=50");
    await userEvent.click(screen.getByRole("button", { name: "List" }));
    expect(where()).toBe("/Marketplace?q=lamp&max_price=50&sort=price_asc");
  });

  it("has a button for each suburb, and one for suburbs that are too close", async () => {
    const map = stubMap();
    openMarket("/Marketplace?view=map", REPLIES);
    const list = within(await screen.findByRole("list", { name: "Suburbs on the map" }));
    expect(list.getAllByRole("button").map((button) => button.querySelector(".sr-only")?.textContent)).toEqual([
      "13 items in 2 suburbs around Newtown: zoom in",
      "Perth, 3 items, $5 to $400",
    ]);
    expect(screen.getByText("16 items in 3 suburbs, and 2 items without a suburb")).toBeTruthy();
    expect(screen.getByText("16 items in this area")).toBeTruthy();
    await userEvent.click(list.getByRole("button", { name: /zoom in/ }));
    expect(map.fitBounds).toHaveBeenLastCalledWith(
      [
        [151.168, -33.901],
        [151.179, -33.898],
      ],
      expect.anything(),
    );
    expect(where()).toBe("/Marketplace?view=map");
  });

  it("lists the items of a pressed suburb, moves the focus there, and shows all again", async () => {
    const map = stubMap();
    const calls = openMarket("/Marketplace?view=map", REPLIES);
    await userEvent.click(await marker(/^Perth/));
    expect(where()).toBe("/Marketplace?view=map&at=-31.95%2C115.86");
    const heading = await screen.findByRole("heading", { level: 2, name: "Perth" });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(lastOf(calls, "/api/items")).toContain("at=-31.95%2C115.86"));
    // The map still has every suburb.
    expect(calls.filter((call) => call.startsWith("/api/items/places"))).toHaveLength(1);
    expect(map.easeTo).toHaveBeenCalledTimes(1);
    expect((await marker(/^Perth/)).getAttribute("aria-pressed")).toBe("true");
    // A new search neither takes the focus nor moves the map.
    const moves = map.easeTo.mock.calls.length;
    await userEvent.type(screen.getByRole("searchbox", { name: "Search listings" }), "lamp");
    await waitFor(() => expect(lastOf(calls, "/api/items/places")).toContain("q=lamp"));
    expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Search listings" }));
    expect(map.easeTo).toHaveBeenCalledTimes(moves);
    await userEvent.clear(screen.getByRole("searchbox", { name: "Search listings" }));
    await waitFor(() => expect(where()).not.toContain("lamp"));
    heading.focus();
    await userEvent.keyboard("{Escape}");
    expect(where()).toBe("/Marketplace?view=map");
    expect(screen.getByRole("heading", { level: 2, name: "All suburbs" })).toBeTruthy();
    expect(document.activeElement).toBe(await marker(/^Perth/));
  });

  it("highlights the marker of the card under the pointer or with the focus", async () => {
    stubMap();
    openMarket("/Marketplace?view=map", REPLIES);
    const perth = await marker(/^Perth/);
    expect(perth.dataset.lit).toBeUndefined();
    const card = screen.getByText("Thing 1");
    await userEvent.hover(card);
    expect(perth.dataset.lit).toBe("true");
    await userEvent.unhover(card);
    expect(perth.dataset.lit).toBeUndefined();
  });

  it("moves to what a filter leaves when nothing of it is in view", async () => {
    const map = stubMap();
    map.getBounds = () => ({ getSouth: () => -38, getNorth: () => -37, getWest: () => 144, getEast: () => 146 });
    openMarket("/Marketplace?view=map", REPLIES);
    await screen.findByText("No items in this area");
    await userEvent.click(screen.getByRole("tab", { name: "Books" }));
    await waitFor(() => expect(map.fitBounds).toHaveBeenCalled());
  });
});

describe("a map that cannot be shown", () => {
  it("stays on the list and says so without WebGL", async () => {
    webgl = null;
    openMarket("/Marketplace?view=map", REPLIES);
    expect(await screen.findByText("This browser can't show the map")).toBeTruthy();
    expect(screen.getByText("Thing 1")).toBeTruthy();
    expect(createMap).not.toHaveBeenCalled();
  });

  it("loads the page again when its code did not load, because the browser remembers the failure", async () => {
    const reload = vi.fn();
    const real = window.location;
    // The methods of a Location cannot be replaced.
    const get = (_: object, name: string | symbol): unknown => (name === "reload" ? reload : Reflect.get(real, name));
    vi.stubGlobal("location", new Proxy({}, { get }));
    stubMap();
    vi.mocked(createMap).mockImplementationOnce(() => {
      throw new Error("Failed to fetch dynamically imported module");
    });
    openMarket("/Marketplace?view=map", REPLIES);
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("The map didn't load")).toBeTruthy();
    expect(screen.getByText("Thing 1")).toBeTruthy();
    await userEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
