/** The Special Offers screen: list, form and preview; the preview uses the rule that charges (D25, A51). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { OwnOffer } from "#contract/selling/special-offers";
import { endOf } from "../../web/features/selling/special-offers/offer-values.ts";
import SpecialOffersScreen from "../../web/features/selling/special-offers/special-offers-screen.tsx";
import { refused, serve } from "../support/web/api.ts";
import { marketCard } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const LISTED = [
  marketCard(1, { title: "Oak desk", price: 30 }),
  marketCard(2, { title: "Wool rug", price: 20 }),
  marketCard(3, { title: "Brass lamp", price: 10 }),
  marketCard(4, { title: "Old magazines", price: 0 }),
];
const ids = LISTED.map((item) => item.id);

const OFFER: OwnOffer = {
  id: "ofr_aaaaaaaaaaaaaaaaaaaa",
  title: "Moving house",
  description: "Everything goes.",
  offer_type: "percentage_off",
  config: { percentage: 20 },
  is_active: true,
  ends_at: null,
  state: "running",
  label: "20% off at checkout",
  item_ids: ids.slice(0, 1),
  items: [{ title: "Oak desk", price: 30, image: null, status: "active" }],
  created_at: 0,
};

const toasts = collectToasts();

type Handlers = Parameters<typeof serve>[0];

function open(address: string, offers: OwnOffer[] = [], handlers: Handlers = {}) {
  const calls = serve({
    "GET /api/special-offers/mine": () => ({ body: { items: offers, server_now: Date.now() } }),
    "GET /api/items/mine": () => ({ body: { items: LISTED, next_cursor: null, server_now: Date.now() } }),
    ...handlers,
  });
  renderAt(address, <SpecialOffersScreen />);
  return { calls, user: userEvent.setup() };
}

const sent = (calls: { method: string; body: unknown }[], method: string) =>
  calls.filter((call) => call.method === method).map((call) => call.body);
const preview = () => screen.getByRole("region", { name: "Preview" }).textContent;

describe("the form of a special offer", () => {
  it("previews the offer with the rule that charges it", async () => {
    const { user } = open("/SpecialOffers?edit=new");
    await user.click(await screen.findByRole("checkbox", { name: /Oak desk/ }));
    expect(preview()).toMatch(/10% off at checkout.*Oak desk.*\$30.*\$27/);
    await user.click(screen.getByRole("radio", { name: /Buy some, get some free/ }));
    expect(preview()).toMatch(/Buy 2, get 1 free.*Choose 2 more items/);
    await user.click(screen.getByRole("checkbox", { name: /Wool rug/ }));
    await user.click(screen.getByRole("checkbox", { name: /Brass lamp/ }));
    expect(preview()).toMatch(/\$25.*\$16\.67.*\$8\.33.*Together \$50.*That's \$10 off \$60/);
    await user.click(screen.getByRole("radio", { name: /Bundle/ }));
    expect(preview()).toMatch(/Fill in the numbers/);
    await user.type(screen.getByLabelText("Price for the lot"), "45");
    expect(preview()).toMatch(/Bundle deal: \$45 together.*Together \$45.*That's \$15 off \$60/);
    await user.click(screen.getByRole("radio", { name: /Bulk discount/ }));
    await user.selectOptions(screen.getByLabelText("Discount"), "dollar");
    expect(preview()).toMatch(/\$10 off 3 or more.*Together \$50/);
  });

  it("shows what is missing before it sends anything, and excludes free items", async () => {
    const { user, calls } = open("/SpecialOffers?edit=new");
    expect(((await screen.findByRole("checkbox", { name: /Old magazines/ })) as HTMLInputElement).disabled).toBe(true);
    const percent = screen.getByLabelText("Percentage");
    await user.clear(percent);
    await user.type(percent, "100");
    await user.click(screen.getByRole("button", { name: "Start offer" }));
    expect(await screen.findByText("Please give your offer a title.")).toBeDefined();
    expect(screen.getByText("Choose the items it's for.")).toBeDefined();
    expect(screen.getByText("Enter a percentage above 0 and below 100.")).toBeDefined();
    expect(document.activeElement).toBe(percent);
    expect(sent(calls, "POST")).toEqual([]);
    await user.clear(percent);
    await user.type(percent, "15");
    expect(screen.queryByText("Enter a percentage above 0 and below 100.")).toBeNull();
  });

  it("sends the offer and returns to the list", async () => {
    const { user, calls } = open("/SpecialOffers?edit=new", [], {
      "POST /api/special-offers": () => ({ status: 201, body: OFFER }),
    });
    await user.click(await screen.findByRole("radio", { name: /Bulk discount/ }));
    await user.click(screen.getByRole("checkbox", { name: /Oak desk/ }));
    await user.click(screen.getByRole("checkbox", { name: /Wool rug/ }));
    await user.clear(screen.getByLabelText("Minimum items"));
    await user.type(screen.getByLabelText("Minimum items"), "2");
    await user.type(screen.getByLabelText("Title"), "  Both go  ");
    await user.type(screen.getByLabelText(/Last day/), "2099-01-31");
    await user.click(screen.getByRole("button", { name: "Start offer" }));
    await waitFor(() => expect(toasts[0]).toEqual({ title: "Offer started", description: "Both go" }));
    expect(sent(calls, "POST")).toEqual([
      {
        title: "Both go",
        description: "",
        offer_type: "bulk_discount",
        config: { min_quantity: 2, discount_type: "percentage", discount_percentage: 10 },
        item_ids: ids.slice(0, 2),
        ends_at: new Date(2099, 1, 1).getTime(),
      },
    ]);
    expect(await screen.findByRole("heading", { name: "Special Offers" })).toBeDefined();
  });

  it("shows the server's refusal at its field", async () => {
    const message = "One of these items has been sold.";
    const { user } = open("/SpecialOffers?edit=new", [], {
      "POST /api/special-offers": () => refused(422, "invalid", message, { fields: [{ field: "item_ids", message }] }),
    });
    await user.click(await screen.findByRole("checkbox", { name: /Oak desk/ }));
    await user.type(screen.getByLabelText("Title"), "Sale");
    await user.click(screen.getByRole("button", { name: "Start offer" }));
    expect(await within(screen.getByRole("group", { name: /Items/ })).findByText(message)).toBeDefined();
  });

  it("edits an existing offer", async () => {
    const { user, calls } = open(`/SpecialOffers?edit=${OFFER.id}`, [OFFER], {
      [`PATCH /api/special-offers/${OFFER.id}`]: () => ({ body: OFFER }),
    });
    const percent = await screen.findByLabelText("Percentage");
    expect((percent as HTMLInputElement).value).toBe("20");
    expect(((await screen.findByRole("checkbox", { name: /Oak desk/ })) as HTMLInputElement).checked).toBe(true);
    await user.clear(percent);
    await user.type(percent, "25");
    await user.click(screen.getByRole("button", { name: "Save offer" }));
    await waitFor(() =>
      expect(sent(calls, "PATCH")).toMatchObject([{ config: { percentage: 25 }, item_ids: [ids[0]] }]),
    );
  });

  it("ends at the end of its last day", () => {
    expect(endOf("2026-11-30")).toBe(new Date(2026, 11, 1).getTime());
    expect(endOf("")).toBeNull();
  });
});

describe("the list of special offers", () => {
  it("shows the effect and the state of each offer", async () => {
    open("/SpecialOffers", [
      OFFER,
      { ...OFFER, id: "ofr_b", title: "Old one", state: "ended", ends_at: Date.UTC(2026, 10, 20) },
      { ...OFFER, id: "ofr_c", title: "Too few", state: "unmet" },
    ]);
    const card = within((await screen.findByText("Moving house")).closest("article") as HTMLElement);
    expect(card.getByText("Running")).toBeDefined();
    expect(card.getByText("20% off at checkout")).toBeDefined();
    expect(card.getByText("Until you stop it")).toBeDefined();
    expect(screen.getByText("Ended")).toBeDefined();
    expect(screen.getByText("Not enough of its items are for sale, so buyers don't see it.")).toBeDefined();
  });

  it("pauses an offer, and deletes one only after a confirmation", async () => {
    const { user, calls } = open("/SpecialOffers", [OFFER], {
      [`PATCH /api/special-offers/${OFFER.id}`]: () => ({ body: { ...OFFER, state: "paused" } }),
      [`DELETE /api/special-offers/${OFFER.id}`]: () => ({ body: { ok: true } }),
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Moving house" }));
    await user.click(await screen.findByRole("menuitem", { name: "Pause" }));
    await waitFor(() => expect(sent(calls, "PATCH")).toEqual([{ is_active: false }]));
    await user.click(await screen.findByRole("button", { name: "Actions for Moving house" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this offer?" });
    expect(sent(calls, "DELETE")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Delete offer" }));
    await waitFor(() => expect(sent(calls, "DELETE")).toHaveLength(1));
  });

  it("shows an empty state, and an error when loading fails", async () => {
    open("/SpecialOffers");
    expect(await screen.findByText("No offers yet")).toBeDefined();
    expect(screen.getByRole("link", { name: "Create an offer" }).getAttribute("href")).toBe("/SpecialOffers?edit=new");
    vi.unstubAllGlobals();
    const broken = { error: { code: "unavailable", message: "Down.", request_id: "t" } };
    open("/SpecialOffers", [], { "GET /api/special-offers/mine": () => ({ status: 503, body: broken }) });
    expect(await screen.findByText("Your offers didn't load")).toBeDefined();
  });
});
