import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { SearchForm } from "../../web/features/items/index.ts";
import { type SuggestionSources, suggestionsFor } from "../../web/features/items/search/suggestions.ts";
import { useRecent } from "../../web/lib/recent-store.ts";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { Where, where } from "../support/web/where.tsx";

const NONE: SuggestionSources = { searches: [], viewed: [], listings: [], places: [] };
const NEWTOWN = { suburb: "Newtown", state: "NSW", postcode: "2042" };

describe("suggestionsFor", () => {
  it("shows recent searches and items before anything is typed", () => {
    const viewed = [{ id: "itm_1", title: "Reid city bike" }];
    expect(suggestionsFor(" ", { ...NONE, searches: ["sofa"], viewed })).toEqual([
      { label: "Recent searches", items: [{ label: "sofa", to: "/Marketplace?q=sofa" }] },
      { label: "Recently viewed", items: [{ label: "Reid city bike", to: "/ItemDetail/itm_1" }] },
    ]);
  });

  it("finds categories by the beginning of a word and by another name", () => {
    const tabsFor = (text: string) => suggestionsFor(text, NONE).flatMap(({ items }) => items.map(({ to }) => to));
    expect(tabsFor("gar")).toEqual(["/Marketplace?tab=home"]);
    expect(tabsFor("Phones")).toEqual(["/Marketplace?tab=electronics"]);
    expect(tabsFor("g")).toEqual([]);
  });

  it("opens a suburb as the place of the list", () => {
    expect(suggestionsFor("newt", { ...NONE, places: [NEWTOWN] })).toEqual([
      { label: "Near", items: [{ label: "Newtown NSW 2042", to: "/Marketplace?near=Newtown%20NSW%202042" }] },
    ]);
  });

  it("leaves out recent searches that do not fit, or are typed already", () => {
    expect(suggestionsFor("Sofa", { ...NONE, searches: ["sofa", "sofa bed", "bike"] })).toEqual([
      { label: "Recent searches", items: [{ label: "sofa bed", to: "/Marketplace?q=sofa%20bed" }] },
    ]);
  });
});

describe("SearchForm", () => {
  beforeEach(() => useRecent.getState().clear());

  function showForm() {
    renderAt(
      "/",
      <>
        <SearchForm inputClass="" />
        <Where />
      </>,
    );
    return userEvent.setup();
  }

  it("opens the marketplace and remembers the search", async () => {
    serve({
      "GET /api/items": () => ({ body: { items: [], next_cursor: null, server_now: 1, corrected_query: null } }),
      "GET /api/places": () => ({ body: { items: [] } }),
    });
    const user = showForm();
    // The input with suggestions replaces the plain one and has the focus.
    await user.click(screen.getByLabelText("Search the marketplace"));
    const input = await screen.findByRole("combobox");
    await waitFor(() => expect(document.activeElement).toBe(input));
    await user.keyboard("red bike{Enter}");
    expect(where()).toBe("/Marketplace?q=red%20bike");
    expect(useRecent.getState().searches).toEqual(["red bike"]);
  });

  it("offers suggestions by keyboard", async () => {
    serve({
      "GET /api/items": () => ({ body: { items: [], next_cursor: null, server_now: 1, corrected_query: null } }),
      "GET /api/places": () => ({ body: { items: [NEWTOWN] } }),
    });
    const user = showForm();
    await user.click(screen.getByLabelText("Search the marketplace"));
    await screen.findByRole("combobox");
    await user.keyboard("newt");
    await screen.findByRole("option", { name: "Newtown NSW 2042" });
    await user.keyboard("{ArrowDown}{Enter}");
    expect(where()).toBe("/Marketplace?near=Newtown%20NSW%202042");
  });
});
