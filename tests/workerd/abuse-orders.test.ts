/** Clean-up calls that would reach another user's order, and refunds of completed orders (A45, A65). */
import { expect, it, vi } from "vitest";
import type { PublicProfile } from "#contract/account/profiles";
import type { SellingSummary } from "#contract/selling/my-items";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { pollUntil } from "../support/workerd/clock.ts";
import { DAY, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import {
  deliverIntentEvent,
  ledgerSums,
  orderReaches,
  orderRow,
  paidCardOrder,
  provider,
} from "../support/workerd/payments.ts";
import { examine } from "../support/workerd/ratings.ts";
import { firstRow } from "../support/workerd/sql.ts";

it("a request to clean up expired holds leaves another user's overdue order unchanged (A45)", async () => {
  const { buyer, order } = await placeOrder({ evidence: false });
  const stranger = await createAccount();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY });
  const session = { headers: { Cookie: stranger.session_cookie } };
  await call("GET", "/api/auth/session", undefined, session.headers);
  await call("POST", "/api/rpc/cleanup_expired_reservations", {}, session.headers);
  expect((await orderRow(order.order_id)).status).toBe("awaiting_payment");
  const row = await firstRow`SELECT incomplete_transaction_count AS n FROM profiles WHERE id = ${buyer.id}`;
  expect(row).toEqual({ n: 0 });
});

it.each([
  [4, [null, 0]],
  [2, [2, 1]],
])(
  "a completed deal that is refunded at the provider no longer counts as sold, nor does praise for it: %i stars (A65, D88)",
  async (rating, counted) => {
    const { buyer, seller, order, intentId } = await paidCardOrder();
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
    await reply(await buyer.request("POST", "/api/ratings", { order_id: order.order_id, rating }), 201);
    await examine();
    // The seller can no longer refund a completed order.
    const late = await seller.request("POST", `/api/orders/${order.order_id}/refund`, { relist: true });
    expect((await refusal(late, 409)).code).toBe("wrong_state");
    await provider().refunds.create({ payment_intent: intentId });
    await deliverIntentEvent(intentId);
    await pollUntil(
      () => ledgerSums("intent_id = ?", intentId),
      (sums) => sums.external_refunds === 4_550,
    );
    await orderReaches(order.order_id, "disputed");
    const staff = await createAccount({ role: "admin" });
    const decision = { outcome: "refund", note: "The lamp was counterfeit." };
    await reply(await staff.request("POST", `/api/admin/orders/${order.order_id}/resolve`, decision), 200);
    expect(await orderRow(order.order_id)).toMatchObject({ status: "refunded" });
    await examine();
    const profile = await reply<PublicProfile>(await call("GET", `/api/profiles/${seller.id}`), 200);
    expect([profile.average_rating, profile.rating_count]).toEqual(counted);
    const sold = await reply<SellingSummary>(await seller.request("GET", "/api/selling/summary"), 200);
    expect(sold.items_sold).toBe(0);
  },
);
