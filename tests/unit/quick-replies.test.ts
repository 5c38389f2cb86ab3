import { describe, expect, it } from "vitest";
import { repeatKey } from "#domain/messages/messages";
import { type QuickReplyFacts, suggestedReplies } from "#domain/messages/quick-replies";
import { shortCollectionTime } from "#domain/orders/collection-date-text";

const HOUR = 3_600_000;
/** Saturday 28 November 2026, 10:00 in Sydney. */
const SATURDAY = Date.UTC(2026, 10, 27, 23);
const NOW = SATURDAY - 48 * HOUR;
const single = { from: SATURDAY, until: SATURDAY + HOUR / 2 };
const facts: QuickReplyFacts = {
  availability: "available",
  place: "Newtown, Sydney",
  times: [single],
  zone: "Australia/Sydney",
};
const suggested = (over: Partial<QuickReplyFacts> = {}) => suggestedReplies({ ...facts, ...over }, NOW);

describe("suggestedReplies", () => {
  it("says that the item is available, where and when it is picked up, and where the address will be", () => {
    expect(suggested()).toEqual([
      "Yes, it's still available.",
      "Pickup is in Newtown, Sydney on Sat 28 Nov, 10 am.",
      "The exact address will be on your order 24 hours before pickup.",
    ]);
  });

  it("names up to three times of those that have not begun", () => {
    const times = [-60, 0, 24, 48, 72].map((hours) => ({
      from: SATURDAY + hours * HOUR,
      until: SATURDAY + (hours + 2) * HOUR,
    }));
    expect(suggested({ times })[1]).toBe(
      "Pickup is in Newtown, Sydney on Sat 28 Nov, 10 am–12 pm, or Sun 29 Nov, 10 am–12 pm, or Mon 30 Nov, 10 am–12 pm.",
    );
  });

  it("leaves out a place or a time that the listing does not name", () => {
    expect(suggested({ times: [] })[1]).toBe("Pickup is in Newtown, Sydney.");
    expect(suggested({ place: null })[1]).toBe("Pickup is on Sat 28 Nov, 10 am.");
    expect(suggested({ place: null, times: [] })).toHaveLength(2);
    expect(suggestedReplies(facts, SATURDAY)[1]).toBe("Pickup is in Newtown, Sydney.");
  });

  it("does not call an item available that this buyer cannot buy", () => {
    const first = (availability: QuickReplyFacts["availability"]) => suggested({ availability })[0];
    expect(first("held")).toMatch(/^Someone else is holding it/);
    expect(first("unlisted")).toBe("Sorry, it isn't for sale at the moment.");
    expect(suggested({ availability: "sold" })).toEqual(["Sorry, it's sold."]);
    expect(first("theirs")).toMatch(/^Pickup is in/);
  });
});

describe("shortCollectionTime", () => {
  it.each([
    [0, 0.5, "Sat 28 Nov, 10 am"],
    [0.5, 0.5, "Sat 28 Nov, 10:30 am"],
    [0, 1, "Sat 28 Nov, 10–11 am"],
    [1, 2.5, "Sat 28 Nov, 11 am–1:30 pm"],
    [14, 1, "Sun 29 Nov, 12–1 am"],
  ])("formats a collection %f hours later that takes %f hours", (after, hours, text) => {
    const from = SATURDAY + after * HOUR;
    expect(shortCollectionTime({ from, until: from + hours * HOUR }, "Australia/Sydney")).toBe(text);
  });
});

describe("repeatKey within a thread", () => {
  it("differs between threads and not within one", () => {
    const key = (within: string | null) => repeatKey("Yes, it's still available.", true, within);
    expect(key("cnv_1")).toBe(key("cnv_1"));
    expect(new Set([key("cnv_1"), key("cnv_2"), key(null)]).size).toBe(3);
  });
});
