/** The offline cache: it stores replies, restores them without network, and is cleared when the user changes. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { IDBKeyRange, indexedDB } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import { startOfflineCache } from "../../web/app/offline/offline-cache-sync.ts";
import { ApiError } from "../../web/lib/api-client.ts";
import {
  cachedReplies,
  cacheOwner,
  cacheReply,
  readOutbox,
  setCacheOwner,
  storeOutbox,
  VISITOR,
} from "../../web/lib/offline-cache.ts";
import { SESSION_KEY } from "../../web/lib/query-client.ts";
import { person, visitor } from "../support/web/api.ts";
import { order, ownItem } from "../support/web/item-and-order.ts";

const MAYA = "acc_maya0000000000000000";
const maya = person();
const leo = person({ id: "acc_leo" });
const ITEM = ["items", "detail", "itm_1"];
const ORDER = ["orders", "one", "ord_1"];
const OFFLINE = new ApiError("offline", "We can't reach Goodstreet.");

let stop = () => {};
const deleted = vi.fn(async () => true);

beforeEach(async () => {
  vi.stubGlobal("indexedDB", indexedDB);
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.stubGlobal("caches", {
    open: async () => ({ keys: async () => [], add: async () => {}, delete: async () => true }),
    delete: deleted,
  });
  await setCacheOwner(null);
  deleted.mockClear();
});
afterEach(() => stop());

/** A page with its own query cache and a running offline cache. */
function page(session?: SessionReply): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  if (session) client.setQueryData(SESSION_KEY, session);
  stop = startOfflineCache(client);
  return client;
}

const keysOf = async (owner: string) => (await cachedReplies(owner)).map(({ key }) => key);
const fetched = (client: QueryClient, queryKey: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey: [...queryKey], queryFn: async () => data, staleTime: 0 });
const failing = (queryKey: readonly unknown[], error: Error) => ({
  queryKey: [...queryKey],
  queryFn: (): Promise<unknown> => Promise.reject(error),
});

/** Ends after what the offline cache has begun: IndexedDB works in order, and no step of the cache takes more accesses. */
async function readAndWritten(): Promise<void> {
  for (let access = 0; access < 4; access++) await cacheOwner();
}

/** Observes a query that fails offline. @returns the data it shows in the end. */
async function fetchOffline(client: QueryClient, queryKey: readonly unknown[]) {
  const screen = new QueryObserver(client, failing(queryKey, OFFLINE));
  const leave = screen.subscribe(() => {});
  await waitFor(() => expect(screen.getCurrentResult().fetchStatus).toBe("idle"));
  await readAndWritten();
  const { data, dataUpdatedAt } = screen.getCurrentResult();
  leave();
  return { data, dataUpdatedAt };
}

/** A user has opened an item and an order and closed the page. */
async function seedCache() {
  const client = page(maya);
  await waitFor(async () => expect(await cacheOwner()).toBe(MAYA));
  await fetched(client, ITEM, ownItem());
  await fetched(client, ORDER, order({ status: "payment_confirmed", handover: { code: "123456", qr: "GS1.x" } }));
  await waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
  stop();
}

describe("the offline cache without network", () => {
  it("restores session, item and order with the time of the last reply", async () => {
    const before = Date.now();
    await seedCache();
    const after = Date.now();
    const client = page();
    expect((await fetchOffline(client, SESSION_KEY)).data).toMatchObject({ user: { id: MAYA } });
    const shown = await fetchOffline(client, ORDER);
    expect(shown.data).toMatchObject({ handover: { code: "123456" } });
    expect(shown.dataUpdatedAt).toBeGreaterThanOrEqual(before);
    expect(shown.dataUpdatedAt).toBeLessThanOrEqual(after);
    expect((await fetchOffline(client, ITEM)).data).toMatchObject({ description: ownItem().description });
  });

  it("restores an order that was only seen in a list", async () => {
    const client = page(maya);
    await waitFor(async () => expect(await cacheOwner()).toBe(MAYA));
    const items = [order({ id: "ord_7", status: "payment_confirmed" })];
    const list = { pages: [{ items, next_cursor: null, server_now: 0 }], pageParams: [null] };
    await fetched(client, ["orders", "list", "buyer"], list);
    await waitFor(async () => expect(await keysOf(MAYA)).toContainEqual(["orders", "list", "buyer"]));
    expect((await fetchOffline(client, ["orders", "one", "ord_7"])).data).toMatchObject({ id: "ord_7" });
    expect((await fetchOffline(client, ["orders", "one", "ord_8"])).data).toBeUndefined();
  });

  it("does not replace a refusal from the server", async () => {
    await seedCache();
    const client = page(maya);
    await waitFor(async () => expect(await keysOf(MAYA)).toHaveLength(3));
    const gone = new ApiError("not_found", "Not found.", 404);
    await expect(client.fetchQuery(failing(ORDER, gone))).rejects.toThrow("Not found.");
    expect(client.getQueryData(ORDER)).toBeUndefined();
    // The refused order is also removed from the cache.
    await waitFor(async () => expect(await keysOf(MAYA)).not.toContainEqual(ORDER));
  });

  it("does not store restored data again with a new time", async () => {
    await setCacheOwner(MAYA);
    await cacheReply(MAYA, { key: ORDER, data: order({ status: "payment_confirmed" }), at: Date.now() - 3_600_000 });
    const client = page(maya);
    await fetchOffline(client, ORDER);
    const orders = (await cachedReplies(MAYA)).find(({ key }) => key[0] === "orders");
    expect(orders?.at).toBeLessThan(Date.now() - 3_000_000);
  });
});

describe("the offline cache is cleared", () => {
  const empty = async () => {
    await waitFor(async () => expect(await keysOf(MAYA)).toEqual([]));
    expect(deleted).toHaveBeenCalledWith("goodstreet-pictures");
  };

  it("after signing out or the end of the session", async () => {
    await seedCache();
    const client = page(maya);
    await fetched(client, ORDER, order());
    await storeOutbox(MAYA, [{ conversation_id: "cnv_1", client_id: "m1", text: "mine" }]);
    client.setQueryData(SESSION_KEY, visitor);
    await empty();
    expect(await readOutbox()).toBeNull();
    await waitFor(async () => expect(await cacheOwner()).toBe(VISITOR));
    expect(await keysOf(VISITOR)).toEqual([]);
  });

  it("when another user signs in on the same device", async () => {
    await seedCache();
    const client = page(leo);
    await empty();
    expect((await fetchOffline(client, ORDER)).data).toBeUndefined();
  });

  it("during impersonation by staff", async () => {
    await seedCache();
    const client = page({ ...maya, viewing: { until: Date.now() + 60_000 } });
    await empty();
    await fetched(client, ORDER, order());
    expect(await cacheOwner()).toBeNull();
  });

  it("and ignores writes from a page that still shows the previous user", async () => {
    const client = page(maya);
    await waitFor(async () => expect(await cacheOwner()).toBe(MAYA));
    // Another user has signed in in another tab.
    await setCacheOwner("acc_leo");
    await fetched(client, ORDER, order());
    await readAndWritten();
    expect(await keysOf("acc_leo")).toEqual([]);
    expect((await fetchOffline(client, ITEM)).data).toBeUndefined();
  });
});

describe("the offline cache of a visitor", () => {
  it("keeps only the items they opened", async () => {
    const client = page(visitor);
    await waitFor(async () => expect(await cacheOwner()).toBe(VISITOR));
    await fetched(client, ORDER, order());
    await fetched(client, ITEM, ownItem());
    await waitFor(async () => expect(await keysOf(VISITOR)).toEqual([ITEM]));
  });
});
