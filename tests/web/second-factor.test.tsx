import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { SecurityReply } from "#contract/account/second-factor";
import SignInScreen from "../../web/features/account/auth/sign-in-screen.tsx";
import { SecuritySection } from "../../web/features/account/settings/security-section.tsx";
import StaffGate from "../../web/features/account/settings/staff-gate.tsx";
import { useSession, useStaffGate } from "../../web/lib/session.ts";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`);
const SECURITY: SecurityReply = {
  has_password: true,
  passkeys_available: true,
  passkeys: [],
  app_since: null,
  pending: [],
  needs_link: false,
  recovery_codes_left: 0,
  server_now: 0,
};

function show(element: ReactNode, path = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  renderRouter(router);
  return userEvent.setup();
}

/** An admin page, as the router guards it. */
function AdminPage() {
  const { ready } = useSession();
  const [gated, goOn] = useStaffGate();
  if (!ready) return null;
  return gated ? <StaffGate onDone={goOn} /> : <h1>Overview</h1>;
}

describe("signing in to an account with a second factor", () => {
  it("asks for a code after the password, keeps a wrong one, and then signs in", async () => {
    let signedIn = false;
    const calls = serve({
      "GET /api/auth/session": () => ({ body: signedIn ? person() : visitor }),
      "POST /api/auth/sign-in": () => ({ status: 202, body: { second_step: { methods: ["code"], expires_at: 1 } } }),
      "GET /api/auth/second-step": () => ({ body: { second_step: { methods: ["code"], expires_at: 1 } } }),
      "POST /api/auth/second-step": (body) => {
        signedIn = (body as { code: string }).code === "123456";
        const message = "That code isn't right.";
        return signedIn
          ? { body: person() }
          : refused(422, "invalid", message, { fields: [{ field: "code", message }] });
      },
    });
    const user = show(<SignInScreen />, "/SignIn");
    await user.type(await screen.findByLabelText("Email"), "maya@example.com");
    await user.type(screen.getByLabelText("Password"), "seven green parrots");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    const code = await screen.findByLabelText("Code");
    expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Please enter a code.")).toBeTruthy();
    await user.type(code, "000000");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("That code isn't right.")).toBeTruthy();
    await user.clear(code);
    await user.type(code, "123456");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(screen.queryByLabelText("Code")).toBeNull());
    const tried = calls.filter(({ method, path }) => method === "POST" && path === "/api/auth/second-step");
    expect(tried.map(({ body }) => body)).toEqual([{ code: "000000" }, { code: "123456" }]);
  });

  it("goes back to the form when the sign-in took too long", async () => {
    serve({
      "GET /api/auth/session": () => ({ body: visitor }),
      "GET /api/auth/second-step": () => refused(410, "gone", "This sign-in took too long. Please start again."),
    });
    const user = show(<SignInScreen />, "/SignIn?step=2");
    expect(await screen.findByText("This sign-in took too long. Please start again.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back to sign in" }));
    expect(await screen.findByLabelText("Password")).toBeTruthy();
  });
});

describe("two-step sign-in in the settings", () => {
  it("sets up an app, after confirming the password, and shows the recovery codes once", async () => {
    let confirmed = false;
    const calls = serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/account/security": () => ({ body: SECURITY }),
      "POST /api/account/security/app": () =>
        confirmed
          ? { body: { secret: "ABCDEFGH", address: "otpauth://totp/Goodstreet:maya?secret=ABCDEFGH" } }
          : refused(403, "confirmation_required", "Please confirm.", { confirm_with: ["password"] }),
      "POST /api/auth/confirm": () => {
        confirmed = true;
        return { body: { confirmed_until: 1 } };
      },
      "POST /api/account/security/app/confirm": () => ({
        body: { ...SECURITY, app_since: 1, recovery_codes_left: 10, new_recovery_codes: CODES },
      }),
    });
    const user = show(<SecuritySection />);
    await user.click(await screen.findByRole("button", { name: "Set up an app" }));
    const identity = await screen.findByRole("dialog", { name: "Confirm it's you" });
    await user.type(within(identity).getByLabelText("Your password"), "seven green parrots");
    await user.click(within(identity).getByRole("button", { name: "Confirm" }));
    const setup = await screen.findByRole("dialog", { name: "Set up an authenticator app" });
    expect(within(setup).getByText("ABCD EFGH")).toBeTruthy();
    await user.type(within(setup).getByLabelText("Code"), "123456");
    await user.click(within(setup).getByRole("button", { name: "Turn on" }));
    const codes = await screen.findByRole("dialog", { name: "Save your recovery codes" });
    expect(
      within(codes)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    await user.click(within(codes).getByRole("button", { name: "I've saved them" }));
    expect(await screen.findByText(/You have 10 left/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(CODES[0] ?? "")).toBeNull());
    expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/api/account/security/app",
      "/api/auth/confirm",
      "/api/account/security/app",
      "/api/account/security/app/confirm",
    ]);
  });

  it("confirms a removal with the second factor", async () => {
    let confirmed = false;
    serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/account/security": () => ({ body: { ...SECURITY, app_since: 1, recovery_codes_left: 3 } }),
      "DELETE /api/account/security/app": () =>
        confirmed
          ? { body: SECURITY }
          : refused(403, "confirmation_required", "Please confirm.", { confirm_with: ["code"] }),
      "POST /api/auth/confirm": (body) => {
        confirmed = (body as { code?: string }).code === "123456";
        return { body: { confirmed_until: 1 } };
      },
    });
    const user = show(<SecuritySection />);
    await user.click(await screen.findByRole("button", { name: "Turn off" }));
    const asked = await screen.findByRole("dialog", { name: "Turn off the authenticator app?" });
    await user.click(within(asked).getByRole("button", { name: "Turn off" }));
    const identity = await screen.findByRole("dialog", { name: "Confirm it's you" });
    await user.type(within(identity).getByLabelText("Code"), "123456");
    await user.click(within(identity).getByRole("button", { name: "Confirm" }));
    expect(await screen.findByRole("button", { name: "Set up an app" })).toBeTruthy();
    expect(screen.queryByText("Recovery codes")).toBeNull();
  });

  it("says so where the browser has no passkeys", async () => {
    serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/account/security": () => ({ body: SECURITY }),
    });
    show(<SecuritySection />);
    expect(await screen.findByText("This browser can't add passkeys here.")).toBeTruthy();
  });
});

describe("the admin pages of staff without a second factor", () => {
  it("show the set-up", async () => {
    serve({
      "GET /api/auth/session": () => ({ body: { ...person({ role: "admin" }), second_factor: "set_up" } }),
      "GET /api/account/security": () => ({ body: SECURITY }),
    });
    show(<AdminPage />);
    expect(await screen.findByRole("heading", { name: "Protect your staff account" })).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Set up an app" })).toBeTruthy();
  });

  it("ask for the mailed link first, and go on when it was opened (A142)", async () => {
    const token = "f".repeat(43);
    let opened = false;
    const calls = serve({
      "GET /api/auth/session": () => ({ body: { ...person({ role: "admin" }), second_factor: "set_up" } }),
      "GET /api/account/security": () => ({ body: { ...SECURITY, needs_link: !opened } }),
      "POST /api/account/security/first-factor/link": () => ({ body: { ...SECURITY, needs_link: true } }),
      "POST /api/account/security/first-factor": () => {
        opened = true;
        return { body: SECURITY };
      },
    });
    const user = show(<AdminPage />);
    await user.click(await screen.findByRole("button", { name: "Email me the link" }));
    expect(await screen.findByText(/We've emailed you the link/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Set up an app" })).toBeNull();
    cleanup();

    history.replaceState(null, "", `/Settings#first-factor=${token}`);
    show(<SecuritySection />);
    expect(await screen.findByRole("button", { name: "Set up an app" })).toBeTruthy();
    expect(location.hash).toBe("");
    expect(calls.find(({ path }) => path === "/api/account/security/first-factor")?.body).toEqual({ token });
  });

  it("stay closed until the recovery codes are saved, also when the session is refreshed meanwhile", async () => {
    let added = false;
    const calls = serve({
      "GET /api/auth/session": () => ({
        body: { ...person({ role: "admin" }), ...(added ? {} : { second_factor: "set_up" }) },
      }),
      "GET /api/account/security": () => ({ body: SECURITY }),
      "POST /api/account/security/app": () => ({ body: { secret: "ABCDEFGH", address: "otpauth://totp/x" } }),
      "POST /api/account/security/app/confirm": () => {
        added = true;
        return { body: { ...SECURITY, app_since: 1, recovery_codes_left: 10, new_recovery_codes: CODES } };
      },
    });
    const user = show(<AdminPage />);
    await user.click(await screen.findByRole("button", { name: "Set up an app" }));
    const setup = await screen.findByRole("dialog", { name: "Set up an authenticator app" });
    await user.type(within(setup).getByLabelText("Code"), "123456");
    await user.click(within(setup).getByRole("button", { name: "Turn on" }));
    const codes = await screen.findByRole("dialog", { name: "Save your recovery codes" });
    const sessions = () => calls.filter(({ path }) => path === "/api/auth/session").length;
    const before = sessions();
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(sessions()).toBeGreaterThan(before));
    expect(screen.queryByText("Overview")).toBeNull();
    await user.click(within(codes).getByRole("button", { name: "I've saved them" }));
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
  });

  it("ask for it in a session that has not proved it", async () => {
    let confirmed = false;
    serve({
      "GET /api/auth/session": () => ({
        body: { ...person({ role: "admin" }), ...(confirmed ? {} : { second_factor: "confirm" }) },
      }),
      "GET /api/account/security": () => ({ body: { ...SECURITY, app_since: 1 } }),
      "POST /api/auth/confirm": () => {
        confirmed = true;
        return { body: { confirmed_until: 1 } };
      },
    });
    const user = show(<AdminPage />);
    await user.type(await screen.findByLabelText("Code"), "123456");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
  });
});
