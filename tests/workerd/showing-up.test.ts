/** "Shows up 11 of 12": recorded collections and the public figure (D56, A119, A120). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SellerProfile } from "#contract/account/profiles";
import type { TransactionView } from "#contract/checkout";
import type { ItemDetail } from "#contract/items";
import type { OrderView } from "#contract/orders";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { actOn, type CashDeal, cashOrder, cashSeller, heldItem, oldBuyer, payCash } from "../support/workerd/cash.ts";
import { stopClock } from "../support/workerd/clock.ts";
import { DAY, insertItem, readOrder, reply } from "../support/workerd/deals.ts";

beforeEach(() => stopClock());

const REASON = { reason: "I stood at the door for an hour and rang twice." };
const order200 = async (response: Promise<Response>) => reply<OrderView>(await response, 200);
const figures = (id: string) =>
  env.DB.prepare("SELECT pickups, pickups_missed AS missed FROM profiles WHERE id = ?").bind(id).first();
const storeOf = async ({ id }: TestAccount) => reply<SellerProfile>(await call("GET", `/api/profiles/${id}`), 200);

/** Completes an order with the buyer's code. */
async function handOver({ seller, buyer, order, starts }: CashDeal): Promise<void> {
  vi.setSystemTime(starts);
  const { handover } = await readOrder(buyer, order.order_id);
  await order200(actOn(seller, order, "handover", { code: handover?.code }));
}

async function miss({ seller, order, ends }: CashDeal): Promise<void> {
  vi.setSystemTime(ends);
  await order200(actOn(seller, order, "missed"));
}

describe("showing up", () => {
  it("is counted for both people, and public from the third collection on", async () => {
    const seller = await cashSeller();
    const itemId = await insertItem(seller, { collection_date: Date.now() + 30 * DAY });
    for (let n = 0; n < 2; n++) {
      const deal = await cashOrder({ seller });
      await handOver(deal);
      expect(await figures(deal.buyer.id)).toEqual({ pickups: 1, missed: 0 });
    }
    expect((await storeOf(seller)).shows_up).toBeNull();
    const third = await cashOrder({ seller });
    await handOver(third);
    const shown = { kept: 3, of: 3 };
    expect((await storeOf(seller)).shows_up).toEqual(shown);
    const item = await reply<ItemDetail>(await call("GET", `/api/items/${itemId}`), 200);
    expect(item.seller_shows_up).toEqual(shown);
    expect((await readOrder(third.buyer, third.order.order_id)).counterparty.shows_up).toEqual(shown);
    expect((await readOrder(seller, third.order.order_id)).counterparty.shows_up).toBeNull();
  });

  it("counts a reported person as absent, until they contest it, and again if staff uphold the report (A120)", async () => {
    const [deal, staff] = await Promise.all([cashOrder(), createAccount({ role: "admin" })]);
    const { buyer, seller, order } = deal;
    await miss(deal);
    expect(await figures(buyer.id)).toEqual({ pickups: 1, missed: 1 });
    // The reporter's own word is no proof that they were there.
    expect(await figures(seller.id)).toEqual({ pickups: 0, missed: 0 });
    await order200(actOn(buyer, order, "contest", REASON));
    expect(await figures(buyer.id)).toEqual({ pickups: 0, missed: 0 });
    const path = `/api/admin/baggage/no_shows/${order.order_id}`;
    await reply(
      await staff.request("POST", path, { action: "uphold", note: "The seller has photos of the door." }),
      200,
    );
    expect(await figures(buyer.id)).toEqual({ pickups: 1, missed: 1 });
    const audit = await env.DB.prepare("SELECT action FROM audit_log WHERE subject = ?").bind(order.order_id).first();
    expect(audit).toEqual({ action: "no_show_upheld" });
  });

  it("forgets a contested report that staff dismiss", async () => {
    const [deal, staff] = await Promise.all([cashOrder(), createAccount({ role: "admin" })]);
    await miss(deal);
    await order200(actOn(deal.buyer, deal.order, "contest", REASON));
    const path = `/api/admin/baggage/no_shows/${deal.order.order_id}`;
    await reply(await staff.request("POST", path, { action: "dismiss", note: "Both were at different doors." }), 200);
    expect(await figures(deal.buyer.id)).toEqual({ pickups: 0, missed: 0 });
    expect((await readOrder(deal.buyer, deal.order.order_id)).no_show).toMatchObject({ outcome: "dismissed" });
  });

  it("counts several collections with the same person on one day as one visit (A120)", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    const [first, second] = [await cashOrder({ seller, buyer }), await cashOrder({ seller, buyer })];
    await handOver(first);
    await handOver({ ...second, starts: Date.now() });
    expect(await figures(seller.id)).toEqual({ pickups: 1, missed: 0 });
    expect(await figures(buyer.id)).toEqual({ pickups: 1, missed: 0 });
  });

  it("counts a morning and a midday at the place as one day, though the day in UTC begins in between", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    // An hour before and after midnight in UTC: between 9:00 and 12:00 in Sydney.
    const midnight = Math.ceil((Date.now() + 2 * DAY) / DAY) * DAY;
    for (const time of [midnight - 3_600_000, midnight + 3_600_000]) {
      const itemId = await heldItem(seller, buyer, { collection_date: time });
      const order = await reply<TransactionView>(await payCash(buyer, itemId), 201);
      const { handover } = await readOrder(buyer, order.order_id);
      await order200(actOn(seller, order, "handover", { code: handover?.code }));
    }
    expect(await figures(buyer.id)).toEqual({ pickups: 1, missed: 0 });
  });

  it("does not count an order that was called off, has ended by itself, or that staff completed (A120)", async () => {
    const [off, silent, closed] = [await cashOrder(), await cashOrder(), await cashOrder()];
    await order200(actOn(off.buyer, off.order, "call-off"));
    const staff = await createAccount({ role: "admin" });
    vi.setSystemTime(closed.ends + 60_000);
    await reply(
      await staff.request("POST", `/api/admin/orders/${closed.order.order_id}/close`, {
        outcome: "completed",
        note: "Both confirmed by phone.",
      }),
      200,
    );
    vi.setSystemTime(silent.ends + DAY);
    expect((await readOrder(silent.buyer, silent.order.order_id)).status).toBe("expired");
    for (const { buyer, seller } of [off, silent, closed]) {
      expect(await figures(buyer.id)).toEqual({ pickups: 0, missed: 0 });
      expect(await figures(seller.id)).toEqual({ pickups: 0, missed: 0 });
    }
  });
});
