/** When the daily email is sent: at eight in the morning where the person is. */
import { describe, expect, it } from "vitest";
import { dailyEmailAt } from "#domain/notifications/daily-email";
import { NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import { isDailyEmail, isEmailFixed } from "#domain/notifications/notifications";
import { localTime } from "#domain/time-zone";

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);

describe("dailyEmailAt", () => {
  it.each([
    ["in the afternoon", "2026-11-28T04:00:00Z", "2026-11-29"],
    ["after midnight", "2026-11-28T14:00:00Z", "2026-11-29"],
    ["just before eight, when the email is about to be sent", "2026-11-28T20:57:00Z", "2026-11-30"],
    ["at eight", "2026-11-28T21:00:00Z", "2026-11-30"],
  ])("%s in Sydney names the next morning", (_, now, day) => {
    const daily = dailyEmailAt(at(now), "Australia/Sydney", null);
    expect(daily.day).toBe(day);
    expect(iso(localTime(daily.at, "Australia/Sydney"))).toBe(`${day}T08:00`);
  });

  it("follows the place's clock when daylight saving begins and ends, and far from Australia", () => {
    for (const now of ["2026-10-03T05:00:00Z", "2027-04-03T05:00:00Z", "2026-07-01T00:00:00Z"]) {
      for (const zone of ["Australia/Sydney", "Australia/Perth", "Europe/London", "America/New_York"]) {
        expect(iso(localTime(dailyEmailAt(at(now), zone, null).at, zone)), `${now} ${zone}`).toMatch(/T08:00$/);
      }
    }
  });

  it("waits for the end of the quiet hours", () => {
    const quiet = { from: 22 * 60, to: 9 * 60 + 30, zone: "Australia/Sydney" };
    const daily = dailyEmailAt(at("2026-11-28T04:00:00Z"), "Australia/Sydney", quiet);
    expect(iso(localTime(daily.at, "Australia/Sydney"))).toBe("2026-11-29T09:30");
  });
});

it("nothing about money, an order or an account waits for the daily email", () => {
  const daily = NOTIFICATION_KINDS.filter(isDailyEmail);
  expect(daily).toEqual(["price_drop", "saved_search", "listing", "follow", "rating", "announcement"]);
  expect(daily.filter(isEmailFixed)).toEqual([]);
});
