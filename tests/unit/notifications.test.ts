/** Delivery of notifications: choices, mandatory channels and quiet hours (decision 0028). */
import { describe, expect, it } from "vitest";
import { KIND_COPY, NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import {
  changedChoices,
  channelsOf,
  deliveryOf,
  emailDelayMs,
  isEmailFixed,
  isPushEndpoint,
  isTimeZone,
  oneUnreadEmailPerLink,
  pushRetryDelay,
  quietUntil,
} from "#domain/notifications/notifications";
import cases from "./notifications.json" with { type: "json" };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const sydney = { from: 22 * 60, to: 7 * 60, zone: "Australia/Sydney" };
/** In winter Sydney is ten hours ahead of UTC. */
const winter = (hour: number, minute = 0) => Date.UTC(2026, 6, 15, hour - 10, minute);

describe("quietUntil", () => {
  it("covers midnight and ends in the morning of the reader's time zone", () => {
    expect(quietUntil(sydney, winter(22))).toBe(winter(31));
    expect(quietUntil(sydney, winter(23, 59))).toBe(winter(31));
    expect(quietUntil(sydney, winter(26, 30))).toBe(winter(31));
    expect(quietUntil(sydney, winter(30, 59))).toBe(winter(31));
  });

  it("returns null a minute before and after the quiet hours", () => {
    expect(quietUntil(sydney, winter(21, 59))).toBeNull();
    expect(quietUntil(sydney, winter(31))).toBeNull();
    expect(quietUntil(sydney, winter(12))).toBeNull();
  });

  it("follows the local time in Perth", () => {
    expect(quietUntil({ ...sydney, zone: "Australia/Perth" }, winter(23))).toBeNull();
    expect(quietUntil({ ...sydney, zone: "Australia/Perth" }, winter(24, 30))).toBe(winter(33));
  });

  it("supports a range within one day, and no range when both ends are equal", () => {
    const nap = { from: 13 * 60, to: 14 * 60, zone: "Australia/Sydney" };
    expect(quietUntil(nap, winter(13, 20))).toBe(winter(14));
    expect(quietUntil(nap, winter(14))).toBeNull();
    expect(quietUntil({ ...nap, to: nap.from }, winter(13))).toBeNull();
  });

  it("ends at seven local time across daylight saving changes", () => {
    // 2026-10-04 02:00 AEST becomes 03:00 AEDT: seven o'clock is 20:00 UTC, not 21:00.
    expect(quietUntil(sydney, Date.UTC(2026, 9, 3, 13))).toBe(Date.UTC(2026, 9, 3, 20));
    // 2026-04-05 03:00 AEDT becomes 02:00 AEST: seven o'clock is 21:00 UTC, not 20:00.
    expect(quietUntil(sydney, Date.UTC(2026, 3, 4, 12))).toBe(Date.UTC(2026, 3, 4, 21));
  });

  it("accepts valid time zone names only", () => {
    expect(isTimeZone("Australia/Hobart")).toBe(true);
    expect(isTimeZone("Middle/Earth")).toBe(false);
  });
});

describe("notification choices", () => {
  it("store only what differs from the defaults", () => {
    const off = changedChoices({}, [{ kind: "price_drop", email: false }]);
    expect(off).toEqual({ price_drop: { email: false } });
    expect(changedChoices(off, [{ kind: "trade", push: false }])).toEqual({
      price_drop: { email: false },
      trade: { push: false },
    });
    expect(changedChoices(off, [{ kind: "price_drop", email: true }])).toEqual({});
  });

  it("cannot switch off emails about orders and account status", () => {
    for (const kind of ["order", "standing"] as const) {
      expect(isEmailFixed(kind)).toBe(true);
      expect(changedChoices({}, [{ kind, email: false }])).toEqual({});
      expect(channelsOf(kind, { [kind]: { email: false } }).email).toBe(true);
    }
  });

  it("have a label for every kind", () => {
    for (const kind of NOTIFICATION_KINDS) expect(KIND_COPY[kind].label).not.toBe("");
  });
});

describe("deliveryOf", () => {
  const free = { choices: {}, quiet: null };
  const now = winter(12);
  const fresh = { kind: "trade", at: now, read: false, mailed: false } as const;

  it("uses the channels chosen for the kind", () => {
    expect(deliveryOf(fresh, free, now)).toEqual({ email: true, push: true });
    expect(deliveryOf(fresh, { ...free, choices: { trade: { email: false } } }, now)).toEqual({
      email: false,
      push: true,
    });
    expect(deliveryOf({ ...fresh, kind: "announcement" }, free, now)).toEqual({ done: true });
  });

  it("sends no second email when the event has already sent one", () => {
    expect(deliveryOf({ ...fresh, kind: "order", mailed: true }, free, now)).toEqual({ email: false, push: true });
  });

  it("sends nothing once the notification has been read", () => {
    expect(deliveryOf({ ...fresh, read: true }, free, now)).toEqual({ done: true });
  });

  it("waits for the end of the quiet hours", () => {
    const night = winter(23);
    expect(deliveryOf({ ...fresh, at: night }, { ...free, quiet: sydney }, night)).toEqual({ later: winter(31) });
  });

  it("drops an outdated notification: an offered hold after an hour, others after two days", () => {
    const line = { ...fresh, kind: "line" } as const;
    expect(deliveryOf(line, free, now + 60 * MINUTE)).toEqual({ email: true, push: true });
    expect(deliveryOf(line, free, now + 61 * MINUTE)).toEqual({ done: true });
    expect(deliveryOf(fresh, free, now + 49 * HOUR)).toEqual({ done: true });
  });
});

describe("pushRetryDelay", () => {
  it.each([
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
  ])("is growing: after failed attempt %i, %i minutes", (attempts, minutes) => {
    expect(pushRetryDelay(attempts)).toBe(minutes * 60_000);
  });

  it.each([5, 6])("is null after failed attempt %i", (attempts) => {
    expect(pushRetryDelay(attempts)).toBeNull();
  });
});

describe("isPushEndpoint", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://wns2-sy3p.notify.windows.com/w/?token=BQY",
    "https://web.push.apple.com/QGuQ",
  ])("accepts %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each(cases.refusedEndpoints)("refuses %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });
});

