/** The service worker: offline replies, waiting messages and push notifications. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { activate } from "../../web/service-worker/activate.ts";
import { sendOutbox } from "../../web/service-worker/outbox.ts";
import { handlePushes } from "../../web/service-worker/push.ts";
import { belongsToBuild, cacheOf, handlingOf, isFile, outdated, withTimeout } from "../../web/service-worker/rules.ts";

const ORIGIN = "https://goodstreet.example";

type Handler = (event: Record<string, unknown>) => void;
const handlers = new Map<string, Handler>();
const showNotification = vi.fn(async () => {});
const openWindow = vi.fn(async () => null);
let windows: { url: string; focus: () => Promise<void>; navigate: (url: string) => Promise<unknown> }[] = [];

beforeEach(() => {
  handlers.clear();
  vi.clearAllMocks();
  windows = [];
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    location: { origin: ORIGIN },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
  };
  handlePushes(self as unknown as Parameters<typeof handlePushes>[0]);
});

async function dispatch(name: string, event: Record<string, unknown>): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const click = (link: unknown) => dispatch("notificationclick", { notification: { close: () => {}, data: { link } } });

describe("a push message", () => {
  it("is shown as a notification that replaces an earlier one with the same tag", async () => {
    const sent = { title: "Your turn", body: "Ten minutes.", link: "/ItemDetail/itm_1", tag: "line:/ItemDetail/itm_1" };
    await dispatch("push", { data: { json: () => sent } });
    expect(showNotification).toHaveBeenCalledWith("Your turn", {
      body: "Ten minutes.",
      icon: "/icons/icon-192.png",
      tag: sent.tag,
      renotify: true,
      data: { link: sent.link },
    });
  });

  it("that reminds of a pickup has a button that says “I'm coming”, and opens the order when that fails", async () => {
    const link = "/MyOrders/ord_1#coming";
    await dispatch("push", { data: { json: () => ({ title: "Pickup soon", body: "At ten.", link }) } });
    expect(showNotification).toHaveBeenCalledWith(
      "Pickup soon",
      expect.objectContaining({ actions: [{ action: "coming", title: "I'm coming" }] }),
    );
    const calls: string[] = [];
    let status = 200;
    vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
      calls.push(`${method} ${path}`);
      return new Response("{}", { status });
    });
    const press = () =>
      dispatch("notificationclick", { action: "coming", notification: { close: () => {}, data: { link } } });
    await press();
    expect(calls).toEqual(["POST /api/orders/ord_1/coming"]);
    expect(showNotification).toHaveBeenLastCalledWith(
      "You're coming",
      expect.objectContaining({ data: { link: "/MyOrders/ord_1" } }),
    );
    expect(openWindow).not.toHaveBeenCalled();
    status = 409;
    await press();
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}${link}`);
  });

  it("that cannot be parsed is shown with a general text, because a silent push costs the permission", async () => {
    await dispatch("push", {
      data: {
        json: () => {
          throw new SyntaxError("not JSON");
        },
      },
    });
    await dispatch("push", { data: null });
    expect(showNotification).toHaveBeenCalledTimes(2);
    expect(showNotification).toHaveBeenCalledWith("Goodstreet", expect.objectContaining({ data: { link: "/" } }));
  });
});

describe("a press on a notification", () => {
  it("opens the page of its link", async () => {
    await click("/TradeOffers?id=trd_1");
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/TradeOffers?id=trd_1`);
  });

  it("never opens another site", async () => {
    for (const link of ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]) await click(link);
    expect(openWindow.mock.calls).toEqual([[ORIGIN], [ORIGIN], [ORIGIN]]);
  });

  it("navigates an open page instead of opening another", async () => {
    const navigate = vi.fn(async () => ({}));
    windows = [{ url: `${ORIGIN}/Marketplace`, focus: async () => {}, navigate }];
    await click("/MyOrders/ord_1");
    expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/MyOrders/ord_1`);
    expect(openWindow).not.toHaveBeenCalled();
  });
});

describe("handlingOf", () => {
  const treated = (path: string, asked: { method?: string; mode?: string } = {}) =>
    handlingOf({ method: "GET", mode: "no-cors", url: new URL(path, ORIGIN).href, ...asked }, ORIGIN);
  const opened = (path: string) => treated(path, { mode: "navigate" });

  it("passes private requests to the network only (A109)", () => {
    for (const path of ["/api/me/x.css", "/api/orders", "/api/auth/google/callback", "/functions/anything"]) {
      expect(treated(path)).toBe("pass");
      expect(opened(path)).toBe("pass");
    }
  });

  it("passes writes and requests to other sites", () => {
    expect(treated("/assets/a.js", { method: "POST" })).toBe("pass");
    expect(treated("/Settings", { method: "POST", mode: "navigate" })).toBe("pass");
    expect(treated("https://js.stripe.com/assets/v3.js")).toBe("pass");
  });

  it("treats navigations as pages, except for files opened directly", () => {
    for (const path of ["/", "/Marketplace?tab=phones", "/MyOrders/ord_1", "/no/such/page"])
      expect(opened(path)).toBe("page");
    for (const path of ["/sitemap.xml", "/robots.txt", "/sw.js"]) expect(opened(path)).toBe("pass");
    expect(treated("/Marketplace")).toBe("pass");
  });

  it("distinguishes assets, pictures and other files", () => {
    expect(treated("/assets/index-a1.js")).toBe("asset");
    expect(treated("/images/abc.webp")).toBe("picture");
    expect(treated("/theme-init.js")).toBe("plain");
  });
});

describe("outdated and belongsToBuild", () => {
  it("select the caches of other builds, and no caches of other names", () => {
    expect(outdated([cacheOf("a"), cacheOf("b"), "goodstreet-pictures", "other"], "b")).toEqual([cacheOf("a")]);
  });

  it("refuse to store the page of another version", () => {
    expect(belongsToBuild('<script src="/assets/index-b.js">', "assets/index-b.js")).toBe(true);
    expect(belongsToBuild('<script src="/assets/index-a.js">', "assets/index-b.js")).toBe(false);
  });
});

describe("isFile", () => {
  it.each([
    ["a script", 200, "text/javascript", true],
    ["the page of a filter", 200, "text/html; charset=utf-8", false],
    ["a reply without a type", 200, undefined, false],
    ["a missing file", 404, "text/javascript", false],
  ] as const)("of %s (%i, %s)", (_, status, type, kept) => {
    const headers = new Headers(type === undefined ? {} : { "Content-Type": type });
    expect(isFile({ ok: status === 200, headers })).toBe(kept);
  });
});

describe("withTimeout", () => {
  it("waits for a page, but rejects after the time limit", async () => {
    await expect(withTimeout(Promise.resolve("page"), 1_000)).resolves.toBe("page");
    await expect(withTimeout(new Promise(() => {}), 5)).rejects.toThrow("no reply in time");
    await expect(withTimeout(Promise.reject(new Error("no network")), 1_000)).rejects.toThrow("no network");
  });
});

describe("sendOutbox", () => {
  const messages = [
    { conversation_id: "cnv_1", client_id: "m1", text: "first" },
    { conversation_id: "cnv_1", client_id: "m2", text: "second" },
    { conversation_id: "cnv_2", client_id: "m3", text: "elsewhere" },
  ];
  function outbox(userId: string | null, statusOf: (clientId: string) => number = () => 201) {
    const sent: string[] = [];
    const send = () =>
      sendOutbox({
        waiting: async () => ({ owner: "acc_1", messages }),
        fetch: async (path, init) => {
          if (path === "/api/auth/session") return Response.json({ user: userId && { id: userId } });
          const { client_id } = JSON.parse(String(init?.body)) as { client_id: string };
          sent.push(`${path.split("/")[3]} ${client_id}`);
          return new Response("{}", { status: statusOf(client_id) });
        },
      });
    return { sent, send };
  }

  it("sends waiting messages in order, each with its own id", async () => {
    const { sent, send } = outbox("acc_1");
    await send();
    expect(sent).toEqual(["cnv_1 m1", "cnv_1 m2", "cnv_2 m3"]);
  });

  it("sends nothing for another user or without a session", async () => {
    for (const other of ["acc_2", null]) {
      const { sent, send } = outbox(other);
      await send();
      expect(sent).toEqual([]);
    }
  });

  it("holds back further messages of a thread after a refused one", async () => {
    const { sent, send } = outbox("acc_1", (id) => (id === "m1" ? 403 : 201));
    await send();
    expect(sent).toEqual(["cnv_1 m1", "cnv_2 m3"]);
  });

  it("fails and can be repeated when the server is unavailable", async () => {
    const { sent, send } = outbox("acc_1", () => 503);
    await expect(send()).rejects.toThrow("503");
    expect(sent).toEqual(["cnv_1 m1"]);
  });
});

describe("activate", () => {
  const scopeOf = (navigationPreload?: { enable: () => Promise<void>; disable: () => Promise<void> }) => ({
    registration: { ...(navigationPreload && { navigationPreload }) },
    clients: { claim: vi.fn(async () => {}) },
    caches: {
      keys: async () => [cacheOf("old"), cacheOf("new"), "somebody-elses"],
      delete: vi.fn(async () => true),
    },
  });

  it("switches off navigation preload, which breaks offline pages in Firefox", async () => {
    const preload = { enable: vi.fn(async () => {}), disable: vi.fn(async () => {}) };
    const scope = scopeOf(preload);
    await activate(scope, "new");
    expect(preload.disable).toHaveBeenCalledOnce();
    expect(preload.enable).not.toHaveBeenCalled();
    expect(scope.clients.claim).toHaveBeenCalledOnce();
  });

  it("removes the caches of earlier versions, also without navigation preload", async () => {
    const scope = scopeOf();
    await activate(scope, "new");
    expect(scope.caches.delete.mock.calls).toEqual([[cacheOf("old")]]);
  });
});
