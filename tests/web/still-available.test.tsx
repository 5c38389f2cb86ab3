import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { StillAvailableView } from "#contract/selling/still-available";
import StillAvailableScreen from "../../web/features/selling/my-items/still-available-screen.tsx";
import { person, serve, visitor } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const LISTING: StillAvailableView = { item_id: "itm_1", title: "Brass lamp", photo: null, price: 40, status: "active" };

function show(path: string) {
  const router = createMemoryRouter([{ path: "*", element: <StillAvailableScreen /> }], { initialEntries: [path] });
  renderRouter(router);
  return userEvent.setup();
}

describe("the question about an old listing (D59)", () => {
  it.each([
    ["the token of the email", "?token=a.b.c", { token: "a.b.c" }],
    ["the listing of the notification", "?item=itm_1", { item: "itm_1" }],
  ])("is asked and answered with %s", async (_, search, sent) => {
    const asked = vi.fn((query: URLSearchParams) => Object.fromEntries(query));
    serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/still-available": (_body, query) => {
        asked(query);
        return { body: LISTING };
      },
      "POST /api/still-available": (_body, query) => {
        asked(query);
        return { body: { ...LISTING, status: "sold" } };
      },
    });
    const user = show(`/StillAvailable${search}`);
    await user.click(await screen.findByRole("button", { name: "It's sold" }));
    expect(await screen.findByText(/Marked as sold/)).toBeTruthy();
    expect(asked.mock.results.map(({ value }) => value as unknown)).toEqual([sent, sent]);
  });

  it("asks a signed-out seller who comes from a notification to sign in", async () => {
    const error = { code: "not_authenticated", message: "Not authenticated", request_id: "t" };
    serve({
      "GET /api/auth/session": () => ({ body: visitor }),
      "GET /api/still-available": () => ({ status: 401, body: { error } }),
    });
    show("/StillAvailable?item=itm_1");
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/SignIn?returnUrl=%2FStillAvailable%3Fitem%3Ditm_1");
  });
});
