/** Making, answering and listing price offers (D52). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { OfferTerms, PriceOfferView } from "#contract/offers";
import { MakeOffer } from "../../web/features/offers/make-offer.tsx";
import { OfferActions } from "../../web/features/offers/offer-actions.tsx";
import { offerState } from "../../web/features/offers/offer-copy.ts";
import PriceOffersScreen from "../../web/features/offers/price-offers-screen.tsx";
import { refused, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const NOW = Date.now();
const TERMS: OfferTerms = {
  list_price: 100,
  min: 25,
  max: 99.99,
  suggested: [90, 85, 80],
  rounds_left: 3,
  ask_knowzee_first: false,
};
const NONE = { accept: false, decline: false, counter: false, withdraw: false, buy: false };
const offer = (over: Partial<PriceOfferView> = {}): PriceOfferView => ({
  id: "pof_1aaaaaaaaaaaaaaaaaaa",
  rev: 1,
  role: "seller",
  status: "open",
  turn: "seller",
  amount: 80,
  list_price: 100,
  percent: 80,
  round: 1,
  note: "Tonight?",
  expires_at: NOW + 3_600_000,
  auto_decline_at: null,
  ended_by: null,
  updated_at: NOW,
  item: { id: "itm_1aaaaaaaaaaaaaaaaaaa", title: "Brass lamp", image_url: null },
  other: { id: "acc_1", display_name: "Bella B.", average_rating: 4.5, rating_count: 2 },
  thread_id: null,
  seller_away_until: null,
  abilities: { ...NONE, accept: true, decline: true, counter: true },
  server_now: NOW,
  ...over,
});

function show(element: ReactNode, at = "/PriceOffers") {
  return renderAt(at, element);
}

describe("making an offer", () => {
  it("sends a suggested amount with the price on screen, and shows the server's refusal at the field", async () => {
    let fails = true;
    const calls = serve({
      "POST /api/items/itm_1aaaaaaaaaaaaaaaaaaa/price-offer": () => {
        if (!fails) return { status: 201, body: offer({ role: "buyer" }) };
        fails = false;
        const message = "Notes can't contain contact details.";
        return refused(422, "invalid", message, { fields: [{ field: "note", message }] });
      },
    });
    show(<MakeOffer item={offer().item} terms={TERMS} label="Make an offer" />);
    await userEvent.click(screen.getByRole("button", { name: "Make an offer" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/Offer between \$25 and \$99.99. You have 3 tries./)).toBeDefined();
    await userEvent.click(within(dialog).getByRole("radio", { name: "$85" }));
    await userEvent.type(within(dialog).getByLabelText(/Note to the seller/), "0412 345 678");
    await userEvent.click(within(dialog).getByRole("button", { name: "Send offer" }));
    expect(await within(dialog).findByText("Notes can't contain contact details.")).toBeDefined();
    await userEvent.click(within(dialog).getByRole("button", { name: "Send offer" }));
    await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2));
    expect(calls.at(0)?.body).toEqual({ amount: "85", list_price: 100, note: "0412 345 678" });
  });
});

describe("an offer", () => {
  it("is accepted only after a confirmation, for the version on screen", async () => {
    const calls = serve({
      "POST /api/price-offers/pof_1aaaaaaaaaaaaaaaaaaa/accept": () => ({ body: offer({ status: "accepted", rev: 2 }) }),
    });
    show(<OfferActions offer={offer()} />);
    await userEvent.click(screen.getByRole("button", { name: "Accept $80" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/We'll hold “Brass lamp” for Bella B. at \$80/)).toBeDefined();
    expect(calls).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Accept $80" }));
    await waitFor(() => expect(calls.at(0)?.body).toEqual({ rev: 1 }));
  });

  it("has no buttons once it is over", () => {
    const { container } = show(<OfferActions offer={offer({ status: "declined", abilities: NONE })} />);
    expect(container.querySelector("button")).toBeNull();
  });
});

it.each([
  ["buyer", "open", null, "Bella B., or a limit Bella has set, answers by"],
  ["buyer", "declined", "seller_or_limit", "Declined by Bella B. or by a limit they've set."],
  ["buyer", "declined", null, "Declined by Bella B. or by a limit they've set."],
  ["seller", "declined", "limit", "Declined by the limit you've set."],
] as const)("tells the %s of an offer that is %s by %s: %s (D93)", (role, status, ended_by, text) => {
  expect(offerState(offer({ role, status, ended_by, turn: "seller" })).next).toContain(text);
});

describe("/PriceOffers", () => {
  it("groups received offers by item, names the automatic decline, and declines several at once", async () => {
    const second = offer({ id: "pof_2aaaaaaaaaaaaaaaaaaa", amount: 50, percent: 50, auto_decline_at: NOW + 60_000 });
    const calls = serve({
      "GET /api/price-offers": () => ({ body: { items: [offer(), second], next_cursor: null, server_now: NOW } }),
      "POST /api/price-offers/decline": () => ({ body: { declined: [second.id], unchanged: [] } }),
    });
    show(<PriceOffersScreen />);
    expect(await screen.findByText("Offer: $80")).toBeDefined();
    expect(screen.getAllByText("Brass lamp")).toHaveLength(1);
    expect(screen.getByText(/Below your limit. We'll decline it at/)).toBeDefined();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select $50 from Bella B." }));
    await userEvent.click(screen.getByRole("button", { name: "Decline offer" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ offers: [{ id: second.id, rev: 1 }] }),
    );
  });

  it("says what to do when there is none, and lets the viewer try again when it fails", async () => {
    serve({ "GET /api/price-offers": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }) });
    const { unmount } = show(<PriceOffersScreen />, "/PriceOffers?tab=made");
    expect(await screen.findByText("You haven't made an offer")).toBeDefined();
    unmount();
    serve({ "GET /api/price-offers": () => ({ status: 500, body: { error: { code: "internal", message: "Oops" } } }) });
    show(<PriceOffersScreen />);
    expect(await screen.findByText("Your offers didn't load")).toBeDefined();
  });
});
