/** Announcements, giveaways, the contact page and the legal pages (D49). */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { ItemDetail } from "#contract/items";
import AnnouncementsScreen from "../../web/features/community/announcements/announcements-screen.tsx";
import ContactScreen from "../../web/features/community/contact/contact-screen.tsx";
import DonationsScreen from "../../web/features/community/donations/donations-screen.tsx";
import ItemActions from "../../web/features/item-page/item-actions.tsx";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { itemDetail, LIVE_STATE } from "../support/web/item-and-order.ts";
import { marketCard, NOW } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const toasts = collectToasts();
function open(
  path: string,
  element: ReactNode,
  handlers: Parameters<typeof serve>[0],
  session: SessionReply = visitor,
) {
  const calls = serve(handlers);
  renderAt(
    path,
    <Routes>
      <Route path="/Announcements/:id?" element={element} />
      <Route path="*" element={element} />
    </Routes>,
    session,
  );
  return { calls, user: userEvent.setup() };
}

describe("AnnouncementsScreen", () => {
  const NEWS = {
    id: "ann_aaaaaaaaaaaaaaaaaaaa",
    title: "Tip shop",
    excerpt: "Opens.",
    published_at: NOW,
    unread: true,
  };
  const handlers = {
    "GET /api/announcements": () => ({ body: { items: [NEWS], next_cursor: null, server_now: NOW } }),
    "POST /api/announcements/seen": () => ({ body: { ok: true } }),
  };

  it("marks new announcements, and records them as seen by a signed-in user", async () => {
    const { calls } = open("/Announcements", <AnnouncementsScreen />, handlers, person());
    expect((await screen.findByRole("listitem")).textContent).toMatch(/New.*Tip shop.*Opens\./);
    await waitFor(() => expect(calls.some((call) => call.path === "/api/announcements/seen")).toBe(true));
  });

  it("is open to visitors and records nothing for them", async () => {
    const { calls } = open("/Announcements", <AnnouncementsScreen />, handlers);
    await screen.findByRole("link", { name: "Tip shop" });
    expect(calls.map((call) => call.method)).toEqual(["GET"]);
  });

  it("shows the announcement's HTML under its title", async () => {
    open(`/Announcements/${NEWS.id}`, <AnnouncementsScreen />, {
      [`GET /api/announcements/${NEWS.id}`]: () => ({
        body: { ...NEWS, html: "<p>We <strong>open</strong>.</p>", updated_at: NOW, server_now: NOW },
      }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Tip shop" })).toBeDefined();
    expect(screen.getByText("open").tagName).toBe("STRONG");
  });

  it("shows that there are no announcements", async () => {
    open("/Announcements", <AnnouncementsScreen />, {
      "GET /api/announcements": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
    });
    expect(await screen.findByText("No announcements yet")).toBeDefined();
  });
});

describe("DonationsScreen", () => {
  it("has a heading when donations are turned off", async () => {
    open("/Donations", <DonationsScreen />, {}, { ...visitor, closed: ["donations"] });
    expect(await screen.findByRole("heading", { level: 1, name: "Donations are turned off right now" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to the marketplace" })).toBeDefined();
  });
});

describe("giveaways for a cause", () => {
  const chair = marketCard(1, { title: "Free chair", price: 0 });
  const reply = (items: unknown[]) => ({ body: { items, next_cursor: null, server_now: NOW } });
  const status = { "GET /api/items/status": () => ({ body: { items: [], server_now: NOW } }) };

  it("name the cause in the list, and the page never asks for money", async () => {
    open("/Donations", <DonationsScreen />, {
      ...status,
      "GET /api/donations": () => reply([{ item: chair, cause: { kind: "cause", name: "Flood relief", abn: null } }]),
    });
    expect(await screen.findByText("For Flood relief")).toBeDefined();
    expect(screen.getByText(/never asks for money for a cause/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Give for a cause" })).toBeNull();
  });

  it("name the cause on the item page without another request", async () => {
    const live = { ...LIVE_STATE, price: 0 };
    const show = (cause: ItemDetail["cause"]) => {
      const item = itemDetail(chair, { cause });
      return open(
        `/ItemDetail/${item.id}`,
        <ItemActions item={item} status="active" price={0} live={live} onChanged={() => {}} />,
        {},
      ).calls;
    };
    const calls = [...show(null), ...show({ kind: "charity", name: "Vinnies", abn: "51 824 753 556" })];
    expect(await screen.findAllByText(/The giver says this is for/)).toHaveLength(1);
    expect(screen.getByText(/Vinnies/).closest("p")?.textContent).toContain("ABN 51 824 753 556");
    expect(calls.filter(({ path }) => path.startsWith("/api/donations"))).toEqual([]);
  });

  it("accept a charity by name and ABN, or a cause by name", async () => {
    const { calls, user } = open(
      "/Donations",
      <DonationsScreen />,
      {
        ...status,
        "GET /api/donations": () => reply([]),
        "GET /api/donations/mine": () => ({ body: { items: [{ item: chair, cause: null }], server_now: NOW } }),
        [`PUT /api/donations/${chair.id}/cause`]: () => ({ body: { item: chair, cause: null } }),
      },
      person(),
    );
    await user.click(await screen.findByRole("button", { name: "Give for a cause" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Please choose a listing.")).toBeDefined();
    await user.click(screen.getByRole("radio", { name: /Free chair/ }));
    await user.type(screen.getByLabelText(/Name of the charity/), "Vinnies");
    await user.type(screen.getByLabelText(/Its ABN/), "51 824 753 557");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("That isn't a valid ABN. Please check the digits.")).toBeDefined();
    await user.click(screen.getByRole("radio", { name: /^A cause/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(calls.filter((call) => call.method === "PUT").map((call) => call.body)).toEqual([
      { kind: "cause", name: "Vinnies" },
    ]);
  });
});

describe("the dialog for a giveaway's cause", () => {
  it("closes with Cancel and sends nothing", async () => {
    const { calls, user } = open(
      "/Donations",
      <DonationsScreen />,
      {
        "GET /api/donations": () => ({ body: { items: [], next_cursor: null, server_now: NOW } }),
        "GET /api/donations/mine": () => ({
          body: { items: [{ item: marketCard(1, { title: "Free chair", price: 0 }), cause: null }], server_now: NOW },
        }),
      },
      person(),
    );
    await user.click(await screen.findByRole("button", { name: "Give for a cause" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describe("ContactScreen", () => {
  it("shows what is missing, then sends once and confirms", async () => {
    const { calls, user } = open("/Contact", <ContactScreen />, {
      "POST /api/contact": () => ({ status: 201, body: { id: "sup_1", created_at: NOW } }),
    });
    await user.click(screen.getByRole("button", { name: "Send message" }));
    expect(await screen.findByText("Please provide your email address.")).toBeDefined();
    await user.selectOptions(screen.getByLabelText(/What is it about/), "idea");
    await user.type(screen.getByLabelText(/Your message/), "More hooks.");
    await user.type(screen.getByLabelText(/Your email/), "vi@example.com");
    await user.click(screen.getByRole("button", { name: "Send message" }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: "Support Request Submitted", description: "We'll respond within 24 hours." },
      ]),
    );
    expect(calls.map((call) => call.body)).toEqual([
      { topic: "idea", name: "", message: "More hooks.", email: "vi@example.com" },
    ]);
    expect((screen.getByLabelText(/Your message/) as HTMLTextAreaElement).value).toBe("");
  });

  it("starts with the account's email address, and keeps the entries when sending fails", async () => {
    const { user } = open(
      "/Contact",
      <ContactScreen />,
      {
        "POST /api/contact": () => refused(500, "internal", "x"),
      },
      person(),
    );
    expect((screen.getByLabelText(/Your email/) as HTMLInputElement).value).toBe("maya@example.com");
    await user.selectOptions(screen.getByLabelText(/What is it about/), "other");
    await user.type(screen.getByLabelText(/Your message/), "Hello.");
    await user.click(screen.getByRole("button", { name: "Send message" }));
    expect(await screen.findByText("Failed to submit support request. Please try again.")).toBeDefined();
    expect((screen.getByLabelText(/Your message/) as HTMLTextAreaElement).value).toBe("Hello.");
  });

  it("repeats with the same idempotency key, and with a new one after a change", async () => {
    const lost = refused(503, "unavailable", "x");
    const { user } = open("/Contact", <ContactScreen />, { "POST /api/contact": () => lost }, person());
    const keys: (string | null)[] = [];
    const served = fetch;
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get("Idempotency-Key"));
      return served(input, init);
    });
    await user.selectOptions(screen.getByLabelText(/What is it about/), "other");
    const message = screen.getByLabelText(/Your message/);
    await user.type(message, "Hello.");
    for (const more of ["", "", "More."]) {
      if (more !== "") await user.type(message, more);
      await user.click(screen.getByRole("button", { name: "Send message" }));
      await screen.findByText("Failed to submit support request. Please try again.");
    }
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
