/** Holds over HTTP and over the item's live channel. */

import { evictDurableObject, listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/copy";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { peek, sellerSet } from "../../durable/item-room/commands/item.ts";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";
import { createDeal, inRoom, insertItem, newId, openLive, requestLive, roomOf, row } from "../support/workerd/rooms.ts";

async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

it("the room gives the hold to exactly one of 200 concurrent buyers, and tells the others why they cannot hold the item (A29)", async () => {
  const seller = await createAccount();
  const buyers = await Promise.all(Array.from({ length: 200 }, () => createAccount()));
  const itemId = await insertItem(seller);
  const replies = await Promise.all(
    buyers.map(async (buyer, index) => {
      const reservation_type = index % 2 === 0 ? "buy_now" : "cart";
      const response = await buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type });
      return { buyer, reservation_type, status: response.status, body: await json(response) };
    }),
  );
  const winners = replies.filter((reply) => reply.status === 200);
  expect(winners).toHaveLength(1);
  const losers = replies.filter((reply) => reply.status !== 200);
  for (const { status, body, reservation_type } of losers) {
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: {
        code: "item_unavailable",
        message: reservation_type === "buy_now" ? MESSAGES.buyNowHeld : MESSAGES.cartHeld,
        details: { until: winners[0]?.body.reserved_until },
      },
    });
  }
  expect(await row("SELECT holder_id, fence FROM items WHERE id = ?", itemId)).toEqual({
    holder_id: winners[0]?.buyer.id,
    fence: 1,
  });
  // Refusals say that another buyer holds the item, never who.
  expect(JSON.stringify(losers)).not.toContain(winners[0]?.buyer.id);
}, 60_000);

it("the room sends a hold and its release to other browsers at once, without naming the buyer (A96)", async () => {
  const { buyer, itemId } = await createDeal();
  const other = await createAccount();
  const mine = await openLive(itemId, buyer);
  const theirs = await openLive(itemId, other);
  expect(await mine.until(() => true)).toMatchObject({ type: "snapshot", status: "active", rev: 0, price: 45 });

  const held = await json(
    await buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" }),
  );
  const own = await mine.until((frame) => frame.status === "reserved");
  const seen = await theirs.until((frame) => frame.status === "reserved");
  expect(own).toMatchObject({ reserved_by_you: true, reserved_until: held.reserved_until, rev: 1 });
  expect(seen).toMatchObject({ reserved_by_you: false, reserved_until: held.reserved_until, rev: 1 });
  expect(Number(held.reserved_until) - Number(held.server_now)).toBeGreaterThan(DEFAULT_HOLD_MS - 1_000);

  const released = await buyer.request("DELETE", `/api/items/${itemId}/reservation`);
  expect(await json(released)).toEqual({ released: true });
  expect(await theirs.until((frame) => frame.rev === 2)).toMatchObject({ status: "active", reserved_until: null });
  expect(JSON.stringify([mine.frames, theirs.frames])).not.toContain(buyer.id);
  mine.socket.close();
  theirs.socket.close();
});

it("the room keeps the hold and the sockets when the room is evicted", async () => {
  const { buyer, itemId } = await createDeal();
  const watcher = await openLive(itemId, null, "?session_id=browser-0001");
  await watcher.until(() => true);
  const hold = await inRoom(itemId, reserve({ userId: buyer.id, kind: "buy_now", holdId: "hld_one" }));
  if (!hold.ok) throw new Error("not held");
  const until = hold.value.hold.until;
  await evictDurableObject(roomOf(itemId));
  const view = await inRoom(itemId, peek());
  expect(view).toMatchObject({ ok: true, value: { status: "reserved", hold: { user_id: buyer.id, until, fence: 1 } } });
  await inRoom(itemId, release({ userId: buyer.id }));
  expect(await watcher.until((frame) => frame.rev === 2)).toMatchObject({ status: "active" });
  watcher.socket.close();
});

