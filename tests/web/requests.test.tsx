/** Requests: the list, one request and the form (D49). */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { RequestDetail, RequestView } from "#contract/requests";
import { parsePlace } from "../../web/features/places/places.ts";
import AddRequestScreen from "../../web/features/requests/add-request-screen.tsx";
import { placeLabel, priceLabel } from "../../web/features/requests/request-labels.ts";
import { thingOf } from "../../web/features/requests/request-values.ts";
import RequestsScreen from "../../web/features/requests/requests-screen.tsx";
import { person, refused, serve } from "../support/web/api.ts";
import { marketCard, NOW } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const REQUEST: RequestView = {
  id: "req_aaaaaaaaaaaaaaaaaaaa",
  title: "Wanted: oak desk",
  description: "About 120 cm wide.",
  category: "furniture",
  max_price: 80,
  suburb: "Coburg",
  city: "Melbourne",
  within_km: 25,
  status: "open",
  author: { id: "acc_other", display_name: "Petra L", suburb: null, city: null, average_rating: null, rating_count: 0 },
  yours: false,
  matches: 0,
  distance_km: null,
  created_at: NOW - 3_600_000,
};
const detailOf = (over: Partial<RequestDetail> = {}): RequestDetail => ({
  ...REQUEST,
  postcode: null,
  found: [],
  server_now: NOW,
  ...over,
});
const page = (items: RequestView[]) => ({ body: { items, next_cursor: null, server_now: NOW } });

