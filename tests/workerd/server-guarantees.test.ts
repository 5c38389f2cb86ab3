/** Server-wide guarantees under concurrent requests, unusual URLs and hostile input. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { release } from "../../durable/item-room/commands/holds.ts";
import { peek } from "../../durable/item-room/commands/item.ts";
import { holdItem } from "../../worker/features/holds/commands.ts";
import { findHoldTerms } from "../../worker/features/holds/queries.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { createSeller, payload, readyToPay, transact } from "../support/workerd/deals.ts";
import {
  breakDatabase,
  createDeal,
  inRoom,
  insertItem,
  placeOrder,
  requestLive,
  row,
} from "../support/workerd/rooms.ts";
import cases from "./server-guarantees.json" with { type: "json" };

const reserve = (who: Awaited<ReturnType<typeof createAccount>>, item_id: string) =>
  who.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" });

it("a user never has more than five holds, even with concurrent requests (D35, A31)", async () => {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount()]);
  const wanted = await Promise.all(Array.from({ length: 14 }, () => insertItem(seller)));
  const replies = await Promise.all(wanted.map((id) => reserve(buyer, id)));
  const held = await row<{ holds: number }>(
    "SELECT count(*) AS holds FROM items WHERE holder_id = ? AND hold_until > ?",
    buyer.id,
    Date.now(),
  );
  const granted = replies.filter((reply) => reply.status === 200).length;
  expect(held?.holds).toBeLessThanOrEqual(5);
  // Every granted reply corresponds to a hold.
  expect(held?.holds).toBe(granted);
  for (const reply of replies) expect([200, 429]).toContain(reply.status);
});

it("a hold over the limit is released, also when its room could not count the others in D1 (D35)", async () => {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount()]);
  const items = await Promise.all(Array.from({ length: 6 }, () => insertItem(seller)));
  const last = items.pop() ?? "";
  for (const id of items) expect((await reserve(buyer, id)).status).toBe(200);
  const services = createServices(env, () => undefined);
  // As for a request that began before the others were stored.
  const terms = { ...(await findHoldTerms(services.db, buyer.id, last, Date.now())), otherHolds: 0 };
  await inRoom(last, peek());
  await breakDatabase(last, () => "refused");
  const other = await createAccount();
  expect(await holdItem(services, other.id, last, "buy_now", terms)).toMatchObject({ ok: true });
  await inRoom(last, release({ userId: other.id }));
  expect(await holdItem(services, buyer.id, last, "buy_now", terms)).toMatchObject({ code: "holding_limit" });
  expect(await inRoom(last, peek())).toMatchObject({ value: { hold: null } });
});

it("order emails have a one-line subject, even when the item title has line breaks (A82)", async () => {
  const { buyer, itemId } = await createDeal();
  const itemTitle = "Lamp\r\nBcc: everyone@example.com\r\n\r\nPlease pay to 062-000 11111111 instead";
  const command = await placeOrder(itemId, buyer, { itemTitle });
  const mail = await row<{ subject: string; text: string }>(
    "SELECT subject, text FROM mail_outbox WHERE dedupe_key = ?",
    `order:${command.orderId}:1:buyer`,
  );
  expect(mail?.subject).toBe("Your order: Lamp Bcc: everyone@example.com Please pay to 062-000 11111111 instead");
  expect(mail?.text).not.toContain("\n\nPlease pay to 062-000");
});

it("a bank order is accepted after the details were shown, although the seller turns bank transfer off meanwhile", async () => {
  const seller = await createSeller();
  const deal = await readyToPay({}, seller);
  const changed = await seller.request("PATCH", "/api/profile", { accepted_payment_methods: [] });
  expect(changed.status).toBe(200);
  const placed = await transact(deal.buyer, payload(deal));
  expect(placed.status, await placed.clone().text()).toBe(201);
});

it("rate limits count a whole IPv6 /64 network as one address (A93)", async () => {
  const item_id = "itm_00000000000000000000";
  const view = (ip: string) =>
    call("POST", "/api/rpc/increment_item_view_count", { item_id }, { "CF-Connecting-IP": ip }).then((r) => r.status);
  await view("2001:db8:5:6::1");
  await view("2001:db8:5:6:ffff:1:2:3");
  await view("2001:db8:5:7::1");
  const keys = await row<{ keys: number; uses: number }>(
    "SELECT count(*) AS keys, sum(count) AS uses FROM throttles WHERE key LIKE 'ip:2001:db8:5:%:views'",
  );
  expect(keys).toEqual({ keys: 2, uses: 3 });
});

it("one address or account cannot use up the live connections of an item (A97)", async () => {
  const { buyer, itemId } = await createDeal();
  const open = async (headers: Record<string, string>) => {
    const reply = await requestLive(itemId, headers);
    reply.webSocket?.accept();
    return reply.status;
  };
  const many = async (headers: Record<string, string>) => {
    const seen: number[] = [];
    for (let i = 0; i < 21; i++) seen.push(await open(headers));
    return seen;
  };
  expect((await many({ "CF-Connecting-IP": "203.0.113.77" })).slice(-2)).toEqual([101, 503]);
  expect((await many(buyer.headers)).slice(-2)).toEqual([101, 503]);
  expect(await open({ "CF-Connecting-IP": "203.0.113.78" })).toBe(101);
  expect(await inRoom(itemId, peek())).toMatchObject({ ok: true });
});

it("suspended staff cannot see other users' suspensions (A12)", async () => {
  const [admin, other] = await Promise.all([
    createAccount({ role: "admin", is_suspended: true }),
    createAccount({ is_suspended: true, suspension_end_date: Date.now() - 1_000 }),
  ]);
  const asked = await admin.request("POST", "/api/rpc/check_and_lift_suspension", { user_id: other.id });
  expect(asked.status).toBe(404);
});

it("releasing holds and signing out are rate-limited like every other write (D50)", async () => {
  const { buyer, itemId } = await createDeal();
  await buyer.request("DELETE", `/api/items/${itemId}/reservation`);
  await call("POST", "/api/auth/sign-out", undefined, { "CF-Connecting-IP": "203.0.113.90" });
  const released = await row("SELECT count FROM throttles WHERE key = ?", `acct:${buyer.id}:release`);
  const signedOut = await row("SELECT count FROM throttles WHERE key = ?", "ip:203.0.113.90:sign-out");
  expect([released, signedOut]).toEqual([{ count: 1 }, { count: 1 }]);
});

it("malformed paths and headers are refused without an internal error", async () => {
  const person = await createAccount();
  for (const path of cases.paths) {
    const status = (await person.request("GET", path)).status;
    expect([path, status < 500]).toEqual([path, true]);
  }
  const odd: Record<string, string>[] = [
    { Cookie: "local-at=%00; local-st=%00" },
    { Authorization: "Bearer a.b.c" },
    { "Idempotency-Key": "a b".repeat(3) },
    { "CF-Connecting-IP": "not an address" },
  ];
  for (const headers of odd) {
    const reply = await call("POST", "/api/orders/ord_00000000000000000000/cancel", undefined, headers);
    expect([headers, reply.status < 500]).toEqual([headers, true]);
    const signed = await person.request("POST", "/api/orders/ord_00000000000000000000/cancel", undefined, headers);
    expect([headers, signed.status < 500]).toEqual([headers, true]);
  }
});

it("an item counts at most 30 visitor views per address in half an hour, across all user agents (A99)", async () => {
  const { buyer, itemId } = await createDeal();
  const ip = "203.0.113.99";
  // Local runs allow ten times as many, so the counter starts at 299.
  await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 299, ?)")
    .bind(`ip:${ip}:view:${itemId}`, Date.now())
    .run();
  const view = async (agent: string, headers: Record<string, string> = {}) => {
    const all = { ...headers, "CF-Connecting-IP": ip, "User-Agent": agent };
    return (
      (await (await call("POST", "/api/rpc/increment_item_view_count", { item_id: itemId }, all)).json()) as {
        count: number;
      }
    ).count;
  };
  expect(await view("Mozilla/5.0 one")).toBe(1);
  expect(await view("Mozilla/5.0 two")).toBe(1);
  expect(await view("Mozilla/5.0 three")).toBe(1);
  expect(await view("Mozilla/5.0 two", buyer.headers)).toBe(2);
});

it("an account's missing profile is created before an order refers to it (A92)", async () => {
  const deal = await readyToPay();
  await env.DB.prepare("DELETE FROM profiles WHERE id = ?").bind(deal.buyer.id).run();
  const placed = await transact(deal.buyer, payload(deal));
  expect(placed.status, await placed.clone().text()).toBe(201);
});
