import { describe, expect, it } from "vitest";
import { quietSince } from "#domain/notifications/notifications";
import { canSayComing, isReminderDue, reminderCopy } from "#domain/orders/reminders";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const ZONE = "Australia/Brisbane";
/** Brisbane is ten hours ahead of UTC all year. */
const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 10);
const NIGHT = { from: 22 * 60, to: 8 * 60, zone: ZONE };

describe("isReminderDue", () => {
  const starts = at(28, 10);

  it("is from 24 or 2 hours before the start, for two hours", () => {
    expect(isReminderDue("day", starts, null, starts - 24 * HOUR - 1)).toBe(false);
    expect(isReminderDue("day", starts, null, starts - 24 * HOUR)).toBe(true);
    expect(isReminderDue("day", starts, null, starts - 22 * HOUR)).toBe(false);
    expect(isReminderDue("hours", starts, null, starts - 2 * HOUR)).toBe(true);
    expect(isReminderDue("hours", starts, null, starts - 1)).toBe(true);
    expect(isReminderDue("hours", starts, null, starts)).toBe(false);
  });

  it("comes before the quiet hours that it would fall into", () => {
    const early = at(28, 9);
    // Two hours before is seven in the morning, in quiet hours that began at ten in the evening.
    expect(isReminderDue("hours", early, NIGHT, at(27, 21) + 44 * MINUTE)).toBe(false);
    expect(isReminderDue("hours", early, NIGHT, at(27, 21) + 45 * MINUTE)).toBe(true);
    expect(isReminderDue("hours", at(28, 12), NIGHT, at(27, 21) + 45 * MINUTE)).toBe(false);
  });
});

describe("quietSince", () => {
  it("returns the start of the quiet hours, also across midnight", () => {
    expect(quietSince(NIGHT, at(28, 7))).toBe(at(27, 22));
    expect(quietSince(NIGHT, at(27, 23))).toBe(at(27, 22));
    expect(quietSince(NIGHT, at(28, 8))).toBeNull();
  });
});

describe("canSayComing", () => {
  const order = { status: "payment_confirmed", collection_date: at(28, 10), collection_ends_at: at(28, 12) } as const;

  it("is possible from two days before the start until the end", () => {
    expect(canSayComing(order, at(26, 10) - 1)).toBe(false);
    expect(canSayComing(order, at(26, 10))).toBe(true);
    expect(canSayComing(order, at(28, 12) - 1)).toBe(true);
    expect(canSayComing(order, at(28, 12))).toBe(false);
    expect(canSayComing({ ...order, status: "disputed" }, at(28, 9))).toBe(false);
  });
});

describe("reminderCopy", () => {
  const about = {
    role: "buyer",
    title: "Lamp",
    other: "Sam S.",
    when: "Saturday",
    coming: { you: false, them: false },
  } as const;

  it("names the time, and asks for a press only who has not given it", () => {
    expect(reminderCopy("day", about).body).toBe(
      "You're picking up “Lamp” from Sam S. on Saturday. Press “I'm coming” to let Sam S. know.",
    );
    const body = reminderCopy("day", { ...about, role: "seller", coming: { you: true, them: false } }).body;
    expect(body).toBe("Sam S. is picking up “Lamp” on Saturday.");
  });

  it("says two hours before whether the other party is coming", () => {
    expect(reminderCopy("hours", about).body).toMatch(/^Sam S\. hasn't confirmed yet\./);
    expect(reminderCopy("hours", { ...about, coming: { you: true, them: true } }).body).toMatch(/^Sam S\. is coming\./);
  });
});
