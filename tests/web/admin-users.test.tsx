/** The admin pages for users and for the audit log. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { BrowserRouter, Link } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/admin/audit-log";
import type { UserDetail } from "#contract/admin/users";
import { auditQuery } from "../../web/features/admin/audit-log/api.ts";
import AuditScreen from "../../web/features/admin/audit-log/audit-screen.tsx";
import UserScreen from "../../web/features/admin/users/user-screen.tsx";
import UsersScreen from "../../web/features/admin/users/users-screen.tsx";
import { Impersonation } from "../../web/features/status/account-status.tsx";
import { SESSION_KEY } from "../../web/lib/query-client.ts";
import { refused, serve, person as signedIn } from "../support/web/api.ts";
import { fakeTime, pass } from "../support/web/clock.ts";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const ID = "acc_pat00000000000000000";
const NOW = Date.UTC(2026, 10, 21, 3);
const STRIKE = {
  order_id: "ord_aaaaaaaaaaaaaaaaaaaa",
  item_title: "Green tent",
  item_image_url: null,
  amount: 45,
  placed_at: NOW - 5e8,
  missed_at: NOW - 3e8,
  counted: true,
  note: null,
};
const PAT: UserDetail = {
  id: ID,
  email: "pat@example.com",
  full_name: "Pat Example",
  role: "user",
  account_type: "individual",
  suburb: "Brunswick",
  city: "Melbourne",
  standing: "banned",
  until: null,
  missed_payments: 1,
  average_rating: 4.5,
  rating_count: 2,
  listed_count: 0,
  created_at: NOW - 9e9,
  checks: ["email"],
  country: "Australia",
  state_region: "VIC",
  postcode: "3056",
  reason: "Did not pay, twice.",
  restricted_since: null,
  seller_balance: 0,
  bought: 1,
  sold: 0,
  open_disputes: 0,
  open_reports: 0,
  sessions: 1,
  last_seen_at: NOW,
  strikes: [STRIKE],
  appeals: [],
  deletion_due_at: null,
  second_factor: false,
  may: { actions: ["lift_ban"], roles: [], sign_out: true, view_as: true, own_data: true, first_factor: false },
  server_now: NOW,
};
const page = <Row,>(items: Row[]) => ({ body: { items, next_cursor: null, server_now: NOW } });

const toasts = collectToasts();
function show(
  element: ReactNode,
  at: string,
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  window.history.replaceState(null, "", at);
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        {element}
        <Where />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

describe("an appeal in UserScreen", () => {
  it("is decided once, and the dialog closes with a toast", async () => {
    const appeal: UserDetail["appeals"][number] = {
      id: "apl_1",
      kind: "ban",
      message: "I was in hospital.",
      status: "open",
      answer: null,
      created_at: NOW,
      decided_at: null,
    };
    let person: UserDetail = { ...PAT, appeals: [appeal] };
    serve({
      [`GET /api/admin/users/${ID}`]: () => ({ body: person }),
      // Replies later than the other requests, like a longer list.
      [`GET /api/admin/users/${ID}/orders`]: () => new Promise((done) => setTimeout(() => done(page([])), 50)),
      "POST /api/admin/appeals/apl_1/decision": () => {
        person = { ...PAT, appeals: [{ ...appeal, status: "upheld", answer: "Keep the decision.", decided_at: NOW }] };
        return { body: {} };
      },
    });
    const user = show(<UserScreen />, `/Users/${ID}`);
    await user.click(await screen.findByRole("button", { name: "Review appeal" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: /Keep the decision/ }));
    await user.type(dialog.getByRole("textbox"), "We read the evidence again.");
    await user.click(dialog.getByRole("button", { name: "Send decision" }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(["Decision sent"]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("UsersScreen", () => {
  it("keeps search and filters in the address and links to each user", async () => {
    serve({ "GET /api/admin/users": () => page([PAT]) });
    const user = show(<UsersScreen />, "/Users");
    expect((await screen.findByRole("link", { name: /Pat Example/ })).getAttribute("href")).toBe(`/Users/${ID}`);
    await user.selectOptions(screen.getByLabelText("Account status"), "banned");
    expect(where()).toBe("/Users?standing=banned");
    await user.type(screen.getByLabelText(/^Name, email/), "pat");
    await waitFor(() => expect(where()).toBe("/Users?standing=banned&q=pat"));
    await user.selectOptions(screen.getByLabelText("Account status"), "");
    expect(where()).toBe("/Users?q=pat");
    await user.type(screen.getByLabelText("Country"), "New Zealand");
    await waitFor(() => expect(where()).toBe("/Users?q=pat&country=New+Zealand"));
  });

  it("searches once for words typed in a row, and clears the field when the address changes", async () => {
    fakeTime();
    const calls = serve({ "GET /api/admin/users": () => page([PAT]) });
    const user = show(
      <>
        <UsersScreen />
        <Link to="/Users">Everybody</Link>
      </>,
      "/Users",
    );
    const field = screen.getByLabelText(/^Name, email/);
    await user.type(field, "pat");
    await waitFor(() => expect(where()).toBe("/Users?q=pat"));
    await screen.findByRole("link", { name: /Pat Example/ });
    expect(calls.filter(({ path }) => path === "/api/admin/users")).toHaveLength(2);
    await user.click(screen.getByRole("link", { name: "Everybody" }));
    expect(field).toHaveProperty("value", "");
    await pass(1_000);
    expect(where()).toBe("/Users");
  });

  it("counts missed payments, and shows none for users without", async () => {
    const rows = [0, 1, 3].map((missed_payments) => ({ ...PAT, id: `acc_${missed_payments}`, missed_payments }));
    serve({ "GET /api/admin/users": () => page(rows) });
    show(<UsersScreen />, "/Users");
    const links = await screen.findAllByRole("link", { name: /Pat Example/ });
    expect(links.map((link) => within(link).queryByText(/missed/)?.textContent ?? null)).toEqual([
      null,
      "1 missed payment",
      "3 missed payments",
    ]);
  });

  it("shows that no user matches", async () => {
    serve({ "GET /api/admin/users": () => page([]) });
    show(<UsersScreen />, "/Users?q=zz");
    expect(await screen.findByText("No users found")).toBeTruthy();
  });
});

describe("UserScreen", () => {
  const routes = {
    [`GET /api/admin/users/${ID}`]: () => ({ body: PAT }),
    [`GET /api/admin/users/${ID}/orders`]: () => page([]),
  };

  it("offers only what the server allows", async () => {
    serve(routes);
    show(<UserScreen />, `/Users/${ID}`);
    expect(await screen.findByRole("heading", { level: 1, name: "Pat Example" })).toBeTruthy();
    expect(screen.getByText("Did not pay, twice.")).toBeTruthy();
    expect(screen.getByText("1 device, last active just now")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Lift ban" })).toBeTruthy();
    for (const name of ["Ban", "Suspend", "Change role"]) expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("lifts a ban with a reason and the selected missed payments", async () => {
    const message = "This is because of missed payments. Choose which ones to remove as well.";
    let attempts = 0;
    const calls = serve({
      ...routes,
      [`POST /api/admin/users/${ID}/measures`]: () =>
        ++attempts === 1
          ? refused(409, "wrong_state", message, { fields: [{ field: "order_ids", message }] })
          : {
              body: {
                ...PAT,
                standing: "good",
                reason: null,
                may: { ...PAT.may, actions: ["suspend", "ban", "restrict"] },
              },
            },
    });
    const user = show(<UserScreen />, `/Users/${ID}`);
    await user.click(await screen.findByRole("button", { name: "Lift ban" }));
    const dialog = await screen.findByRole("dialog", { name: "Lift the ban" });
    await user.click(within(dialog).getByRole("button", { name: "Lift ban" }));
    expect(await within(dialog).findByText("Please give a short reason.")).toBeTruthy();
    expect(calls.filter((call) => call.method === "POST")).toHaveLength(0);
    await user.type(within(dialog).getByLabelText("Reason"), "They paid in cash.");
    await user.click(within(dialog).getByRole("button", { name: "Lift ban" }));
    expect((await within(dialog).findByRole("alert")).textContent).toBe(message);
    await user.click(within(dialog).getByRole("checkbox", { name: /Green tent/ }));
    await user.click(within(dialog).getByRole("button", { name: "Lift ban" }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: "Ban lifted" }]));
    expect(calls.filter((call) => call.method === "POST").at(-1)?.body).toEqual({
      measure: "lift_ban",
      note: "They paid in cash.",
      order_ids: [STRIKE.order_id],
    });
  });
});

describe("the banner of an impersonation", () => {
  it("names the user and ends the impersonation", async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
    const seen = { ...signedIn(), viewing: { until: Date.now() + 60_000 } };
    client.setQueryData(SESSION_KEY, seen);
    serve({ "POST /api/viewing/end": () => ({ body: signedIn() }) });
    const user = show(<Impersonation />, "/MyItems", client);
    const ribbon = await screen.findByRole("region", { name: "Viewing as another user" });
    expect(ribbon.textContent).toContain("You can't change anything.");
    await user.click(within(ribbon).getByRole("button", { name: "Back to my account" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Viewing as another user" })).toBeNull());
    expect(where()).toBe(`/Users/${seen.user?.id}`);
  });
});

describe("AuditScreen", () => {
  const ENTRY: AuditEntry = {
    id: 7,
    at: NOW,
    action: "role_changed",
    actor: { id: "acc_bea00000000000000000", name: "Bea Chief" },
    subject: { id: ID, name: "Pat Example", is_person: true },
    details: { before: "user", after: "admin" },
    hash: "ab".repeat(32),
  };
  const routes = {
    "GET /api/admin/audit-log": () => page([ENTRY]),
    "GET /api/admin/audit-log/actions": () => ({ body: { actions: ["ban", "role_changed"] } }),
  };

  it("shows who did what to whom, filters by the address and exports the filtered entries", async () => {
    serve(routes);
    const user = show(<AuditScreen />, "/AuditLog");
    expect((await screen.findByRole("link", { name: "Pat Example" })).getAttribute("href")).toBe(`/Users/${ID}`);
    expect(screen.getByText("Role changed", { selector: "p" })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Action"), "role_changed");
    await user.type(screen.getByLabelText("About"), " pat@example.com ");
    await user.click(screen.getByRole("button", { name: "Filter" }));
    expect(where()).toBe("/AuditLog?action=role_changed&subject=pat%40example.com");
    expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
      "/api/admin/audit-log/export.csv?action=role_changed&subject=pat%40example.com",
    );
  });

  it("links from the decision about an order to that order", async () => {
    const id = STRIKE.order_id;
    const decided = { ...ENTRY, action: "order_decided", subject: { id, name: null, is_person: false } };
    serve({ ...routes, "GET /api/admin/audit-log": () => page([decided]) });
    show(<AuditScreen />, "/AuditLog");
    expect((await screen.findByRole("link", { name: id })).getAttribute("href")).toBe(
      `/PaymentConfirmations?order=${id}`,
    );
  });

  it("auditQuery includes both days in full, in local time", () => {
    const none = { actor: "", action: "", subject: "" };
    const query = auditQuery({ ...none, from: "2026-11-21", to: "2026-11-21" });
    expect(Number(query.to) - Number(query.from)).toBe(24 * 3_600_000);
    expect(new Date(Number(query.from)).getHours()).toBe(0);
    expect(auditQuery({ ...none, from: "nonsense", to: "" })).toEqual({});
  });

  it("verifies the chain in pieces and names an entry that was changed", async () => {
    const head = { entry_id: 30_000, hash: "cd".repeat(32) };
    let changed = false;
    const calls = serve({
      ...routes,
      "POST /api/admin/audit-log/verify": (body) => {
        const { after } = body as { after: number };
        if (changed)
          return { body: { checked: 2, broken: { entry_id: 3, problem: "changed" }, head, next_after: null } };
        return {
          body: { checked: after === 0 ? 20_000 : 10_000, broken: null, head, next_after: after === 0 ? 20_000 : null },
        };
      },
    });
    const user = show(<AuditScreen />, "/AuditLog");
    await user.click(await screen.findByRole("button", { name: "Verify chain" }));
    expect(await screen.findByText("The chain is intact")).toBeTruthy();
    expect(screen.getByText(/We checked 30,000 entries/)).toBeTruthy();
    expect(calls.filter((call) => call.method === "POST").map((call) => call.body)).toEqual([
      { after: 0 },
      { after: 20_000 },
    ]);
    changed = true;
    await user.click(screen.getByRole("button", { name: "Verify chain" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Entry 3 was changed after it was written");
  });
});
