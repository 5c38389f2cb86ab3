/** The settings of the site as typed, and what they mean. Numbers are text until they are sent. */
import * as z from "zod/mini";
import { SiteSettingsBody, type SiteSettingsInput } from "#contract/site-settings";
import { SITE_NUMBER_NAMES, type SiteFeature, type SiteNumber, type SiteSettings } from "#domain/site-settings";

export interface SiteValues {
  site_name: string;
  support_email: string;
  numbers: Record<SiteNumber, string>;
  features: Record<SiteFeature, boolean>;
}

export function valuesOf({ site_name, support_email, numbers, features }: Omit<SiteSettings, "version">): SiteValues {
  const typed = SITE_NUMBER_NAMES.map((name) => [name, String(numbers[name])] as const);
  return {
    site_name,
    support_email,
    numbers: Object.fromEntries(typed) as SiteValues["numbers"],
    features: { ...features },
  };
}

export type Checked = { ok: true; body: SiteSettingsInput } | { ok: false; problems: Record<string, string> };

/** What would be sent, or what is wrong with it by the name of its input ("numbers.hold_minutes"). */
export function checkValues(values: SiteValues, version: number): Checked {
  const numbers = Object.fromEntries(
    // Nothing typed is not zero.
    SITE_NUMBER_NAMES.map((name) => [
      name,
      values.numbers[name].trim() === "" ? Number.NaN : Number(values.numbers[name]),
    ]),
  );
  const parsed = z.safeParse(SiteSettingsBody, {
    version,
    site_name: values.site_name,
    support_email: values.support_email.trim(),
    numbers,
    features: values.features,
  });
  if (parsed.success) return { ok: true, body: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[path.join(".")] ??= message;
  return { ok: false, problems };
}

interface NumberWords {
  name: SiteNumber;
  label: string;
  hint: string;
}

export const DEADLINES: readonly NumberWords[] = [
  { name: "hold_minutes", label: "Hold", hint: "How long Buy Now and the cart keep an item for somebody." },
  { name: "card_minutes", label: "Pay by card", hint: "From the order until the payment has to be there." },
  { name: "bank_days", label: "Pay by bank transfer", hint: "Until the buyer says that the money is on its way." },
  { name: "crypto_minutes", label: "Pay by crypto", hint: "Until the buyer names the transaction." },
  {
    name: "confirmation_hours",
    label: "Seller's answer",
    hint: "To say whether the money came. After that the deal is disputed.",
  },
  {
    name: "denied_hours",
    label: "After “not received”",
    hint: "For the buyer to sort out a payment the seller can't find.",
  },
  { name: "offer_minutes", label: "Knowzee's offer", hint: "How long an amount it names can be accepted." },
  { name: "accepted_hours", label: "Accepted offer", hint: "How long the buyer can start paying at that price." },
];

export const LIMITS: readonly NumberWords[] = [
  { name: "live_holds", label: "Holds at once", hint: "Items one person may hold at the same time." },
  { name: "holds_in_a_row", label: "Holds in a row", hint: "Of one person on one item, before the pause." },
  { name: "pause_minutes", label: "Pause", hint: "Before the same person may hold that item again." },
];

export const SWITCHES: readonly { name: SiteFeature; label: string; hint: string }[] = [
  { name: "knowzee", label: "Knowzee", hint: "Off: no new haggling. Prices that were accepted stay good." },
  { name: "crypto", label: "Paying by crypto", hint: "Off: not offered at checkout. Orders that were placed go on." },
  { name: "trades", label: "Trades", hint: "Off: no new offers. Offers that were made can still be answered." },
  { name: "message_images", label: "Photos in messages", hint: "Off: words only. Photos that were sent stay." },
  {
    name: "sign_ups",
    label: "New accounts",
    hint: "Off: nobody new, by e-mail or Google. Everybody else signs in as before.",
  },
  { name: "donations", label: "Donations", hint: "Off: the page and its links are gone. Free listings stay." },
];
