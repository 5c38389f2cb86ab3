/** Payouts that wait (D71, A151): holds by staff, bans and buyers' reports, first sales, and late payments. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { OverviewReply } from "#contract/admin/overview";
import type { AdminPayoutHolds, HoldOfSeller } from "#contract/admin/payout-holds";
import type { Page } from "#contract/page";
import type { ReportReceipt } from "#contract/safety";
import type { PayoutsReply, SellerHub } from "#contract/selling/hub";
import { releasePayouts } from "../../worker/features/payments/jobs.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, reply } from "../support/workerd/deals.ts";
import {
  cardOrder,
  deliverIntentEvent,
  emulator,
  expectProviderTrouble,
  intentFor,
  openPayoutAccount,
  orderRow,
  paidCardOrder,
  payForCart,
  provider,
  runCardJobs,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import "../support/workerd/audits.ts";

const HOUR = 3_600_000;

let staff: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
expectProviderTrouble();

const payout = (orderId: string) =>
  env.DB.prepare("SELECT status FROM transfers WHERE order_id = ?").bind(orderId).first("status");

const payouts = async (seller: TestAccount) =>
  (await reply<PayoutsReply>(await seller.request("GET", "/api/seller-hub/payouts"), 200)).items;
const keyed = (who: TestAccount, path: string, body: object) =>
  who.request("POST", path, body, { "Idempotency-Key": crypto.randomUUID() });
const act = (id: string, body: object) => keyed(staff, `/api/admin/users/${id}/measures`, body);
const holdOf = async (seller: TestAccount) => {
  const path = `/api/admin/payout-holds?seller_id=${seller.id}`;
  return (await reply<AdminPayoutHolds>(await staff.request("GET", path), 200)).holds[0];
};
const change = (id: string, action: "release" | "extend", who = staff) =>
  who.request("POST", `/api/admin/payout-holds/${id}`, { action, note: "Proof of purchase seen." });

/** A sale by a seller with a payout account, which the buyer has collected. */
async function collected(people: { seller?: TestAccount; buyer?: TestAccount } = {}) {
  const seller = people.seller ?? (await createSeller());
  if (!people.seller) await openPayoutAccount(seller.id);
  const deal = await paidCardOrder({}, { ...people, seller });
  await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
  return { ...deal, id: deal.order.order_id };
}
type Sale = Awaited<ReturnType<typeof collected>>;

/** What holds a payout: how it begins, and what the seller reads. */
const HOLDS: { by: string; reason: string; all: boolean; hold: (sale: Sale) => Promise<Response> }[] = [
  {
    by: "a ban by staff",
    reason: "Sells counterfeit watches.",
    all: true,
    hold: ({ seller }) => act(seller.id, { measure: "ban", note: "Sells counterfeit watches." }),
  },
  {
    by: "staff, of a seller",
    reason: "We need a proof of purchase.",
    all: true,
    hold: ({ seller }) =>
      keyed(staff, "/api/admin/payout-holds", {
        seller_id: seller.id,
        order_id: null,
        note: "We need a proof of purchase.",
      }),
  },
  {
    by: "staff, of an order",
    reason: "We need a proof of purchase.",
    all: false,
    hold: ({ seller, id }) =>
      keyed(staff, "/api/admin/payout-holds", {
        seller_id: seller.id,
        order_id: id,
        note: "We need a proof of purchase.",
      }),
  },
  {
    by: "the buyer's report",
    reason: "We're checking a report about this sale.",
    all: false,
    hold: ({ buyer, itemId }) =>
      keyed(buyer, "/api/reports", { subject_type: "item", subject_id: itemId, reason: "counterfeit" }),
  },
];

