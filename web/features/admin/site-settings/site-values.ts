/** Form values of the site settings and their validation. Numbers are strings until they are sent. */
import { SiteSettingsBody, type SiteSettingsInput } from "#contract/site/settings";
import { parseRate } from "#domain/payments/platform-fee";
import { abnText } from "#domain/selling/abn";
import type { Operator } from "#domain/site/operator";
import {
  SITE_NUMBER_NAMES,
  SITE_NUMBERS,
  type SiteFeature,
  type SiteNumber,
  type SiteSettings,
} from "#domain/site/site-settings";
import { type Checked, checked } from "../../../lib/field-errors.ts";

export interface SiteValues {
  site_name: string;
  support_email: string;
  operator: Operator;
  numbers: Record<SiteNumber, string>;
  features: Record<SiteFeature, boolean>;
}

const isRate = (name: SiteNumber) => SITE_NUMBERS[name].unit === "basis points";

/** Returns the form values of the settings; rates are shown in percent instead of basis points. */
export function valuesOf(settings: Omit<SiteSettings, "version">): SiteValues {
  const { site_name, support_email, operator, numbers, features } = settings;
  const typed = SITE_NUMBER_NAMES.map(
    (name) => [name, String(isRate(name) ? numbers[name] / 100 : numbers[name])] as const,
  );
  return {
    site_name,
    support_email,
    operator: { ...operator, abn: abnText(operator.abn) },
    numbers: Object.fromEntries(typed) as SiteValues["numbers"],
    features: { ...features },
  };
}

function numberOf(name: SiteNumber, typed: string): number {
  if (isRate(name)) return parseRate(typed);
  // An empty input is not zero.
  return typed.trim() === "" ? Number.NaN : Number(typed);
}

/** Returns the request body, or the validation messages by input name ("numbers.hold_minutes"). */
export function checkValues(values: SiteValues, version: number): Checked<SiteSettingsInput> {
  const numbers = Object.fromEntries(
    SITE_NUMBER_NAMES.map((name) => [name, numberOf(name, values.numbers[name])]),
  ) as Record<SiteNumber, number>;
  return checked(SiteSettingsBody, {
    version,
    site_name: values.site_name,
    support_email: values.support_email.trim(),
    operator: values.operator,
    numbers,
    features: values.features,
  });
}
