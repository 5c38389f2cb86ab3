/** Ratings that two accounts of one person can give each other at no cost do not count (A103). */
import { expect, it } from "vitest";
import type { PublicProfile } from "#contract/account/profiles";
import type { RatingsReply } from "#contract/orders/ratings";
import type { Page } from "#contract/page";
import type { AdminReport } from "#contract/safety";
import { NEW_AUTHOR_MS } from "#domain/orders/rating-weight";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { acknowledge, createBuyer, createSeller, hold, insertItem, reply, transact } from "../support/workerd/deals.ts";
import { examine, showRatings } from "../support/workerd/ratings.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

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
    const row = await firstRow`SELECT id FROM payment_confirmations WHERE order_id = ${order_id}`;
    await reply(
      await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: String(row?.id) }),
      200,
    );
  }
  await reply(await buyer.request("POST", `/api/orders/${order_id}/collected`), 200);
  return order_id;
}

it("ratings of gifts and of deals under a dollar are shown but not counted (A103)", async () => {
  const seller = await createSeller();
  const give = async (cents: number, stars: number) => {
    const buyer = await createBuyer();
    await rate(buyer, await completed(seller, buyer, cents), stars);
  };
  for (const cents of [0, 99]) await give(cents, 5);
  await showRatings();
  expect(await starsOf(seller.id)).toEqual([null, 0]);
  expect((await reply<RatingsReply>(await call("GET", `/api/ratings?user=${seller.id}`), 200)).items).toHaveLength(2);

  await give(100, 3);
  await showRatings();
  expect(await starsOf(seller.id)).toEqual([3, 1]);
  // Changing or deleting ratings does not make them count either.
  await runSql`UPDATE ratings SET rating = 1 WHERE rated_user_id = ${seller.id} AND rating = 5`;
  expect(await starsOf(seller.id)).toEqual([3, 1]);
  await runSql`DELETE FROM ratings WHERE rated_user_id = ${seller.id} AND rating = 3`;
  expect(await starsOf(seller.id)).toEqual([null, 0]);
});

it("of one author about one person in 30 days, the lowest counts, unless it was not about a deal (D88)", async () => {
  const [seller, buyer, staff] = [await createSeller(), await createBuyer(), await createAccount({ role: "admin" })];
  // Both have dealt with others, too.
  await completed(seller, await createBuyer(), 4_000);
  await completed(await createSeller(), buyer, 4_000);
  await rate(buyer, await completed(seller, buyer, 4_000), 5);
  await rate(buyer, await completed(seller, buyer, 4_000), 1);
  await examine();
  expect(await starsOf(seller.id)).toEqual([1, 1]);
  const row = await firstRow<{ id: string }>`SELECT id FROM ratings WHERE rated_user_id = ${seller.id} AND rating = 1`;
  const contest = { subject_type: "review", subject_id: row?.id, reason: "misleading", details: "We never met." };
  const { id } = await reply<{ id: string }>(await seller.request("POST", "/api/reports", contest), 201);
  const decision = { outcome: "remove", note: "There was no deal." };
  await reply(await staff.request("POST", `/api/admin/reports/${id}/decision`, decision), 200);
  await examine();
  expect(await starsOf(seller.id)).toEqual([5, 1]);
  await runSql`UPDATE ratings SET created_at = created_at - 31 * 86400000`;
  await rate(buyer, await completed(seller, buyer, 4_000), 3);
  await examine();
  expect(await starsOf(seller.id)).toEqual([4, 2]);
});

it("of two who deal within minutes and with nobody else, none counts until staff have looked (A103)", async () => {
  const [seller, buyer, staff] = [await createSeller(), await createBuyer(), await createAccount({ role: "admin" })];
  const waiting = async () => {
    const page = await reply<Page<AdminReport>>(await staff.request("GET", "/api/admin/reports?kind=held_rating"), 200);
    return page.items.filter(({ about }) => about.id === buyer.id || about.id === seller.id);
  };
  for (let n = 0; n < 3; n++) {
    const order = await completed(seller, buyer, 4_000);
    await rate(buyer, order, 5);
    await rate(seller, order, 5);
  }
  await examine();
  for (const who of [seller, buyer]) {
    expect(await starsOf(who.id)).toEqual([null, 0]);
    expect((await reply<RatingsReply>(await call("GET", `/api/ratings?user=${who.id}`), 200)).items).toHaveLength(3);
  }
  const [report, ...more] = await waiting();
  expect(more).toEqual([]);
  expect(report).toMatchObject({ reason: "deal", subject_type: "review" });
  const decision = { outcome: "release", note: "Neighbours, I called." };
  await reply(await staff.request("POST", `/api/admin/reports/${report?.id}/decision`, decision), 200);
  await examine();
  expect(await starsOf(seller.id)).toEqual([5, 1]);
  // Staff have looked, so a later deal of the two is not held back.
  await rate(buyer, await completed(seller, buyer, 4_000), 5);
  await examine();
  expect(await waiting()).toEqual([]);
});

it("a sale that its seller marked counts for nobody until the named buyer confirms it, old ones included (D88)", async () => {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  const item = await insertItem(seller);
  await hold(buyer, item);
  const marked = await seller.request("POST", `/api/items/${item}/sold`, { buyer_id: buyer.id });
  const { order_id } = await reply<{ order_id: string }>(marked, 200);
  expect((await seller.request("POST", "/api/ratings", { order_id, rating: 1 })).status).toBe(409);
  // As it was stored before this rule.
  await runSql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, role, created_at,
    visible_from, published_at) SELECT 'rat_00000000000000000099', id, buyer_id, seller_id, 1, 'seller_rating_buyer',
    1, 1, 1 FROM transactions WHERE order_id = ${order_id}`;
  expect(await starsOf(buyer.id)).toEqual([1, 1]);
  await examine();
  expect(await starsOf(buyer.id)).toEqual([null, 0]);
});

it("neither gifts nor sales without an answer count as deals with others (A103)", async () => {
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  await completed(seller, await createBuyer(), 0);
  const [item, named] = [await insertItem(seller), await createBuyer()];
  await hold(named, item);
  await reply(await seller.request("POST", `/api/items/${item}/sold`, { buyer_id: named.id }), 200);
  for (let n = 0; n < 2; n++) await rate(buyer, await completed(seller, buyer, 4_000), 5);
  await examine();
  expect(await starsOf(seller.id)).toEqual([null, 0]);
});

it("ratings by a new account count once it is 14 days old (A103)", async () => {
  const [seller, buyers] = [await createSeller(), await Promise.all([1, 2, 3].map(() => createBuyer()))];
  for (const buyer of buyers) {
    await runSql`UPDATE accounts SET created_at = ${Date.now()} WHERE id = ${buyer.id}`;
    await rate(buyer, await completed(seller, buyer, 100), 5);
  }
  await examine();
  expect(await starsOf(seller.id)).toEqual([null, 0]);
  await later(NEW_AUTHOR_MS, examine);
  expect(await starsOf(seller.id)).toEqual([5, 3]);
});
