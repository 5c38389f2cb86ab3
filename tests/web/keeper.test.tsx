/** What this device keeps: written down as it is told, given back without network, and gone with the person. */
import "fake-indexeddb/auto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/auth";
import { startKeeper } from "../../web/app/offline/keeper.ts";
import { ApiProblem } from "../../web/lib/api-client.ts";
import { allKept, keep, keepFor, keepWaiting, keptOwner, VISITOR, waitingMessages } from "../../web/lib/kept.ts";
import { SESSION_KEY } from "../../web/lib/query-client.ts";
import { person, visitor } from "../support/web/api.ts";
import { order, ownItem } from "../support/web/item-and-order.ts";

const MAYA = "acc_maya0000000000000000";
const maya = person();
const leo = person({ id: "acc_leo" });
const ITEM = ["items", "detail", "itm_1"];
const ORDER = ["orders", "one", "ord_1"];
const OFFLINE = new ApiProblem("offline", "We can't reach Goodstreet.");

let stop = () => {};
const deleted = vi.fn(async () => true);

beforeEach(async () => {
  vi.stubGlobal("caches", {
    open: async () => ({ keys: async () => [], add: async () => {}, delete: async () => true }),
    delete: deleted,
  });
  await keepFor(null);
  deleted.mockClear();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** A page of its own: its cache, and a keeper from now on. */
function page(session?: SessionReply): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  if (session) client.setQueryData(SESSION_KEY, session);
  stop = startKeeper(client);
  return client;
}

const keysOf = async (owner: string) => (await allKept(owner)).map(({ key }) => key);
const told = (client: QueryClient, queryKey: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey: [...queryKey], queryFn: async () => data, staleTime: 0 });
const failing = (queryKey: readonly unknown[], error: Error) => ({
  queryKey: [...queryKey],
  queryFn: (): Promise<unknown> => Promise.reject(error),
});

/** A screen that asks and hears that there is no network. @returns what it shows in the end. */
async function unreached(client: QueryClient, queryKey: readonly unknown[]) {
  const screen = new QueryObserver(client, failing(queryKey, OFFLINE));
  const leave = screen.subscribe(() => {});
  await vi.waitFor(() => expect(screen.getCurrentResult().fetchStatus).toBe("idle"));
  // Long enough for anything that is kept to be there.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { data, dataUpdatedAt } = screen.getCurrentResult();
  leave();
  return { data, dataUpdatedAt };
}

/** Maya has looked at an item and at an order; her page is closed. */
async function mayaWasHere() {
  const client = page(maya);
  await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
  await told(client, ITEM, ownItem());
  await told(client, ORDER, order({ status: "payment_confirmed", handover: { code: "123456", qr: "GS1.x" } }));
  await vi.waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
  stop();
}

describe("without network", () => {
  it("is who one is, the item and the order as they were last told, and of then", async () => {
    const before = Date.now();
    await mayaWasHere();
    const after = Date.now();
    const client = page();
    expect((await unreached(client, SESSION_KEY)).data).toMatchObject({ user: { id: MAYA } });
    const shown = await unreached(client, ORDER);
    expect(shown.data).toMatchObject({ handover: { code: "123456" } });
    expect(shown.dataUpdatedAt).toBeGreaterThanOrEqual(before);
    expect(shown.dataUpdatedAt).toBeLessThanOrEqual(after);
    expect((await unreached(client, ITEM)).data).toMatchObject({ description: ownItem().description });
  });

  it("is an order that was only ever seen in the list", async () => {
    const client = page(maya);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
    const items = [order({ id: "ord_7", status: "payment_confirmed" })];
    const list = { pages: [{ items, next_cursor: null, server_now: 0 }], pageParams: [null] };
    await told(client, ["orders", "list", "buyer"], list);
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toContainEqual(["orders", "list", "buyer"]));
    expect((await unreached(client, ["orders", "one", "ord_7"])).data).toMatchObject({ id: "ord_7" });
    expect((await unreached(client, ["orders", "one", "ord_8"])).data).toBeUndefined();
  });

  it("does not take the place of a refusal: what the service says is so", async () => {
    await mayaWasHere();
    const client = page(maya);
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
    const gone = new ApiProblem("not_found", "Not found.", 404);
    await expect(client.fetchQuery(failing(ORDER, gone))).rejects.toThrow("Not found.");
    expect(client.getQueryData(ORDER)).toBeUndefined();
    // And is forgotten.
    await vi.waitFor(async () => expect(await keysOf(MAYA)).not.toContainEqual(ORDER));
  });

  it("is not written down again as if it had been told anew", async () => {
    await keepFor(MAYA);
    await keep(MAYA, { key: ORDER, data: order({ status: "payment_confirmed" }), at: Date.now() - 3_600_000 });
    const client = page(maya);
    await unreached(client, ORDER);
    const kept = (await allKept(MAYA)).find(({ key }) => key[0] === "orders");
    expect(kept?.at).toBeLessThan(Date.now() - 3_000_000);
  });
});

describe("nothing is left", () => {
  const empty = async () => {
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toEqual([]));
    expect(deleted).toHaveBeenCalledWith("goodstreet-pictures");
  };

  it("after signing out, or when the session has ended, though it is still in the page's memory", async () => {
    await mayaWasHere();
    const client = page(maya);
    await told(client, ORDER, order());
    await keepWaiting(MAYA, [{ conversation_id: "cnv_1", client_id: "m1", text: "mine" }]);
    client.setQueryData(SESSION_KEY, visitor);
    await empty();
    expect(await waitingMessages()).toBeNull();
    await vi.waitFor(async () => expect(await keptOwner()).toBe(VISITOR));
    expect(await keysOf(VISITOR)).toEqual([]);
  });

  it("when somebody else signs in on the same device, and they are shown nothing of it", async () => {
    await mayaWasHere();
    const client = page(leo);
    await empty();
    expect((await unreached(client, ORDER)).data).toBeUndefined();
  });

  it("while staff look at the site as somebody else", async () => {
    await mayaWasHere();
    const client = page({ ...maya, viewing: { until: Date.now() + 60_000 } });
    await empty();
    await told(client, ORDER, order());
    expect(await keptOwner()).toBeNull();
  });

  it("by a page that still believes in the one who has left", async () => {
    const client = page(maya);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
    // Another tab: Leo has signed in there.
    await keepFor("acc_leo");
    await told(client, ORDER, order());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await keysOf("acc_leo")).toEqual([]);
    expect((await unreached(client, ITEM)).data).toBeUndefined();
  });
});

describe("a visitor", () => {
  it("has the items they looked at, and nothing else", async () => {
    const client = page(visitor);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(VISITOR));
    await told(client, ORDER, order());
    await told(client, ITEM, ownItem());
    await vi.waitFor(async () => expect(await keysOf(VISITOR)).toEqual([ITEM]));
  });
});
