/** Swap circles on the trades page: list, detail, answers and handovers (D58). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { CircleLegView, CircleView } from "#contract/trades/circles";
import { differenceLabel, explainCircle } from "../../web/features/trades/circles/circle-labels.ts";
import TradeOffersScreen from "../../web/features/trades/trade-offers-screen.tsx";
import { refused, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const NOW = Date.now();
const DAY = 86_400_000;
const ID = "cir_aaaaaaaaaaaaaaaaaaaa";

const toasts = collectToasts();
const PEOPLE = [
  { id: "acc_adaaaaaaaaaaaaaaaaaa", display_name: "Ada A.", you: true },
  { id: "acc_benaaaaaaaaaaaaaaaaa", display_name: "Ben B.", you: false },
  { id: "acc_cleoaaaaaaaaaaaaaaaa", display_name: "Cleo C.", you: false },
] as const;

function leg(index: 0 | 1 | 2, title: string, price: number, more: Partial<CircleLegView> = {}): CircleLegView {
  return {
    giver: PEOPLE[index],
    receiver: PEOPLE[(index + 1) % 3] ?? PEOPLE[0],
    item: {
      id: `itm_${title.toLowerCase().padEnd(20, "a")}`,
      title,
      price,
      image_url: null,
      available: true,
      collection_summary: "Fitzroy",
      distance_km: 3,
      collection_address: null,
    },
    cash: null,
    accepted: false,
    state: "offered",
    code: null,
    code_locked_until: null,
    order_id: null,
    ...more,
  };
}

/** Ada, the viewer, gives the bike and gets the desk. */
function circle(more: Partial<CircleView> = {}, legs: Partial<CircleLegView> = {}): CircleView {
  return {
    id: ID,
    status: "offered",
    legs: [
      leg(0, "Bike", 40, { cash: { amount: 5, from: "giver" }, ...legs }),
      leg(1, "Lamp", 45, { accepted: true, ...legs }),
      leg(2, "Desk", 50, { cash: { amount: 5, from: "receiver" }, ...legs }),
    ],
    give: 0,
    get: 2,
    difference: 10,
    expires_at: NOW + DAY,
    hand_over_by: null,
    call_off_from: null,
    closed_by: null,
    staff_note: null,
    void_item_title: null,
    uneven: null,
    abilities: { accept: true, decline: true, withdraw: false, call_off: false, hand_over: false },
    created_at: NOW - DAY,
    updated_at: NOW - DAY,
    server_now: NOW,
    ...more,
  };
}

function accepted(): CircleView {
  const view = circle(
    {
      status: "accepted",
      expires_at: null,
      hand_over_by: NOW + 14 * DAY,
      call_off_from: NOW - DAY,
      abilities: { accept: false, decline: false, withdraw: false, call_off: true, hand_over: true },
    },
    { state: "locked", accepted: true },
  );
  const desk = view.legs[2];
  if (desk) view.legs[2] = { ...desk, code: "123456", item: { ...desk.item, collection_address: "3 Circle Street" } };
  return view;
}

function show(at: string, view: CircleView, more: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/circles": () => ({ body: { items: [view], next_cursor: null, server_now: NOW } }),
    [`GET /api/circles/${ID}`]: () => ({ body: view }),
    ...more,
  });
  renderAt(at, <TradeOffersScreen />);
  return calls;
}

const posts = (calls: ReturnType<typeof serve>) => calls.filter(({ method }) => method === "POST");

describe("the list of swap circles", () => {
  it("says in words who gives what to whom, where, and with what cash (D77)", async () => {
    show("/TradeOffers?tab=circles", circle());
    const card = within(await screen.findByRole("article"));
    expect(card.getByRole("heading", { name: "Your “Bike” for “Desk”" })).toBeDefined();
    expect(card.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "You give “Bike” to Ben B.Fitzroy, 3 km from Ben B.Worth $40. You pay Ben B. $5.No answer yet",
      "Ben B. gives “Lamp” to Cleo C.Fitzroy, 3 km from Cleo C.Worth $45. No cash on top.Accepted",
      "Cleo C. gives “Desk” to youFitzroy, 3 km from youWorth $50. You pay Cleo C. $5.No answer yet",
    ]);
    expect(card.getByText("Waiting for your answer")).toBeDefined();
  });

  it("counts at its tab the circles that wait for the viewer", async () => {
    show("/TradeOffers", circle(), {
      "GET /api/trades": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
    });
    expect(await screen.findByRole("tab", { name: "Circles1" })).toBeDefined();
  });

  it("explains how to get a circle when there is none", async () => {
    show("/TradeOffers?tab=circles", circle(), {
      "GET /api/circles": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
    });
    expect(await screen.findByText("No swap circles yet")).toBeDefined();
  });
});

