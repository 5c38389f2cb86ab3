import { describe, expect, it } from "vitest";
import { DAY_MS } from "#domain/deadlines";
import { mayReply, publishedAt, RATINGS_HIDDEN_MS, ratingStep, ratingsVisibleFrom } from "#domain/orders/blind-ratings";

const NOW = Date.UTC(2026, 10, 26);

describe("when a rating becomes visible (D43)", () => {
  it("is 14 days after the collection", () => {
    expect(RATINGS_HIDDEN_MS).toBe(14 * DAY_MS);
    expect(ratingsVisibleFrom(NOW)).toBe(NOW + 14 * DAY_MS);
  });

  it("is now if the other side has rated, or if the 14 days are over", () => {
    expect(publishedAt(false, NOW + 1, NOW)).toBeNull();
    expect(publishedAt(false, NOW, NOW)).toBe(NOW);
    expect(publishedAt(false, NOW - 1, NOW)).toBe(NOW);
    expect(publishedAt(true, NOW + 1, NOW)).toBe(NOW);
  });
});

describe("whether a side may rate (D43)", () => {
  const open = { completed: true, hasRated: false, otherIsVisible: false };

  it("begins with the completed deal, and ends with its own rating or the other's visible one", () => {
    expect(ratingStep(open)).toBe("rate");
    expect(ratingStep({ ...open, completed: false })).toBe("too_early");
    expect(ratingStep({ ...open, hasRated: true })).toBe("already_rated");
    expect(ratingStep({ ...open, otherIsVisible: true })).toBe("closed");
    expect(ratingStep({ completed: true, hasRated: true, otherIsVisible: true })).toBe("already_rated");
  });
});

describe("a reply", () => {
  it("is possible once, to a visible rating", () => {
    expect(mayReply({ published_at: NOW, replied_at: null })).toBe(true);
    expect(mayReply({ published_at: null, replied_at: null })).toBe(false);
    expect(mayReply({ published_at: NOW, replied_at: NOW })).toBe(false);
  });
});
