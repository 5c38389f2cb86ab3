import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { isKnownPage } from "#domain/site/pages";
import { queryClient } from "../../web/lib/query-client.ts";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { Where, where } from "../support/web/where.tsx";
import cases from "./app-shell.json" with { type: "json" };

async function open(path: string, session: SessionReply, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: session }),
    "GET /api/items": () => ({ body: { items: [], next_cursor: null, server_now: session.server_now } }),
    ...handlers,
  });
  // Imported after the stubs: the theme and the navigation read the browser when their modules load.
  const { Shell } = await import("../../web/app/shell.tsx");
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Shell />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return calls;
}

const STANDING = {
  standing: "good",
  reason: null,
  until: null,
  strikes: [],
  appeal: null,
  may_appeal: false,
  server_now: visitor.server_now,
};

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("CSS", { supports: () => true });
  vi.stubGlobal("scrollTo", () => {});
});

describe("a visitor in the app shell", () => {
  it("is sent from a members' page to SignIn with path and query to return to", async () => {
    await open("/MyOrders?role=seller", visitor);
    await waitFor(() => expect(where()).toBe(`/SignIn?returnUrl=${encodeURIComponent("/MyOrders?role=seller")}`));
    expect(await screen.findByRole("heading", { name: "Welcome back" })).toBeTruthy();
  });

  it("sees Sign In and neither menus nor the add button", async () => {
    await open("/Marketplace", visitor);
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(document.querySelector("[data-add-button]")).toBeNull();
    // The tour begins here for visitors too.
    expect(document.querySelector('header[data-tour="top-menu"]')).not.toBeNull();
  });

  it("has tabs that lead to Home, Search, Sell, and by way of the sign-in to Inbox and Me", async () => {
    await open("/Store", visitor);
    const tabs = within(await screen.findByRole("navigation", { name: "Tabs" })).getAllByRole("link");
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
      ["Home", "/Home"],
      ["Search", "/Marketplace"],
      ["Sell", "/AddItem"],
      ["Inbox", "/Messages"],
      ["Me", "/Settings"],
    ]);
    await userEvent.click(tabs[3] as HTMLElement);
    await waitFor(() => expect(where()).toBe("/SignIn?returnUrl=%2FMessages"));
  });

  it("keeps the entries after a wrong password, and reaches the requested page after the right one", async () => {
    const user = userEvent.setup();
    let right = false;
    const session = { ...visitor };
    const calls = await open("/SIGNIN?returnUrl=%2FSettings%3Ftab%3Dbank", session, {
      "POST /api/auth/sign-in": () =>
        right ? { body: person() } : refused(401, "wrong_credentials", "Email or password is incorrect."),
    });
    await user.type(await screen.findByLabelText("Email"), "maya@example.com");
    await user.type(screen.getByLabelText("Password"), "not this one");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Email or password is incorrect.");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("maya@example.com");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("not this one");
    right = true;
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(where()).toBe("/Settings?tab=bank"));
    expect(calls.filter(({ path }) => path === "/api/auth/sign-in")).toHaveLength(2);
  });

  it("is signed in here once another tab signs in, and the lists are loaded again", async () => {
    let session = visitor;
    const calls = await open("/Marketplace", visitor, { "GET /api/auth/session": () => ({ body: session }) });
    await screen.findByRole("link", { name: "Sign In" });
    const requests = () => calls.filter(({ path }) => path === "/api/items").length;
    await waitFor(() => expect(requests()).toBe(1));
    session = person();
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Sign In" })).toBeNull());
    await waitFor(() => expect(requests()).toBe(2));
  });

  it("is never sent to another site by a manipulated returnUrl", async () => {
    await open("/SignIn?returnUrl=%2F%2Fevil.example", person());
    await waitFor(() => expect(where()).toBe("/marketplace"));
  });

  it("sees invalid input at the field, and nothing is sent", async () => {
    const user = userEvent.setup();
    const calls = await open("/SignIn", visitor);
    await user.type(await screen.findByLabelText("Email"), "nonsense");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    const email = screen.getByLabelText("Email");
    expect(email.getAttribute("aria-invalid")).toBe("true");
    const described = document.getElementById(email.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toContain("valid email address");
    expect(document.activeElement).toBe(email);
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });
});

