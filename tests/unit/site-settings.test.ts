/**
 * Site settings of administrators: bounds, reading stored values, and the changes for the audit log (D10, D30, D35).
 */
import { describe, expect, it } from "vitest";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { missingOperatorFields, operatorLine } from "#domain/site/operator";
import {
  changedSettings,
  DEFAULT_SITE_SETTINGS,
  disabledFeatures,
  isWithin,
  readSiteSettings,
  SITE_FEATURES,
  SITE_NUMBER_NAMES,
  SITE_NUMBERS,
  timeLimitsOf,
} from "#domain/site/site-settings";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("default site settings", () => {
  it("have the decided values, all within their bounds", () => {
    expect(DEFAULT_SITE_SETTINGS.numbers).toEqual({
      hold_minutes: DEFAULT_HOLD_MS / 60_000,
      card_minutes: 30,
      crypto_minutes: 120,
      bank_days: 3,
      offer_minutes: 10,
      accepted_hours: 24,
      confirmation_days: 2,
      denied_hours: 24,
      live_holds: 5,
      unsettled_transfers: 2,
      holds_in_a_row: 2,
      pause_minutes: 30,
      refund_dollars: 2_000,
      refunds_a_day: 10,
      first_sales: 3,
      first_sales_days: 7,
      struck_after_days: 7,
      struck_shown_days: 30,
      platform_fee_bp: 0,
      gst_bp: 0,
      credit_gst_bp: 0,
      response_hours: 24,
      minimum_age: 18,
    });
    for (const name of SITE_NUMBER_NAMES) expect(isWithin(name, DEFAULT_SITE_SETTINGS.numbers[name]), name).toBe(true);
  });

  it("match the default clocks of the domain rules", () => {
    expect(timeLimitsOf(DEFAULT_SITE_SETTINGS)).toEqual(DEFAULT_TIME_LIMITS);
  });

  it("enable every feature, under the name Goodstreet", () => {
    expect(disabledFeatures(DEFAULT_SITE_SETTINGS)).toEqual([]);
    expect(DEFAULT_SITE_SETTINGS).toMatchObject({ version: 0, site_name: "Goodstreet", support_email: "" });
    expect(readSiteSettings(0, {})).toEqual(DEFAULT_SITE_SETTINGS);
  });
});

describe("isWithin", () => {
  it.each(SITE_NUMBER_NAMES)("accepts the bounds of %s and refuses values beyond them", (name) => {
    const { min, max } = SITE_NUMBERS[name];
    expect([min - 1, min, max, max + 1].map((value) => isWithin(name, value))).toEqual([false, true, true, false]);
  });

  it("accepts whole numbers only", () => {
    for (const value of [10.5, "10", null, undefined, Number.NaN]) expect(isWithin("hold_minutes", value)).toBe(false);
  });

  it("accepts tenths of a percent for the platform fee", () => {
    expect([250, 255, 5].map((value) => isWithin("platform_fee_bp", value))).toEqual([true, false, false]);
  });

  it("uses the units that timeLimitsOf converts", () => {
    const numbers = {
      hold_minutes: 7,
      card_minutes: 20,
      crypto_minutes: 45,
      bank_days: 2,
      offer_minutes: 6,
      accepted_hours: 5,
      confirmation_days: 3,
      denied_hours: 13,
      live_holds: 9,
      unsettled_transfers: 3,
      holds_in_a_row: 4,
      pause_minutes: 8,
      refund_dollars: 500,
      refunds_a_day: 4,
      first_sales: 2,
      first_sales_days: 5,
      struck_after_days: 9,
      struck_shown_days: 20,
      platform_fee_bp: 500,
      gst_bp: 1_000,
      credit_gst_bp: 0,
      response_hours: 24,
      minimum_age: 18,
    };
    expect(timeLimitsOf({ numbers })).toEqual({
      hold_ms: 7 * MINUTE,
      holds_in_a_row: 4,
      hold_pause_ms: 8 * MINUTE,
      payment_ms: { stripe: 20 * MINUTE, crypto: 45 * MINUTE, bank_transfer: 2 * DAY },
      offer_ms: 6 * MINUTE,
      accepted_ms: 5 * HOUR,
      confirmation_ms: 3 * DAY,
      denied_ms: 13 * HOUR,
    });
  });
});