const toasts = collectToasts();
function open(address: string, handlers: Parameters<typeof serve>[0], screens: ReactNode = null) {
  const calls = serve(handlers);
  renderAt(
    address,
    <>
      <Routes>
        <Route path="/Requests/:id?" element={<RequestsScreen />} />
        <Route path="/AddRequest" element={<AddRequestScreen />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
      {screens}
    </>,
    person({ suburb: "Brunswick", city: "Melbourne", postcode: "3056" }),
  );
  return { calls, user: userEvent.setup() };
}

describe("the list of requests", () => {
  it("shows item, highest price, place and author", async () => {
    open("/Requests", { "GET /api/requests": () => page([REQUEST]) });
    const item = await screen.findByRole("listitem");
    expect(item.textContent).toMatch(
      /Up to \$80.*Furniture.*Wanted: oak desk.*About 120 cm wide.*Coburg, Melbourne · picks up within 25 km.*Petra L, 1 hour ago/,
    );
    expect(screen.getByRole("link", { name: "Wanted: oak desk" }).getAttribute("href")).toBe(`/Requests/${REQUEST.id}`);
  });

  it("shows the number of matching listings and the status of own requests", async () => {
    open("/Requests?tab=mine", {
      "GET /api/requests": () => page([{ ...REQUEST, yours: true, matches: 2, status: "found" }]),
    });
    expect((await screen.findByRole("listitem")).textContent).toMatch(/Found2 matches.*You, 1 hour ago/);
  });

  it("offers a way on when it is empty, and removes filters", async () => {
    const { calls, user } = open("/Requests?category=books", { "GET /api/requests": () => page([]) });
    expect(await screen.findByText("No matching requests")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show all requests" }));
    expect(await screen.findByText("No requests yet")).toBeDefined();
    expect(calls.length).toBe(2);
  });

  it("shows an unknown place as an error of the field, without Retry", async () => {
    const message = "We don't know that suburb or postcode.";
    open("/Requests?near=Nowhereville", {
      "GET /api/requests": () => refused(422, "invalid", message, { fields: [{ field: "near", message }] }),
    });
    expect((await screen.findByText(message)).closest('[role="alert"]')).not.toBeNull();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });

  it("offers Retry when loading fails", async () => {
    let fails = true;
    const { user } = open("/Requests", {
      "GET /api/requests": () => (fails ? refused(503, "unavailable", "Down.") : page([REQUEST])),
    });
    await screen.findByText("The requests didn't load");
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Wanted: oak desk")).toBeDefined();
  });
});

describe("one request", () => {
  const path = `/Requests/${REQUEST.id}`;

  it("shows its author offered items apart from matching listings", async () => {
    const found = [
      { item: marketCard(1, { title: "Oak desk" }), offered: true, at: NOW },
      { item: marketCard(2, { title: "Desk of oak" }), offered: false, at: NOW },
    ];
    open(path, { [`GET /api/requests/${REQUEST.id}`]: () => ({ body: detailOf({ yours: true, found }) }) });
    expect((await screen.findByRole("heading", { name: "Offered to you" })).closest("section")?.textContent).toContain(
      "Oak desk",
    );
    expect(screen.getByRole("heading", { name: "Matching listings" }).closest("section")?.textContent).toContain(
      "Desk of oak",
    );
    expect(screen.queryByRole("button", { name: "I have this" })).toBeNull();
  });

  it("is marked as found, closed or opened again by its author", async () => {
    let status: RequestView["status"] = "open";
    const { calls, user } = open(path, {
      [`GET /api/requests/${REQUEST.id}`]: () => ({ body: detailOf({ yours: true, status }) }),
      [`PATCH /api/requests/${REQUEST.id}`]: (body) => {
        status = (body as { status: RequestView["status"] }).status;
        return { body: { ...REQUEST, yours: true, status } };
      },
    });
    await user.click(await screen.findByRole("button", { name: "I found it" }));
    await user.click(await screen.findByRole("button", { name: "Reopen" }));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await screen.findByText("Closed");
    expect(calls.filter((call) => call.method === "PATCH").map((call) => call.body)).toEqual([
      { status: "found" },
      { status: "open" },
      { status: "closed" },
    ]);
  });

  it("is answered with a listing, and shows only the author's display name", async () => {
    const { calls, user } = open(path, {
      [`GET /api/requests/${REQUEST.id}`]: () => ({ body: detailOf() }),
      "GET /api/items/mine": () => ({
        body: { items: [marketCard(1, { title: "Oak desk" })], next_cursor: null, server_now: NOW },
      }),
      [`POST /api/requests/${REQUEST.id}/offers`]: () => ({ status: 201, body: { ok: true } }),
    });
    await user.click(await screen.findByRole("button", { name: "I have this" }));
    await user.click(await screen.findByRole("radio", { name: /Oak desk/ }));
    await user.click(screen.getByRole("button", { name: "Show it to Petra L" }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(calls.find((call) => call.method === "POST")?.body).toEqual({ item_id: marketCard(1).id });
  });
});

describe("AddRequestScreen", () => {
  it("shows that the title is missing and sends nothing", async () => {
    const { calls, user } = open("/AddRequest", {});
    await user.click(await screen.findByRole("button", { name: "Post request" }));
    expect(await screen.findByText(/Please say what you're looking for/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/What are you looking for/));
    expect(calls.filter((call) => call.method === "POST")).toEqual([]);
  });

  it("starts with the user's place, sends what the user typed and opens the new request", async () => {
    const { calls, user } = open("/AddRequest", {
      "POST /api/requests": () => ({ status: 201, body: { ...REQUEST, yours: true, matches: 1 } }),
      [`GET /api/requests/${REQUEST.id}`]: () => ({ body: detailOf({ yours: true }) }),
    });
    await user.type(await screen.findByLabelText(/What are you looking for/), "Oak desk");
    await user.type(screen.getByLabelText(/The most you'd pay/), "80");
    await user.selectOptions(screen.getByLabelText(/How far you'd travel/), "25");
    await user.click(screen.getByRole("button", { name: "Post request" }));
    expect(await screen.findByRole("heading", { name: "Wanted: oak desk" })).toBeDefined();
    expect(calls.find((call) => call.method === "POST")?.body).toEqual({
      title: "Oak desk",
      description: "",
      category: null,
      max_price: 80,
      suburb: "Brunswick",
      postcode: "3056",
      city: "Melbourne",
      within_km: 25,
    });
    expect(toasts[0]).toMatchObject({ title: "Request posted", description: "We already found one match." });
  });

  it("has a heading, a way back and a retry when the request to edit did not load", async () => {
    open(`/AddRequest?edit=${REQUEST.id}`, {});
    expect(await screen.findByText("This request didn't load")).toBeDefined();
    expect(screen.getByRole("heading", { level: 1, name: "Edit your request" })).toBeDefined();
    expect(screen.getByRole("link", { name: "All requests" }).getAttribute("href")).toBe("/Requests");
    expect(screen.getByRole("button", { name: "Retry" })).toBeDefined();
  });

  it("shows the server's refusal at its field", async () => {
    const message = "Please leave out phone numbers, email addresses and links. People reply to you here.";
    const { user } = open("/AddRequest", {
      "POST /api/requests": () => refused(422, "invalid", message, { fields: [{ field: "description", message }] }),
    });
    await user.type(await screen.findByLabelText(/What are you looking for/), "Oak desk");
    await user.type(screen.getByLabelText(/Details/), "0412 345 678");
    await user.click(screen.getByRole("button", { name: "Post request" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Details/)));
    expect(screen.getByText(message)).toBeDefined();
  });
});

describe("the texts of a request", () => {
  it("name price, place and item", () => {
    expect([null, 0, 80].map(priceLabel)).toEqual(["Any price", "Free only", "Up to $80"]);
    expect(placeLabel({ ...REQUEST, distance_km: 3.2 })).toBe("Coburg, Melbourne · 3.2 km away");
    expect(placeLabel({ ...REQUEST, suburb: null, city: null, within_km: null })).toBe("Anywhere");
    expect(["Wanted: kids bike", "looking for a desk", "ISO - lamp", "Wanted", "Couch"].map(thingOf)).toEqual([
      "Kids bike",
      "A desk",
      "Lamp",
      "Wanted",
      "Couch",
    ]);
  });

  it("parsePlace parses a place as suggested or typed", () => {
    expect(parsePlace("Brunswick VIC 3056")).toEqual({ suburb: "Brunswick", postcode: "3056" });
    expect(parsePlace(" St Kilda East ")).toEqual({ suburb: "St Kilda East", postcode: null });
    expect(parsePlace("3056")).toEqual({ suburb: null, postcode: "3056" });
    expect(parsePlace("")).toEqual({ suburb: null, postcode: null });
  });
});