it("the API refuses a live channel from other sites, without a WebSocket upgrade, and for unknown items (A95)", async () => {
  const { itemId } = await createDeal();
  for (const origin of ["https://evil.example", "null", "http://localhost.evil.example", undefined]) {
    const response = await requestLive(itemId, { Origin: origin });
    expect([origin, response.status, (await json(response)).error]).toMatchObject([
      origin,
      403,
      { code: "bad_origin" },
    ]);
  }
  const bare = await call("GET", `/api/items/${itemId}/live`);
  expect([bare.status, await json(bare)]).toMatchObject([400, { error: { code: "bad_request" } }]);
  const missing = await requestLive("itm_00000000000000000000");
  expect([missing.status, await json(missing)]).toMatchObject([404, { error: { code: "not_found" } }]);
});

it("the room answers a ping, and closes the socket of a client that floods or sends an overlong message (A97)", async () => {
  const { itemId } = await createDeal();
  const polite = await openLive(itemId, null);
  polite.socket.send("ping");
  await eventually(() => expect(polite.texts).toContain("pong"));

  const flood = await openLive(itemId, null);
  for (let i = 0; i < 40; i++) flood.socket.send(`noise ${i}`);
  expect((await flood.closed).code).toBe(1008);

  const long = await openLive(itemId, null);
  long.socket.send("x".repeat(5_000));
  expect((await long.closed).code).toBe(1009);

  // The runtime answers a close without a code (1005), so the socket really ends.
  polite.socket.close();
  expect((await polite.closed).code).toBeGreaterThanOrEqual(1000);
});

it("the room counts one viewer per user or browser session for 30 seconds, without the owner and without bots (A98)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  vi.useFakeTimers({ toFake: ["Date"] });
  const start = Date.now();
  const touch = async (who: typeof buyer | null, session_id: string, agent = "Mozilla/5.0") => {
    const body = { item_id: itemId, session_id };
    const headers = { ...who?.headers, "User-Agent": agent };
    return (await json(await call("POST", "/api/rpc/upsert_active_viewer", body, headers))).count;
  };
  expect(await touch(null, "browser-0001")).toBe(1);
  expect(await touch(null, "browser-0001")).toBe(1);
  expect(await touch(buyer, "browser-0002")).toBe(2);
  expect(await touch(buyer, "browser-0003")).toBe(2);
  expect(await touch(seller, "browser-0004")).toBe(2);
  expect(await touch(null, "browser-0005", "Googlebot/2.1 (+http://www.google.com/bot.html)")).toBe(2);
  const live = await openLive(itemId, buyer);
  expect(await live.until(() => true)).toMatchObject({ viewers: 2 });
  vi.setSystemTime(start + 31_000);
  expect(await touch(null, "browser-0001")).toBe(1);
  const count = await call("POST", "/api/rpc/get_active_viewer_count", {
    item_id: itemId,
    session_id: "browser-0001",
  });
  expect(await json(count)).toEqual({ count: 1 });
  const negotiations = await call("POST", "/api/rpc/get_active_negotiations_count", { item_id: itemId });
  expect(await json(negotiations)).toEqual({ count: 0 });
  live.socket.close();
});

it("the room counts at most five anonymous viewers per address, even with invented session ids (A98)", async () => {
  const { itemId } = await createDeal();
  let count: unknown;
  for (let i = 0; i < 9; i++) {
    const body = { item_id: itemId, session_id: `invented-${i}` };
    count = (
      await json(await call("POST", "/api/rpc/upsert_active_viewer", body, { "CF-Connecting-IP": "203.0.113.9" }))
    ).count;
  }
  expect(count).toBe(5);
});

it("the API counts one view per viewer in half an hour, and none of the owner or a bot (A30, A99)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const view = async (headers: Record<string, string> = {}) =>
    (await json(await call("POST", "/api/rpc/increment_item_view_count", { item_id: itemId }, headers))).count;
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const start = Date.now();
    expect(await view(buyer.headers)).toBe(1);
    expect(await Promise.all([view(buyer.headers), view(buyer.headers), view(buyer.headers)])).toEqual([1, 1, 1]);
    expect(await view(seller.headers)).toBe(1);
    expect(await view({ "User-Agent": "bingbot/2.0" })).toBe(1);
    expect(await view({ "User-Agent": "Mozilla/5.0 first" })).toBe(2);
    expect(await view({ "User-Agent": "Mozilla/5.0 second" })).toBe(3);
    vi.setSystemTime(start + 29 * 60_000);
    expect(await view(buyer.headers)).toBe(3);
    vi.setSystemTime(start + 31 * 60_000);
    // The buyer's access token has expired by now and is renewed from the session.
    expect(await view(buyer.headers)).toBe(4);
  } finally {
    vi.useRealTimers();
  }
  const gone = await call("POST", "/api/rpc/increment_item_view_count", { item_id: "itm_00000000000000000000" });
  expect(gone.status).toBe(404);
});

