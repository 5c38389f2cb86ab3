/** The seller's pages of negotiations (D64). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { expect, it } from "vitest";
import type { SellerNegotiation, SellerNegotiationPage } from "#contract/negotiation-seller";
import NegotiationsScreen from "../../web/features/negotiation/negotiations-screen.tsx";
import { refused, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const NOW = Date.now();
const ITEM = { id: "itm_1", title: "Walnut sideboard", image_url: null, price: 320 };
const BUYER = { id: "acc_1", display_name: "Bella B." };
const SUMMARY = {
  id: "neg_1",
  item: ITEM,
  buyer: BUYER,
  outcome: "talking" as const,
  amount: 290,
  last: { from: "knowzee" as const, text: "How about $290?" },
  messages: 4,
  unanswered: 1,
  updated_at: NOW,
};
const ONE: SellerNegotiation = {
  ...SUMMARY,
  log: [
    { id: "1", from: "buyer", text: "Does the veneer peel?", at: NOW, amount: null, open: null, answer: null },
    {
      id: "2",
      from: "knowzee",
      text: "Sorry, that isn't in the listing.",
      at: NOW,
      amount: null,
      open: { text: "Does the veneer peel?", asked: true, amount: null },
      answer: null,
    },
  ],
  server_now: NOW,
};
const PAGE: SellerNegotiationPage = {
  items: [SUMMARY],
  questions: [
    {
      negotiation_id: "neg_1",
      message_id: "2",
      item: ITEM,
      buyer: BUYER,
      text: "Does the veneer peel?",
      amount: null,
      at: NOW,
    },
  ],
  next_cursor: null,
  server_now: NOW,
};

function show(at: string) {
  renderAt(
    at,
    <Routes>
      <Route path="/Negotiations/:id?" element={<NegotiationsScreen />} />
    </Routes>,
  );
}

it("lists negotiations with outcome and open questions, and answers one with a tap", async () => {
  const calls = serve({
    "GET /api/negotiations": () => ({ body: PAGE }),
    "POST /api/negotiations/neg_1/answers": () => ({ body: ONE }),
  });
  show("/Negotiations");
  expect(await screen.findByRole("heading", { name: "Questions for you" })).toBeTruthy();
  expect(screen.getByText("Talking, Knowzee at $290")).toBeTruthy();
  expect(screen.getByText("1 question")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  const sent = calls.find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ message_id: "2", text: "No.", shared: true });
});

it("shows one negotiation word for word, and refuses an empty answer before sending it", async () => {
  const calls = serve({
    "GET /api/negotiations/neg_1": () => ({ body: ONE }),
    "POST /api/negotiations/neg_1/answers": () =>
      refused(422, "invalid", "Answers can't contain contact details or links."),
  });
  show("/Negotiations/neg_1");
  const log = within(await screen.findByRole("list"));
  expect(log.getByText("Knowzee, for you")).toBeTruthy();
  expect(log.getByText("Bella B. asked you")).toBeTruthy();
  await userEvent.click(log.getByRole("button", { name: "Send answer" }));
  expect(log.getByText("Please write an answer.")).toBeTruthy();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  await userEvent.click(log.getByRole("checkbox"));
  await userEvent.type(log.getByLabelText("Your answer"), "Call 0412 345 678");
  await userEvent.click(log.getByRole("button", { name: "Send answer" }));
  expect(await log.findByText("Answers can't contain contact details or links.")).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ shared: false });
});

it("lets the seller stop Knowzee from repeating an answer, and keeps answers about money private", async () => {
  const answered = (answer: { text: string; shared: boolean; may_be_shared: boolean }): SellerNegotiation => ({
    ...ONE,
    log: ONE.log.map((entry) => (entry.id === "2" ? { ...entry, open: null, answer } : entry)),
  });
  let current = answered({ text: "No.", shared: true, may_be_shared: true });
  const calls = serve({
    "GET /api/negotiations/neg_1": () => ({ body: current }),
    "PUT /api/negotiations/neg_1/answers": () => {
      current = answered({ text: "No.", shared: false, may_be_shared: true });
      return { body: current };
    },
  });
  show("/Negotiations/neg_1");
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Knowzee can tell other buyers" });
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ message_id: "2", shared: false });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false));
});

it("says what the page is for while there are no negotiations", async () => {
  serve({ "GET /api/negotiations": () => ({ body: { ...PAGE, items: [], questions: [] } }) });
  show("/Negotiations");
  expect(await screen.findByText("No negotiations yet")).toBeTruthy();
});

it("offers a yes to the amount a buyer asked about, which becomes a counter-offer", async () => {
  const calls = serve({
    "GET /api/negotiations": () => ({
      body: { ...PAGE, questions: PAGE.questions.map((one) => ({ ...one, text: "$162?", amount: 162 })) },
    }),
    "POST /api/negotiations/neg_1/answers": () => ({ body: ONE }),
  });
  show("/Negotiations");
  await userEvent.click(await screen.findByRole("button", { name: "Yes, $162" }));
  expect(screen.queryByRole("checkbox")).toBeNull();
  const body = { message_id: "2", text: "Yes, $162.", shared: false, agreed: true };
  await waitFor(() => expect(calls.find(({ method }) => method === "POST")?.body).toEqual(body));
});
