/** Payment queue of staff, and the Baggage page of stuck cases (decision 0032; D31, D34, D39, D49). */
import { beforeAll, describe, expect, it } from "vitest";
import type { BaggageCounts, BaggageEntry, BaggageKind } from "#contract/admin/baggage";
import type { AdminPayment, AdminPaymentDetail, PaymentQueueCounts } from "#contract/admin/payment-queue";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import { orderIdStart, orderNumber } from "#domain/orders/order-number";
import { closeOrder, refundOrder, resolveDispute } from "../../durable/item-room/commands/orders.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { DAY, insertItem, placeOrder, readOrder, refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { runCron } from "../support/workerd/missed-payments.ts";
import { inRoom, missConfirmation } from "../support/workerd/rooms.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import {
  createTradeSetup,
  notificationTitles,
  proposeTrade,
  readTrade,
  statusesOf,
  step,
  takeStep,
} from "../support/workerd/trades.ts";

let staff: TestAccount;
beforeAll(async () => {
  staff = await createAccount({ role: "admin", full_name: "Ada Min" });
});

const ask = async <T>(path: string) => reply<T>(await staff.request("GET", `/api/admin${path}`), 200);
const send = (path: string, body: unknown, who = staff) => who.request("POST", `/api/admin${path}`, body);
const audited = async (subject: string) =>
  (
    await allRows<{ actor_id: string; action: string; details: string }>`SELECT actor_id, action, details
      FROM audit_log WHERE subject = ${subject} ORDER BY id`
  ).results.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) as Record<string, unknown> }));
const queue = async (name: string) => (await ask<Page<AdminPayment>>(`/payments?queue=${name}`)).items;
const baggage = async (kind: BaggageKind) => (await ask<Page<BaggageEntry>>(`/baggage/${kind}`)).items;
const OWN_CASE = { ok: false, code: "forbidden", message: MESSAGES.ownCase };
const NOTE = "The statement shows that it arrived.";

