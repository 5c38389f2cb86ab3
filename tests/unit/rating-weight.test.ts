import { describe, expect, it } from "vitest";
import { DAY_MS } from "#domain/deadlines";
import { type RatedPair, type WeighedRating, weighRatings } from "#domain/orders/rating-weight";

const NOW = Date.UTC(2026, 10, 1);
const PAIR: RatedPair = { quick: 0, others: [1, 1], cleared: false, author_since: NOW - 14 * DAY_MS };
const quick = { quick: 2, others: [0, 5] } as const;

/** `rating` on each of these days. */
const given = (...ratings: ({ day?: number; stars?: number } & Partial<WeighedRating>)[]) =>
  ratings.map(
    ({ day = 0, ...rating }, n): WeighedRating => ({
      id: String(n),
      stars: 5,
      created_at: NOW - 100 * DAY_MS + day * DAY_MS,
      left_out: null,
      worthless: false,
      unconfirmed: false,
      refunded: false,
      ...rating,
    }),
  );

const CASES: [string, WeighedRating[], Partial<RatedPair>, (string | null)[]][] = [
  ["the first of equal ones", given({}, { day: 1 }), {}, [null, "repeated"]],
  ["a bad one after a good one", given({}, { day: 1, stars: 1 }), {}, ["repeated", null]],
  ["a bad one before a good one", given({ stars: 1 }, { day: 1 }), {}, [null, "repeated"]],
  ["both 30 days apart", given({}, { day: 30 }), {}, [null, null]],
  ["those around a bad one not", given({}, { day: 20, stars: 1 }, { day: 40 }), {}, ["repeated", null, "repeated"]],
  ["a good one beside a worthless bad one", given({}, { stars: 1, worthless: true }), {}, [null, null]],
  ["a good one beside a bad one about no deal", given({}, { stars: 1, left_out: "unproven" }), {}, [null, "unproven"]],
  ["no unconfirmed one", given({ unconfirmed: true }), {}, ["unconfirmed"]],
  ["no praise after a refund", given({ refunded: true, stars: 4 }), {}, ["refunded"]],
  ["criticism after a refund", given({ refunded: true, stars: 3 }), {}, [null]],
  ["none by a new account", given({}), { author_since: NOW - 14 * DAY_MS + 1 }, ["new_author"]],
  ["none of two who deal in minutes with each other alone", given({}, { day: 40 }), quick, ["suspected", "suspected"]],
  ["theirs once staff have looked", given({ left_out: "suspected" }), { ...quick, cleared: true }, [null]],
  ["one that waits for staff not, whatever changed", given({ left_out: "suspected" }), {}, ["suspected"]],
  ["those of one quick deal", given({}), { quick: 1, others: [0, 0] }, [null]],
];

describe("of the ratings of one author about one person counts", () => {
  it.each(CASES)("%s (D88)", (_, ratings, pair, weights) => {
    expect([...weighRatings(ratings, { ...PAIR, ...pair }, NOW)].sort().map(([, weight]) => weight)).toEqual(weights);
  });
});
