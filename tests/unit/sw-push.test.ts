/** The service worker as a browser runs it: shows what is pushed, opens what it is about, and only pages of ours. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";

const CODE = readFileSync(join(import.meta.dirname, "../../web/public/sw-push.js"), "utf8");
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
  new Function("self", CODE)(self);
});

async function happen(name: string, event: Record<string, unknown>): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const click = (link: unknown) => happen("notificationclick", { notification: { close: () => {}, data: { link } } });

describe("a push", () => {
  it("is shown with its words, and takes the place of an earlier one about the same", async () => {
    const news = { title: "Your turn", body: "Ten minutes.", link: "/ItemDetail/itm_1", tag: "line:/ItemDetail/itm_1" };
    await happen("push", { data: { json: () => news } });
    expect(showNotification).toHaveBeenCalledWith("Your turn", {
      body: "Ten minutes.",
      icon: "/favicon.svg",
      tag: news.tag,
      renotify: true,
      data: { link: news.link },
    });
  });

  it("that cannot be read is shown all the same: a browser takes the permission from who shows nothing", async () => {
    await happen("push", {
      data: {
        json: () => {
          throw new SyntaxError("not JSON");
        },
      },
    });
    await happen("push", { data: null });
    expect(showNotification).toHaveBeenCalledTimes(2);
    expect(showNotification).toHaveBeenCalledWith("Goodstreet", expect.objectContaining({ data: { link: "/" } }));
  });
});

describe("a press", () => {
  it("opens the page it is about", async () => {
    await click("/TradeOffers?id=trd_1");
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/TradeOffers?id=trd_1`);
  });

  it("never leads to another site", async () => {
    for (const link of ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]) await click(link);
    expect(openWindow.mock.calls).toEqual([[ORIGIN], [ORIGIN], [ORIGIN]]);
  });

  it("leads an open page there instead of opening another", async () => {
    const navigate = vi.fn(async () => ({}));
    windows = [{ url: `${ORIGIN}/Marketplace`, focus: async () => {}, navigate }];
    await click("/MyOrders/ord_1");
    expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/MyOrders/ord_1`);
    expect(openWindow).not.toHaveBeenCalled();
  });
});