describe("holds (D71)", () => {
  it.each(HOLDS)("by $by keep a payout for 14 days, and the seller reads why and until when", async (row) => {
    const sale = await collected();
    const { seller, id } = sale;
    expect((await row.hold(sale)).ok).toBe(true);
    const end = Date.now() + 14 * DAY;
    await runCardJobs();
    expect(await payout(id)).toBe("payable");
    const [line] = await payouts(seller);
    expect(line).toMatchObject({ status: "held", hold: { reason: row.reason } });
    expect(Math.abs((line?.hold?.until ?? 0) - end)).toBeLessThan(HOUR);
    const hub = await reply<SellerHub>(await seller.request("GET", "/api/seller-hub"), 200);
    expect(hub.holds.map(({ reason }) => reason)).toEqual(row.all ? [row.reason] : []);
    expect(hub.proceeds).toEqual({ held: 45.5, ready: 0, sent: 0 });
    advance(14 * DAY + HOUR);
    await runCardJobs();
    expect(await payout(id)).toBe("sent");
    expect(await payouts(seller)).toMatchObject([{ status: "sent", hold: null }]);
  });

  it("are released and extended by staff, up to 90 days", async () => {
    const { seller, id } = await collected();
    const note = "We need a proof of purchase.";
    await reply(await keyed(staff, "/api/admin/payout-holds", { seller_id: seller.id, order_id: id, note }), 200);
    const hold = await holdOf(seller);
    if (!hold) throw new Error("no hold");
    for (let days = 0; days < 90; days += 13) {
      await runCardJobs();
      expect(await payout(id)).toBe("payable");
      advance(13 * DAY);
      if (days < 76) await reply(await change(hold.id, "extend"), 200);
    }
    expect((await change(hold.id, "extend")).status).toBe(409);
    await runCardJobs();
    expect(await payout(id)).toBe("sent");

    const other = await collected({ seller });
    await reply(await keyed(staff, "/api/admin/payout-holds", { seller_id: seller.id, order_id: null, note }), 200);
    const next = await holdOf(seller);
    await reply(await change(next?.id ?? "", "release"), 200);
    expect((await change(next?.id ?? "", "release")).status).toBe(409);
    await runCardJobs();
    expect(await payout(other.id)).toBe("sent");
  });

  it("hold nothing for longer than 90 days, however many there are", async () => {
    const { seller, id } = await collected();
    await reply(await act(seller.id, { measure: "ban", note: "Sells counterfeit watches." }), 200);
    await runCardJobs();
    for (let days = 0; days < 91; days += 13) {
      const note = "We still need a proof of purchase.";
      await reply(await keyed(staff, "/api/admin/payout-holds", { seller_id: seller.id, order_id: null, note }), 200);
      advance(13 * DAY);
    }
    await runCardJobs();
    expect(await payout(id)).toBe("sent");
  });

  it("end with the ban", async () => {
    const { seller, id } = await collected();
    await reply(await act(seller.id, { measure: "ban", note: "Sells counterfeit watches." }), 200);
    await reply(await act(seller.id, { measure: "lift_ban", note: "They were genuine." }), 200);
    await runCardJobs();
    expect(await payout(id)).toBe("sent");
  });

  it.each(["stranger", "earlier buyer", "other reason", "missed payment"])("do not come from a %s", async (who) => {
    const { seller, buyer, itemId, id } = await collected();
    const stranger = await createBuyer();
    const report = { subject_type: "user", subject_id: seller.id, reason: "scam" };
    if (who === "earlier buyer") await collected({ seller, buyer: stranger });
    if (who === "missed payment") {
      await env.DB.prepare("UPDATE profiles SET is_banned = 1, ban_reason = 'x' WHERE id = ?").bind(seller.id).run();
    } else if (who === "other reason") {
      await reply(
        await keyed(buyer, "/api/reports", { subject_type: "item", subject_id: itemId, reason: "misleading" }),
        201,
      );
    } else {
      await reply(await keyed(stranger, "/api/reports", report), 201);
    }
    await runCardJobs();
    expect(await payout(id)).toBe("sent");
  });

  it("of a report end when staff dismiss it, and a second report holds nothing", async () => {
    const { buyer, seller, id } = await collected();
    const report = { subject_type: "user", subject_id: seller.id, reason: "scam" };
    const { id: reportId } = await reply<ReportReceipt>(await keyed(buyer, "/api/reports", report), 201);
    await runCardJobs();
    expect(await payout(id)).toBe("payable");
    await reply(await staff.request("POST", `/api/admin/reports/${reportId}/decision`, { outcome: "dismiss" }), 200);
    await reply(await keyed(buyer, "/api/reports", report), 201);
    await runCardJobs();
    expect(await payout(id)).toBe("sent");
  });

  it("are not decided by a party to the sale", async () => {
    const { seller, buyer, id } = await collected();
    await env.DB.prepare("UPDATE profiles SET role = 'admin' WHERE id IN (?, ?)").bind(seller.id, buyer.id).run();
    const body = { seller_id: seller.id, order_id: id, note: "It is mine." };
    for (const party of [seller, buyer]) expect((await keyed(party, "/api/admin/payout-holds", body)).status).toBe(403);
    await reply(await keyed(staff, "/api/admin/payout-holds", body), 200);
    const hold = await holdOf(seller);
    for (const party of [seller, buyer]) expect((await change(hold?.id ?? "", "release", party)).status).toBe(403);
    const stranger = await createSeller();
    const wrong = { ...body, seller_id: stranger.id };
    expect((await keyed(staff, "/api/admin/payout-holds", wrong)).status).toBe(404);
  });
});

