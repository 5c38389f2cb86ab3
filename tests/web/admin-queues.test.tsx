/** Admin queues, stuck records and the demo of the payment wizard. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import type { AdminPaymentDetail } from "#contract/admin/payment-queue";
import type { AdminSupportRequest } from "#contract/community/support-queue";
import type { AdminReportDetail, StaffUserView } from "#contract/safety";
import BaggageScreen from "../../web/features/admin/baggage/baggage-screen.tsx";
import ModerationScreen from "../../web/features/admin/moderation/moderation-screen.tsx";
import AdminPaymentsScreen from "../../web/features/admin/payment-queue/payments-screen.tsx";
import SupportScreen from "../../web/features/admin/support/support-screen.tsx";
import DemoScreen from "../../web/features/checkout/demo-screen.tsx";
import { person, refused, serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const toasts = collectToasts();

function show(element: ReactNode, address = "/") {
  renderAt(address, element, person({ role: "admin" }), 60_000);
  return userEvent.setup();
}

const AT = Date.UTC(2026, 10, 20);
const SALLY: StaffUserView = { id: "acc_1", full_name: "Sally Seller", email: "sally@example.com", standing: "good" };
const HELD: AdminReportDetail = {
  id: "rep_1",
  kind: "held_message",
  subject_type: "message",
  subject_id: "msg_1",
  link: null,
  reason: "shield",
  details: "",
  excerpt: "Pay me by gift card.",
  shield_reasons: ["gift_card"],
  reporter: null,
  about: SALLY,
  open_about_them: 1,
  status: "open",
  outcome: null,
  note: null,
  created_at: AT,
  decided_at: null,
  context: [{ from: "other", text: "How shall I pay?", state: "sent", at: AT }],
  listing: null,
  earlier: [],
  rules: [],
  about_display_name: "Sally S.",
  draw_link: null,
  server_now: AT,
};
const page = <T,>(items: T[]) => ({ items, next_cursor: null, server_now: AT });

/** Replies after the other requests, like a longer list. */
const later = <T,>(reply: T) => new Promise<T>((resolve) => setTimeout(() => resolve(reply), 50));

