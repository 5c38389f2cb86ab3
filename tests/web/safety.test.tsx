/** Reports and blocks: the dialogs, the menu of a user and the settings. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import { BlockedUsers } from "../../web/features/safety/blocked-users.tsx";
import { ReportButton } from "../../web/features/safety/report-button.tsx";
import UserMenu from "../../web/features/safety/user-menu.tsx";
import { person, serve, visitor } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const ITEM = "itm_aaaaaaaaaaaaaaaaaaaa";
const SALLY = { id: "acc_sally000000000000000", name: "Sally S." };

const toasts = collectToasts();

function show(element: ReactNode, session?: SessionReply) {
  return renderAt(
    "/ItemDetail/itm_1?from=x",
    <>
      {element}
      <Where />
    </>,
    session,
    60_000,
  );
}

const refusal = (code: string, message: string) => ({ error: { code, message, request_id: "t" } });
const SIGNED_IN = { "GET /api/auth/session": () => ({ body: person() }) };
const RECEIPT = { id: "rep_1", subject_type: "item", subject_id: ITEM, status: "open", created_at: 1 };

async function openReport(type: "item" | "conversation" | "review" = "item") {
  const user = userEvent.setup();
  show(
    <ReportButton subject={{ type, id: ITEM }} what="this listing">
      Report this listing
    </ReportButton>,
  );
  await user.click(screen.getByRole("button", { name: "Report this listing" }));
  const dialog = await screen.findByRole("dialog", { name: "Report a problem" });
  return { user, dialog: within(dialog) };
}

describe("ReportButton", () => {
  it("sends reason and details once, says what happens next, and closes", async () => {
    const calls = serve({ ...SIGNED_IN, "POST /api/reports": () => ({ status: 201, body: RECEIPT }) });
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole("radio", { name: "Fake or stolen" }));
    await user.type(dialog.getByLabelText(/Details/), "This is my own bicycle.");
    await user.dblClick(dialog.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toMatchObject({
      title: "Report sent",
      description: "We review every report. We'll tell you the outcome.",
    });
    expect(calls.filter(({ path }) => path === "/api/reports")).toEqual([
      {
        method: "POST",
        path: "/api/reports",
        body: {
          subject_type: "item",
          subject_id: ITEM,
          reason: "counterfeit",
          details: "This is my own bicycle.",
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it('requires a reason, requires details for "Something else", and sends nothing without them', async () => {
    const calls = serve(SIGNED_IN);
    const { user, dialog } = await openReport();
    const send = dialog.getByRole("button", { name: "Send report" });
    await user.click(send);
    expect(await dialog.findByText("Please choose what is wrong.")).toBeDefined();
    expect(document.activeElement).toBe(dialog.getAllByRole("radio")[0]);
    await user.click(dialog.getByRole("radio", { name: "Something else" }));
    expect(dialog.queryByText("Please choose what is wrong.")).toBeNull();
    await user.click(send);
    expect(await dialog.findByText("Please tell us what is wrong.")).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByLabelText(/Details/));
    expect(calls.filter(({ path }) => path === "/api/reports")).toEqual([]);
  });

  it("offers the reasons that fit the subject, and advice for users who may have paid", async () => {
    serve(SIGNED_IN);
    const { user, dialog } = await openReport("review");
    expect(dialog.getByRole("radio", { name: "Not about the deal" })).toBeDefined();
    expect(dialog.queryByRole("radio", { name: "Fake or stolen" })).toBeNull();
    expect(dialog.queryByRole("note")).toBeNull();
    await user.keyboard("{Escape}");
    cleanup();
    const thread = await openReport("conversation");
    expect(thread.dialog.getByText("We'll read the latest messages along with your report.")).toBeDefined();
    await thread.user.click(thread.dialog.getByRole("radio", { name: "Scam or fraud" }));
    expect(thread.dialog.getByRole("note").textContent).toContain("call your bank now");
  });

  it("keeps the entries when sending fails, and accepts that the subject was reported before", async () => {
    let status = 500;
    serve({
      ...SIGNED_IN,
      "POST /api/reports": () =>
        status === 500
          ? { status, body: refusal("internal", "Something went wrong.") }
          : { status, body: refusal("already_used", "You have already reported this. We are looking at it.") },
    });
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole("radio", { name: "Spam" }));
    await user.type(dialog.getByLabelText(/Details/), "Listed ten times.");
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("Something went wrong.");
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Details/).value).toBe("Listed ten times.");
    status = 409;
    await user.click(dialog.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(toasts[0]?.title).toBe("Already reported"));
  });

  it("sends a visitor to sign in and back", async () => {
    serve({ "GET /api/auth/session": () => ({ body: visitor }) });
    const user = userEvent.setup();
    show(
      <ReportButton subject={{ type: "item", id: ITEM }} what="this listing">
        Report this listing
      </ReportButton>,
      // The session is known before the press; otherwise the server decides.
      visitor,
    );
    await user.click(screen.getByRole("button", { name: "Report this listing" }));
    expect(where()).toBe("/SignIn?returnUrl=%2FItemDetail%2Fitm_1%3Ffrom%3Dx");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("UserMenu", () => {
  it("blocks a user after a confirmation, and offers to unblock", async () => {
    let blocked = false;
    const calls = serve({
      ...SIGNED_IN,
      [`GET /api/blocks/${SALLY.id}`]: () => ({ body: { user_id: SALLY.id, blocked_by_you: blocked } }),
      "POST /api/blocks": () => {
        blocked = true;
        return { status: 201, body: { user_id: SALLY.id, blocked_by_you: true } };
      },
      [`DELETE /api/blocks/${SALLY.id}`]: () => {
        blocked = false;
        return { body: { user_id: SALLY.id, blocked_by_you: false } };
      },
    });
    const user = userEvent.setup();
    show(<UserMenu person={SALLY} />);
    const choose = async (entry: string) => {
      await user.click(screen.getByRole("button", { name: "More about Sally S." }));
      await user.click(await screen.findByRole("menuitem", { name: entry }));
    };
    await choose("Block Sally S.");
    const question = await screen.findByRole("dialog", { name: "Block Sally S.?" });
    expect(question.textContent).toContain("We won't tell them. Any orders between you will still go ahead.");
    await user.click(within(question).getByRole("button", { name: "Block" }));
    await waitFor(() => expect(toasts[0]?.title).toBe("Sally S. is blocked"));
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ user_id: SALLY.id });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await choose("Unblock Sally S.");
    await user.click(await screen.findByRole("button", { name: "Unblock" }));
    await waitFor(() => expect(toasts[1]?.title).toBe("Sally S. is unblocked"));
    expect(blocked).toBe(false);
  });

  it("shows the reason when blocking fails, and is hidden for the user's own account", async () => {
    serve({
      ...SIGNED_IN,
      "POST /api/blocks": () => ({
        status: 429,
        body: refusal("too_many_requests", "Too many requests. Please try again later."),
      }),
    });
    const user = userEvent.setup();
    const { unmount } = show(<UserMenu person={SALLY} />);
    await user.click(screen.getByRole("button", { name: "More about Sally S." }));
    await user.click(await screen.findByRole("menuitem", { name: "Block Sally S." }));
    await user.click(await screen.findByRole("button", { name: "Block" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Too many requests.");
    unmount();
    const { id } = person().user ?? { id: "" };
    show(<UserMenu person={{ id, name: "Maya O" }} />);
    await waitFor(() => expect(screen.queryByRole("button", { name: "More about Maya O" })).toBeNull());
  });
});

describe("BlockedUsers", () => {
  const BLOCK = { user_id: SALLY.id, display_name: SALLY.name, at: Date.UTC(2026, 10, 2) };

  it("lists blocked users and removes them once they are unblocked", async () => {
    let items = [BLOCK];
    serve({
      ...SIGNED_IN,
      "GET /api/blocks": () => ({ body: { items, next_cursor: null, server_now: 1 } }),
      [`DELETE /api/blocks/${SALLY.id}`]: () => {
        items = [];
        return { body: { user_id: SALLY.id, blocked_by_you: false } };
      },
    });
    const user = userEvent.setup();
    show(<BlockedUsers />);
    await user.click(await screen.findByRole("button", { name: "Unblock Sally S." }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Unblock" }));
    expect(await screen.findByText(/You haven't blocked anyone/)).toBeDefined();
  });

  it("offers Retry when loading fails", async () => {
    serve({ ...SIGNED_IN, "GET /api/blocks": () => ({ status: 503, body: refusal("unavailable", "Not now.") }) });
    show(<BlockedUsers />);
    expect(await screen.findByText("The list didn't load")).toBeDefined();
    expect(screen.getByRole("button", { name: /again|retry/i })).toBeDefined();
  });
});