it("the API refuses a hold for another user, the seller, a visitor, a banned user, and with invalid fields (A09, A30)", async () => {
  const { seller, buyer, itemId } = await createDeal();
  const banned = await createAccount({ is_banned: true });
  const reserve = (who: typeof buyer, extra: Record<string, unknown> = {}) =>
    who.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now", ...extra });
  const problem = async (response: Response) => [
    response.status,
    ((await json(response)).error as { code: string }).code,
  ];

  expect(await problem(await reserve(buyer, { user_id: seller.id }))).toEqual([403, "forbidden"]);
  expect(await problem(await reserve(seller))).toEqual([403, "own_item"]);
  expect(await problem(await reserve(banned))).toEqual([403, "banned"]);
  expect(await problem(await reserve(buyer, { price: 1 }))).toEqual([422, "unknown_field"]);
  expect(await problem(await reserve(buyer, { item_id: "demo-1" }))).toEqual([422, "invalid"]);
  expect(await problem(await reserve(buyer, { item_id: "itm_00000000000000000000" }))).toEqual([404, "not_found"]);
  const visitor = await call("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  expect(await problem(visitor)).toEqual([401, "not_authenticated"]);

  const long = await json(await reserve(buyer, { user_id: buyer.id, duration_minutes: 999_999 }));
  expect(Number(long.reserved_until) - Number(long.server_now)).toBeLessThanOrEqual(DEFAULT_HOLD_MS);
});

it("the API allows five holds per user, and does not count the repeat of a hold as a sixth (A31)", async () => {
  const { seller, buyer } = await createDeal();
  const items = await Promise.all(Array.from({ length: 6 }, () => insertItem(seller)));
  const reserve = (item_id: string) =>
    buyer.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "cart" });
  for (const item of items.slice(0, 5)) expect((await reserve(item)).status).toBe(200);
  const sixth = await reserve(items[5] ?? "");
  expect([sixth.status, await json(sixth)]).toMatchObject([
    429,
    { error: { code: "holding_limit", message: "You can hold up to 5 items at a time." } },
  ]);
  expect((await reserve(items[0] ?? "")).status).toBe(200);
  await buyer.request("DELETE", `/api/items/${items[0]}/reservation`);
  expect((await reserve(items[5] ?? "")).status).toBe(200);
});

it("the API tells whether an item is reserved, and whether the caller holds it, without naming the buyer", async () => {
  const { buyer, itemId } = await createDeal();
  const ask = async (headers: Record<string, string> = {}) =>
    json(await call("POST", "/api/rpc/get_item_reservation", { item_id: itemId }, headers));
  expect(await ask()).toMatchObject({ is_reserved: false, reserved_by_current_user: false, reserved_until: null });
  await buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "cart" });
  expect(await ask(buyer.headers)).toMatchObject({ is_reserved: true, reserved_by_current_user: true });
  const stranger = await ask();
  expect(stranger).toMatchObject({ is_reserved: true, reserved_by_current_user: false });
  expect(JSON.stringify(stranger)).not.toContain(buyer.id);
});

it("the API removes lapsed holds on request and returns how many", async () => {
  const { buyer, itemId } = await createDeal();
  vi.useFakeTimers({ toFake: ["Date"] });
  await inRoom(itemId, reserve({ userId: buyer.id, kind: "cart", holdId: "hld_two" }));
  vi.setSystemTime(Date.now() + DEFAULT_HOLD_MS + 1_000);
  const reply = await buyer.request("POST", "/api/rpc/cleanup_expired_reservations", {});
  expect(reply.status).toBe(200);
  // Other tests of this file may have left lapsed holds too.
  expect((await json(reply)).cleaned).toBeGreaterThanOrEqual(1);
  expect(await row("SELECT holder_id, hold_until FROM items WHERE id = ?", itemId)).toEqual({
    holder_id: null,
    hold_until: null,
  });
});

