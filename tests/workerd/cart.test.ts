/** The cart: its holds, their duration, prices and limits (D35, D41). */

import { describe, expect, it } from "vitest";
import type { CartLine, CartReply } from "#contract/checkout/cart";
import { MESSAGES } from "#contract/copy";
import type { CountsReply } from "#contract/notifications";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createOffer } from "../support/workerd/browse.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;

const add = (buyer: TestAccount, itemId: string) => buyer.request("POST", "/api/cart", { item_id: itemId });
const put = async (buyer: TestAccount, itemId: string) => reply<CartReply>(await add(buyer, itemId), 201);
const cartOf = async (buyer: TestAccount) => reply<CartReply>(await buyer.request("GET", "/api/cart"), 200);
const linesOf = (cart: CartReply): CartLine[] => cart.groups.flatMap((group) => group.lines);
const countOf = async (buyer: TestAccount) =>
  (await reply<CountsReply>(await buyer.request("GET", "/api/notifications/counts"), 200)).cart;

describe("cart", () => {
  it("holds its items and groups them by seller", async () => {
    const [sam, kim, buyer] = await Promise.all([
      createSeller(),
      createSeller({ full_name: "Kim Keen" }),
      createBuyer(),
    ]);
    const lamp = await insertItem(sam);
    const chair = await insertItem(kim, { title: "Oak chair", price_cents: 10_000 });
    const rug = await insertItem(sam, { title: "Wool rug", price_cents: 2_005 });
    const before = Date.now();
    for (const id of [lamp, chair, rug]) await put(buyer, id);
    const cart = await cartOf(buyer);
    expect(cart).toMatchObject({ count: 3, held_count: 3, list_total: 165.55, total: 165.55 });
    expect(cart.groups.map((group) => [group.seller.id, group.total])).toEqual([
      [sam.id, 65.55],
      [kim.id, 100],
    ]);
    for (const line of linesOf(cart)) {
      expect(line.state).toBe("held");
      expect(line.reserved_until).toBeGreaterThanOrEqual(before + DEFAULT_HOLD_MS);
      expect(line.reserved_until).toBeLessThanOrEqual(Date.now() + DEFAULT_HOLD_MS);
    }
    // A bank transfer can go to only one seller.
    expect(cart.methods).not.toContain("bank_transfer");
    expect(cart.groups[0]?.methods).toContain("bank_transfer");
    expect(await countOf(buyer)).toBe(3);
    expect(await itemRow(lamp)).toMatchObject({ holder_id: buyer.id });
  });

  it("marks lapsed items, leaves them out of the total and can hold them again", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const lamp = await insertItem(seller);
    const { groups } = await put(buyer, lamp);
    const until = groups[0]?.lines[0]?.reserved_until ?? 0;
    advance(DEFAULT_HOLD_MS + 1_000);
    const cart = await cartOf(buyer);
    expect(cart).toMatchObject({ count: 1, held_count: 0, total: 0, methods: [] });
    expect(linesOf(cart)).toMatchObject([{ item_id: lamp, title: "Brass reading lamp", state: "lapsed" }]);
    const again = await put(buyer, lamp);
    expect(again.held_count).toBe(1);
    expect(linesOf(again)[0]?.reserved_until).toBeGreaterThan(until);
  });

  it("refuses an item that another user holds, with the specified text", async () => {
    const [seller, buyer, other] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    const lamp = await insertItem(seller);
    await put(other, lamp);
    expect(await refusal(await add(buyer, lamp), 409)).toMatchObject({
      code: "item_unavailable",
      message: MESSAGES.cartHeld,
    });
    expect(await cartOf(buyer)).toMatchObject({ count: 0, groups: [] });
  });

  it("marks a lapsed item as taken while another user holds it, and as gone once it is sold", async () => {
    const [seller, buyer, other] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    const lamp = await insertItem(seller);
    await put(buyer, lamp);
    advance(DEFAULT_HOLD_MS + 1_000);
    await put(other, lamp);
    expect(linesOf(await cartOf(buyer))).toMatchObject([{ state: "taken", reserved_until: expect.any(Number) }]);
    await runSql`UPDATE items SET status = 'sold', sold_outside = 1, holder_id = NULL WHERE id = ${lamp}`;
    expect(linesOf(await cartOf(buyer))).toMatchObject([{ state: "gone", reserved_until: null }]);
  });

  it("releases the hold of a removed item, and accepts a repeated removal", async () => {
    const [seller, buyer, other] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    const lamp = await insertItem(seller);
    await put(buyer, lamp);
    expect(await reply<CartReply>(await buyer.request("DELETE", `/api/cart/${lamp}`), 200)).toMatchObject({ count: 0 });
    expect((await buyer.request("DELETE", `/api/cart/${lamp}`)).status).toBe(200);
    await put(other, lamp);
  });

  it("keeps its hold when the checkout of the same item is closed", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const lamp = await insertItem(seller);
    await put(buyer, lamp);
    const body = { item_id: lamp, reservation_type: "buy_now" };
    expect((await buyer.request("POST", "/api/rpc/reserve_item", body)).status).toBe(200);
    const released = await reply(await buyer.request("DELETE", `/api/items/${lamp}/reservation`), 200);
    expect(released).toEqual({ released: false });
    expect(await cartOf(buyer)).toMatchObject({ held_count: 1 });
  });

  it("applies the seller's offer, and keeps that price when the offer ends", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const lamp = await insertItem(seller, { price_cents: 10_000 });
    const offer = await createOffer(seller, [lamp]);
    const cart = await put(buyer, lamp);
    expect(cart).toMatchObject({ list_total: 100, total: 80 });
    expect(linesOf(cart)).toMatchObject([{ price: 100, charged: 80, offer_label: "20% off at checkout" }]);
    await runSql`UPDATE special_offers SET is_active = 0 WHERE id = ${offer}`;
    expect(linesOf(await cartOf(buyer))).toMatchObject([{ price: 100, charged: 80, offer_label: null }]);
  });

  it("holds at most five items and does not store a sixth (A31)", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const ids = await Promise.all(Array.from({ length: 6 }, () => insertItem(seller)));
    for (const id of ids.slice(0, 5)) await put(buyer, id);
    expect(await refusal(await add(buyer, ids[5] ?? ""), 429)).toMatchObject({
      code: "holding_limit",
      message: "You can hold up to 5 items at a time.",
    });
    expect(await countOf(buyer)).toBe(5);
  });

  it("adds an item once, and refuses a quantity of two", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const lamp = await insertItem(seller);
    const [first, second] = [await put(buyer, lamp), await put(buyer, lamp)];
    expect(linesOf(second)).toEqual(linesOf(first));
    const two = await buyer.request("POST", "/api/cart", { item_id: lamp, quantity: 2 });
    expect(await refusal(two, 422)).toMatchObject({ message: "There's only one of each item." });
  });

  it("refuses the seller's own items and suspended users (A30)", async () => {
    const seller = await createSeller();
    const lamp = await insertItem(seller);
    expect(await refusal(await add(seller, lamp), 403)).toMatchObject({ code: "own_item" });
    const held = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + 60 * MINUTE });
    expect(await refusal(await add(held, lamp), 403)).toMatchObject({ code: "suspended" });
  });

  it("drops an item that the buyer has bought separately", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const lamp = await insertItem(seller, { price_cents: 0 });
    await put(buyer, lamp);
    const order = await buyer.request("POST", "/api/transactions", {
      itemId: lamp,
      paymentMethod: "free",
      acknowledged: true,
    });
    expect(order.status, await order.clone().text()).toBe(201);
    expect(await cartOf(buyer)).toMatchObject({ count: 0 });
    expect(await countOf(buyer)).toBe(0);
  });
});
