/** What administrators set for the whole site: bounds, what is read back, what is written down as changed (D10, D30, D35). */
import { describe, expect, it } from "vitest";
import { DEFAULT_CLOCKS } from "#domain/clocks";
import {
  changedSettings,
  clocksOf,
  closedFeatures,
  DEFAULT_SITE_SETTINGS,
  isWithin,
  readSiteSettings,
  SITE_FEATURES,
  SITE_NUMBER_NAMES,
  SITE_NUMBERS,
} from "#domain/site-settings";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("before anybody has set anything", () => {
  it("the lengths of time and limits are the specified ones, and all of them lie within their bounds", () => {
    expect(DEFAULT_SITE_SETTINGS.numbers).toEqual({
      hold_minutes: 10,
      card_minutes: 30,
      crypto_minutes: 120,
      bank_days: 3,
      offer_minutes: 10,
      accepted_hours: 24,
      confirmation_hours: 48,
      denied_hours: 24,
      live_holds: 5,
      unsettled_transfers: 2,
      holds_in_a_row: 2,
      pause_minutes: 30,
      platform_fee_bp: 0,
    });
    for (const name of SITE_NUMBER_NAMES) expect(isWithin(name, DEFAULT_SITE_SETTINGS.numbers[name]), name).toBe(true);
  });

  it("the rules keep the clocks they have by themselves", () => {
    expect(clocksOf(DEFAULT_SITE_SETTINGS)).toEqual(DEFAULT_CLOCKS);
  });

  it("everything is open, under the service's own name", () => {
    expect(closedFeatures(DEFAULT_SITE_SETTINGS)).toEqual([]);
    expect(DEFAULT_SITE_SETTINGS).toMatchObject({ version: 0, site_name: "Goodstreet", support_email: "" });
    expect(readSiteSettings(0, {})).toEqual(DEFAULT_SITE_SETTINGS);
  });
});

describe("a number", () => {
  it.each(SITE_NUMBER_NAMES)("%s is taken at its bounds and refused beyond them", (name) => {
    const { min, max } = SITE_NUMBERS[name];
    expect([min - 1, min, max, max + 1].map((value) => isWithin(name, value))).toEqual([false, true, true, false]);
  });

  it("is whole, and a number", () => {
    for (const value of [10.5, "10", null, undefined, Number.NaN]) expect(isWithin("hold_minutes", value)).toBe(false);
  });

  it("has steps where it says so: tenths of a percent for the platform fee", () => {
    expect([250, 255, 5].map((value) => isWithin("platform_fee_bp", value))).toEqual([true, false, false]);
  });

  it("reaches the rule it is for, in the rule's own unit", () => {
    const numbers = {
      hold_minutes: 7,
      card_minutes: 20,
      crypto_minutes: 45,
      bank_days: 2,
      offer_minutes: 6,
      accepted_hours: 5,
      confirmation_hours: 30,
      denied_hours: 13,
      live_holds: 9,
      unsettled_transfers: 3,
      holds_in_a_row: 4,
      pause_minutes: 8,
      platform_fee_bp: 500,
    };
    expect(clocksOf({ numbers })).toEqual({
      hold_ms: 7 * MINUTE,
      holds_in_a_row: 4,
      hold_pause_ms: 8 * MINUTE,
      payment_ms: { stripe: 20 * MINUTE, crypto: 45 * MINUTE, bank_transfer: 2 * DAY },
      offer_ms: 6 * MINUTE,
      accepted_ms: 5 * HOUR,
      confirmation_ms: 30 * HOUR,
      denied_ms: 13 * HOUR,
    });
  });
});

describe("what is stored", () => {
  it("is read back as it was saved", () => {
    const saved = {
      site_name: "Corner",
      support_email: "help@corner.example",
      numbers: { ...DEFAULT_SITE_SETTINGS.numbers, hold_minutes: 15 },
      features: { ...DEFAULT_SITE_SETTINGS.features, trades: false },
    };
    expect(readSiteSettings(4, saved)).toEqual({ version: 4, ...saved });
    expect(closedFeatures(saved)).toEqual(["trades"]);
  });

  it("loses what the bounds of today refuse, one number at a time", () => {
    const { numbers } = readSiteSettings(1, { numbers: { hold_minutes: 61, bank_days: 14, live_holds: "3" } });
    expect(numbers).toEqual({ ...DEFAULT_SITE_SETTINGS.numbers, bank_days: 14 });
  });

  it("keeps a feature open unless it was switched off", () => {
    const { features } = readSiteSettings(1, { features: { crypto: false, knowzee: true, trades: null } });
    expect(SITE_FEATURES.filter((name) => !features[name])).toEqual(["crypto"]);
  });

  it("has a name of 1 to 30 characters, without the blanks around it", () => {
    const nameOf = (site_name: unknown) => readSiteSettings(1, { site_name }).site_name;
    expect(nameOf("  Corner ")).toBe("Corner");
    expect(nameOf("x".repeat(31))).toBe("x".repeat(30));
    for (const nothing of ["", "   ", null, 7]) expect(nameOf(nothing)).toBe("Goodstreet");
    expect(readSiteSettings(1, { support_email: " help@corner.example " }).support_email).toBe("help@corner.example");
    expect(readSiteSettings(1, { support_email: 7 }).support_email).toBe("");
  });

  it("of any other shape is what the service starts with", () => {
    for (const broken of [
      { numbers: null, features: null },
      { numbers: "no", features: 3 },
    ]) {
      expect(readSiteSettings(0, broken)).toEqual(DEFAULT_SITE_SETTINGS);
    }
  });
});

describe("the audit log", () => {
  it("is told what changed, with before and after, and nothing else", () => {
    const after = {
      site_name: "Corner",
      support_email: "",
      numbers: { ...DEFAULT_SITE_SETTINGS.numbers, hold_minutes: 15 },
      features: { ...DEFAULT_SITE_SETTINGS.features, trades: false },
    };
    expect(changedSettings(DEFAULT_SITE_SETTINGS, after)).toEqual({
      site_name: { before: "Goodstreet", after: "Corner" },
      hold_minutes: { before: 10, after: 15 },
      trades: { before: true, after: false },
    });
    expect(changedSettings(DEFAULT_SITE_SETTINGS, DEFAULT_SITE_SETTINGS)).toEqual({});
  });
});
