import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import SettingsScreen from "../../web/features/account/settings/settings-screen.tsx";
import type { OwnProfile } from "../../worker/contract/account/profiles.ts";
import { person, refused, serve } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

const refusal = (with_: string[]) =>
  refused(403, "confirmation_required", "Please confirm that it is you before making this change.", {
    confirm_with: with_,
  });

async function changeBank(methods: string[], password = "seven green parrots") {
  const profile = person({
    bank_details: { account_name: "Maya Okafor", bsb: "062-000", account_number: "12345678" },
  }).profile as OwnProfile;
  let confirmed = false;
  const calls = serve({
    "GET /api/auth/session": () => ({ body: { ...person(), profile } }),
    "GET /api/profile": () => ({ body: profile }),
    "PATCH /api/profile": (body) => (confirmed ? { body: { ...profile, ...(body as object) } } : refusal(methods)),
    "POST /api/auth/confirm": (body) => {
      confirmed = (body as { password: string }).password === password;
      const message = "That password is not correct.";
      return confirmed
        ? { body: { confirmed_until: 1 } }
        : refused(422, "invalid", message, { fields: [{ field: "password", message }] });
    },
  });
  const router = createMemoryRouter([{ path: "/", element: <SettingsScreen /> }]);
  renderRouter(router);
  const user = userEvent.setup();
  const number = await screen.findByLabelText("Account number");
  await user.clear(number);
  await user.type(number, "87654321");
  await user.click(screen.getByRole("button", { name: "Save settings" }));
  const dialog = await screen.findByRole("dialog", { name: "Confirm it's you" });
  return {
    user,
    dialog,
    trust: () => {
      confirmed = true;
    },
    writes: () => calls.filter((call) => call.method !== "GET").map(({ path }) => path),
  };
}

describe("a change of bank details that needs a recent sign-in", () => {
  it("asks for the password, refuses a wrong one, and then saves the change", async () => {
    const { user, dialog, writes } = await changeBank(["password"]);
    const password = within(dialog).getByLabelText("Your password");
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    expect(await within(dialog).findByText("Please enter your password.")).toBeTruthy();
    await user.type(password, "wrong");
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    expect(await within(dialog).findByText("That password is not correct.")).toBeTruthy();
    await user.clear(password);
    await user.type(password, "seven green parrots");
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await waitFor(() =>
      expect(writes()).toEqual(["/api/profile", "/api/auth/confirm", "/api/auth/confirm", "/api/profile"]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText("Account number")).toHaveProperty("value", "87654321");
  });

  it("keeps the entries and says that nothing changed when the dialog is closed", async () => {
    const { user, dialog, writes } = await changeBank(["password"]);
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(await screen.findByText(/Your bank details and wallets haven't changed/)).toBeTruthy();
    expect(screen.getByLabelText("Account number")).toHaveProperty("value", "87654321");
    expect(writes()).toEqual(["/api/profile"]);
  });

  it("sends an account without a password to Google in a new tab, and continues afterwards", async () => {
    const { user, dialog, trust, writes } = await changeBank(["google"]);
    expect(within(dialog).queryByLabelText("Your password")).toBeNull();
    const link = within(dialog).getByRole("link", { name: "Sign in with Google" });
    expect(link.getAttribute("target")).toBe("_blank");
    trust();
    await user.click(within(dialog).getByRole("button", { name: /I've signed in/ }));
    await waitFor(() => expect(writes()).toEqual(["/api/profile", "/api/profile"]));
  });
});

describe("a change of email address", () => {
  it("is requested in a dialog and waits for the link in the email", async () => {
    const calls = serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/profile": () => ({ body: person().profile }),
      "GET /api/auth/sessions": () => ({
        body: {
          items: [
            { id: "ses_1", device: "Chrome on Mac", created_at: 0, seen_at: 0, current: true },
            { id: "ses_2", device: "Safari on iPhone", created_at: 0, seen_at: 0, current: false },
          ],
          server_now: 0,
        },
      }),
      "DELETE /api/auth/sessions/ses_2": () => ({ body: { ok: true } }),
      "POST /api/auth/change-email": () => ({ status: 202, body: { message: "Check your inbox" } }),
    });
    const router = createMemoryRouter([{ path: "/", element: <SettingsScreen /> }]);
    renderRouter(router);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Change address" }));
    const dialog = await screen.findByRole("dialog", { name: "Change your email address" });
    await user.type(within(dialog).getByLabelText("New email address"), "nobody");
    await user.click(within(dialog).getByRole("button", { name: "Send link" }));
    expect(await within(dialog).findByText("Please enter a valid email address.")).toBeTruthy();
    await user.type(within(dialog).getByLabelText("New email address"), "@example.com");
    await user.click(within(dialog).getByRole("button", { name: "Send link" }));
    expect(await screen.findByText(/We've emailed nobody@example.com/)).toBeTruthy();

    // The list of sessions is below it.
    expect(screen.getByText("This device")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sign out everywhere else" })).toBeTruthy();
    expect(screen.getAllByText(/^Signed in \w+ \d+ \w+, \d+:\d\d [ap]m, last used/)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Sign out Safari on iPhone/ }));
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === "DELETE" && path.endsWith("ses_2"))).toBe(true),
    );
  });
});
