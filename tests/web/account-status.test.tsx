import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { AccountStatusReply } from "#contract/status";
import { queryClient } from "../../web/lib/query-client.ts";
import { syncServerClock } from "../../web/lib/server-clock.ts";
import { ToastHost } from "../../web/ui/toast-host.tsx";
import { person, serve, visitor } from "../support/web/api.ts";

const NOW = visitor.server_now;
const HOUR = 3_600_000;

const STANDING: AccountStatusReply = {
  standing: "banned",
  reason: "the reason",
  until: null,
  strikes: [
    {
      order_id: "ord_00000001",
      item_title: "Blue kayak",
      item_image_url: null,
      amount: 120.5,
      placed_at: NOW - 90 * HOUR,
      missed_at: NOW - 18 * HOUR,
      counted: true,
      note: null,
    },
    {
      order_id: "ord_00000002",
      item_title: "Paddle",
      item_image_url: null,
      amount: 15,
      placed_at: NOW - 90 * HOUR,
      missed_at: NOW - 17 * HOUR,
      counted: false,
      note: "Counted together with another order from the same time.",
    },
  ],
  appeal: null,
  may_appeal: true,
  server_now: NOW,
};

const OPEN_APPEAL = {
  id: "apl_00000001",
  kind: "ban" as const,
  message: "I paid on the day, see my statement.",
  status: "open" as const,
  answer: null,
  created_at: NOW,
  decided_at: null,
};

async function open(path: string, session: SessionReply, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: session }),
    "GET /api/items/mine": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
    ...handlers,
  });
  const { Shell } = await import("../../web/app/shell.tsx");
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Shell />
      </MemoryRouter>
      <ToastHost />
    </QueryClientProvider>,
  );
  return calls;
}

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("CSS", { supports: () => true });
  vi.stubGlobal("scrollTo", () => {});
});
afterEach(() => vi.useRealTimers());