describe("first card sales", () => {
  /** Runs the jobs as the cron does, with the delay. */
  const run = async () => {
    const services = servicesWithSettled();
    await releasePayouts(services);
    await services.settled();
  };

  it("are paid out seven days after the pickup, so that an accomplice's word frees no money at once (A151)", async () => {
    const seller = await createSeller();
    await openPayoutAccount(seller.id);
    const sales = [];
    for (let n = 0; n < 4; n++) {
      sales.push((await collected({ seller })).id);
      await run();
    }
    const [first = "", second = "", third = "", fourth = ""] = sales;
    expect(await payout(fourth)).toBe("sent");
    const lines = (await payouts(seller)).filter(({ status }) => status === "held");
    expect(lines.map(({ order_id }) => order_id).sort()).toEqual([first, second, third].sort());
    expect(lines[0]?.hold?.reason).toContain("first card sales");
    advance(7 * DAY - HOUR);
    await run();
    expect(await payout(first)).toBe("payable");
    advance(2 * HOUR);
    await run();
    for (const id of [first, second, third]) expect(await payout(id)).toBe("sent");
  });

  it("count neither the other orders of a cart nor sales that were undone", async () => {
    const [seller, buyer] = [await createSeller(), await createBuyer()];
    await openPayoutAccount(seller.id);
    const undone = (await paidCardOrder({}, { seller })).order.order_id;
    advance(11 * DAY);
    await run();
    await reply(await seller.request("POST", `/api/orders/${undone}/refund`, {}), 200);
    const second = await collected({ seller });
    for (let n = 0; n < 3; n++) {
      const item_id = await insertItem(seller);
      await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    }
    const { orders } = await payForCart(buyer);
    for (const { id } of orders) await reply(await buyer.request("POST", `/api/orders/${id}/collected`), 200);
    const last = await collected({ seller });
    await run();
    for (const { id } of [second, ...orders, last]) expect(await payout(id)).toBe("payable");
  });
});

it("stand in one list for staff, of all sellers, with what they hold (D71)", async () => {
  const { seller, id } = await collected();
  await runCardJobs();
  await reply(
    await keyed(staff, "/api/admin/payout-holds", { seller_id: seller.id, order_id: id, note: "Proof is missing." }),
    200,
  );
  const list = async () =>
    (await reply<Page<HoldOfSeller>>(await staff.request("GET", "/api/admin/books/holds"), 200)).items;
  const held = (await list()).filter((one) => one.seller.id === seller.id);
  expect(held).toContainEqual(expect.objectContaining({ cause: "staff", order: expect.objectContaining({ id }) }));
  expect(held.find(({ cause }) => cause === "staff")?.reason).toBe("Proof is missing.");
  const { queues } = await reply<OverviewReply>(await staff.request("GET", "/api/admin/overview"), 200);
  expect(queues.payout_holds).toBeGreaterThanOrEqual(held.length);
});

describe("a payment that is confirmed after the pickup", () => {
  it("is due, and may be reported, from three days after the payment", async () => {
    const seller = await createSeller();
    await openPayoutAccount(seller.id);
    const { buyer, order } = await cardOrder({}, { seller });
    const { paymentIntentId: intentId } = await intentFor(buyer, order.order_id);
    await emulator().planFaults({ hold: true });
    await provider().paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
    advance(12 * DAY);
    await deliverIntentEvent(intentId);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "payment_confirmed" });
    await runCardJobs();
    expect(await payout(order.order_id)).toBeNull();
    advance(3 * DAY - HOUR);
    await runCardJobs();
    expect(await payout(order.order_id)).toBeNull();
    const report = { reason: "The lamp was not there when I came." };
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/dispute`, report), 200);
  });
});
