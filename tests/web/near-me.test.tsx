import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { itemOffer } from "../../web/features/checkout/offer.ts";
import { PickupStep } from "../../web/features/checkout/steps/pickup-step.tsx";
import { CollectionDetails } from "../../web/features/item-page/item-facts.tsx";
import { distanceLabel, NearPlaceProvider } from "../../web/features/places/index.ts";
import { locateSuburb } from "../../web/features/places/locate.ts";
import { serve } from "../support/web/api.ts";
import { checkoutView } from "../support/web/checkout.tsx";
import { itemDetail } from "../support/web/item-and-order.ts";
import { marketCard, marketCards, NEWTOWN, openMarket } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { where } from "../support/web/where.tsx";

afterEach(() => {
  window.history.replaceState(null, "", "/");
});

const lastList = (calls: string[]) =>
  Object.fromEntries(new URLSearchParams(calls.findLast((path) => path.startsWith("/api/items?"))?.split("?")[1]));

async function openDialog(chip: RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: chip }));
  return within(await screen.findByRole("dialog", { name: "Your suburb" }));
}

/** Stubs the browser's location: a position, or the code of an error. */
function stubPosition(answer: { latitude: number; longitude: number } | 1 | 2) {
  const getCurrentPosition = vi.fn((found: PositionCallback, failed: PositionErrorCallback) =>
    typeof answer === "number"
      ? failed({ code: answer, PERMISSION_DENIED: 1 } as GeolocationPositionError)
      : found({ coords: answer } as GeolocationPosition),
  );
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }));
  return getCurrentPosition;
}

describe("distanceLabel", () => {
  const { lat, lon } = NEWTOWN;

  it("gives whole kilometres, and does not pretend to know less than one", () => {
    expect(distanceLabel(NEWTOWN, { lat: lat + 0.027, lon })).toBe("3 km away");
    expect(distanceLabel(NEWTOWN, { lat: lat + 0.0089, lon })).toBe("Under 1 km away");
    expect(distanceLabel(NEWTOWN, { lat: lat + 0.0091, lon })).toBe("1 km away");
    expect(distanceLabel(NEWTOWN, { lat: -31.95, lon: 115.86 })).toBe("3,288 km away");
    expect(distanceLabel(NEWTOWN, { lat, lon })).toBe("Under 1 km away");
  });

  it("is null when either place is unknown", () => {
    expect(distanceLabel(null, NEWTOWN)).toBeNull();
    expect(distanceLabel(NEWTOWN, null)).toBeNull();
  });
});

describe("the marketplace of a visitor with a suburb", () => {
  const NEAR_CARD = marketCard(1, { centre: { lat: NEWTOWN.lat + 0.027, lon: NEWTOWN.lon } });

  it("asks for the list around it, names it in the heading and shows distances", async () => {
    const calls = openMarket("/Marketplace", { near: NEWTOWN, items: [NEAR_CARD, marketCard(2)] });
    expect(await screen.findByText("3 km away · Brunswick, Melbourne")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 2, name: "Near Newtown" })).toBeTruthy();
    expect(screen.getByText("2 items")).toBeTruthy();
    expect(lastList(calls)).toMatchObject({ near: "Newtown NSW 2042" });
    expect(lastList(calls)).not.toHaveProperty("within_km");
    // The second card's seller has named no place.
    expect(screen.getAllByText(/Brunswick, Melbourne/).map((line) => line.textContent)).toEqual([
      "3 km away · Brunswick, Melbourne",
      "Brunswick, Melbourne",
    ]);
  });

  it("limits the list to the visitor's radius", async () => {
    const calls = openMarket("/Marketplace", { near: { ...NEWTOWN, within_km: 10 }, items: [NEAR_CARD] });
    expect((await screen.findByRole("button", { name: /Near Newtown/ })).textContent).toBe("Near Newtown · 10 km");
    await waitFor(() => expect(lastList(calls)).toMatchObject({ near: "Newtown NSW 2042", within_km: "10" }));
  });

  it("has the items further away under their own heading, and counts the others", async () => {
    openMarket("/Marketplace?q=thing", { near: NEWTOWN, items: marketCards(1, 5), list: { further_from: 2 } });
    const further = await screen.findByRole("heading", { level: 2, name: "Further away" });
    expect(screen.getByRole("heading", { level: 2, name: "“thing” near Newtown" })).toBeTruthy();
    expect(screen.getByText("2 results")).toBeTruthy();
    const cells = [...(further.closest("ul")?.children ?? [])];
    expect(cells.indexOf(further.closest("li") as HTMLElement)).toBe(2);
    expect(screen.queryByText(/Nothing within/)).toBeNull();
  });

  it("says so when everything is further away", async () => {
    openMarket("/Marketplace?tab=books", { near: NEWTOWN, items: marketCards(1, 2), list: { further_from: 0 } });
    expect(await screen.findByText("Nothing within 25 km of Newtown yet.")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 2, name: "Books near Newtown" })).toBeTruthy();
    expect(screen.getByText("No items")).toBeTruthy();
  });

  it("asks for the count only when the loaded pages don't tell it", async () => {
    const calls = openMarket("/Marketplace?q=thing", {
      near: NEWTOWN,
      items: marketCards(1, 24),
      list: { next_cursor: "more" },
      count: { count: 128, more: false },
    });
    expect(await screen.findByText("128 results")).toBeTruthy();
    // The count is of what is near.
    const asked = calls.filter((path) => path.startsWith("/api/items/count?") && path.includes("near="));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("within_km=25");
  });

  it("offers Nearest first as an order, and only then", async () => {
    openMarket("/Marketplace", { items: [NEAR_CARD] });
    const sort = screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
    expect([...sort.options].map((option) => option.value)).not.toContain("nearest");
    const dialog = await openDialog(/Set your suburb/);
    await userEvent.type(dialog.getByLabelText("Suburb or postcode"), "newtown");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByRole("heading", { level: 2, name: "Near Newtown" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Nearest first");
    expect(where()).toBe("/Marketplace?sort=nearest");
  });
});