describe("default notification settings", () => {
  it("send every kind by email and push, except announcements and the listings of followed sellers", () => {
    for (const kind of NOTIFICATION_KINDS) {
      const email = kind !== "announcement";
      expect(channelsOf(kind, {}), kind).toEqual({ email, push: email && kind !== "follow" });
    }
  });

  it("send one email per place for kinds that repeat", () => {
    const one = ["message", "price_drop", "request_match", "saved_search", "follow"];
    for (const kind of NOTIFICATION_KINDS) expect(oneUnreadEmailPerLink(kind), kind).toBe(one.includes(kind));
  });

  it("delay the email about a message by ten minutes, and no other", () => {
    for (const kind of NOTIFICATION_KINDS) expect(emailDelayMs(kind), kind).toBe(kind === "message" ? 10 * MINUTE : 0);
  });

  it("deliver for two days to the millisecond, a pickup reminder for two hours and an offered hold for one", () => {
    for (const kind of NOTIFICATION_KINDS.filter((each) => each !== "announcement")) {
      const old = ({ line: HOUR, pickup: 2 * HOUR }[kind as string] ?? 48 * HOUR) + 7;
      const delivery = (now: number) =>
        deliveryOf({ kind, at: 7, read: false, mailed: false }, { choices: {}, quiet: null }, now);
      expect(delivery(old), kind).toEqual(channelsOf(kind, {}));
      expect(delivery(old + 1), kind).toEqual({ done: true });
    }
  });
});

it("isPushEndpoint refuses hosts that only resemble a push service", () => {
  const hosts = ["push.services.mozilla.com", "notify.windows.com", "push.apple.com"];
  for (const host of hosts) {
    expect(isPushEndpoint(`https://a1.b-2.${host}/x`), host).toBe(true);
    expect(isPushEndpoint(`https://${host}/x`), host).toBe(host !== "notify.windows.com");
    for (const other of [`evil${host}`, `-.evil${host}`, `..${host}`, `${host}.evil.example`, `a.${host}x`]) {
      expect(isPushEndpoint(`https://${other}/x`), other).toBe(false);
    }
    expect(isPushEndpoint(`see https://a.${host}/x`), host).toBe(false);
  }
});
