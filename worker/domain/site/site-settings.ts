/**
 * Site-wide settings (D10, D30, D35): times and limits within bounds, switches, site name, support address and operator. Rules
 * take the values as arguments and default to their constants. Running holds, orders and offers keep the values they
 * started with.
 */

import {
  ACCEPTED_MS,
  CONFIRMATION_MS,
  DAY_MS,
  DEFAULT_HOLD_MS,
  DENIED_MS,
  HOLD_PAUSE_MS,
  HOLDS_IN_A_ROW,
  HOUR_MS,
  LIVE_HOLDS_MAX,
  MINUTE_MS,
  OFFER_MS,
  PAYMENT_MS,
  UNSETTLED_TRANSFERS_MAX,
} from "../deadlines.ts";
import { FIRST_SALES, FIRST_SALES_DAYS } from "../payments/payout-hold.ts";
import { REFUND_LIMIT_DOLLARS, REFUNDS_A_DAY } from "../payments/seller-refund.ts";
import type { TimeLimits } from "../time-limits.ts";
import { OPERATOR_FIELD_NAMES, OPERATOR_FIELDS, type Operator } from "./operator.ts";

type Unit = "minutes" | "hours" | "days" | "years" | "count" | "dollars" | "basis points";

interface Bounds {
  unit: Unit;
  min: number;
  max: number;
  /** Only multiples of this are valid. */
  step?: number;
  start: number;
}

/** Whole numbers in readable units. The bounds leave buyers enough time without blocking items for too long. */
export const SITE_NUMBERS = {
  hold_minutes: { unit: "minutes", min: 5, max: 60, start: DEFAULT_HOLD_MS / MINUTE_MS },
  card_minutes: { unit: "minutes", min: 15, max: 720, start: PAYMENT_MS.stripe / MINUTE_MS },
  crypto_minutes: { unit: "minutes", min: 30, max: 1_440, start: PAYMENT_MS.crypto / MINUTE_MS },
  bank_days: { unit: "days", min: 1, max: 14, start: PAYMENT_MS.bank_transfer / DAY_MS },
  offer_minutes: { unit: "minutes", min: 5, max: 60, start: OFFER_MS / MINUTE_MS },
  accepted_hours: { unit: "hours", min: 1, max: 72, start: ACCEPTED_MS / HOUR_MS },
  confirmation_days: { unit: "days", min: 1, max: 7, start: CONFIRMATION_MS / DAY_MS },
  denied_hours: { unit: "hours", min: 12, max: 96, start: DENIED_MS / HOUR_MS },
  live_holds: { unit: "count", min: 1, max: 20, start: LIVE_HOLDS_MAX },
  unsettled_transfers: { unit: "count", min: 1, max: 20, start: UNSETTLED_TRANSFERS_MAX },
  holds_in_a_row: { unit: "count", min: 1, max: 10, start: HOLDS_IN_A_ROW },
  pause_minutes: { unit: "minutes", min: 5, max: 1_440, start: HOLD_PAUSE_MS / MINUTE_MS },
  /** What a seller may refund in a day without staff (D68). */
  refund_dollars: { unit: "dollars", min: 100, max: 50_000, start: REFUND_LIMIT_DOLLARS },
  refunds_a_day: { unit: "count", min: 1, max: 100, start: REFUNDS_A_DAY },
  /** Card sales of a new seller that are paid out later, and how many days after the collection (D71). */
  first_sales: { unit: "count", min: 0, max: 20, start: FIRST_SALES },
  first_sales_days: { unit: "days", min: 1, max: 30, start: FIRST_SALES_DAYS },
  /** How long an item is on sale at a price before a lower one strikes it out, and how long that shows (D95). */
  struck_after_days: { unit: "days", min: 7, max: 30, start: 7 },
  struck_shown_days: { unit: "days", min: 1, max: 30, start: 30 },
  /** Platform fee of a card sale, in steps of 0.1%. */
  platform_fee_bp: { unit: "basis points", min: 0, max: 2_000, step: 10, start: 0 },
  /** GST within platform fees, and within bought ad credit (D75). 0: not registered, or not due at the purchase. */
  gst_bp: { unit: "basis points", min: 0, max: 2_000, step: 10, start: 0 },
  credit_gst_bp: { unit: "basis points", min: 0, max: 2_000, step: 10, start: 0 },
  /** How soon a person answers what people write to us, and who may have an account (D92). */
  response_hours: { unit: "hours", min: 4, max: 240, start: 24 },
  minimum_age: { unit: "years", min: 16, max: 21, start: 18 },
} as const satisfies Record<string, Bounds>;

