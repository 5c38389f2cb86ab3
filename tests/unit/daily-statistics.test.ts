import { expect, it } from "vitest";
import { lastDays, sumOf, zeroStatistics } from "#domain/site/daily-statistics";

const HOUR = 3_600_000;

it("lastDays returns days without gaps, also across daylight saving changes", () => {
  // Daylight saving begins on 4 October 2026 and ends on 4 April 2027.
  for (const now of [Date.UTC(2026, 9, 6, 3), Date.UTC(2027, 3, 6, 3)]) {
    const days = lastDays(now, 5);
    for (const [index, day] of days.entries()) if (index > 0) expect(day.from).toBe(days[index - 1]?.to);
    expect(days.map(({ from, to }) => (to - from) / HOUR).sort()).toEqual(
      now < Date.UTC(2027, 0) ? [23, 24, 24, 24, 24] : [24, 24, 24, 24, 25],
    );
    const today = days.at(-1);
    expect(today && today.from <= now && now < today.to).toBe(true);
  }
  expect(lastDays(Date.UTC(2026, 10, 21, 12, 59), 1)[0]?.day).toBe("2026-11-21");
  expect(lastDays(Date.UTC(2026, 10, 21, 13, 0), 1)[0]?.day).toBe("2026-11-22");
});

it("sumOf adds up each figure", () => {
  expect(
    sumOf([
      { ...zeroStatistics(), paid: 2, sales_cents: 500 },
      { ...zeroStatistics(), paid: 1 },
    ]),
  ).toEqual({
    ...zeroStatistics(),
    paid: 3,
    sales_cents: 500,
  });
});
