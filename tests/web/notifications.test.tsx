/** The notification list, the preferences, web push and the unsubscribe page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { NotificationPreferences, NotificationView } from "#contract/notifications";
import { NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import Centre from "../../web/features/notifications/centre.tsx";
import { useMarkPageRead } from "../../web/features/notifications/mark-notifications-read.ts";
import { NotificationSettings } from "../../web/features/notifications/settings-section.tsx";
import UnsubscribeScreen from "../../web/features/notifications/unsubscribe-screen.tsx";
import { person, serve, visitor } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { Where, where } from "../support/web/where.tsx";

const NOW = Date.now();
const line = (row: Partial<NotificationView> = {}): NotificationView => ({
  id: "ntf_1",
  kind: "trade",
  title: "Somebody offers a trade",
  body: "A lamp for your desk.",
  link: "/TradeOffers?id=trd_1",
  at: NOW - 120_000,
  read: false,
  count: 1,
  ...row,
});
const page = (items: NotificationView[], next_cursor: string | null = null) => ({
  body: { items, next_cursor, server_now: NOW },
});
const counts = (notifications: number) => ({ body: { notifications, messages: 0, trades: 0, server_now: NOW } });

function show(content: React.ReactNode, path = "/") {
  renderAt(
    path,
    <>
      {content}
      <Where />
    </>,
  );
}

beforeEach(() => localStorage.clear());

describe("the notification list", () => {
  it("links to the subject of a notification and marks it as read", async () => {
    const calls = serve({
      "GET /api/notifications": () => page([line({ count: 3 }), line({ id: "ntf_2", title: "Old", read: true })]),
      "POST /api/notifications/read": () => counts(0),
    });
    const gone = vi.fn();
    show(<Centre onGo={gone} />);
    const link = await screen.findByRole("link", { name: /Unread, Trades:\s*Somebody offers a trade/ });
    expect(link.textContent).toContain("3 new");
    expect(screen.getByRole("link", { name: /^Old/ }).textContent).not.toContain("Unread");
    await userEvent.click(link);
    expect(where()).toBe("/TradeOffers?id=trd_1");
    expect(gone).toHaveBeenCalled();
    expect(calls.at(-1)).toMatchObject({ body: { link: "/TradeOffers?id=trd_1" } });
  });

  it("marks all as read up to the newest on screen, at once", async () => {
    const calls = serve({
      "GET /api/notifications": () => page([line(), line({ id: "ntf_2", link: "/x", at: NOW - 500_000 })]),
      "POST /api/notifications/read": () => counts(0),
    });
    show(<Centre onGo={() => {}} />);
    await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
    expect(calls.find(({ method }) => method === "POST")).toMatchObject({ body: { up_to: NOW - 120_000 } });
    await waitFor(() => expect(screen.queryByText(/^Unread/)).toBeNull());
    expect(screen.getByRole("button", { name: "Mark all as read" })).toHaveProperty("disabled", true);
  });

  it("shows an empty state, and offers Retry when loading fails", async () => {
    serve({ "GET /api/notifications": () => page([]) });
    show(<Centre onGo={() => {}} />);
    expect(await screen.findByText("Nothing new")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Choose your notifications" }).getAttribute("href")).toBe(
      "/Settings#notifications",
    );
    document.body.replaceChildren();
    serve({});
    show(<Centre onGo={() => {}} />);
    expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
  });

  it("loads older notifications", async () => {
    let calls = 0;
    serve({
      "GET /api/notifications": () =>
        calls++ === 0 ? page([line()], "next") : page([line({ id: "ntf_9", title: "An older one" })]),
    });
    show(<Centre onGo={() => {}} />);
    await userEvent.click(await screen.findByRole("button", { name: "Load more" }));
    expect(await screen.findByText("An older one")).toBeTruthy();
  });
});

describe("useMarkPageRead", () => {
  function Page({ unread }: { unread: number }) {
    useMarkPageRead(unread);
    return null;
  }
  it("marks the notifications that lead to this page as read, and sends nothing without unread ones", async () => {
    const calls = serve({ "POST /api/notifications/read": () => counts(0) });
    show(<Page unread={0} />, "/MyOrders/ord_1");
    show(<Page unread={2} />, "/Settings");
    expect(calls).toEqual([]);
    show(<Page unread={2} />, "/MyOrders/ord_1");
    await waitFor(() => expect(calls).toMatchObject([{ body: { link: "/MyOrders/ord_1" } }]));
  });
});

const PREFERENCES: NotificationPreferences = {
  choices: NOTIFICATION_KINDS.map((kind) => ({
    kind,
    email: true,
    push: false,
    email_fixed: kind === "order",
    email_daily: kind === "rating",
  })),
  quiet: null,
  zone: "Australia/Sydney",
  push_key: "key",
  devices: [{ id: "psh_1", name: "Chrome on Android", created_at: NOW }],
};

describe("NotificationSettings", () => {
  function preferences(handlers: Parameters<typeof serve>[0] = {}) {
    let saved = PREFERENCES;
    const calls = serve({
      "GET /api/auth/session": () => ({ body: person() }),
      "GET /api/notifications/preferences": () => ({ body: saved }),
      "PATCH /api/notifications/preferences": (body) => {
        const { quiet, zone } = body as Partial<NotificationPreferences>;
        saved = { ...saved, ...(quiet !== undefined && { quiet }), ...(zone !== undefined && { zone }) };
        return { body: saved };
      },
      ...handlers,
    });
    show(<NotificationSettings />);
    return calls;
  }

  it("saves each checkbox when it is ticked, and has none for emails about orders", async () => {
    const calls = preferences();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Email about trades" }));
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      choices: [{ kind: "trade", email: false }],
    });
    expect(screen.queryByRole("checkbox", { name: "Email about your orders" })).toBeNull();
    expect(screen.getByRole("checkbox", { name: "Push notifications about your orders" })).toBeTruthy();
    expect(within(screen.getByRole("row", { name: /Orders and payments/ })).getByText("Always")).toBeTruthy();
  });

  it("shows a change at once while an earlier one is still being saved", async () => {
    preferences();
    const [trades, messages] = await Promise.all([
      screen.findByRole("checkbox", { name: "Email about trades" }),
      screen.findByRole("checkbox", { name: "Email about messages" }),
    ]);
    const answered = globalThis.fetch;
    const stuck = (input: RequestInfo | URL, init?: RequestInit) =>
      init?.method === "PATCH" ? new Promise<Response>(() => {}) : answered(input, init);
    vi.stubGlobal("fetch", stuck);
    fireEvent.click(trades);
    fireEvent.click(messages);
    await waitFor(() =>
      expect([trades, messages].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]),
    );
  });

  it("restores a checkbox that could not be saved", async () => {
    preferences({ "PATCH /api/notifications/preferences": () => ({ status: 500, body: {} }) });
    const tick = await screen.findByRole("checkbox", { name: "Email about trades" });
    await userEvent.click(tick);
    await waitFor(() => expect(tick).toHaveProperty("checked", true));
  });

  it("turns on quiet hours for the night in the device's time zone", async () => {
    const calls = preferences();
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Quiet hours/ }));
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      quiet: { from: 1320, to: 420 },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(await screen.findByLabelText("From")).toHaveProperty("value", "22:00");
    expect(screen.getByLabelText("Until")).toHaveProperty("value", "07:00");
  });

  it("explains that quiet hours with the same start and end have no effect", async () => {
    preferences();
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Quiet hours/ }));
    expect(screen.queryByText(/The times are the same/)).toBeNull();
    fireEvent.change(await screen.findByLabelText("Until"), { target: { value: "22:00" } });
    expect(await screen.findByText(/The times are the same, so quiet hours are off/)).toBeTruthy();
  });

  it("shows that this browser has no push, and removes another device", async () => {
    const calls = preferences({ "DELETE /api/notifications/push/psh_1": () => ({ body: { ok: true } }) });
    expect(await screen.findByText("This browser doesn't support push notifications.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Stop push notifications to Chrome on Android/ }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });
});

describe("web push in this browser", () => {
  it("asks for permission only when the user turns it on", async () => {
    const subscription = {
      toJSON: () => ({ endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: vi.fn(async () => true),
    };
    let held: typeof subscription | null = null;
    const registration = {
      pushManager: {
        getSubscription: async () => held,
        subscribe: vi.fn(async () => {
          held = subscription;
          return subscription;
        }),
      },
      unregister: vi.fn(async () => true),
    };
    const register = vi.fn(async () => registration);
    const requestPermission = vi.fn(async () => "granted");
    vi.stubGlobal("Notification", { permission: "default", requestPermission });
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("navigator", {
      userAgent: "test",
      serviceWorker: { register, getRegistration: async () => registration },
    });
    const calls = serve({ "POST /api/notifications/push": () => ({ status: 201, body: { id: "psh_9" } }) });
    const {
      renewPush: keepPushes,
      pushSupport,
      currentDevice: thisDevice,
      disablePush: turnOff,
      enablePush: turnOn,
    } = await import("../../web/features/notifications/push.ts");
    expect(pushSupport()).toBe("ready");
    await keepPushes("acc_1");
    expect(requestPermission).not.toHaveBeenCalled();
    expect(calls).toEqual([]);

    await turnOn("acc_1", "AQID");
    expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: new Uint8Array([1, 2, 3]),
    });
    expect(register).toHaveBeenCalledWith("/sw.js", { scope: "/", updateViaCache: "none" });
    expect(thisDevice("acc_1")).toBe("psh_9");
    expect(thisDevice("acc_2")).toBeNull();

    // On each visit of a signed-in user the subscription is sent to the server once.
    await keepPushes("acc_1");
    await keepPushes("acc_1");
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2);

    await turnOff("acc_1").catch(() => undefined);
    expect(subscription.unsubscribe).toHaveBeenCalled();
    // The service worker stays, because it also serves the app offline.
    expect(registration.unregister).not.toHaveBeenCalled();
    expect(thisDevice("acc_1")).toBeNull();
  });

  it("stays off when the user refuses the permission", async () => {
    vi.stubGlobal("Notification", { permission: "default", requestPermission: async () => "denied" });
    const { currentDevice: thisDevice, enablePush: turnOn } = await import("../../web/features/notifications/push.ts");
    await expect(turnOn("acc_1", "AQID")).rejects.toThrow("You haven't allowed notifications in this browser.");
    expect(thisDevice("acc_1")).toBeNull();
  });
});

describe("UnsubscribeScreen", () => {
  const around = { "GET /api/auth/session": () => ({ body: visitor }) };
  it("turns emails off only when pressed, all that advertise or its kind alone, and on again", async () => {
    let email = true;
    const calls = serve({
      ...around,
      "GET /api/notifications/unsubscribe": () => ({ body: { kind: "price_drop", email } }),
      "POST /api/notifications/unsubscribe": (body) => {
        ({ email } = body as { email: boolean });
        return { body: { kind: "price_drop", email } };
      },
    });
    show(<UnsubscribeScreen />, "/Unsubscribe?token=abc");
    expect(await screen.findByRole("heading", { name: "Stop emails with offers and news?" })).toBeTruthy();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Stop these emails" }));
    expect(await screen.findByText("Done. Emails with offers and news are off.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Turn on again" }));
    expect(await screen.findByText("Emails with offers and news are on again.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Only stop emails about price drops" }));
    expect(await screen.findByText("Done. Emails about price drops are off.")).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { email: false, only: false },
      { email: true, only: false },
      { email: false, only: true },
    ]);
  });

  it("links to the settings when the token is invalid", async () => {
    serve(around);
    show(<UnsubscribeScreen />, "/Unsubscribe?token=wrong");
    expect(await screen.findByText("This link doesn't work")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Account settings" })).toBeTruthy();
  });
});