describe("a signed-in user in the app shell", () => {
  it("has menus with pages that exist, without the admin group", async () => {
    await open("/MyItems", person());
    const bar = (await screen.findAllByRole("navigation", { name: "Main", hidden: true }))[0] as HTMLElement;
    const links = within(bar).getAllByRole<HTMLAnchorElement>("link", { hidden: true });
    expect(links.map((link) => link.textContent)).toEqual(
      expect.arrayContaining(["My Orders", "Add Item", "Trade Offers", "Wish Lists", "Messages"]),
    );
    for (const { pathname } of links) expect(isKnownPage(pathname), pathname).toBe(true);
    expect(within(bar).queryByRole("button", { name: "Admin", hidden: true })).toBeNull();
    expect(within(bar).queryByRole("link", { name: "Audit Log", hidden: true })).toBeNull();
  });

  it("sees unread messages on the Inbox tab, and in the Me tab's menu everything that has no tab", async () => {
    await open("/MyItems", person(), {
      "GET /api/notifications/counts": () => ({
        body: { ...NO_COUNTS, notifications: 0, messages: 3, trades: 2, server_now: 0 },
      }),
    });
    const tabs = await screen.findByRole("navigation", { name: "Tabs" });
    expect(await within(tabs).findByRole("link", { name: /^Inbox ?, 3 unread$/ })).toBeTruthy();
    await userEvent.click(within(tabs).getByRole("button", { name: /^Me ?, 2 waiting/ }));
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    const links = within(menu)
      .getAllByRole("link")
      .map((link) => link.textContent?.replace(/\d.*/, ""));
    expect(links).toEqual(expect.arrayContaining(["Account Settings", "My Orders", "Trade Offers", "Seller Hub"]));
    for (const tab of ["Marketplace", "Add Item", "Messages"]) expect(links).not.toContain(tab);
    expect(new Set(links).size).toBe(links.length);
    expect(within(menu).getByRole("button", { name: "Log Out" })).toBeTruthy();
  });

  it.each(cases.places as [string, boolean, boolean][])(
    "at %s has tabs: %j, and the floating button: %j",
    async (path, tabs, button) => {
      await open(path, person({ role: "admin" }));
      await screen.findByRole("navigation", { name: "Footer", hidden: true });
      expect(screen.queryByRole("navigation", { name: "Tabs" }) !== null).toBe(tabs);
      await waitFor(() => expect(document.querySelector("[data-add-button]") !== null).toBe(button));
    },
  );

  it("has an admin group and a footer with pages that exist", async () => {
    await open("/MyItems", person({ role: "admin" }));
    const bar = (await screen.findAllByRole("navigation", { name: "Main", hidden: true }))[0] as HTMLElement;
    const footer = await screen.findByRole("navigation", { name: "Footer", hidden: true });
    const links = [bar, footer].flatMap((part) =>
      within(part).getAllByRole<HTMLAnchorElement>("link", { hidden: true }),
    );
    expect(links.map((link) => link.textContent)).toEqual(expect.arrayContaining(["Audit Log", "Terms of Service"]));
    for (const { pathname } of links) expect(isKnownPage(pathname), pathname).toBe(true);
  });

  it("has the admin entries under headings, at both widths", async () => {
    await open("/MyItems", person({ role: "admin" }));
    const bar = (await screen.findAllByRole("navigation", { name: "Main", hidden: true }))[0] as HTMLElement;
    const tabs = await screen.findByRole("navigation", { name: "Tabs" });
    await userEvent.click(await within(tabs).findByRole("button", { name: /^Me/ }));
    for (const menu of [bar, await screen.findByRole("dialog", { name: "Menu" })]) {
      for (const [heading, link] of [
        ["People", "Users"],
        ["Items and orders", "Baggage"],
        ["Money", "Payment Queue"],
        ["Site", "Theme Settings"],
        ["System", "Audit Log"],
      ]) {
        const list = within(menu).getByRole("list", { name: heading as string, hidden: true });
        expect(within(list).getByRole("link", { name: link as string, hidden: true })).toBeTruthy();
      }
    }
  });

  it("finds the focus on the new page, and its title announced, after a navigation", async () => {
    const user = userEvent.setup();
    await open("/Settings", person());
    await user.click(await screen.findByRole("link", { name: "Goodstreet, to the marketplace" }));
    expect(where()).toBe("/Marketplace");
    expect(document.activeElement?.id).toBe("main");
    expect(document.title).toBe("Marketplace – Goodstreet");
    await waitFor(() =>
      expect(screen.getAllByRole("status").map((region) => region.textContent)).toContain("Marketplace – Goodstreet"),
    );
  });

  it("becomes a visitor at once after logging out, on a public page", async () => {
    const user = userEvent.setup();
    const calls = await open("/Settings", person(), { "POST /api/auth/sign-out": () => ({ body: { ok: true } }) });
    await user.click(await screen.findByRole("button", { name: "Log Out", hidden: true }));
    expect(await screen.findByRole("link", { name: "Sign In" })).toBeTruthy();
    expect(where()).toBe("/Marketplace");
    expect(document.querySelector("[data-add-button]")).toBeNull();
    expect(calls.filter(({ path }) => path === "/api/auth/sign-out")).toHaveLength(1);
  });

  it("sees Home with a notice and without the add button on an unknown path (D15)", async () => {
    await open("/no/such/page", person());
    expect(await screen.findByText("We can't find that page")).toBeTruthy();
    expect(await screen.findByRole("searchbox", { name: "Search the marketplace" })).toBeTruthy();
    expect(document.title).toBe("Page not found – Goodstreet");
    expect(document.querySelector("[data-add-button]")).toBeNull();
  });
});