describe("readSiteSettings", () => {
  it("returns what was saved", () => {
    const saved = {
      site_name: "Corner",
      support_email: "help@corner.example",
      operator: { ...DEFAULT_SITE_SETTINGS.operator, legal_name: "Corner Pty Ltd", abn: "51824753556", state: "NSW" },
      numbers: { ...DEFAULT_SITE_SETTINGS.numbers, hold_minutes: 15 },
      features: { ...DEFAULT_SITE_SETTINGS.features, trades: false },
    };
    expect(readSiteSettings(4, saved)).toEqual({ version: 4, ...saved });
    expect(disabledFeatures(saved)).toEqual(["trades"]);
  });

  it("reads the operator's name and ABN of versions from before its fields", () => {
    const { operator } = readSiteSettings(1, { business_name: "Corner Pty Ltd", abn: "51824753556" });
    expect(operatorLine(operator, "Corner")).toBe("Corner Pty Ltd, ABN 51 824 753 556");
    expect(operatorLine(DEFAULT_SITE_SETTINGS.operator, "Corner")).toBe("Corner");
    expect(missingOperatorFields(operator)).toEqual(["entity", "address", "state"]);
  });

  it("replaces each number outside its bounds with its default", () => {
    const { numbers } = readSiteSettings(1, { numbers: { hold_minutes: 61, bank_days: 14, live_holds: "3" } });
    expect(numbers).toEqual({ ...DEFAULT_SITE_SETTINGS.numbers, bank_days: 14 });
  });

  it("keeps a feature enabled unless it was switched off", () => {
    const { features } = readSiteSettings(1, { features: { crypto: false, knowzee: true, trades: null } });
    expect(SITE_FEATURES.filter((name) => !features[name])).toEqual(["crypto"]);
  });

  it("trims the site name and limits it to 30 characters", () => {
    const nameOf = (site_name: unknown) => readSiteSettings(1, { site_name }).site_name;
    expect(nameOf("  Corner ")).toBe("Corner");
    expect(nameOf("x".repeat(31))).toBe("x".repeat(30));
    for (const nothing of ["", "   ", null, 7]) expect(nameOf(nothing)).toBe("Goodstreet");
    expect(readSiteSettings(1, { support_email: " help@corner.example " }).support_email).toBe("help@corner.example");
    expect(readSiteSettings(1, { support_email: 7 }).support_email).toBe("");
  });

  it("returns the defaults for malformed values", () => {
    for (const broken of [
      { numbers: null, features: null },
      { numbers: "no", features: 3 },
    ]) {
      expect(readSiteSettings(0, broken)).toEqual(DEFAULT_SITE_SETTINGS);
    }
  });
});

describe("changedSettings", () => {
  it("returns only what changed, with before and after", () => {
    const after = {
      site_name: "Corner",
      support_email: "",
      operator: DEFAULT_SITE_SETTINGS.operator,
      numbers: { ...DEFAULT_SITE_SETTINGS.numbers, hold_minutes: 15 },
      features: { ...DEFAULT_SITE_SETTINGS.features, trades: false },
    };
    expect(changedSettings(DEFAULT_SITE_SETTINGS, after)).toEqual({
      site_name: { before: "Goodstreet", after: "Corner" },
      hold_minutes: { before: DEFAULT_SITE_SETTINGS.numbers.hold_minutes, after: 15 },
      trades: { before: true, after: false },
    });
    expect(changedSettings(DEFAULT_SITE_SETTINGS, DEFAULT_SITE_SETTINGS)).toEqual({});
  });
});