describe("an empty radius", () => {
  it("of the visitor's place offers the next one with its count, and saves it", async () => {
    const calls = openMarket("/Marketplace", {
      near: { ...NEWTOWN, within_km: 10 },
      list: { wider: { within_km: 25, count: 12 } },
    });
    expect(await screen.findByText("Nothing within 10 km of Newtown")).toBeTruthy();
    // A marketplace with something elsewhere shows no demo items.
    expect(screen.queryByText("Demo")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show 12 within 25 km" }));
    await waitFor(() => expect(lastList(calls)).toMatchObject({ within_km: "25" }));
    expect(screen.getByRole("button", { name: /Near Newtown/ }).textContent).toBe("Near Newtown · 25 km");
  });

  it("of a filter widens the filter in the address", async () => {
    openMarket("/Marketplace?near=Newtown+NSW+2042&within_km=5", { list: { wider: { within_km: 50, count: 1 } } });
    await userEvent.click(await screen.findByRole("button", { name: "Show 1 within 50 km" }));
    expect(where()).toBe("/Marketplace?near=Newtown+NSW+2042&within_km=50");
  });

  it("with items only further away lifts the limit", async () => {
    const calls = openMarket("/Marketplace?q=thing", {
      near: { ...NEWTOWN, within_km: 50 },
      list: { wider: { within_km: null, count: 1_234 } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show 1,234 further away" }));
    await waitFor(() => expect(lastList(calls)).not.toHaveProperty("within_km"));
    expect(lastList(calls)).toMatchObject({ near: "Newtown NSW 2042", q: "thing" });
  });

  it("with nothing anywhere offers to clear the search", async () => {
    openMarket("/Marketplace?q=thing", { near: { ...NEWTOWN, within_km: 50 } });
    expect(await screen.findByText("Nothing within 50 km of Newtown")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(where()).toBe("/Marketplace");
  });
});

describe("the dialog for the suburb", () => {
  it("saves a typed suburb with its radius and forgets it again", async () => {
    const calls = openMarket("/Marketplace", { items: marketCards(1, 2) });
    let dialog = await openDialog(/Set your suburb/);
    expect(dialog.queryByRole("button", { name: "Forget my suburb" })).toBeNull();
    await userEvent.type(dialog.getByLabelText("Suburb or postcode"), "newt");
    await userEvent.click(dialog.getByRole("radio", { name: "10 km" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(lastList(calls)).toMatchObject({ near: "Newtown NSW 2042", within_km: "10" }));

    dialog = await openDialog(/Near Newtown/);
    expect(dialog.getByLabelText<HTMLInputElement>("Suburb or postcode").value).toBe("Newtown NSW 2042");
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: "10 km" }).checked).toBe(true);
    await userEvent.click(dialog.getByRole("button", { name: "Forget my suburb" }));
    expect(await screen.findByRole("button", { name: "Set your suburb" })).toBeTruthy();
    expect(screen.getByRole("heading", { level: 2, name: "Browse all available items" })).toBeTruthy();
  });

  it("asks for a suburb when nothing is typed", async () => {
    openMarket("/Marketplace", { items: marketCards(1, 2) });
    const dialog = await openDialog(/Set your suburb/);
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(dialog.getByText("Enter a suburb or postcode.")).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText("Suburb or postcode"));
  });

  it("says at the field why the server refuses a place", async () => {
    openMarket("/Marketplace", { items: marketCards(1, 2) });
    const dialog = await openDialog(/Set your suburb/);
    await userEvent.type(dialog.getByLabelText("Suburb or postcode"), "Victoria");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("A state is too big an area.")).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText("Suburb or postcode"));
  });

  it("asks the browser only on a click, and says what to do when it refuses", async () => {
    const ask = stubPosition(1);
    openMarket("/Marketplace", { items: marketCards(1, 2) });
    const dialog = await openDialog(/Set your suburb/);
    expect(ask).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole("button", { name: "Use my location" }));
    expect(ask).toHaveBeenCalledOnce();
    expect(await dialog.findByText(/Your browser is blocking your location for this site/)).toBeTruthy();
  });
});

