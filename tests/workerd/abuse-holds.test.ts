/** Items blocked for others without buying: unpaid bank transfers, and many accounts of one person (A34, A47). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import { app } from "../../worker/app.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  hold,
  insertItem,
  paymentDetails,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { runSql } from "../support/workerd/sql.ts";

const promise = async (buyer: TestAccount, itemId: string) => {
  await hold(buyer, itemId);
  await acknowledge(buyer, itemId);
  return paymentDetails(buyer, itemId);
};
const orderOf = async (buyer: TestAccount, itemId: string) =>
  reply<{ order_id: string }>(await transact(buyer, { itemId, paymentMethod: "bank_transfer" }), 201);

describe("unconfirmed payments by bank transfer or crypto", () => {
  it("are limited to two for each buyer, and the refusal names other ways to pay for the third item (A47)", async () => {
    const seller = await createSeller({ crypto_wallet_addresses: { btc: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" } });
    const buyer = await createBuyer();
    const items = await Promise.all(Array.from({ length: 4 }, () => insertItem(seller)));
    const [first = "", second = "", third = "", fourth = ""] = items;
    const orders = [];
    for (const item of [first, second]) {
      await reply(await promise(buyer, item), 200);
      orders.push(await orderOf(buyer, item));
    }
    const refused = await refusal(await promise(buyer, third), 429);
    expect(refused).toMatchObject({
      code: "holding_limit",
      message:
        "You have 2 payments by bank transfer or crypto that no seller has confirmed yet. Pay, cancel or wait for one of them in My Orders, or pay for this item another way.",
    });
    expect(JSON.stringify(refused)).not.toContain("Canary");
    const crypto = await buyer.request("POST", `/api/items/${third}/checkout/payment-details`, {
      method: "crypto",
      coin: "btc",
    });
    expect((await refusal(crypto, 429)).code).toBe("holding_limit");
    // Placing the order directly is refused, too.
    for (const body of [{ paymentMethod: "bank_transfer" }, { paymentMethod: "crypto", cryptoCurrency: "btc" }]) {
      expect((await refusal(await transact(buyer, { itemId: third, ...body }), 429)).code).toBe("holding_limit");
    }
    // Card payments and free items are not limited.
    await reply(await transact(buyer, { itemId: third, paymentMethod: "stripe" }), 201);
    const gift = await insertItem(seller, { price_cents: 0 });
    await hold(buyer, gift);
    await acknowledge(buyer, gift);
    await reply(await transact(buyer, { itemId: gift, paymentMethod: "free" }), 201);
    // Cancelling one order makes room for another.
    await reply(await buyer.request("POST", `/api/orders/${orders[0]?.order_id}/cancel`), 200);
    await reply(await promise(buyer, fourth), 200);
    await orderOf(buyer, fourth);
  });

  it("are counted exactly when payment details are requested concurrently (A47)", async () => {
    const seller = await createSeller();
    const buyer = await createBuyer();
    const items = await Promise.all(Array.from({ length: 5 }, () => insertItem(seller)));
    for (const item of items) {
      await hold(buyer, item);
      await acknowledge(buyer, item);
    }
    const replies = await Promise.all(items.map((item) => paymentDetails(buyer, item)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429]);
    // A buyer who saw the details may have paid already, so these orders are accepted.
    const shown = items.filter((_, index) => replies[index]?.status === 200);
    for (const item of shown) await orderOf(buyer, item);
    expect((await paymentDetails(buyer, shown[0] ?? "")).status).toBe(409);
  });

  it("count a purchase of several items as one, and a confirmed payment not at all", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await Promise.all([1, 2, 3].map(() => insertItem(seller)));
    for (const item_id of ids) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    await reply(
      await buyer.request("POST", "/api/purchases", {
        kind: "cart",
        paymentMethod: "bank_transfer",
        acknowledged: true,
      }),
      201,
    );
    const other = await insertItem(seller);
    await reply(await promise(buyer, other), 200);
    await orderOf(buyer, other);
    const third = await insertItem(seller);
    expect((await promise(buyer, third)).status).toBe(429);
    await runSql`UPDATE orders SET status = 'completed', paid_at = 1 WHERE item_id = ${other}`;
    expect((await paymentDetails(buyer, third)).status).toBe(200);
    await runSql`UPDATE orders SET status = 'awaiting_payment', paid_at = NULL WHERE item_id = ${other}`;
  });
});

describe("many accounts", () => {
  it("must confirm their email address before their first hold when email delivery is configured (A34)", async () => {
    const seller = await createSeller();
    const [known, unknown] = await Promise.all([createAccount(), createAccount({ email_verified: false })]);
    const items = await Promise.all([1, 2, 3].map(() => insertItem(seller)));
    const bundle = await createBundle(seller, items.slice(0, 2), { bundle_price_cents: 5_000 });
    const ask = async (who: TestAccount, path: string, body: unknown) => {
      const context = createExecutionContext();
      const request = new Request(`${ORIGIN}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: ORIGIN, ...who.headers },
        body: JSON.stringify(body),
      });
      const response = await app.fetch(request, { ...env, MAIL_TRANSPORT: "cloudflare" }, context);
      await waitOnExecutionContext(context);
      return response;
    };
    const item_id = items[2];
    for (const [path, body] of [
      ["/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" }],
      ["/api/cart", { item_id }],
      ["/api/purchases", { kind: "bundle", bundleId: bundle, paymentMethod: "bank_transfer", acknowledged: true }],
      [`/api/items/${item_id}/line`, {}],
    ] as const) {
      const response = await ask(unknown, path, body);
      const { error } = (await response.json()) as ErrorBody;
      expect([path, response.status, error.code]).toEqual([path, 403, "email_unconfirmed"]);
      expect(error.message).toContain("send a new one from Settings");
    }
    expect((await ask(known, "/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" })).status).toBe(200);
    // Without email delivery nobody could confirm an address, so the check is off.
    const other = await insertItem(seller);
    const local = await unknown.request("POST", "/api/rpc/reserve_item", {
      item_id: other,
      reservation_type: "buy_now",
    });
    expect(local.status).toBe(200);
  });

  it("share a limit of 250 holds an hour from one IP address (A34)", async () => {
    const seller = await createSeller();
    const ip = "203.0.113.141";
    // Local limits are ten times as high, so most of the window is filled beforehand.
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 2499, ?)")
      .bind(`ip:${ip}:holds`, Date.now())
      .run();
    const take = async (path: string, body: (id: string) => object) => {
      const buyer = await createAccount();
      const headers = { ...buyer.headers, "CF-Connecting-IP": ip };
      return (await call("POST", path, body(await insertItem(seller)), headers)).status;
    };
    const hold_ = (item_id: string) => ({ item_id, reservation_type: "buy_now" });
    expect(await take("/api/rpc/reserve_item", hold_)).toBe(200);
    expect(await take("/api/rpc/reserve_item", hold_)).toBe(429);
    expect(await take("/api/cart", (item_id) => ({ item_id }))).toBe(429);
  });
});

describe("rate limits of holds", () => {
  it("do not count a call that was refused for the account status", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const address = "198.51.100.77";
    const day = Date.now() + 86_400_000;
    const ask = async (who: TestAccount) => {
      const body = { item_id: itemId, reservation_type: "buy_now" };
      const response = await call("POST", "/api/rpc/reserve_item", body, {
        ...who.headers,
        "CF-Connecting-IP": address,
      });
      return response.ok ? "held" : ((await response.json()) as ErrorBody).error.code;
    };
    const counted = async () => {
      const rows = await env.DB.prepare("SELECT key, count FROM throttles WHERE key LIKE ? ORDER BY key")
        .bind(`ip:${address}%`)
        .all<{ key: string; count: number }>();
      return Object.fromEntries(rows.results.map(({ key, count }) => [key.split(":").at(-1), count]));
    };
    const statuses: [change: string, code: string][] = [
      ["is_banned = 1", "banned"],
      ["is_suspended = 1", "suspended"],
      [`is_suspended = 1, suspension_end_date = ${day}`, "suspended"],
      ["account_restricted = 1", "restricted"],
    ];
    for (const [change, code] of statuses) {
      const buyer = await createBuyer();
      await env.DB.prepare(`UPDATE profiles SET ${change} WHERE id = ?`).bind(buyer.id).run();
      expect(await ask(buyer), change).toBe(code);
      expect(await counted(), change).toEqual({});
    }
    const over = await createBuyer();
    await runSql`UPDATE profiles SET is_suspended = 1, suspension_end_date = 1 WHERE id = ${over.id}`;
    expect(await ask(over)).toBe("held");
    expect(await counted()).toEqual({ reserve: 1, holds: 1 });
    const buyer = await createBuyer();
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 30, ?)")
      .bind(`acct:${buyer.id}:reserve`, Date.now())
      .run();
    expect(await ask(buyer)).toBe("too_many_requests");
    expect(await counted()).toEqual({ reserve: 2, holds: 1 });
    // Staff are exempt from restrictions, but not from a ban or suspension.
    const staff = await createAccount({ role: "admin" });
    for (const [change, code] of [
      ["is_banned = 1", "banned"],
      ["is_banned = 0, is_suspended = 1", "suspended"],
    ] as const) {
      await env.DB.prepare(`UPDATE profiles SET ${change} WHERE id = ?`).bind(staff.id).run();
      expect(await ask(staff), change).toBe(code);
    }
    expect(await counted()).toEqual({ reserve: 2, holds: 1 });
    const restricted = await createAccount({ role: "admin" });
    await runSql`UPDATE profiles SET account_restricted = 1 WHERE id = ${restricted.id}`;
    expect(["banned", "suspended", "restricted"]).not.toContain(await ask(restricted));
    expect(await counted()).toEqual({ reserve: 3, holds: 2 });
  });
});
