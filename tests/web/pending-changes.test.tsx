import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import type { PendingChange, SecurityReply } from "#contract/account/second-factor";
import SignInScreen from "../../web/features/account/auth/sign-in-screen.tsx";
import { SignInSection } from "../../web/features/account/settings/sign-in-section.tsx";
import { person, serve, visitor } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const TOKEN = "s".repeat(43);

afterEach(() => history.replaceState(null, "", "/"));

function Where() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}

function show(element: ReactNode, path = "/") {
  const routes = [
    { path: "/reset-password", element: <Where /> },
    { path: "*", element },
  ];
  renderRouter(createMemoryRouter(routes, { initialEntries: [path] }));
  return userEvent.setup();
}

const security = (pending: PendingChange[]): SecurityReply => ({
  has_password: true,
  passkeys_available: true,
  passkeys: [],
  app_since: null,
  recovery_codes_left: 0,
  pending,
  needs_link: false,
  server_now: 0,
});

describe("pending changes in the settings", () => {
  it("are listed, and cancelled together", async () => {
    const pending: PendingChange[] = [
      { kind: "reset_password", email: null, expires_at: Date.UTC(2026, 4, 1, 2) },
      { kind: "new_email", email: "other@example.com", expires_at: Date.UTC(2026, 4, 2, 2) },
    ];
    const calls = serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/account/security": () => ({ body: security(pending) }),
      "DELETE /api/account/security/pending": () => ({ body: security([]) }),
    });
    const user = show(<SignInSection />);
    expect(await screen.findByText(/New email address: other@example.com. Expires/)).toBeTruthy();
    expect(screen.getByText(/A link to set a new password. Expires/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel changes" }));
    await waitFor(() => expect(screen.queryByText("Waiting to be confirmed")).toBeNull());
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it("are not mentioned without any", async () => {
    serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/account/security": () => ({ body: security([]) }),
    });
    show(<SignInSection />);
    await screen.findByText("maya@example.com");
    expect(screen.queryByText("Waiting to be confirmed")).toBeNull();
  });
});

describe("the link to the old address", () => {
  it("does nothing until the button is pressed, and then asks for a new password", async () => {
    history.replaceState(null, "", `/signin#stop-email-change=${TOKEN}`);
    const calls = serve({
      "GET /api/auth/session": () => ({ body: visitor }),
      "POST /api/auth/change-email/stop": () => ({ body: { reset_token: "r".repeat(43) } }),
    });
    const user = show(<SignInScreen />, "/signin");
    const button = await screen.findByRole("button", { name: "Stop the change" });
    expect(location.hash).toBe("");
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await user.click(button);
    expect(await screen.findByText(`at /reset-password#token=${"r".repeat(43)}`)).toBeTruthy();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ token: TOKEN });
  });

  it("says so when it no longer works", async () => {
    history.replaceState(null, "", `/signin#stop-email-change=${TOKEN}`);
    const error = { code: "gone", message: "This link is no longer valid.", request_id: "t" };
    serve({
      "GET /api/auth/session": () => ({ body: visitor }),
      "POST /api/auth/change-email/stop": () => ({ status: 410, body: { error } }),
    });
    const user = show(<SignInScreen />, "/signin");
    await user.click(await screen.findByRole("button", { name: "Stop the change" }));
    expect(await screen.findByText(/This link is no longer valid. If you can't sign in/)).toBeTruthy();
  });
});