it("the room closes the live channel when the seller removes the item", async () => {
  const { seller, itemId } = await createDeal();
  const watcher = await openLive(itemId, null);
  await inRoom(itemId, sellerSet({ sellerId: seller.id, status: "removed" }));
  expect((await watcher.closed).code).toBe(4404);
});

it("the room accepts 1,000 live connections per item and refuses the next one with 503 (A97)", async () => {
  const { buyer, itemId } = await createDeal();
  const sockets: WebSocket[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const opened = await Promise.all(Array.from({ length: 50 }, () => requestLive(itemId)));
    for (const response of opened) {
      const { webSocket } = response;
      expect(response.status).toBe(101);
      webSocket?.accept();
      if (webSocket) sockets.push(webSocket);
    }
  }
  const next = await requestLive(itemId);
  expect([next.status, await json(next)]).toMatchObject([503, { error: { code: "unavailable" } }]);
  // A room at its limit still works and informs every connection.
  const heard = Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) =>
          socket.addEventListener("message", (event) => {
            if (String(event.data).includes('"status":"reserved"')) resolve();
          }),
        ),
    ),
  );
  await inRoom(itemId, reserve({ userId: buyer.id, kind: "buy_now", holdId: "hld_many" }));
  await heard;
  for (const socket of sockets) socket.close(1000);
}, 60_000);

it("the API answers 404 for unknown item ids without creating a room", async () => {
  const { buyer } = await createDeal();
  const rooms = async () => (await listDurableObjectIds(env.ITEM_ROOM)).length;
  const before = await rooms();
  const item_id = newId("itm");
  const viewer = { item_id, session_id: "browser-0001" };
  const calls: [Promise<Response>, string][] = [
    [call("POST", "/api/rpc/upsert_active_viewer", viewer), "presence"],
    [call("POST", "/api/rpc/get_active_viewer_count", viewer), "viewers"],
    [call("POST", "/api/rpc/get_active_negotiations_count", { item_id }), "negotiations"],
    [
      call("POST", "/api/rpc/increment_item_view_count", { item_id }, { "CF-Connecting-IP": "198.51.100.177" }),
      "views",
    ],
    [requestLive(item_id), "live"],
    [buyer.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" }), "hold"],
    [buyer.request("DELETE", `/api/items/${item_id}/reservation`), "release"],
    [buyer.request("POST", "/api/cart", { item_id }), "cart"],
    [buyer.request("POST", `/api/items/${item_id}/line`), "join the queue"],
    [buyer.request("DELETE", `/api/items/${item_id}/line`), "leave the queue"],
    [buyer.request("GET", `/api/items/${item_id}/negotiation`), "negotiation"],
  ];
  for (const [asked, what] of calls) expect((await asked).status, what).toBe(404);
  // Removing an item that is not in the cart succeeds.
  expect((await buyer.request("DELETE", `/api/cart/${item_id}`)).status).toBe(200);
  expect(await rooms()).toBe(before);
  // No view is counted either.
  const counted = await row("SELECT key FROM throttles WHERE key LIKE 'ip:198.51.100.177:view:%'");
  expect(counted).toBeNull();
});

it("the API limits presence and live requests of visitors by address, and not those of signed-in users", async () => {
  const { buyer, itemId } = await createDeal();
  const address = { "CF-Connecting-IP": "198.51.100.178" };
  const presence = (headers: Record<string, string>) =>
    call("POST", "/api/rpc/get_active_negotiations_count", { item_id: itemId }, { ...address, ...headers });
  expect((await presence({})).status).toBe(200);
  // Local runs allow ten times as many, so the counters start at their local limits.
  await env.DB.prepare("INSERT OR REPLACE INTO throttles (key, count, since) VALUES (?1, 6000, ?3), (?2, 1200, ?3)")
    .bind("ip:198.51.100.178:presence", "ip:198.51.100.178:live", Date.now())
    .run();
  expect((await presence({})).status).toBe(429);
  expect((await presence(buyer.headers)).status).toBe(200);
  expect((await requestLive(itemId, address)).status).toBe(429);
});
