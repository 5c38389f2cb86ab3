import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TransactionView } from "#contract/checkout";
import type { ConfirmationsReply } from "#contract/orders";
import { orderNumber } from "#domain/orders/order-number";
import { call } from "../support/workerd/accounts.ts";
import { stopClock } from "../support/workerd/clock.ts";
import {
  ADDRESS,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  placeOrder,
  readOrder,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";

beforeEach(() => stopClock());

const HALF_HOUR = 1_800_000;
const pathOf = (orderId: string) => `/api/orders/${orderId}/calendar.ics`;
/** Returns the event's properties by name, unfolded; leaves out its alarm, which has a DESCRIPTION, too. */
const read = (file: string) =>
  new Map(
    file
      .replaceAll("\r\n ", "")
      .replace(/BEGIN:VALARM.*END:VALARM\r\n/s, "")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );

async function freeDeal(overrides: Parameters<typeof insertItem>[1] = {}) {
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  const itemId = await insertItem(seller, { price_cents: 0, ...overrides });
  await hold(buyer, itemId);
  const sent = { itemId, paymentMethod: "free", paymentStatus: "pending", amount: 0, acknowledged: true };
  const { order_id } = await reply<TransactionView>(await transact(buyer, sent), 201);
  return { seller, buyer, orderId: order_id };
}

describe("GET /api/orders/:id/calendar.ics", () => {
  it("gives buyer and seller an event with the item, the time and the other party", async () => {
    const starts = Date.now() + 3 * DAY;
    const { seller, buyer, orderId } = await freeDeal({ collection_date: starts, title: "Lamp; brass, two\narms" });
    const response = await buyer.request("GET", pathOf(orderId));
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toContain('filename="collection.ics"');
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    const event = read(await response.text());
    const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
    expect(event.get("DTSTART")).toBe(stamp(starts));
    expect(event.get("DTEND")).toBe(stamp(starts + HALF_HOUR));
    expect(event.get("SUMMARY")).toBe("Pick up: Lamp\\; brass\\, two\\narms");
    expect(event.get("URL")).toContain(`/MyOrders/${orderId}`);
    expect(event.get("DESCRIPTION")).toMatch(/^From Sam S/);

    const sellers = read(await (await seller.request("GET", pathOf(orderId))).text());
    expect(sellers.get("SUMMARY")).toMatch(/^Hand over: /);
    expect(sellers.get("DESCRIPTION")).toContain("Billie B");
  });

  it("hides the address from the buyer until 24 hours before the collection", async () => {
    const starts = Date.now() + 3 * DAY;
    const { buyer, orderId } = await freeDeal({ collection_date: starts });
    const early = await (await buyer.request("GET", pathOf(orderId))).text();
    expect(early).not.toContain("Canary");
    expect(read(early).get("LOCATION")).toBe("Brunswick\\, Melbourne");

    vi.setSystemTime(starts - DAY - 1_000);
    expect(await (await buyer.request("GET", pathOf(orderId))).text()).not.toContain("Canary");
    vi.setSystemTime(starts - DAY);
    const open = read(await (await buyer.request("GET", pathOf(orderId))).text());
    expect(open.get("LOCATION")).toBe(ADDRESS.replaceAll(",", "\\,"));
  });

  it("contains neither the handover code nor its secret", async () => {
    const { buyer, seller, orderId } = await freeDeal();
    const { handover } = await readOrder(buyer, orderId);
    expect(handover).not.toBeNull();
    const secret = handover?.qr.split(".")[2] ?? "";
    for (const person of [buyer, seller]) {
      const file = await (await person.request("GET", pathOf(orderId))).text();
      // Match whole words, because six digits may occur inside a time or an id.
      expect(file).not.toMatch(new RegExp(`\\b${handover?.code}\\b`));
      expect(file.replaceAll("\r\n ", "")).not.toContain(secret);
    }
  });

  it("is refused before payment, after collection, to other users and to visitors", async () => {
    const unpaid = await placeOrder({ evidence: false });
    const unpaidPath = pathOf(unpaid.order.order_id);
    expect((await refusal(await unpaid.buyer.request("GET", unpaidPath), 409)).code).toBe("wrong_state");
    expect((await refusal(await unpaid.seller.request("GET", unpaidPath), 409)).code).toBe("wrong_state");

    const { buyer, orderId } = await freeDeal();
    const stranger = await createBuyer();
    expect((await refusal(await stranger.request("GET", pathOf(orderId)), 404)).code).toBe("not_found");
    expect((await refusal(await call("GET", pathOf(orderId)), 401)).code).toBe("not_authenticated");
    await reply(await buyer.request("POST", `/api/orders/${orderId}/collected`, {}), 200);
    expect((await refusal(await buyer.request("GET", pathOf(orderId)), 409)).code).toBe("wrong_state");
  });
});

describe("payment receipt", () => {
  it("is emailed to buyer and seller without address, bank account or handover code", async () => {
    const { buyer, seller, order } = await placeOrder();
    const pending = await reply<ConfirmationsReply>(await seller.request("GET", "/api/payment-confirmations"), 200);
    const confirmation_id = pending.items.find((entry) => entry.order_id === order.order_id)?.id;
    await reply(await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id }), 200);
    const { handover, reference_number } = await readOrder(buyer, order.order_id);
    const { results } = await env.DB.prepare(
      "SELECT to_address, subject, text FROM mail_outbox WHERE dedupe_key LIKE ? AND subject LIKE 'Payment confirmed%'",
    )
      .bind(`order:${order.order_id}:%`)
      .all<{ to_address: string; subject: string; text: string }>();
    expect(results.map((mail) => mail.to_address).sort()).toEqual([buyer.email, seller.email].sort());
    for (const { text } of results) {
      expect(text).toContain("Paid: $45.50 by bank transfer");
      expect(text).toContain(`reference ${reference_number}`);
      expect(text).toContain(`Order number: ${orderNumber(order.order_id)}`);
      expect(text).not.toMatch(/Canary|98765432/);
      expect(text).not.toMatch(new RegExp(`\\b${handover?.code}\\b`));
    }
  });
});
