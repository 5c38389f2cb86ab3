/** Negotiations of a room between its own storage and D1. */
import { expect, it } from "vitest";
import { openSession } from "#domain/negotiation/negotiation-session";
import { NegotiationStore } from "../../durable/item-room/negotiation-store.ts";
import type { Row } from "../../worker/db/stored-row.ts";

const negotiation = (rev: number, count = rev) => ({
  ...openSession({ id: "neg_1", item_id: "itm_1", buyer_id: "acc_1" }, 100_00, 1),
  rev,
  count,
});

/** A store whose writes to D1 end when the test says so. */
function setUp() {
  const stored = new Map<string, unknown>();
  const kv = {
    get: (key: string) => stored.get(key),
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
    list: () => stored.entries(),
  } as unknown as SyncKvStorage;
  const writes: { end: (rows?: Row[][]) => void; fail: () => void }[] = [];
  const problems: string[] = [];
  const ports = {
    kv,
    now: () => 1_000,
    d1: () =>
      new Promise<Row[][]>((resolve, reject) => {
        writes.push({ end: (rows = []) => resolve(rows), fail: () => reject(new Error("locked")) });
      }),
    report: (problem: string) => void problems.push(problem),
  };
  return { store: new NegotiationStore(ports), again: () => new NegotiationStore(ports), writes, problems };
}

it("writes a message that arrives while an earlier one is being written, also after the room was evicted", async () => {
  const { store, again, writes } = setUp();
  store.put(negotiation(1));
  const flushed = store.flush();
  store.put(negotiation(2));
  writes[0]?.end();
  await flushed;
  expect(store.clean()).toBe(false);
  expect(again().due()).not.toBeNull();
  const second = store.flush();
  expect(writes).toHaveLength(2);
  writes[1]?.end();
  await second;
  expect([store.clean(), store.due(), again().due()]).toEqual([true, null, null]);
});

it("keeps what D1 did not take, and says when it tries again", async () => {
  const { store, writes, problems } = setUp();
  store.put(negotiation(1));
  const flushed = store.flush();
  writes[0]?.fail();
  await flushed;
  expect([store.clean(), store.due(), problems]).toEqual([false, 6_000, ["conversation not projected"]]);
});

it("keeps what a message has opened while the same negotiation was being read", async () => {
  const { store, writes } = setUp();
  const loaded = store.load("itm_1", "acc_1");
  store.put(negotiation(7));
  writes[0]?.end([[{ id: "neg_1", item_id: "itm_1", buyer_id: "acc_1", rev: 6 }]]);
  await loaded;
  expect(store.find("acc_1")?.rev).toBe(7);
});
