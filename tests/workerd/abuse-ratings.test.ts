/** Ratings that two accounts of one person can give each other at no cost do not count (A103). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { PublicProfile } from "#contract/account/profiles";
import type { RatingsReply } from "#contract/orders/ratings";
import { call, type TestAccount } from "../support/workerd/accounts.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  hold,
  insertItem,
  placeOrder,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { showRatings } from "../support/workerd/ratings.ts";

const starsOf = async (id: string) => {
  const profile = await reply<PublicProfile>(await call("GET", `/api/profiles/${id}`), 200);
  return [profile.average_rating, profile.rating_count];
};
const rate = async (who: TestAccount, order_id: string, rating: number) =>
  reply(await who.request("POST", "/api/ratings", { order_id, rating }), 201);

/** Completes a deal at this price and returns the order's id. */
async function completed(seller: TestAccount, buyer: TestAccount, price_cents: number): Promise<string> {
  const item = await insertItem(seller, { price_cents });
  await hold(buyer, item);
  await acknowledge(buyer, item);
  const paymentMethod = price_cents === 0 ? "free" : "bank_transfer";
  const { order_id } = await reply<{ order_id: string }>(await transact(buyer, { itemId: item, paymentMethod }), 201);
  if (price_cents > 0) {
    const order = await reply<{ reference_number: string }>(await buyer.request("GET", `/api/orders/${order_id}`), 200);
    const sent = { referenceNumber: order.reference_number };
    await reply(await buyer.request("POST", `/api/orders/${order_id}/evidence`, sent), 200);
    const row = await env.DB.prepare("SELECT id FROM payment_confirmations WHERE order_id = ?").bind(order_id).first();
    await reply(
      await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: String(row?.id) }),
      200,
    );
  }
  await reply(await buyer.request("POST", `/api/orders/${order_id}/collected`), 200);
  return order_id;
}

it("ratings of gifts and of deals under a dollar are shown but not counted (A103)", async () => {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  for (const cents of [0, 99]) await rate(buyer, await completed(seller, buyer, cents), 5);
  await showRatings();
  expect(await starsOf(seller.id)).toEqual([null, 0]);
  expect((await reply<RatingsReply>(await call("GET", `/api/ratings?user=${seller.id}`), 200)).items).toHaveLength(2);

  await rate(buyer, await completed(seller, buyer, 100), 3);
  await showRatings();
  expect(await starsOf(seller.id)).toEqual([3, 1]);
  // Changing or deleting ratings does not make them count either.
  await env.DB.prepare("UPDATE ratings SET rating = 1 WHERE rated_user_id = ? AND rating = 5").bind(seller.id).run();
  expect(await starsOf(seller.id)).toEqual([3, 1]);
  await env.DB.prepare("DELETE FROM ratings WHERE rated_user_id = ? AND rating = 3").bind(seller.id).run();
  expect(await starsOf(seller.id)).toEqual([null, 0]);
});

it("the seller's rating of the buyer in a paid deal counts", async () => {
  const { seller, buyer, order } = await placeOrder();
  const row = await env.DB.prepare("SELECT id FROM payment_confirmations WHERE order_id = ?")
    .bind(order.order_id)
    .first();
  await reply(
    await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: String(row?.id) }),
    200,
  );
  await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
  await rate(seller, order.order_id, 4);
  await showRatings();
  expect(await starsOf(buyer.id)).toEqual([4, 1]);
});
