/** Ratings that are hidden until both sides have rated or 14 days have passed, and replies to ratings (D43, A146, A147). */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { PublicProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import type { DealRatings, OwnRating, RatingsReply, RatingView } from "#contract/orders/ratings";
import { exportQueries } from "#domain/account/personal-data/declaration";
import { RATINGS_HIDDEN_MS } from "#domain/orders/blind-ratings";
import { eraseAccount } from "../../worker/features/own-data/erase.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { notificationTitlesOf } from "../support/workerd/notifications.ts";
import { completedDeal, runRatingsJob } from "../support/workerd/ratings.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const rate = (who: TestAccount, order_id: string, rating: number, comment = "") =>
  who.request("POST", "/api/ratings", { order_id, rating, comment });
const dealOf = async (who: TestAccount, orderId: string) =>
  reply<DealRatings>(await who.request("GET", `/api/ratings/deal?order_id=${orderId}`), 200);
const publicOf = async (user: string) => reply<RatingsReply>(await call("GET", `/api/ratings?user=${user}`), 200);
const starsOf = async (user: string) => {
  const profile = await reply<PublicProfile>(await call("GET", `/api/profiles/${user}`), 200);
  return [profile.average_rating, profile.rating_count];
};
const noticesOf = (who: TestAccount) => notificationTitlesOf(who, "rating");
const answer = (who: TestAccount, id: string, text: string) =>
  who.request("POST", `/api/ratings/${id}/reply`, { text });

/** A deal in which the buyer has rated the seller. */
async function ratedDeal(comment = "Came late.") {
  const deal = await completedDeal();
  const orderId = deal.order.order_id;
  const given = await reply<OwnRating>(await rate(deal.buyer, orderId, 2, comment), 201);
  return { ...deal, orderId, given };
}

describe("a rating that the other side has not answered", () => {
  it("is visible to its author alone, and counts nowhere (A146)", async () => {
    const { seller, buyer, orderId, given } = await ratedDeal();
    expect(given.visible).toBe(false);
    expect(await dealOf(buyer, orderId)).toMatchObject({
      can_rate: false,
      given: { rating: 2, comment: "Came late." },
      visible_from: given.visible_from,
    });
    const seen = await dealOf(seller, orderId);
    expect(seen).toEqual({
      can_rate: true,
      given: null,
      received: null,
      received_hidden: true,
      visible_from: given.visible_from,
    });
    expect((await publicOf(seller.id)).items).toEqual([]);
    expect(await starsOf(seller.id)).toEqual([null, 0]);
    // The rated person learns that it exists, and nothing of what is in it.
    expect(await noticesOf(seller)).toEqual(["Billie B. rated you"]);
    const notices = await reply(await seller.request("GET", "/api/notifications"), 200);
    expect(JSON.stringify(notices)).not.toContain("Came late.");
    const emails = await firstRow`SELECT count(*) AS n FROM mail_outbox WHERE text LIKE '%Came late.%'`;
    expect(emails).toEqual({ n: 0 });
  });

  it("can neither be reported nor answered, and no id tells that it exists (A146)", async () => {
    const { seller, given } = await ratedDeal();
    const report = { subject_type: "review", subject_id: given.id, reason: "offensive" };
    expect((await refusal(await seller.request("POST", "/api/reports", report), 404)).code).toBe("not_found");
    expect((await refusal(await answer(seller, given.id, "That's not true."), 404)).code).toBe("not_found");
  });

  it("becomes visible together with the other side's, and each is notified of the one they got", async () => {
    const { seller, buyer, orderId } = await ratedDeal();
    const back = await reply<OwnRating>(await rate(seller, orderId, 5, "On time."), 201);
    expect(back.visible).toBe(true);
    expect(await dealOf(seller, orderId)).toMatchObject({ received: { rating: 2 }, visible_from: null });
    expect(await dealOf(buyer, orderId)).toMatchObject({ received: { rating: 5 }, received_hidden: false });
    expect(await starsOf(seller.id)).toEqual([2, 1]);
    expect(await starsOf(buyer.id)).toEqual([5, 1]);
    expect(await noticesOf(seller)).toContain("Billie B. gave you 2 stars");
    expect(await noticesOf(buyer)).toEqual(["Sam S. gave you 5 stars"]);
  });

  it("becomes visible 14 days after the collection, and not a moment earlier (A146)", async () => {
    const { seller, orderId, given } = await ratedDeal();
    vi.useFakeTimers({ toFake: ["Date"], now: given.visible_from - 1 });
    await runRatingsJob();
    expect((await publicOf(seller.id)).items).toEqual([]);
    vi.setSystemTime(given.visible_from);
    await runRatingsJob();
    await runRatingsJob();
    expect((await publicOf(seller.id)).items).toMatchObject([{ rating: 2, comment: "Came late.", by: "Billie B." }]);
    expect(await starsOf(seller.id)).toEqual([2, 1]);
    const row = await firstRow`SELECT completed_at FROM orders WHERE id = ${orderId}`;
    expect(given.visible_from).toBe(Number(row?.completed_at) + RATINGS_HIDDEN_MS);
    expect(await noticesOf(seller)).toEqual(["Billie B. rated you", "Billie B. gave you 2 stars"]);
  });

  it("cannot be answered with a rating once it is visible (A146)", async () => {
    const { seller, orderId, given } = await ratedDeal();
    vi.useFakeTimers({ toFake: ["Date"], now: given.visible_from });
    await runRatingsJob();
    expect(await dealOf(seller, orderId)).toMatchObject({ can_rate: false, received: { rating: 2 } });
    expect(await refusal(await rate(seller, orderId, 1, "Revenge."), 409)).toMatchObject({
      code: "wrong_state",
      message: MESSAGES.ratingClosed,
    });
  });

  it("is visible at once when it is given after the 14 days", async () => {
    const { seller, buyer, order } = await completedDeal();
    advance(RATINGS_HIDDEN_MS + 1);
    const late = await reply<OwnRating>(await rate(buyer, order.order_id, 4), 201);
    expect(late.visible).toBe(true);
    expect(await starsOf(seller.id)).toEqual([4, 1]);
  });

  it("becomes visible without a name after its author has left", async () => {
    const { seller, buyer, given } = await ratedDeal("Friendly.");
    await eraseAccount(
      createServices(env, () => undefined),
      buyer.id,
    );
    vi.useFakeTimers({ toFake: ["Date"], now: given.visible_from });
    await runRatingsJob();
    expect((await publicOf(seller.id)).items).toMatchObject([{ rating: 2, comment: "Friendly.", by: "Former member" }]);
  });

  it("is not in the copy of the rated person's data (A146)", async () => {
    const { seller, buyer } = await ratedDeal("Only for the buyer so far.");
    const copyOf = async ({ id }: TestAccount) => {
      const parts = await Promise.all(
        exportQueries()
          .filter(({ name }) => name.startsWith("ratings_"))
          .map(({ sql }) => env.DB.prepare(sql).bind(id, 0, 100).all()),
      );
      return JSON.stringify(parts.map(({ results }) => results));
    };
    expect(await copyOf(buyer)).toContain("Only for the buyer so far.");
    expect(await copyOf(seller)).toBe("[[],[]]");
  });

  it("is visible on both sides when both rate at the same moment (A146)", async () => {
    const { seller, buyer, order } = await completedDeal();
    const replies = await Promise.all([rate(buyer, order.order_id, 5), rate(seller, order.order_id, 4)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect([await starsOf(seller.id), await starsOf(buyer.id)]).toEqual([
      [5, 1],
      [4, 1],
    ]);
    expect(await noticesOf(buyer)).toContain("Sam S. gave you 4 stars");
    expect(await noticesOf(seller)).toContain("Billie B. gave you 5 stars");
  });
});

describe("POST /api/ratings/:id/reply", () => {
  async function visibleRating() {
    const deal = await ratedDeal();
    await reply(await rate(deal.seller, deal.orderId, 5), 201);
    return deal;
  }

  it("stands below the rating for everyone, once, and its author is notified (A147)", async () => {
    const { seller, buyer, given } = await visibleRating();
    const replied = await reply<RatingView>(await answer(seller, given.id, "Sorry, the tram broke down."), 200);
    expect(replied).toMatchObject({ id: given.id, reply: { text: "Sorry, the tram broke down." }, can_reply: false });
    expect((await publicOf(seller.id)).items).toMatchObject([{ reply: { text: "Sorry, the tram broke down." } }]);
    expect(await noticesOf(buyer)).toContain("Sam S. replied to your rating");
    expect(await refusal(await answer(seller, given.id, "And another thing."), 409)).toMatchObject({
      code: "already_used",
      message: MESSAGES.alreadyReplied,
    });
    // A repeat of the same words, whose answer was lost, is not an error.
    expect((await answer(seller, given.id, "Sorry, the tram broke down.")).status).toBe(200);
  });

  it("is offered to the rated person alone (A147)", async () => {
    const { seller, buyer, given } = await visibleRating();
    const seenBy = async (who: TestAccount) =>
      (await reply<RatingsReply>(await who.request("GET", `/api/ratings?user=${seller.id}`), 200)).items[0]?.can_reply;
    expect(await seenBy(seller)).toBe(true);
    expect(await seenBy(buyer)).toBe(false);
    const stranger = await createAccount();
    for (const who of [buyer, stranger]) {
      expect((await refusal(await answer(who, given.id, "Hello."), 403)).code).toBe("not_owner");
    }
    expect((await call("POST", `/api/ratings/${given.id}/reply`, { text: "Hi" })).status).toBe(401);
  });

  it("is refused with contact details, empty or too long, and for a suspended account (A147)", async () => {
    const { seller, given } = await visibleRating();
    for (const text of ["Call me on 0412 345 678 and we talk", "", "x".repeat(501)]) {
      expect((await refusal(await answer(seller, given.id, text), 422)).details?.fields?.[0]?.field, text).toBe("text");
    }
    await runSql`UPDATE profiles
      SET is_suspended = 1, suspension_end_date = ${Date.now() + 60_000} WHERE id = ${seller.id}`;
    expect((await refusal(await answer(seller, given.id, "Sorry."), 403)).code).toBe("suspended");
  });

  it("can be reported, and staff can remove it for good (A147)", async () => {
    const { seller, buyer, given } = await visibleRating();
    await reply(await answer(seller, given.id, "You are a fool."), 200);
    const staff = await createAccount({ role: "admin" });
    const report = { subject_type: "reply", subject_id: given.id, reason: "offensive" };
    const { id } = await reply<{ id: string }>(await buyer.request("POST", "/api/reports", report), 201);
    expect(await reply(await staff.request("GET", `/api/admin/reports/${id}`), 200)).toMatchObject({
      about: { id: seller.id },
      excerpt: "You are a fool.",
      link: `/Store/${seller.id}`,
    });
    const decision = { outcome: "remove", note: "Please stay polite." };
    await reply(await staff.request("POST", `/api/admin/reports/${id}/decision`, decision), 200);
    expect((await publicOf(seller.id)).items).toMatchObject([{ rating: 2, comment: "Came late.", reply: null }]);
    expect((await refusal(await answer(seller, given.id, "Again."), 409)).code).toBe("already_used");
    const removed = await firstRow`SELECT title FROM notifications WHERE user_id = ${seller.id} AND kind = 'standing'`;
    expect(removed?.title).toBe("We've removed your reply to the rating for “Brass reading lamp”.");
  });

  it("goes with the rated person's account, and stays when the author of the rating leaves", async () => {
    const services = createServices(env, () => undefined);
    const first = await visibleRating();
    await reply(await answer(first.seller, first.given.id, "Thanks anyway."), 200);
    await eraseAccount(services, first.buyer.id);
    expect((await publicOf(first.seller.id)).items).toMatchObject([{ reply: { text: "Thanks anyway." } }]);
    await eraseAccount(services, first.seller.id);
    const row = await firstRow`SELECT reply, comment FROM ratings WHERE id = ${first.given.id}`;
    expect(row).toEqual({ reply: "", comment: "" });
  });
});
