/** "Your data" in the settings, the banner of an account that will be deleted, and what the browser then forgets (D61). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { OwnDataReply } from "#contract/account/own-data";
import { OBSTACLES } from "#domain/account/deletion";
import { DAY_MS } from "#domain/deadlines";
import { clearAfterDeletion } from "../../web/app/offline/leaving.ts";
import { obstacleText } from "../../web/features/account/settings/obstacle-text.ts";
import { OwnDataSection } from "../../web/features/account/settings/own-data-section.tsx";
import { DeletionBanner } from "../../web/features/status/account-status.tsx";
import { LEAVING_KEY, OUTBOX_KEY } from "../../web/lib/storage-keys.ts";
import { person, serve, visitor } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const NOW = Date.UTC(2026, 10, 25, 3);
const DUE = Date.UTC(2026, 11, 9, 3);
const NOTHING: OwnDataReply = { export: null, deletion: null, obstacles: [], server_now: NOW };
const PENDING = { requested_at: NOW, due_at: DUE, by_staff: false };

const toasts = collectToasts();
afterEach(() => localStorage.clear());

function show(element = <OwnDataSection />, session = person()) {
  renderAt("/", element, session);
  return userEvent.setup();
}
const session = { "GET /api/auth/session": () => ({ body: person() }) };

describe("OwnDataSection", () => {
  it("asks for the password before it prepares a copy, and says that it is being prepared", async () => {
    let confirmed = false;
    const refused = { code: "confirmation_required", message: "Confirm.", details: { confirm_with: ["password"] } };
    const queued = { id: "exp_1", status: "queued" as const, requested_at: NOW, expires_at: null, bytes: null };
    serve({
      ...session,
      "GET /api/account/data": () => ({ body: NOTHING }),
      "POST /api/account/data/export": () =>
        confirmed
          ? { status: 202, body: { ...NOTHING, export: queued } }
          : { status: 403, body: { error: { ...refused, request_id: "t" } } },
      "POST /api/auth/confirm": () => {
        confirmed = true;
        return { body: { confirmed_until: NOW } };
      },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Prepare my data" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/Your password/), "a quiet harbour 42");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText(/We're preparing your file/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Prepare/ })).toBeNull();
  });

  it("links to the file while it can be downloaded", async () => {
    const ready = { id: "exp_1", status: "ready" as const, requested_at: NOW, expires_at: DUE, bytes: 3 * 1024 * 1024 };
    serve({ ...session, "GET /api/account/data": () => ({ body: { ...NOTHING, export: ready } }) });
    show();
    const link = await screen.findByRole("link", { name: "Download (3.0 MB)" });
    expect(link.getAttribute("href")).toBe("/api/account/data/exports/exp_1/file");
  });

  it("asks for the password before an old session downloads it (A135)", async () => {
    const ready = { id: "exp_1", status: "ready" as const, requested_at: NOW, expires_at: DUE, bytes: 3 * 1024 * 1024 };
    const refused = {
      code: "confirmation_required",
      message: "Please confirm.",
      details: { confirm_with: ["password"] },
    };
    const calls = serve({
      ...session,
      "GET /api/account/data": () => ({ body: { ...NOTHING, export: ready } }),
      "GET /api/account/data/exports/exp_1": () => ({ status: 403, body: { error: { ...refused, request_id: "t" } } }),
    });
    const user = show();
    await user.click(await screen.findByRole("link", { name: "Download (3.0 MB)" }));
    expect(within(await screen.findByRole("dialog")).getByLabelText(/Your password/)).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith("/file"))).toBe(false);
  });

  it("lists what to finish first instead of the button, with links", async () => {
    const obstacles: OwnDataReply["obstacles"] = [
      { kind: "order", count: 2 },
      { kind: "balance", count: 1_250 },
    ];
    serve({ ...session, "GET /api/account/data": () => ({ body: { ...NOTHING, obstacles } }) });
    show();
    expect(await screen.findByText("2 orders that aren't completed or cancelled.")).toBeTruthy();
    expect(screen.getByText("$12.50 ad credit. Use it, or ask us to refund it.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "My orders" }).getAttribute("href")).toBe("/MyOrders");
    expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
  });

  it("deletes after a second press, and keeps the account on request", async () => {
    let deletion: OwnDataReply["deletion"] = null;
    serve({
      ...session,
      "GET /api/account/data": () => ({ body: { ...NOTHING, deletion } }),
      "POST /api/account/deletion": () => {
        deletion = PENDING;
        return { body: { ...NOTHING, deletion } };
      },
      "DELETE /api/account/deletion": () => ({ body: NOTHING }),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Delete my account" }));
    expect(await screen.findByText(/We'll delete your account on Wednesday 9 December/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Keep my account" }));
    expect(await screen.findByRole("button", { name: "Delete my account" })).toBeTruthy();
    expect(toasts.map(({ title }) => title)).toEqual(["We're keeping your account"]);
  });

  it("has a text and a link for everything that can stand in the way", () => {
    for (const kind of OBSTACLES) {
      for (const count of [1, 3]) {
        const { text, link } = obstacleText({ kind, count });
        expect(text).toMatch(/\.$/);
        expect(link.to).toMatch(/^\//);
      }
    }
  });
});

describe("DeletionBanner", () => {
  it("says when the account is deleted and keeps it in one press", async () => {
    const calls = serve({ ...session, "DELETE /api/account/deletion": () => ({ body: NOTHING }) });
    const user = show(<DeletionBanner />, { ...person(), deletion_due_at: DUE });
    expect(await screen.findByText("We'll delete your account on Wednesday 9 December")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep my account" }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(["We're keeping your account"]));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain("DELETE /api/account/deletion");
  });

  it("is absent without a pending deletion", () => {
    serve(session);
    show(<DeletionBanner />);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("clearAfterDeletion", () => {
  const maya = person();
  const outbox = `${OUTBOX_KEY}:${maya.user?.id}`;

  it("removes what the browser stored for an account once its time is over and it is gone (A137)", () => {
    localStorage.setItem(outbox, "[]");
    clearAfterDeletion({ ...maya, deletion_due_at: DUE });
    clearAfterDeletion({ ...visitor, server_now: DUE - 1 });
    expect(localStorage.getItem(outbox)).toBe("[]");
    clearAfterDeletion({ ...visitor, server_now: DUE + DAY_MS });
    expect(localStorage.getItem(outbox)).toBeNull();
    expect(localStorage.getItem(LEAVING_KEY)).toBeNull();
  });

  it("forgets a deletion that was stopped, and keeps unsent messages", () => {
    localStorage.setItem(outbox, "[]");
    clearAfterDeletion({ ...maya, deletion_due_at: DUE });
    clearAfterDeletion(maya);
    clearAfterDeletion({ ...visitor, server_now: DUE + DAY_MS });
    expect(localStorage.getItem(outbox)).toBe("[]");
  });
});