describe("locateSuburb", () => {
  const TABLE = [
    "# Made for this test",
    "2042 NSW 1 -33898 151179 Newtown",
    "2043 NSW 1 -33904 151181 Erskineville",
    "0872 NT 7 -25000 131000 Yulara",
  ].join("\n");
  function serveTable(status = 200) {
    const calls: string[] = [];
    vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
      calls.push(String(input));
      return new Response(TABLE, { status });
    });
    return calls;
  }

  it("finds the nearest suburb in the page, without sending the position", async () => {
    const calls = serveTable();
    stubPosition({ latitude: -33.8992345, longitude: 151.1794321 });
    expect(await locateSuburb()).toMatchObject({ suburb: "Newtown", state: "NSW", postcode: "2042" });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/places.*\.txt/);
    expect(calls.join()).not.toContain("33.89");
  });

  it.each([
    ["denied", 1, 200, /blocking your location/],
    ["not found", 2, 200, /couldn't find your location/],
    ["abroad", { latitude: -36.85, longitude: 174.76 }, 200, /don't seem to be in Australia/],
    ["known but the list doesn't load", { latitude: -33.9, longitude: 151.18 }, 503, /list of suburbs didn't load/],
  ] as const)("explains what to do when the location is %s", async (_, position, status, text) => {
    serveTable(status);
    stubPosition(position);
    await expect(locateSuburb()).rejects.toThrow(text);
  });
});

describe("the distance of a pickup (D78)", () => {
  const adelaide = { lat: -34.928, lon: 138.6 };
  const show = (element: ReactNode, near: typeof NEWTOWN | null = NEWTOWN) => {
    serve({ "GET /api/places/near": () => ({ body: { near } }) });
    renderAt("/", <NearPlaceProvider>{element}</NearPlaceProvider>);
  };
  const step = (centre: typeof adelaide) => {
    const offer = itemOffer(checkoutView({ item_id: "itm_1", collection_summary: "Adelaide", centre }));
    const nothing = () => undefined;
    return (
      <PickupStep
        offer={offer}
        acknowledged={false}
        disabled={false}
        missed={false}
        onAcknowledge={nothing}
        onChooseTime={nothing}
      />
    );
  };

  it("stands on the item page beside the place", async () => {
    show(<CollectionDetails item={itemDetail(marketCard(1, { centre: adelaide }))} />);
    expect(await screen.findByText("Brunswick, Melbourne · 1,159 km away")).toBeDefined();
  });

  it("is warned of in the checkout's first step above 50 km", async () => {
    show(step(adelaide));
    expect(await screen.findByText("Pickup is in Adelaide, 1,159 km from Newtown.")).toBeDefined();
    cleanup();
    show(step({ lat: NEWTOWN.lat + 0.4, lon: NEWTOWN.lon }));
    expect(await screen.findByText(/44 km away/)).toBeDefined();
    expect(screen.queryByText(/from Newtown/)).toBeNull();
  });

  it("is left out without a place", async () => {
    show(step(adelaide), null);
    expect(await screen.findByText(/^Adelaide · from/)).toBeDefined();
    expect(screen.queryByText(/km/)).toBeNull();
  });
});
