import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PriceGuide } from "#contract/selling/price-guide";
import AddItemScreen from "../../web/features/selling/listing-form/add-item-screen.tsx";
import {
  type ItemFormValues,
  itemBody,
  itemFormSchema,
  startingValues,
} from "../../web/features/selling/listing-form/item-form-values.ts";
import { person } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const NOW = Date.now();
const values = (change: Partial<ItemFormValues> = {}): ItemFormValues => ({
  ...startingValues(null, NOW),
  title: "Reid bike",
  price: "240",
  category: "sports",
  condition: "good",
  ...change,
});

const GUIDE: PriceGuide = {
  count: 12,
  median: 110,
  low: 80,
  high: 140.5,
  basis: "similar",
  category: "sports",
  condition: "good",
};
let guide: PriceGuide | null = GUIDE;
const calls: URLSearchParams[] = [];

beforeEach(() => {
  localStorage.clear();
  guide = GUIDE;
  calls.length = 0;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const url = new URL(String(input), "http://localhost");
    if (url.pathname === "/api/auth/session") return new Response(JSON.stringify(person()));
    if (url.pathname === "/api/drafts") return new Response(JSON.stringify({ items: [], server_now: NOW }));
    if (url.pathname === "/api/price-guide") {
      calls.push(url.searchParams);
      return new Response(JSON.stringify({ guide }));
    }
    return new Response(JSON.stringify({ id: "x", version: 1, updated_at: NOW, server_now: NOW }));
  });
});

async function open() {
  renderAt("/AddItem", <AddItemScreen />);
  await userEvent.type(await screen.findByLabelText("Title"), "Reid bike");
}
const choose = async (label: string, option: string) => userEvent.selectOptions(screen.getByLabelText(label), option);

describe("the price guide in the listing form", () => {
  it("shows what similar items sold for, and fills the price in on request", async () => {
    await open();
    expect(calls).toEqual([]);
    await choose("Category", "sports");
    await choose("Condition", "good");
    expect(await screen.findByText("Similar items (good) sold for around $110")).toBeDefined();
    expect(screen.getByText("Half of 12 sales here were between $80 and $140.50.")).toBeDefined();
    await waitFor(() =>
      expect(Object.fromEntries(calls.at(-1) ?? [])).toEqual({ category: "sports", condition: "good", q: "Reid bike" }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Use $110" }));
    expect(screen.getByLabelText<HTMLInputElement>("Price in AUD").value).toBe("110");
  });

  it("names the category when it is based on the category alone", async () => {
    guide = { ...GUIDE, basis: "category", condition: null };
    await open();
    await choose("Category", "sports");
    expect(await screen.findByText("Items in Sports & Outdoors sold for around $110")).toBeDefined();
  });

  it("is hidden for too few sales and for a free item", async () => {
    guide = null;
    await open();
    await choose("Category", "sports");
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(screen.queryByText(/sold for around/)).toBeNull();
    guide = GUIDE;
    await choose("Condition", "good");
    await screen.findByText(/sold for around/);
    await userEvent.click(screen.getByRole("checkbox", { name: /Give it away/ }));
    expect(screen.queryByText(/sold for around/)).toBeNull();
  });
});

describe("the Knowzee settings in the listing form", () => {
  it("ask for the minimum price only when Knowzee is on, and never for a free item", async () => {
    await open();
    expect(screen.queryByLabelText("Minimum price")).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: /Let Knowzee negotiate/ }));
    expect(screen.getByLabelText("Minimum price")).toBeDefined();
    await userEvent.click(screen.getByRole("checkbox", { name: /Give it away/ }));
    expect(screen.queryByText("AI Agent Settings")).toBeNull();
  });

  it.each(["", "0", "abc", "240.01"])('refuse "%s" as the minimum price of a $240 item', (minimum_price) => {
    const result = itemFormSchema(() => NOW).safeParse(values({ negotiation_enabled: true, minimum_price }));
    expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["minimum_price", "Please enter a valid minimum price."],
    ]);
  });

  it("send the minimum price in dollars, keep it while Knowzee is off, and clear it for a free item", () => {
    const on = values({ negotiation_enabled: true, minimum_price: "$180.50" });
    expect(itemFormSchema(() => NOW).safeParse(on).success).toBe(true);
    expect(itemBody(on)).toMatchObject({ negotiation_enabled: true, minimum_price: 180.5 });
    expect(itemBody({ ...on, negotiation_enabled: false })).toMatchObject({ minimum_price: 180.5 });
    expect(itemBody({ ...on, negotiation_enabled: false, minimum_price: "999" })).toMatchObject({
      minimum_price: null,
    });
    expect(itemBody({ ...on, free: true })).toMatchObject({ negotiation_enabled: false, minimum_price: null });
  });
});
