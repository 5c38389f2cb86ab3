/** Rooms after the database was restored: the old ones know more than it, and must neither answer nor write. */
import {
  createExecutionContext,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import type { ItemRoom } from "../../durable/item-room/item-room.ts";
import { roomName } from "../../durable/item-room/room-name.ts";
import { app } from "../../worker/app.ts";
import { createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { breakDatabase, inRoom, insertItem, newId, openLive, row } from "../support/workerd/rooms.ts";

type Stub = DurableObjectStub<ItemRoom>;
const roomIn = (itemId: string, generation: string) =>
  env.ITEM_ROOM.getByName(roomName(itemId, generation)) as unknown as Stub;

/** A deployment with this generation, for the room and for what it is called by. */
const deployed = (generation: string) => ({ ...env, ROOM_GENERATION: generation });
async function restart(room: Stub, generation: string): Promise<void> {
  await runInDurableObject(room, (instance) => {
    (instance as unknown as { env: unknown }).env = deployed(generation);
  });
}

async function holdIn(generation: string, buyer: TestAccount, itemId: string): Promise<Response> {
  const ctx = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/rpc/reserve_item`, {
    method: "POST",
    headers: {
      ...buyer.headers,
      "Content-Type": "application/json",
      Origin: ORIGIN,
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify({ item_id: itemId, reservation_type: "cart" }),
  });
  const reply = await app.fetch(request, deployed(generation), ctx);
  await waitOnExecutionContext(ctx);
  return reply;
}

const holder = async (itemId: string) => (await row("SELECT holder_id FROM items WHERE id = ?", itemId))?.holder_id;
const stored = (room: Stub) => runInDurableObject(room, (_room, state) => state.storage.kv.get("room") !== undefined);

it("a restored database wins over rooms in use: the old room stops, a new one loads what was restored", async () => {
  const [seller, first, second] = [await createAccount(), await createAccount(), await createAccount()];
  const itemId = await insertItem(seller);
  const columns = "status, holder_id, hold_id, hold_kind, hold_started_at, hold_until, fence, rev";
  const saved = await row(`SELECT ${columns} FROM items WHERE id = ?`, itemId);
  const watching = await openLive(itemId, second);
  await watching.until((frame) => frame.status === "active");

  const old = roomIn(itemId, "");
  expect((await holdIn("", first, itemId)).status).toBe(200);
  await watching.until((frame) => frame.status === "reserved");
  expect(await holder(itemId)).toBe(first.id);

  // Closed: nobody can hold, in old or new rooms.
  await restart(old, "closed");
  const closed = await holdIn("closed", second, itemId);
  expect([closed.status, await closed.text()]).toEqual([503, expect.stringContaining("restoring our data")]);
  expect(await inRoom(itemId, reserve({ userId: second.id, kind: "cart", holdId: newId("hld") }))).toMatchObject({
    ok: false,
    code: "unavailable",
  });

  // The database goes back to before the hold.
  const names = Object.keys(saved ?? {});
  await env.DB.prepare(`UPDATE items SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`)
    .bind(...Object.values(saved ?? {}), itemId)
    .run();

  await restart(old, "2");
  await restart(roomIn(itemId, "2"), "2");
  expect((await holdIn("2", second, itemId)).status).toBe(200);
  expect(await holder(itemId)).toBe(second.id);

  // The old room wakes up at its alarm, writes nothing, and ends with its sockets.
  expect(await runDurableObjectAlarm(old)).toBe(true);
  expect(await holder(itemId)).toBe(second.id);
  expect(await stored(old)).toBe(false);
  expect(await stored(roomIn(itemId, "2"))).toBe(true);
  expect((await watching.closed).code).toBe(1012);
});

it("what an old room had not written yet is dropped and reported", async () => {
  const [seller, buyer] = [await createAccount(), await createAccount()];
  const itemId = await insertItem(seller);
  const old = roomIn(itemId, "");
  await holdIn("", buyer, itemId);
  await breakDatabase(itemId, () => "refused");
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(complaints).toHaveBeenCalled();
  expect(await holder(itemId)).toBe(buyer.id);
  await restart(old, "2");
  await runDurableObjectAlarm(old);
  expect(warnings.mock.calls.flat().join()).toContain("changes before a restore dropped");
  expect(await holder(itemId)).toBe(buyer.id);
  expect(await stored(old)).toBe(false);
  vi.restoreAllMocks();
});
