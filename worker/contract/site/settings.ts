/** Site-wide settings, for admins (D10). */
import * as z from "zod/mini";
import { groupDigits } from "#domain/group-digits";
import { STATES } from "#domain/places/states";
import { readAbn } from "#domain/readers/numbers";
import { ENTITIES, OPERATOR_FIELD_NAMES, OPERATOR_FIELDS, type OperatorField } from "#domain/site/operator";
import {
  isWithin,
  SITE_FEATURES,
  SITE_NAME_MAX,
  SITE_NUMBER_NAMES,
  SITE_NUMBERS,
  type SiteNumber,
  type SiteSettings,
} from "#domain/site/site-settings";
import { text } from "../fields.ts";

function within(name: SiteNumber) {
  const { min, max } = SITE_NUMBERS[name];
  const message =
    SITE_NUMBERS[name].unit === "basis points"
      ? `Enter a percentage from ${min / 100} to ${max / 100}, with at most one decimal place.`
      : `Enter a whole number from ${min} to ${groupDigits(max)}.`;
  return z.number(message).check(z.refine((value) => isWithin(name, value), message));
}

function shape<K extends string, T>(names: readonly K[], of: (name: K) => T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, T>;
}

const optionalEmail = z.union([
  z.literal(""),
  z.email("Enter an email address, such as help@example.com.").check(z.maxLength(200)),
]);

/** What a field of the operator must be, if it isn't empty. */
const OPERATOR_CHECKS: Partial<Record<OperatorField, [valid: (text: string) => boolean, message: string]>> = {
  abn: [(abn) => readAbn(abn).ok, "That isn't a valid ABN."],
  entity: [(entity) => entity in ENTITIES, "Choose one of the list."],
  state: [(state) => STATES.some(({ code }) => code === state), "Choose a state."],
};

function operatorField(name: OperatorField): z.ZodMiniType<string, string> {
  if (name.endsWith("_email")) return optionalEmail;
  const [valid, message] = OPERATOR_CHECKS[name] ?? [() => true, ""];
  return z.string().check(
    z.trim(),
    z.maxLength(OPERATOR_FIELDS[name]),
    z.refine((text) => text === "" || valid(text), message),
  );
}

/** PUT /api/admin/site-settings. Every save creates a new version; restore an older one by saving its values again. */
export const SiteSettingsBody = z.strictObject({
  /** The version that was edited: 409 `stale` when another admin has saved since. */
  version: z.int().check(z.minimum(0)),
  site_name: z
    .pipe(text(2, SITE_NAME_MAX, "Please enter a name of at least 2 characters."), z.string())
    .check(z.refine((name) => !/[<>"\\\n\r]/.test(name), "A name can't contain quotation marks or brackets.")),
  /** Empty for the address from the deployment configuration. */
  support_email: optionalEmail,
  /** Left out: as before. An empty field: not set. */
  operator: z.optional(z.strictObject(shape(OPERATOR_FIELD_NAMES, operatorField))),
  numbers: z.strictObject(shape(SITE_NUMBER_NAMES, within)),
  features: z.strictObject(shape(SITE_FEATURES, () => z.boolean())),
});
export type SiteSettingsInput = z.input<typeof SiteSettingsBody>;

export interface SiteSettingsVersion extends SiteSettings {
  saved_at: number | null;
  /** Display name of the admin; null for the default settings. */
  saved_by: string | null;
}

/** Fees of card payments in a calendar month (Sydney time), in dollars. */
export interface FeeMonth {
  /** "2026-11" */
  month: string;
  /** Stripe's fees for payments. */
  card: number;
  /** Stripe's fees for chargebacks. */
  disputes: number;
  /** Platform fees kept, less those returned with refunds. */
  platform: number;
}

/** GET /api/admin/site-settings, and the reply of PUT: the current settings and the last versions, newest first. */
export interface SiteSettingsReply {
  current: SiteSettingsVersion;
  versions: SiteSettingsVersion[];
  /** Support address used when the setting is empty. */
  deployed_support_email: string;
  /** The previous and the current month. */
  fees: FeeMonth[];
  server_now: number;
}
