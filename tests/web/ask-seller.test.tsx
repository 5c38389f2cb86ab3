import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { ItemDetail } from "#contract/items";
import type { StockAnswerReply } from "#contract/safety";
import { AskSeller } from "../../web/features/messages/ask-seller.tsx";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { threadView } from "../support/web/messages.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const ITEM = {
  id: "itm_bike",
  title: "City bike",
  description: "Red.",
  suburb: null,
  city: null,
  location: null,
  collection_date: null,
  seller: { display_name: "Leo P" },
} as unknown as ItemDetail;
const answer = (over: Partial<StockAnswerReply>): StockAnswerReply => ({
  item_id: "itm_bike",
  question: "when",
  asked: "When can I pick it up?",
  answer: "Pickup is planned for Saturday 28 November.",
  from: "listing",
  server_now: 0,
  ...over,
});

const toasts = collectToasts();
function Where() {
  const { pathname, search, state } = useLocation();
  return <output data-testid="where">{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}
const where = () => screen.getByTestId("where").textContent;

async function open(session: SessionReply, handlers: Parameters<typeof serve>[0], item: Partial<ItemDetail> = {}) {
  const calls = serve({ "GET /api/auth/session": () => ({ body: session }), ...handlers });
  renderAt(
    "/ItemDetail/itm_bike",
    <>
      <AskSeller item={{ ...ITEM, ...item }} />
      <Where />
    </>,
    session,
  );
  await act(async () => {});
  return calls;
}

const STOCK = "GET /api/items/itm_bike/stock-answers";

describe("AskSeller", () => {
  it("answers a question at once, also for visitors, without a message to the seller", async () => {
    const calls = await open(visitor, { [STOCK]: () => ({ body: answer({}) }) });
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Message seller",
      "Where is it?",
      "When can I pick it up?",
      "Why are you selling?",
    ]);
    const button = screen.getByRole("button", { name: "When can I pick it up?" });
    await userEvent.click(button);
    expect(await screen.findByText("Pickup is planned for Saturday 28 November.")).toBeDefined();
    expect(screen.getByText("From the listing")).toBeDefined();
    expect(button.getAttribute("aria-pressed")).toBe("true");
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
  });

  it("offers no question that the page answers", async () => {
    await open(visitor, {}, { suburb: "Brunswick", collection_date: 1, description: "Selling because we're moving." });
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Message seller"]);
  });

  it("offers to ask the seller, with the text filled in, when the listing has no answer", async () => {
    const calls = await open(person(), {
      [STOCK]: () => ({
        body: answer({
          question: "why",
          asked: "Why are you selling?",
          answer: "The seller hasn't said.",
          from: "unknown",
        }),
      }),
      "POST /api/conversations": () => ({ status: 201, body: threadView() }),
    });
    await userEvent.click(screen.getByRole("button", { name: "Why are you selling?" }));
    await userEvent.click(await screen.findByRole("button", { name: "Ask Leo P" }));
    await waitFor(() => expect(where()).toBe('/Messages/cnv_1 {"draft":"Why are you selling?"}'));
    expect(calls.find(({ path }) => path === "/api/conversations")?.body).toEqual({ item_id: "itm_bike" });
  });

  it("shows the reason when there is no answer", async () => {
    await open(visitor, {
      [STOCK]: () => refused(429, "too_many_requests", "Please wait a moment."),
    });
    await userEvent.click(screen.getByRole("button", { name: "Where is it?" }));
    expect(await screen.findByText("Please wait a moment.")).toBeDefined();
  });

  it("sends a visitor from Message seller to sign in and back", async () => {
    await open(visitor, {});
    await userEvent.click(screen.getByRole("button", { name: "Message seller" }));
    expect(where()).toBe("/SignIn?returnUrl=%2FItemDetail%2Fitm_bike null");
    expect(toasts).toEqual([{ title: "Login Required", description: "Please log in to message the seller." }]);
  });

  it("shows a toast when the seller accepts no messages", async () => {
    await open(person(), {
      "POST /api/conversations": () => refused(403, "forbidden", "You can't write to this person."),
    });
    await userEvent.click(screen.getByRole("button", { name: "Message seller" }));
    await waitFor(() => expect(toasts[0]?.description).toBe("You can't write to this person."));
    expect(where()).toBe("/ItemDetail/itm_bike null");
  });
});