describe("unconfirmed payments in the payment queue", () => {
  it("move from waiting to overdue to decided, with the reason shown to buyer and seller", async () => {
    const { buyer, seller, order, itemId } = await placeOrder();
    const id = order.order_id;
    expect((await queue("waiting")).map((one) => one.order_id)).toContain(id);
    await missConfirmation(id);
    await runCron();
    expect((await queue("waiting")).map((one) => one.order_id)).not.toContain(id);
    const [overdue] = (await queue("overdue")).filter((one) => one.order_id === id);
    expect(overdue).toMatchObject({
      status: "disputed",
      buyer: { email: buyer.email, standing: "good" },
      seller: { email: seller.email, standing: "restricted" },
      dispute: null,
      decision: null,
    });
    expect((await ask<PaymentQueueCounts>("/payments/counts")).overdue).toBeGreaterThan(0);

    const detail = await ask<AdminPaymentDetail>(`/payments/${id}`);
    expect(detail).toMatchObject({ decidable: true, paid_to: { account_end: "432" } });
    expect(JSON.stringify(detail)).not.toContain("98765432");
    expect(detail.confirmations).toMatchObject([{ status: "lapsed" }]);
    expect(detail.events.at(-1)).toMatchObject({ kind: "disputed", by: "service" });
    // The order number is the beginning of the id.
    const start = orderIdStart(orderNumber(id)) ?? "";
    expect(await ask<AdminPaymentDetail>(`/payments/${start}`)).toMatchObject({ order_id: id });

    expect((await send(`/orders/${id}/resolve`, { outcome: "release" })).status).toBe(422);
    await reply(await send(`/orders/${id}/resolve`, { outcome: "release", note: NOTE }), 200);
    expect(await audited(id)).toEqual([
      { actor_id: staff.id, action: "order_decided", details: { event: "dispute_resolved", note: NOTE } },
    ]);
    // A repeated decision changes nothing and is logged once.
    await reply(await send(`/orders/${id}/resolve`, { outcome: "release", note: NOTE }), 200);
    expect(await audited(id)).toHaveLength(1);
    expect((await readOrder(buyer, id)).status).toBe("payment_confirmed");
    for (const who of [buyer, seller]) {
      // The order shows the same decision as the emails.
      expect((await readOrder(who, id)).decision).toMatchObject({ event: "dispute_resolved", note: NOTE });
      const emails = (await emailsTo(who.email)).filter((mail) => mail.subject.startsWith("Problem reviewed"));
      expect(emails).toHaveLength(1);
      expect(emails[0]?.text).toContain(`Our team's note: ${NOTE}`);
    }
    const [decided] = (await queue("decided")).filter((one) => one.order_id === id);
    expect(decided).toMatchObject({ decision: { event: "dispute_resolved", note: NOTE } });
    expect(await statusesOf([itemId])).toEqual(["sold"]);
  });

  it("are hidden from users", async () => {
    const { buyer, order } = await placeOrder();
    for (const path of ["/payments", "/payments/counts", `/payments/${order.order_id}`, "/baggage", "/baggage/holds"]) {
      expect((await buyer.request("GET", `/api/admin${path}`)).status, path).toBe(403);
    }
    const decided = await send(`/orders/${order.order_id}/close`, { outcome: "completed", note: NOTE }, buyer);
    expect(decided.status).toBe(403);
    const unknown = "ord_00000000000000000000";
    expect((await staff.request("GET", `/api/admin/payments/${unknown}`)).status).toBe(404);
    expect((await send(`/orders/${unknown}/resolve`, { outcome: "refund", note: NOTE })).status).toBe(404);
    expect((await send(`/orders/${unknown}/close`, { outcome: "completed", note: NOTE })).status).toBe(404);
    expect((await staff.request("GET", "/api/admin/payments?cursor=x")).status).toBe(422);
  });

  it("include the messages about the item only while there is something to decide", async () => {
    const { buyer, seller, order, itemId } = await placeOrder();
    const opened = await reply<{ id: string }>(
      await buyer.request("POST", "/api/conversations", { item_id: itemId }),
      201,
    );
    const line = { client_id: crypto.randomUUID(), text: "I paid this morning." };
    await reply(await buyer.request("POST", `/api/conversations/${opened.id}/messages`, line), 201);
    const read = async () => (await ask<AdminPaymentDetail>(`/payments/${order.order_id}`)).conversation;
    expect(await read()).toEqual([]);
    await missConfirmation(order.order_id);
    await runCron();
    expect(await read()).toContainEqual({ from: "buyer", text: "I paid this morning.", at: expect.any(Number) });
    expect(seller.id).not.toBe(buyer.id);
  });
});

describe("staff who are a party to the case (D34)", () => {
  const promote = (who: TestAccount) => runSql`UPDATE profiles SET role = 'admin' WHERE id = ${who.id}`;
  const disputed = async () => {
    const deal = await placeOrder();
    await missConfirmation(deal.order.order_id);
    await runCron();
    return { ...deal, id: deal.order.order_id };
  };

  it.each(["seller", "buyer"] as const)("cannot resolve a dispute as its %s", async (side) => {
    const deal = await disputed();
    await promote(deal[side]);
    for (const outcome of ["release", "refund"]) {
      const answer = await send(`/orders/${deal.id}/resolve`, { outcome, note: NOTE }, deal[side]);
      expect(await refusal(answer, 403)).toMatchObject({ code: "forbidden", message: MESSAGES.ownCase });
    }
    expect((await readOrder(deal.buyer, deal.id)).status).toBe("disputed");
    expect(await audited(deal.id)).toEqual([]);
    await reply(await send(`/orders/${deal.id}/resolve`, { outcome: "refund", note: NOTE }), 200);
    expect(await audited(deal.id)).toHaveLength(1);
    // The payment was never certain, so the item is for sale again.
    expect(await statusesOf([deal.itemId])).toEqual(["active"]);
  });

  it.each(["seller", "buyer"] as const)("cannot close an order as its %s", async (side) => {
    const { id, ...deal } = await uncollected();
    await promote(deal[side]);
    for (const outcome of ["completed", "refunded"]) {
      const answer = await send(`/orders/${id}/close`, { outcome, relist: true, note: NOTE }, deal[side]);
      expect(await refusal(answer, 403)).toMatchObject({ code: "forbidden", message: MESSAGES.ownCase });
    }
    expect((await readOrder(deal.buyer, id)).status).toBe("payment_confirmed");
    expect(await audited(id)).toEqual([]);
  });

  it("are also refused by the item's room itself", async () => {
    const { id, itemId, seller, buyer } = await disputed();
    for (const staffId of [seller.id, buyer.id]) {
      expect(await inRoom(itemId, resolveDispute({ staffId, orderId: id, outcome: "release" }))).toMatchObject(
        OWN_CASE,
      );
      expect(
        await inRoom(itemId, refundOrder({ orderId: id, by: "staff", actorId: staffId, relist: true })),
      ).toMatchObject(OWN_CASE);
      expect(await inRoom(itemId, closeOrder({ staffId, orderId: id, note: NOTE }))).toMatchObject(OWN_CASE);
    }
  });

  it("cannot send the reminder about their own uncollected order", async () => {
    const { id, seller } = await uncollected();
    await promote(seller);
    const reminded = await send(`/baggage/uncollected/${id}`, { action: "remind" }, seller);
    expect(await refusal(reminded, 403)).toMatchObject({ message: MESSAGES.ownCase });
    expect(await audited(id)).toEqual([]);
  });

  it("cannot call off their own trade", async () => {
    const offer = await createTradeSetup(1);
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    for (const who of [offer.seller, offer.offeror]) {
      await promote(who);
      const answer = await send(`/trades/${id}/call-off`, { note: NOTE }, who);
      expect(await refusal(answer, 403)).toMatchObject({ message: MESSAGES.ownCase });
    }
  });
});