describe("the notice of a suspension or ban", () => {
  it("names each order, and why one of them did not count", async () => {
    await open("/", person({ is_banned: true }), { "GET /api/standing": () => ({ body: STANDING }) });
    expect(await screen.findByText("Blue kayak")).toBeTruthy();
    expect(screen.getByText("$120.50")).toBeTruthy();
    expect(screen.getByText("Counted together with another order from the same time.")).toBeTruthy();
  });

  it("sends an appeal once, keeps it when sending fails, and then shows that it is open", async () => {
    const user = userEvent.setup();
    let filed = false;
    let works = false;
    const calls = await open("/", person({ is_banned: true }), {
      "GET /api/standing": () => ({
        body: filed ? { ...STANDING, appeal: OPEN_APPEAL, may_appeal: false } : STANDING,
      }),
      "POST /api/standing/appeals": () => {
        if (!works) {
          return { status: 503, body: { error: { code: "unavailable", message: "Not just now.", request_id: "t" } } };
        }
        filed = true;
        return { status: 201, body: OPEN_APPEAL };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Appeal" }));
    const input = screen.getByLabelText("Why is this a mistake?");
    expect(document.activeElement).toBe(input);
    await user.click(screen.getByRole("button", { name: "Send Appeal" }));
    expect(screen.getByText("Please tell us in a sentence or two why this is a mistake.")).toBeTruthy();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await user.type(input, OPEN_APPEAL.message);
    await user.click(screen.getByRole("button", { name: "Send Appeal" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Not just now.");
    expect((input as HTMLTextAreaElement).value).toBe(OPEN_APPEAL.message);
    works = true;
    await user.click(screen.getByRole("button", { name: "Send Appeal" }));
    expect(await screen.findByText("We've received your appeal")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Appeal" })).toBeNull();
    expect(calls.filter(({ path }) => path === "/api/standing/appeals").map(({ body }) => body)).toEqual([
      { message: OPEN_APPEAL.message },
      { message: OPEN_APPEAL.message },
    ]);
  });

  it("is reduced to a bar on the pages that settle open orders", async () => {
    const page = { items: [], next_cursor: null, server_now: NOW };
    await open("/MyOrders", person({ is_suspended: true, suspension_end_date: NOW + HOUR }), {
      "GET /api/standing": () => ({ body: STANDING }),
      "GET /api/orders": () => ({ body: page }),
    });
    expect(await screen.findByRole("heading", { name: "My orders" })).toBeTruthy();
    expect(screen.getByText("Account suspended")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
    expect(screen.queryByRole("navigation")).toBeNull();
    await userEvent.setup().click(screen.getByRole("link", { name: "See why" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Account suspended" })).toBeTruthy();
  });

  it("keeps Log Out while an appeal is written", async () => {
    await open("/", person({ is_banned: true }), { "GET /api/standing": () => ({ body: STANDING }) });
    await userEvent.setup().click(await screen.findByRole("button", { name: "Appeal" }));
    expect(screen.getAllByRole("button", { name: "Log Out" })).toHaveLength(1);
  });

  it("is shown without the orders when they fail to load", async () => {
    await open("/", person({ is_banned: true }));
    expect(await screen.findByRole("heading", { name: "Account banned" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
  });

  it("shows the answer to an appeal and offers another appeal", async () => {
    const appeal = { ...OPEN_APPEAL, status: "upheld", answer: "Both sellers waited in vain.", decided_at: NOW };
    await open("/", person({ is_banned: true }), { "GET /api/standing": () => ({ body: { ...STANDING, appeal } }) });
    expect(await screen.findByText("Both sellers waited in vain.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Appeal" })).toBeTruthy();
  });

  it("counts down, and at the end asks to refresh and reloads the session", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval", "performance"] });
    const session = person({ is_suspended: true, suspension_end_date: NOW + HOUR + 60_000 });
    const calls = await open("/", session, { "GET /api/standing": () => ({ body: STANDING }) });
    expect(await screen.findByText("1 hour and 1 minute")).toBeTruthy();
    vi.advanceTimersByTime(61_000);
    expect(await screen.findByText("1 hour")).toBeTruthy();
    const before = calls.filter(({ path }) => path === "/api/auth/session").length;
    syncServerClock(NOW + HOUR + 60_000);
    vi.advanceTimersByTime(1_000);
    expect(await screen.findByText("Your suspension has ended. Please refresh the page to continue.")).toBeTruthy();
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === "/api/auth/session").length).toBeGreaterThan(before),
    );
  });
});

describe("a restricted seller", () => {
  const restricted = person({ account_restricted: true, restriction_reason: "One payment is unanswered." });

  it("finds a link to the payment confirmations on My Items", async () => {
    await open("/MyItems", restricted);
    expect(await screen.findByText("One payment is unanswered.")).toBeTruthy();
    expect((await screen.findByRole("link", { name: "View Confirmations" })).getAttribute("href")).toBe("/MyItems");
    const onward = await screen.findByRole("link", { name: "Payment Confirmations" });
    expect(onward.getAttribute("href")).toBe("/PaymentConfirmations");
  });

  it("contacts support with every required field, and keeps the entries when sending fails", async () => {
    const user = userEvent.setup();
    let works = false;
    const calls = await open("/MyItems", restricted, {
      "POST /api/support-requests": () =>
        works
          ? { status: 201, body: { id: "sup_00000001", order_id: null, item_name: null, created_at: NOW } }
          : { status: 503, body: { error: { code: "unavailable", message: "Not now.", request_id: "t" } } },
    });
    await user.click(await screen.findByRole("button", { name: "Contact Support" }));
    const issue = await screen.findByLabelText("Issue description");
    const email = screen.getByLabelText<HTMLInputElement>("Your email");
    expect(email.value).toBe("maya@example.com");
    await user.clear(email);
    await user.click(screen.getByRole("button", { name: "Submit Request" }));
    expect(screen.getByText("Please describe the technical issue you're experiencing.")).toBeTruthy();
    expect(screen.getByText("Please provide your email address.")).toBeTruthy();
    expect(document.activeElement).toBe(issue);
    await user.type(issue, "The button does nothing.");
    await user.type(email, "maya@example.org");
    await user.click(screen.getByRole("button", { name: "Submit Request" }));
    expect(await screen.findByText("Failed to submit support request. Please try again.")).toBeTruthy();
    expect((issue as HTMLTextAreaElement).value).toBe("The button does nothing.");
    works = true;
    await user.click(screen.getByRole("button", { name: "Submit Request" }));
    expect(await screen.findByText("Support Request Submitted")).toBeTruthy();
    expect(screen.getByText("We'll respond within 24 hours.")).toBeTruthy();
    expect(calls.filter(({ path }) => path === "/api/support-requests").at(-1)?.body).toEqual({
      order_id: null,
      item_name: null,
      issue_description: "The button does nothing.",
      user_email: "maya@example.org",
    });
  });
});

describe("the support form of an order", () => {
  it("shows transaction and item as read-only", async () => {
    serve({ "GET /api/auth/session": () => ({ body: person() }) });
    const { default: SupportDialog } = await import("../../web/features/community/contact/support-dialog.tsx");
    const subject = { order_id: "ord_00000001", transaction_id: "txn_00000001", item_name: "Blue kayak" };
    render(
      <QueryClientProvider client={queryClient}>
        <SupportDialog open onClose={() => {}} subject={subject} />
      </QueryClientProvider>,
    );
    const transaction = await screen.findByLabelText<HTMLInputElement>("Transaction ID");
    expect([transaction.value, transaction.readOnly]).toEqual(["txn_00000001", true]);
    const item = screen.getByLabelText<HTMLInputElement>("Item name");
    expect([item.value, item.readOnly]).toEqual(["Blue kayak", true]);
  });
});
