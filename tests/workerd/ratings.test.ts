/** Ratings between buyer and seller: who may rate, when and how often, and the averages that follow (D43). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import type { NotificationView } from "#contract/notifications";
import type { OwnRating, RatingsReply } from "#contract/orders/ratings";
import type { Page } from "#contract/page";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { completedDeal, copyDeal, showRatings } from "../support/workerd/ratings.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const rate = (who: TestAccount, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  who.request("POST", "/api/ratings", body, headers);
const ratingsOf = async (user: string, query = "") =>
  reply<RatingsReply>(await call("GET", `/api/ratings?user=${user}${query}`), 200);
const profileOf = async (user: string) => reply<PublicProfile>(await call("GET", `/api/profiles/${user}`), 200);

describe("POST /api/ratings for a completed order", () => {
  it("accepts one rating from each party, under either set of field names (A102)", async () => {
    const { seller, buyer, order } = await completedDeal();
    const given = await reply<OwnRating>(
      await rate(buyer, { transaction_id: order.id, rating: 5, comment: "  As described.  " }),
      201,
    );
    expect(given).toMatchObject({
      transaction_id: order.id,
      order_id: order.order_id,
      rated_user_id: seller.id,
      rated_by_user_id: buyer.id,
      role: "buyer_rating_seller",
      rating: 5,
      comment: "As described.",
    });
    const back = await reply<OwnRating>(
      await rate(seller, { order_id: order.order_id, score: 4, review: "On time." }),
      201,
    );
    expect(back).toMatchObject({
      rated_user_id: buyer.id,
      role: "seller_rating_buyer",
      rating: 4,
      comment: "On time.",
    });

    for (const again of [
      await rate(buyer, { transaction_id: order.id, rating: 1 }),
      await rate(seller, { order_id: order.order_id, rating: 1 }),
    ]) {
      expect(await refusal(again, 409)).toMatchObject({ code: "already_used", message: MESSAGES.alreadyRated });
    }
    expect(
      (await ratingsOf(seller.id)).items.map(({ rating, comment, by, role }) => [rating, comment, by, role]),
    ).toEqual([[5, "As described.", "Billie B.", "buyer_rating_seller"]]);
  });

  it("notifies the rated user with the stars, the item and the comment", async () => {
    const { seller, buyer, order } = await completedDeal();
    await reply(await rate(buyer, { order_id: order.order_id, rating: 2, comment: "Came late." }), 201);
    await reply(await rate(seller, { order_id: order.order_id, rating: 1 }), 201);
    const noticeOf = async (who: TestAccount) =>
      (await reply<Page<NotificationView>>(await who.request("GET", "/api/notifications"), 200)).items.filter(
        ({ kind }) => kind === "rating",
      );
    expect(await noticeOf(seller)).toMatchObject([
      { title: "Billie B. gave you 2 stars", body: "For “Brass reading lamp”: “Came late.”" },
    ]);
    expect(await noticeOf(buyer)).toMatchObject([{ body: "For “Brass reading lamp”" }]);
  });

  it("updates average and count of the rated user, also when staff change or remove a rating", async () => {
    const first = await completedDeal();
    await reply(await rate(first.buyer, { order_id: first.order.order_id, rating: 5 }), 201);
    await showRatings();
    expect(await profileOf(first.seller.id)).toMatchObject({ average_rating: 5, rating_count: 1 });
    const { results } = await allRows<{ id: string }>`SELECT id
      FROM transactions WHERE order_id = ${first.order.order_id}`;
    const transaction = results[0]?.id ?? "";
    await runSql`UPDATE ratings SET rating = 2 WHERE transaction_id = ${transaction}`;
    expect(await profileOf(first.seller.id)).toMatchObject({ average_rating: 2, rating_count: 1 });
    await runSql`DELETE FROM ratings WHERE transaction_id = ${transaction}`;
    expect(await profileOf(first.seller.id)).toMatchObject({ average_rating: null, rating_count: 0 });
  });

  it("stores one rating for repeated and concurrent requests", async () => {
    const { seller, buyer, order } = await completedDeal();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { order_id: order.order_id, rating: 4 };
    const replies = await Promise.all([rate(buyer, body, key), rate(buyer, body, key)]);
    const ids = await Promise.all(replies.map(async (one) => (await reply<OwnRating>(one, 201)).id));
    expect(new Set(ids).size).toBe(1);
    const racers = await Promise.all([1, 2, 3].map((rating) => rate(seller, { order_id: order.order_id, rating })));
    expect(racers.filter((one) => one.status === 201)).toHaveLength(1);
    expect(racers.filter((one) => one.status === 409)).toHaveLength(2);
    expect((await ratingsOf(buyer.id)).rating_count).toBe(1);
  });

  it("returns the same rating when repeated after a lost reply", async () => {
    const { buyer, order } = await completedDeal();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { order_id: order.order_id, rating: 4 };
    const first = await reply<OwnRating>(await rate(buyer, body, key), 201);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${buyer.id}`;
    expect((await reply<OwnRating>(await rate(buyer, body, key), 201)).id).toBe(first.id);
  });
});

describe("POST /api/ratings is refused", () => {
  it("before the order is completed (A102)", async () => {
    const { buyer, seller, order } = await placeOrder();
    for (const who of [buyer, seller]) {
      expect(await refusal(await rate(who, { order_id: order.order_id, rating: 5 }), 409)).toMatchObject({
        code: "wrong_state",
        message: MESSAGES.ratingTooEarly,
      });
    }
    expect((await ratingsOf(seller.id)).items).toEqual([]);
  });

  it("with 404 for users who are no party to the order, and with 401 for visitors (A102)", async () => {
    const { order, seller } = await completedDeal();
    const stranger = await createAccount();
    const body = { order_id: order.order_id, rating: 1 };
    expect(await refusal(await rate(stranger, body), 404)).toMatchObject({ code: "not_found" });
    expect(await refusal(await call("POST", "/api/ratings", body), 401)).toMatchObject({ code: "not_authenticated" });
    expect((await profileOf(seller.id)).rating_count).toBe(0);
  });

  it("without a whole number of stars from one to five (A102)", async () => {
    const { buyer, order } = await completedDeal();
    for (const rating of [undefined, null, 0, 6, 4.5, "5"]) {
      const answer = await refusal(await rate(buyer, { order_id: order.order_id, rating }), 422);
      if (rating !== null && rating !== "5")
        expect(answer.message, String(rating)).toBe("Please select a star rating.");
    }
    const torn = await rate(buyer, { order_id: order.order_id, rating: 5, score: 4 });
    expect(await refusal(torn, 422)).toMatchObject({ code: "invalid" });
    expect(await refusal(await rate(buyer, { rating: 5 }), 422)).toMatchObject({ code: "invalid" });
    const long = await rate(buyer, { order_id: order.order_id, rating: 5, comment: "x".repeat(1_001) });
    expect(await refusal(long, 422)).toMatchObject({ code: "invalid" });
  });

  it("when transaction and order do not belong together", async () => {
    const { buyer, order } = await completedDeal();
    const other = await completedDeal();
    const mixed = { transaction_id: order.id, order_id: other.order.order_id, rating: 5 };
    expect(await refusal(await rate(buyer, mixed), 404)).toMatchObject({ code: "not_found" });
  });

  it("for a suspended account", async () => {
    const { buyer, order } = await completedDeal();
    await runSql`UPDATE profiles
      SET is_suspended = 1, suspension_end_date = ${Date.now() + 60_000} WHERE id = ${buyer.id}`;
    expect(await refusal(await rate(buyer, { order_id: order.order_id, rating: 5 }), 403)).toMatchObject({
      code: "suspended",
    });
  });
});

describe("GET /api/ratings", () => {
  it("pages through a user's ratings newest first, and refuses a cursor of another list", async () => {
    const { seller, buyer, order } = await completedDeal();
    await reply(await rate(buyer, { order_id: order.order_id, rating: 5 }), 201);
    await showRatings();
    // Inserts four more ratings between the same two users.
    for (let index = 1; index <= 4; index++) {
      const at = Date.now() - index * 60_000;
      await env.DB.prepare(
        `INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role, created_at,
           visible_from, published_at)
         SELECT ?1, id, seller_id, buyer_id, 4, ?2, 'buyer_rating_seller', ?3, ?3, ?3 FROM transactions WHERE id = ?4`,
      )
        .bind(`rat_0000000000000000000${index}`, `Number ${index}`, at, await copyDeal(order.order_id, index))
        .run();
    }
    const first = await ratingsOf(seller.id, "&limit=3");
    const second = await ratingsOf(seller.id, `&limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map((one) => one.comment)).toEqual([
      "",
      "Number 1",
      "Number 2",
      "Number 3",
      "Number 4",
    ]);
    expect(second.next_cursor).toBeNull();
    expect(first).toMatchObject({ average_rating: 4.2, rating_count: 5 });
    const wrong = await call("GET", `/api/ratings?user=${buyer.id}&cursor=${first.next_cursor}`);
    expect(await refusal(wrong, 422)).toMatchObject({ code: "invalid" });
    expect(await refusal(await call("GET", "/api/ratings?user=acc_00000000000000000000"), 404)).toMatchObject({
      code: "not_found",
    });
  });
});
