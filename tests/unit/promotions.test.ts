/** Days, prices and refunds of promotions, and the rotation of ads (D28). */
import { describe, expect, it } from "vitest";
import { chosenAd } from "#domain/ads/ads";
import {
  addDays,
  DAILY_CENTS,
  datesProblem,
  daysOf,
  isDay,
  PROMOTION_AHEAD_DAYS,
  PROMOTION_DAYS_MAX,
  promotionCents,
  promotionState,
  unusedCents,
} from "#domain/selling/promotions";

const TODAY = "2026-11-23";
const dates = (start_date: string, end_date: string) => ({ start_date, end_date });

describe("promotion days", () => {
  it("count from the first to the last, across months, years and leap days", () => {
    expect(daysOf(TODAY, TODAY)).toBe(1);
    expect(daysOf("2026-12-30", "2027-01-02")).toBe(4);
    expect(daysOf("2028-02-28", "2028-03-01")).toBe(3);
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  });

  it("are zero in the wrong order or for an invalid date", () => {
    for (const [start, end] of [
      ["2026-11-24", TODAY],
      ["2026-02-30", "2026-03-02"],
      ["", TODAY],
      [TODAY, "soon"],
    ] as const) {
      expect(daysOf(start, end), `${start} ${end}`).toBe(0);
    }
  });

  it("are valid calendar dates in one format", () => {
    for (const day of ["2026-11-21", "2028-02-29", "2026-12-31"]) expect(isDay(day), day).toBe(true);
    const none = ["2026-02-30", "2027-02-29", "2026-13-01", "2026-11-00", "", "soon", "2026-11-2", "2026-11"];
    const others = ["x2026-11-21", "2026-11-21x", "2026-11-21T00:00:00Z", " 2026-11-21", "21/11/2026", "+002026-11-21"];
    for (const day of [...none, ...others]) expect(isDay(day), day).toBe(false);
  });

  it("are reported with a message, the first day before the last", () => {
    const messageFor = (start: string, end: string) => {
      const problem = datesProblem(dates(start, end), TODAY);
      return problem && `${problem.field}: ${problem.message}`;
    };
    expect(messageFor("soon", "later")).toBe("start_date: Choose the first day.");
    expect(messageFor("2026-11-22", "later")).toBe("start_date: Choose today or a later day.");
    expect(messageFor("2027-01-23", "later")).toBe("start_date: Choose a day within the next 60 days.");
    expect(messageFor(TODAY, "later")).toBe("end_date: Choose the last day.");
    expect(messageFor("2026-11-24", TODAY)).toBe("end_date: The last day can't be before the first.");
    expect(messageFor(TODAY, "2026-12-23")).toBe("end_date: A promotion can run for up to 30 days.");
  });

  it("start today at the earliest and within 60 days, and last at most 30 days", () => {
    expect(datesProblem(dates(TODAY, TODAY), TODAY)).toBeNull();
    expect(datesProblem(dates(TODAY, addDays(TODAY, PROMOTION_DAYS_MAX - 1)), TODAY)).toBeNull();
    expect(datesProblem(dates(TODAY, addDays(TODAY, PROMOTION_DAYS_MAX)), TODAY)?.field).toBe("end_date");
    expect(datesProblem(dates("2026-11-22", TODAY), TODAY)?.field).toBe("start_date");
    const latest = addDays(TODAY, PROMOTION_AHEAD_DAYS);
    expect(datesProblem(dates(latest, latest), TODAY)).toBeNull();
    const later = addDays(latest, 1);
    expect(datesProblem(dates(later, later), TODAY)?.field).toBe("start_date");
  });
});

describe("promotion price", () => {
  it("is the daily price of the placement for each day", () => {
    expect(promotionCents("sidebar", dates(TODAY, "2026-11-29"))).toBe(7 * DAILY_CENTS.sidebar);
    expect(promotionCents("top_banner", dates(TODAY, "2026-11-22"))).toBe(0);
  });

  it("is refunded for days that have not begun", () => {
    const promotion = { ...dates("2026-11-24", "2026-11-26"), daily_cents: 150 };
    expect(unusedCents(promotion, TODAY)).toBe(450);
    // Never more than was paid, however early.
    expect(unusedCents(promotion, "2026-11-01")).toBe(450);
    expect(unusedCents(promotion, "2026-11-24")).toBe(300);
    expect(unusedCents(promotion, "2026-11-25")).toBe(150);
    expect(unusedCents(promotion, "2026-11-26")).toBe(0);
    expect(unusedCents(promotion, "2026-12-26")).toBe(0);
  });
});

it("promotionState keeps an ended promotion ended in every state of its item", () => {
  const promotion = { ...dates("2026-11-24", "2026-11-26"), cancelled_at: null };
  expect(promotionState(promotion, true, TODAY)).toBe("upcoming");
  expect(promotionState(promotion, true, "2026-11-24")).toBe("running");
  expect(promotionState(promotion, true, "2026-11-26")).toBe("running");
  expect(promotionState(promotion, false, "2026-11-25")).toBe("stopped");
  expect(promotionState(promotion, false, "2026-11-27")).toBe("ended");
  expect(promotionState({ ...promotion, cancelled_at: 1 }, true, "2026-11-27")).toBe("cancelled");
});

describe("chosenAd", () => {
  const ad = (id: string, item_id: string | null, priority = 10) => ({
    id,
    item_id,
    priority,
    created_at: Number(id),
    active: true,
    start_date: null,
    end_date: null,
  });

  it("rotates the promoted listings of highest priority", () => {
    const ads = [ad("2", "itm_b"), ad("1", "itm_a"), ad("3", "itm_c", 5), ad("4", null, 0), ad("5", null)];
    expect([0, 1, 2, 3].map((turn) => chosenAd(ads, TODAY, turn)?.id)).toEqual(["1", "2", "1", "2"]);
  });

  it("returns an editor's ad without rotation: the highest priority, then the oldest", () => {
    const ads = [ad("2", null), ad("1", null), ad("3", "itm_c")];
    expect([0, 1, 2].map((turn) => chosenAd(ads, TODAY, turn)?.id)).toEqual(["1", "1", "1"]);
    expect(chosenAd([], TODAY, 3)).toBeNull();
  });
});