/** Creates a paid order whose collection date was four days ago. */
async function uncollected() {
  const deal = await placeOrder();
  const confirmation = await firstRow<{ id: string }>`SELECT id
    FROM payment_confirmations WHERE order_id = ${deal.order.order_id}`;
  const body = { confirmation_id: confirmation?.id };
  await reply(await deal.seller.request("POST", "/api/rpc/confirm_payment_received", body), 200);
  advance(11 * DAY);
  return { ...deal, id: deal.order.order_id };
}

describe("/api/admin/baggage", () => {
  it("lists uncollected orders, reminds both parties once a day and lets staff complete the order", async () => {
    const { id, buyer, seller } = await uncollected();
    const before = (await baggage("uncollected")).find((entry) => entry.id === id);
    expect(before).toMatchObject({
      title: "Brass reading lamp",
      amount: 45.5,
      people: [
        { role: "Buyer", person: { id: buyer.id } },
        { role: "Seller", person: { id: seller.id } },
      ],
      actions: ["remind", "complete", "refund"],
    });
    for (let time = 0; time < 2; time++)
      await reply(await send(`/baggage/uncollected/${id}`, { action: "remind" }), 200);
    for (const who of [buyer, seller]) {
      expect((await emailsTo(who.email)).filter((mail) => mail.subject.startsWith("Was it picked up?"))).toHaveLength(
        1,
      );
    }
    expect((await send(`/baggage/uncollected/${id}`, { action: "remove" })).status).toBe(422);

    await reply(await send(`/orders/${id}/close`, { outcome: "completed", note: "Both say it was collected." }), 200);
    expect((await readOrder(buyer, id)).status).toBe("completed");
    expect((await baggage("uncollected")).map((entry) => entry.id)).not.toContain(id);
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      "collection_reminded",
      "collection_reminded",
      "order_decided",
    ]);
    expect(await refusal(await send(`/baggage/uncollected/${id}`, { action: "remind" }), 409)).toMatchObject({
      code: "wrong_state",
    });
  });

  it("refunds an order that will never be collected, and relists the item on request", async () => {
    const { id, itemId, buyer } = await uncollected();
    const body = { outcome: "refunded", relist: true, note: "The buyer has moved away." };
    await reply(await send(`/orders/${id}/close`, body), 200);
    expect((await readOrder(buyer, id)).status).toBe("refunded");
    expect(await statusesOf([itemId])).toEqual(["active"]);
  });

  it("refuses to complete an order that is still to be collected", async () => {
    const deal = await placeOrder();
    const closed = await send(`/orders/${deal.order.order_id}/close`, { outcome: "completed", note: NOTE });
    expect(await refusal(closed, 409)).toMatchObject({ code: "wrong_state" });
  });

  it("retries or dismisses a failed email", async () => {
    const failed = async (id: string) => {
      await runSql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, attempts, next_at,
        created_at) VALUES (${id}, ${id}, 'gone@example.com', 'Lost', 't', 'h', 'failed', 8, 0, 1)`;
      return id;
    };
    const status = async (id: string) =>
      (await firstRow<{ status: string }>`SELECT status FROM mail_outbox WHERE id = ${id}`)?.status;
    const [one, two] = [await failed("mail_00000000000000000001"), await failed("mail_00000000000000000002")];
    expect((await ask<BaggageCounts>("/baggage")).counts.mails).toBe(2);
    await reply(await send(`/baggage/mails/${one}`, { action: "retry" }), 200);
    await reply(await send(`/baggage/mails/${two}`, { action: "leave" }), 200);
    expect(["queued", "kept"]).toContain(await status(one));
    expect(await status(two)).toBe("kept");
    expect((await send(`/baggage/mails/${two}`, { action: "retry" })).status).toBe(409);
    expect((await audited(two)).map(({ action }) => action)).toEqual(["mail_left"]);
  });

  it("lists every kind of case and refuses unknown ones", async () => {
    const { counts } = await ask<BaggageCounts>("/baggage");
    for (const kind of Object.keys(counts) as BaggageKind[]) {
      expect(await baggage(kind), kind).toHaveLength(Math.min(counts[kind], 20));
    }
    expect((await staff.request("GET", "/api/admin/baggage/socks")).status).toBe(404);
    expect((await send("/baggage/holds/itm_00000000000000000000", { action: "settle" })).status).toBe(409);
  });

  it("ends a hold that is still stored after its end", async () => {
    const holder = await createAccount();
    const held = await insertItem(await createAccount(), { title: "Held too long" });
    await runSql`UPDATE items SET holder_id = ${holder.id}, hold_id = 'hld_x', hold_kind = 'cart', hold_started_at = 0,
      hold_until = 1 WHERE id = ${held}`;
    expect((await baggage("holds")).map((entry) => entry.id)).toContain(held);
    await reply(await send(`/baggage/holds/${held}`, { action: "settle" }), 200);
    expect((await baggage("holds")).map((entry) => entry.id)).not.toContain(held);
    expect((await audited(held)).map(({ action }) => action)).toEqual(["baggage_settled"]);
  });
});

describe("POST /api/admin/trades/:id/call-off", () => {
  it("ends an accepted trade within its seven days and puts all items on sale again", async () => {
    const offer = await createTradeSetup(2);
    const id = await proposeTrade(offer);
    expect((await send(`/trades/${id}/call-off`, { note: NOTE })).status).toBe(409);
    await takeStep(offer.seller, id, "accept");
    expect((await baggage("trades")).map((entry) => entry.id)).toContain(id);
    // After one party has confirmed the handover, the parties cannot cancel the trade themselves.
    await takeStep(offer.offeror, id, "handed-over");
    expect((await step(offer.seller, id, "cancel")).status).toBe(409);
    expect((await send(`/trades/${id}/call-off`, { note: NOTE }, offer.seller)).status).toBe(403);

    const note = "One of them is in hospital.";
    await reply(await send(`/trades/${id}/call-off`, { note }), 200);
    expect((await readTrade(offer.seller, id)).status).toBe("failed");
    expect(await statusesOf([offer.target, ...offer.offered])).toEqual(["active", "active", "active"]);
    await runCron();
    for (const who of [offer.seller, offer.offeror]) {
      expect((await notificationTitles(who, id)).at(-1)).toBe("Our team called off a trade");
      expect((await notificationTitles(who, id)).filter((title) => title === "Trade called off")).toEqual([]);
    }
    expect(await audited(id)).toEqual([{ actor_id: staff.id, action: "trade_called_off", details: { note } }]);
    expect((await send(`/trades/${id}/call-off`, { note })).status).toBe(409);
  });
});