describe("ModerationScreen", () => {
  it("offers the fitting outcomes, requires a reason and sends exactly the chosen outcome", async () => {
    let report = HELD;
    const calls = serve({
      "GET /api/admin/reports": () => later({ body: page([report]) }),
      "GET /api/admin/reports/rep_1": () => ({ body: report }),
      "POST /api/admin/reports/rep_1/decision": () => {
        report = { ...HELD, status: "decided", outcome: "acted" };
        return { body: report };
      },
    });
    const user = show(<ModerationScreen />);
    await user.click(await screen.findByRole("button", { name: "Review" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("How shall I pay?")).toBeTruthy();
    expect(within(dialog).queryByRole("radio", { name: /Dismiss the report/ })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Save decision" }));
    expect(within(dialog).getByText("Please choose a decision.")).toBeTruthy();
    await user.click(within(dialog).getByRole("radio", { name: /Take action on the account/ }));
    await user.click(within(dialog).getByRole("radio", { name: "Suspend" }));
    await user.click(within(dialog).getByRole("button", { name: "Save decision" }));
    expect(within(dialog).getByText("Please tell the person why.")).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/Reason/), "Gift cards are bait.");
    await user.click(within(dialog).getByRole("button", { name: "Save decision" }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(["Decision saved"]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      outcome: "act",
      measure: "suspend",
      days: 7,
      note: "Gift cards are bait.",
    });
  });

  it("shows counts on its tabs and opens a queue that is not empty", async () => {
    serve({
      "GET /api/admin/reports": (_body, query) => ({
        body: query.get("kind") === "report" ? { ...page([HELD]), next_cursor: "more" } : page([]),
      }),
    });
    show(<ModerationScreen />);
    expect(await screen.findByRole("tab", { name: /^Reports\s?1\+$/ })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Held messages" })).toBeTruthy();
    // Without a queue in the address, the first one with an entry is shown.
    expect(await screen.findByRole("button", { name: "Review" })).toBeTruthy();
  });
});

describe("AdminPaymentsScreen", () => {
  it("opens on a queue with something to decide when the address names none", async () => {
    serve({
      "GET /api/admin/payments": () => ({ body: page([]) }),
      "GET /api/admin/payments/counts": () => ({ body: { waiting: 3, overdue: 0, disputed: 1 } }),
    });
    show(<AdminPaymentsScreen />);
    await waitFor(() =>
      expect(screen.getByRole("tab", { name: /^Disputed/ }).getAttribute("aria-selected")).toBe("true"),
    );
  });
});

describe("finding an order in AdminPaymentsScreen", () => {
  it("asks for the order by its number, and explains a number that is too short", async () => {
    const calls = serve({
      "GET /api/admin/payments": () => ({ body: page([]) }),
      "GET /api/admin/payments/counts": () => ({ body: { waiting: 0, overdue: 0, disputed: 0 } }),
      "GET /api/admin/payments/ord_w8c3zx4j": () => refused(404, "not_found", "There's no such order."),
    });
    const user = show(<AdminPaymentsScreen />);
    await user.type(screen.getByLabelText("Order number"), "W8C3{Enter}");
    expect(await screen.findByText("Enter all eight characters, such as W8C3-ZX4J.")).toBeTruthy();
    await user.type(screen.getByLabelText("Order number"), "-ZX4J{Enter}");
    expect(await within(await screen.findByRole("dialog")).findByText("There's no such order.")).toBeTruthy();
    expect(calls.map(({ path }) => path)).toContain("/api/admin/payments/ord_w8c3zx4j");
  });
});

describe("a dispute in AdminPaymentsScreen", () => {
  it("is decided once, and the dialog closes with a toast", async () => {
    const payment: AdminPaymentDetail = {
      order_id: "ord_1",
      status: "disputed",
      payment_method: "stripe",
      amount: 40,
      reference_number: null,
      crypto: null,
      card_state: "paid",
      item: { id: "itm_1", title: "Brass reading lamp", image_url: null },
      buyer: SALLY,
      seller: SALLY,
      confirmation_deadline: null,
      dispute: { reason: "It does not work.", opened_at: AT, outcome: null },
      reversal: null,
      decision: null,
      created_at: AT,
      paid_at: AT,
      decidable: true,
      reversals: [],
      collection_date: AT,
      collection_zone: "Australia/Melbourne",
      events: [],
      confirmations: [],
      card_payments: [],
      claimed_by: null,
      paid_to: null,
      refunds: [],
      conversation: [],
      server_now: AT,
    };
    let decidable = true;
    serve({
      "GET /api/admin/payments": () => later({ body: page([payment]) }),
      "GET /api/admin/payments/counts": () => later({ body: { waiting: 0, overdue: 0, disputed: 1 } }),
      "GET /api/admin/payments/ord_1": () => ({ body: { ...payment, decidable } }),
      "POST /api/admin/orders/ord_1/resolve": () => {
        decidable = false;
        return { body: {} };
      },
    });
    const user = show(<AdminPaymentsScreen />, "/?order=ord_1");
    const dialog = within(await screen.findByRole("dialog"));
    await user.click((await dialog.findAllByRole("radio"))[0] as HTMLElement);
    await user.type(dialog.getByLabelText(/Reason/), "It was sold as working.");
    await user.click(dialog.getByRole("button", { name: "Save decision" }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(["Decision saved"]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("BaggageScreen", () => {
  const ENTRY: BaggageEntry = {
    kind: "trades",
    id: "trd_1",
    title: "Brass reading lamp",
    detail: "",
    amount: null,
    since: AT,
    people: [{ role: "Seller", person: SALLY }],
    link: null,
    actions: ["call_off"],
  };
  it("calls a trade off only with a reason, and shows the server's refusal", async () => {
    const refusal = { error: { code: "wrong_state", message: "This trade has moved on.", request_id: "t" } };
    const calls = serve({
      "GET /api/admin/baggage": () => ({ body: { counts: { trades: 1 }, server_now: AT } }),
      "GET /api/admin/baggage/trades": () => ({ body: page([ENTRY]) }),
      "POST /api/admin/trades/trd_1/call-off": () => ({ status: 409, body: refusal }),
    });
    const user = show(<BaggageScreen />, "/Baggage?kind=trades");
    await user.click(await screen.findByRole("button", { name: "Call off: Brass reading lamp" }));
    const dialog = await screen.findByRole("dialog", { name: "Call off this trade?" });
    await user.click(within(dialog).getByRole("button", { name: "Call off" }));
    expect(within(dialog).getByText("Please give a short reason.")).toBeTruthy();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await user.type(within(dialog).getByLabelText(/Reason/), "One is in hospital.");
    await user.click(within(dialog).getByRole("button", { name: "Call off" }));
    expect(await within(dialog).findByText("This trade has moved on.")).toBeTruthy();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ note: "One is in hospital." });
  });
});

describe("SupportScreen", () => {
  const REQUEST: AdminSupportRequest = {
    id: "sup_1",
    status: "answered",
    topic: "idea",
    order_id: "ord_1",
    item_name: null,
    message: "More bikes, please.",
    email: "w@example.com",
    name: null,
    account: null,
    answers: [{ by: "Ada Admin", message: "We'll think about it.", at: AT }],
    created_at: AT,
  };

  it("starts the name of each reply button with its visible text", async () => {
    serve({ "GET /api/admin/support": () => ({ body: page([REQUEST, { ...REQUEST, id: "sup_2", answers: [] }]) }) });
    show(<SupportScreen />, "/SupportRequests?status=answered");
    const again = await screen.findByRole("button", { name: "Reply again to “Contact: idea”" });
    expect(again.textContent).toBe("Reply again");
    expect(screen.getByRole("button", { name: "Reply to “Contact: idea”" }).textContent).toBe("Reply");
  });

  it.each([
    ["open", "Requests for help appear here, oldest first."],
    ["answered", "Requests with a reply appear here, newest first."],
    ["closed", "Closed requests appear here, newest first."],
  ])("says what an empty list of %s requests will show", async (status, text) => {
    serve({ "GET /api/admin/support": () => ({ body: page([]) }) });
    show(<SupportScreen />, `/SupportRequests?status=${status}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe("DemoScreen of the payment wizard", () => {
  it("goes through a bank transfer to the end without an API call", async () => {
    const calls = serve({});
    const user = show(<DemoScreen />);
    await user.click(screen.getByRole("button", { name: "Start demo" }));
    expect(await screen.findByRole("heading", { name: "Buy Brass reading lamp (demo)" })).toBeTruthy();
    await user.click(await screen.findByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("radio", { name: /Bank transfer/ }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("GS00000000")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("button", { name: "Complete Purchase" }));
    await user.click(screen.getByRole("button", { name: "I've sent the transfer" }));
    expect(await screen.findByText("The seller is checking your payment")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "View order" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Start again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("demonstrates a price change during checkout, and a free item", async () => {
    serve({});
    const user = show(<DemoScreen />);
    await user.click(screen.getByRole("radio", { name: /The price changes/ }));
    await user.click(screen.getByRole("button", { name: "Start demo" }));
    await user.click(await screen.findByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("radio", { name: /Bank transfer/ }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("GS00000000");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("button", { name: "Complete Purchase" }));
    expect(await screen.findByText("Price: $49 (was $45.50)")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Let it go" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.click(screen.getByRole("radio", { name: /A free chair/ }));
    await user.click(screen.getByRole("button", { name: "Start demo" }));
    await user.click(await screen.findByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("button", { name: "Complete Purchase" }));
    expect(await screen.findByText("It's yours")).toBeTruthy();
  });
});