describe("account status in the app shell", () => {
  it("shows a banned user only the notice with reason, appeal and Log Out", async () => {
    await open("/MyItems", person({ is_banned: true }), {
      "GET /api/standing": () => ({ body: { ...STANDING, standing: "banned", may_appeal: true } }),
    });
    expect(await screen.findByRole("heading", { name: "Account banned" })).toBeTruthy();
    expect(screen.getByText(/Multiple incomplete transactions/)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Appeal" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /account:/i })).toBeNull();
    // The only links lead to the user's open orders (A16), to how we decide and to support.
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/MyOrders",
      "/HowWeDecide",
      "mailto:support@example.com",
    ]);
  });

  it("shows a suspended user the remaining time by the server's clock", async () => {
    const now = visitor.server_now;
    const reason = "You asked people to pay outside Goodstreet.";
    await open("/", person({ is_suspended: true, suspension_end_date: now + 3 * 3_600_000 + 60_000 }), {
      "GET /api/standing": () => ({ body: { ...STANDING, standing: "suspended", reason } }),
    });
    expect(await screen.findByRole("heading", { name: "Account suspended" })).toBeTruthy();
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByText(/did not complete the payment/)).toBeNull();
    expect(screen.getByText(/3 hours and 1 minute/)).toBeTruthy();
  });

  it("never shows the notice to an admin", async () => {
    await open("/Marketplace", person({ role: "admin", is_banned: true }));
    expect(await screen.findByRole("button", { name: /account:/i })).toBeTruthy();
  });

  it("shows a restricted user a banner that links to the confirmations", async () => {
    await open(
      "/Marketplace",
      person({
        account_restricted: true,
        restriction_reason: "One payment is unanswered.",
        restriction_applied_at: Date.UTC(2026, 10, 20, 2),
      }),
    );
    expect(await screen.findByText("One payment is unanswered.")).toBeTruthy();
    expect(screen.getByText(/^Restricted since .*20 Nov/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "View Confirmations" }).getAttribute("href")).toBe("/MyItems");
    expect(screen.getByRole("button", { name: "Contact Support" })).toBeTruthy();
  });
});