export type SiteNumber = keyof typeof SITE_NUMBERS;
export const SITE_NUMBER_NAMES = Object.keys(SITE_NUMBERS) as SiteNumber[];

/** Features that can be switched off. Existing orders, accepted trades and registered users are not affected. */
export const SITE_FEATURES = ["knowzee", "crypto", "trades", "message_images", "sign_ups", "donations"] as const;
export type SiteFeature = (typeof SITE_FEATURES)[number];

export interface SiteSettings {
  /** Rises with every save; 0 before the first. */
  version: number;
  site_name: string;
  /** Empty for the address from the deployment configuration. */
  support_email: string;
  operator: Operator;
  numbers: Record<SiteNumber, number>;
  features: Record<SiteFeature, boolean>;
}

export const DEFAULT_SITE_NAME = "Goodstreet";
export const SITE_NAME_MAX = 30;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  version: 0,
  site_name: DEFAULT_SITE_NAME,
  support_email: "",
  operator: everyOf(OPERATOR_FIELD_NAMES, () => ""),
  numbers: everyOf(SITE_NUMBER_NAMES, (name) => SITE_NUMBERS[name].start),
  features: everyOf(SITE_FEATURES, () => true),
};

/** Reads stored settings. A number that is missing or outside the current bounds falls back to its default. */
export function readSiteSettings(version: number, stored: Readonly<Record<string, unknown>>): SiteSettings {
  const numbers = fieldsOf(stored.numbers);
  const features = fieldsOf(stored.features);
  // Versions from before the operator's fields named it beside the site's name.
  const operator = fieldsOf(stored.operator ?? { legal_name: stored.business_name, abn: stored.abn });
  return {
    version,
    site_name: textOf(stored.site_name).slice(0, SITE_NAME_MAX) || DEFAULT_SITE_NAME,
    support_email: textOf(stored.support_email),
    operator: everyOf(OPERATOR_FIELD_NAMES, (name) => textOf(operator[name]).slice(0, OPERATOR_FIELDS[name])),
    numbers: everyOf(SITE_NUMBER_NAMES, (name) => {
      const value = numbers[name];
      return isWithin(name, value) ? value : SITE_NUMBERS[name].start;
    }),
    features: everyOf(SITE_FEATURES, (name) => features[name] !== false),
  };
}

/** Returns whether a value is within the bounds of its setting. */
export function isWithin(name: SiteNumber, value: unknown): value is number {
  const { min, max, step = 1 }: Bounds = SITE_NUMBERS[name];
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max && value % step === 0;
}

/** Converts the settings to the values that the rules take. */
export function timeLimitsOf({ numbers }: Pick<SiteSettings, "numbers">): TimeLimits {
  return {
    hold_ms: numbers.hold_minutes * MINUTE_MS,
    holds_in_a_row: numbers.holds_in_a_row,
    hold_pause_ms: numbers.pause_minutes * MINUTE_MS,
    payment_ms: {
      stripe: numbers.card_minutes * MINUTE_MS,
      crypto: numbers.crypto_minutes * MINUTE_MS,
      bank_transfer: numbers.bank_days * DAY_MS,
    },
    offer_ms: numbers.offer_minutes * MINUTE_MS,
    accepted_ms: numbers.accepted_hours * HOUR_MS,
    confirmation_ms: numbers.confirmation_days * DAY_MS,
    denied_ms: numbers.denied_hours * HOUR_MS,
  };
}

/** Returns the features that are switched off. */
export function disabledFeatures({ features }: Pick<SiteSettings, "features">): SiteFeature[] {
  return SITE_FEATURES.filter((name) => !features[name]);
}

/** Returns the differences between two versions for the audit log: before and after by name. */
export function changedSettings(
  before: SiteSettings,
  after: Omit<SiteSettings, "version">,
): Record<string, { before: unknown; after: unknown }> {
  const flat = ({ site_name, support_email, operator, ...rest }: Omit<SiteSettings, "version">) =>
    Object.entries({ site_name, support_email, ...operator, ...rest.numbers, ...rest.features });
  const then = new Map<string, unknown>(flat(before));
  return Object.fromEntries(
    flat(after)
      .filter(([name, value]) => then.get(name) !== value)
      .map(([name, value]) => [name, { before: then.get(name), after: value }]),
  );
}

function everyOf<K extends string, T>(names: readonly K[], value: (name: K) => T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, T>;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