describe("one swap circle", () => {
  it("is accepted after a confirmation that names items, place and cash", async () => {
    const user = userEvent.setup();
    const calls = show(`/TradeOffers?circle=${ID}`, circle(), {
      [`POST /api/circles/${ID}/accept`]: () => ({ body: accepted() }),
    });
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Accept this swap circle?" }));
    expect(
      dialog.getByText(
        /You give “Bike” and get “Desk”\. You pick it up in Fitzroy, 3 km from you\. You pay \$10 in total\./,
      ),
    ).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Accept circle" }));
    await waitFor(() => expect(posts(calls)).toHaveLength(1));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toContain("Your swap circle is on"));
  });

  it("shows the refusal of an acceptance", async () => {
    const user = userEvent.setup();
    show(`/TradeOffers?circle=${ID}`, circle(), {
      [`POST /api/circles/${ID}/accept`]: () => refused(409, "item_unavailable", "Lamp: Someone is holding this item."),
    });
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    await user.click(await screen.findByRole("button", { name: "Accept circle" }));
    await waitFor(() =>
      expect(toasts).toContainEqual(expect.objectContaining({ description: "Lamp: Someone is holding this item." })),
    );
  });

  it("shows the own code and address, and hands over with the receiver's code", async () => {
    const user = userEvent.setup();
    const calls = show(`/TradeOffers?circle=${ID}`, accepted(), {
      [`POST /api/circles/${ID}/hand-over`]: () => ({ body: accepted() }),
    });
    expect(await screen.findByRole("img", { name: "Your code: 1 2 3 4 5 6" })).toBeDefined();
    expect(screen.getByText("3 Circle Street")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Hand over" }));
    expect(screen.getByText("The code has 6 digits.")).toBeDefined();
    expect(posts(calls)).toEqual([]);
    await user.type(screen.getByLabelText(/Ben B\.'s code/), "654 321");
    await user.click(screen.getByRole("button", { name: "Hand over" }));
    await waitFor(() => expect(posts(calls)[0]?.body).toEqual({ code: "654321" }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toContain("Handed over"));
  });

  it("shows the problem of a wrong code at the field", async () => {
    const user = userEvent.setup();
    show(`/TradeOffers?circle=${ID}`, accepted(), {
      [`POST /api/circles/${ID}/hand-over`]: () =>
        refused(422, "invalid", "That isn't the right code. You have 4 tries left."),
    });
    await user.type(await screen.findByLabelText(/Ben B\.'s code/), "000000");
    await user.click(screen.getByRole("button", { name: "Hand over" }));
    expect(await screen.findByText("That isn't the right code. You have 4 tries left.")).toBeDefined();
  });

  it("shows the reason that staff gave", async () => {
    show(`/TradeOffers?circle=${ID}`, { ...accepted(), status: "failed", staff_note: "Ben can't be reached." });
    expect(await screen.findByText("Our team's reason: Ben can't be reached.")).toBeDefined();
    expect(screen.getByText(/^Our team called this circle off\./)).toBeDefined();
  });

  it("is not found for other accounts", async () => {
    show(`/TradeOffers?circle=${ID}`, circle(), {
      [`GET /api/circles/${ID}`]: () => refused(404, "not_found", "Not found."),
    });
    expect(await screen.findByText("We can't find this swap circle")).toBeDefined();
  });
});

describe("the texts", () => {
  it("say who pays, in total", () => {
    expect([10, -5, 0].map((difference) => differenceLabel({ difference }))).toEqual([
      "You pay $10 in total",
      "You get $5 in total",
      "You pay nothing on top",
    ]);
  });

  it("tell each person what a failed circle means for them", () => {
    const uneven = { settled: false } as const;
    const [you, ben, cleo] = PEOPLE;
    const failed = (short: CircleView["closed_by"], over: CircleView["closed_by"]) =>
      circle({
        status: "failed",
        closed_by: ben,
        uneven: short && over ? { short, over, ...uneven } : null,
        expires_at: null,
      });
    expect(explainCircle(failed(null, null), NOW)).toBe("Ben B. called this circle off. Your item is back on sale.");
    expect(explainCircle(failed(you, ben), NOW)).toContain("You gave “Bike” and got nothing yet. Ben B. has to return");
    expect(explainCircle(failed(cleo, you), NOW)).toContain("Return “Desk” to Cleo C. or agree on a price.");
    expect(explainCircle(failed(ben, cleo), NOW)).toContain("“Bike” is back on sale.");
  });
});
