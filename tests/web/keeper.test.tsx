/** The offline cache: it stores replies, restores them without network, and is cleared when the user changes. */
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

/** A page with its own query cache and a running offline cache. */
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

/** Observes a query that fails offline. @returns the data it shows in the end. */
async function unreached(client: QueryClient, queryKey: readonly unknown[]) {
  const screen = new QueryObserver(client, failing(queryKey, OFFLINE));
  const leave = screen.subscribe(() => {});
  await vi.waitFor(() => expect(screen.getCurrentResult().fetchStatus).toBe("idle"));
  // Long enough to read from the offline cache.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { data, dataUpdatedAt } = screen.getCurrentResult();
  leave();
  return { data, dataUpdatedAt };
}

/** A user has opened an item and an order and closed the page. */
async function mayaWasHere() {
  const client = page(maya);
  await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
  await told(client, ITEM, ownItem());
  await told(client, ORDER, order({ status: "payment_confirmed", handover: { code: "123456", qr: "GS1.x" } }));
  await vi.waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
  stop();
}

describe("the offline cache without network", () => {
  it("restores session, item and order with the time of the last reply", async () => {
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

  it("restores an order that was only seen in a list", async () => {
    const client = page(maya);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
    const items = [order({ id: "ord_7", status: "payment_confirmed" })];
    const list = { pages: [{ items, next_cursor: null, server_now: 0 }], pageParams: [null] };
    await told(client, ["orders", "list", "buyer"], list);
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toContainEqual(["orders", "list", "buyer"]));
    expect((await unreached(client, ["orders", "one", "ord_7"])).data).toMatchObject({ id: "ord_7" });
    expect((await unreached(client, ["orders", "one", "ord_8"])).data).toBeUndefined();
  });

  it("does not replace a refusal from the server", async () => {
    await mayaWasHere();
    const client = page(maya);
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
    const gone = new ApiProblem("not_found", "Not found.", 404);
    await expect(client.fetchQuery(failing(ORDER, gone))).rejects.toThrow("Not found.");
    expect(client.getQueryData(ORDER)).toBeUndefined();
    // The refused order is also removed from the cache.
    await vi.waitFor(async () => expect(await keysOf(MAYA)).not.toContainEqual(ORDER));
  });

  it("does not store restored data again with a new time", async () => {
    await keepFor(MAYA);
    await keep(MAYA, { key: ORDER, data: order({ status: "payment_confirmed" }), at: Date.now() - 3_600_000 });
    const client = page(maya);
    await unreached(client, ORDER);
    const kept = (await allKept(MAYA)).find(({ key }) => key[0] === "orders");
    expect(kept?.at).toBeLessThan(Date.now() - 3_000_000);
  });
});

describe("the offline cache is cleared", () => {
  const empty = async () => {
    await vi.waitFor(async () => expect(await keysOf(MAYA)).toEqual([]));
    expect(deleted).toHaveBeenCalledWith("goodstreet-pictures");
  };

  it("after signing out or the end of the session", async () => {
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

  it("when another user signs in on the same device", async () => {
    await mayaWasHere();
    const client = page(leo);
    await empty();
    expect((await unreached(client, ORDER)).data).toBeUndefined();
  });

  it("during impersonation by staff", async () => {
    await mayaWasHere();
    const client = page({ ...maya, viewing: { until: Date.now() + 60_000 } });
    await empty();
    await told(client, ORDER, order());
    expect(await keptOwner()).toBeNull();
  });

  it("and ignores writes from a page that still shows the previous user", async () => {
    const client = page(maya);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(MAYA));
    // Another user has signed in in another tab.
    await keepFor("acc_leo");
    await told(client, ORDER, order());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await keysOf("acc_leo")).toEqual([]);
    expect((await unreached(client, ITEM)).data).toBeUndefined();
  });
});

describe("the offline cache of a visitor", () => {
  it("keeps only the items they opened", async () => {
    const client = page(visitor);
    await vi.waitFor(async () => expect(await keptOwner()).toBe(VISITOR));
    await told(client, ORDER, order());
    await told(client, ITEM, ownItem());
    await vi.waitFor(async () => expect(await keysOf(VISITOR)).toEqual([ITEM]));
  });
});
