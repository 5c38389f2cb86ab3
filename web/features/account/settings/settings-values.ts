import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { type BankDetails, type OwnProfile, UpdateProfile, type UpdateProfileInput } from "#contract/account/profiles";
import { COINS, type Coin } from "#domain/payments/crypto-coins";
import { ApiError } from "../../../lib/api-client.ts";

/** Form values of the account settings, as typed. Names match the API, so that server messages find their input. */
export interface SettingsValues {
  full_name: string;
  phone: string;
  suburb: string;
  city: string;
  state_region: string;
  postcode: string;
  collection_address: string;
  card: boolean;
  bank_transfer: boolean;
  bank_details: BankDetails;
  crypto: boolean;
  /** In cash or by PayID at pick-up. */
  cash: boolean;
  crypto_wallet_addresses: Record<Coin, string>;
  /**
   * Destination tag of XRP. Stored with the address as "r…?dt=123"; a separate input, because exchanges show the two
   * separately.
   */
  xrp_tag: string;
  negotiation_aggressiveness: OwnProfile["negotiation_aggressiveness"];
  open_to_trades: boolean;
  enable_ai_upsell: boolean;
}

export type SettingsForm = UseFormReturn<SettingsValues, unknown, SettingsValues>;

const NO_BANK: BankDetails = { account_name: "", bsb: "", account_number: "" };

/** Returns the form values of a profile. */
export function valuesOf(profile: OwnProfile): SettingsValues {
  const wallets = profile.crypto_wallet_addresses;
  const [xrp = "", tag = ""] = (wallets.xrp ?? "").split("?dt=");
  return {
    full_name: profile.full_name,
    phone: profile.phone ?? "",
    suburb: profile.suburb ?? "",
    city: profile.city ?? "",
    state_region: profile.state_region ?? "",
    postcode: profile.postcode ?? "",
    collection_address: profile.collection_address ?? "",
    card: profile.accepted_payment_methods.includes("stripe"),
    bank_transfer: profile.accepted_payment_methods.includes("bank_transfer"),
    bank_details: { ...(profile.bank_details ?? NO_BANK) },
    crypto: profile.accepted_payment_methods.includes("crypto"),
    cash: profile.accepted_payment_methods.includes("cash"),
    crypto_wallet_addresses: {
      btc: wallets.btc ?? "",
      eth: wallets.eth ?? "",
      usdt: wallets.usdt ?? "",
      usdc: wallets.usdc ?? "",
      xrp,
    },
    xrp_tag: tag,
    negotiation_aggressiveness: profile.negotiation_aggressiveness,
    open_to_trades: profile.open_to_trades,
    enable_ai_upsell: profile.enable_ai_upsell,
  };
}

function requestBodyOf(values: SettingsValues): UpdateProfileInput {
  const bank = values.bank_details;
  const noBank = Object.values(bank).every((part) => part.trim() === "");
  return {
    full_name: values.full_name.trim(),
    phone: values.phone.trim() || null,
    suburb: values.suburb.trim() || null,
    city: values.city.trim() || null,
    state_region: values.state_region || null,
    postcode: values.postcode.trim() || null,
    collection_address: values.collection_address.trim() || null,
    accepted_payment_methods: [
      ...(values.bank_transfer ? ["bank_transfer" as const] : []),
      ...(values.card ? ["stripe" as const] : []),
      ...(values.crypto ? ["crypto" as const] : []),
      ...(values.cash ? ["cash" as const] : []),
    ],
    bank_details: noBank ? null : bank,
    crypto_wallet_addresses: walletsOf(values),
    negotiation_aggressiveness: values.negotiation_aggressiveness,
    open_to_trades: values.open_to_trades,
    enable_ai_upsell: values.enable_ai_upsell,
  };
}

function walletsOf({ crypto_wallet_addresses: typed, xrp_tag }: SettingsValues): Partial<Record<Coin, string>> {
  const tag = xrp_tag.trim();
  const texts = COINS.map((coin) => [coin, typed[coin].trim()] as const).filter(([, text]) => text !== "");
  // A tag without an address is sent too; the server then reports the missing address.
  if (tag !== "" && !texts.some(([coin]) => coin === "xrp")) texts.push(["xrp", ""]);
  return Object.fromEntries(
    texts.map(([coin, text]) => [coin, coin === "xrp" && tag !== "" ? `${text}?dt=${tag}` : text]),
  );
}

/** Validates the form. A stored phone number that nobody touched is not in question: the rules were looser once. */
export const settingsSchema = (profile: OwnProfile) =>
  z.pipe(
    z.transform((values: SettingsValues): z.input<typeof UpdateProfile> => {
      const { phone, ...body } = requestBodyOf(values);
      return phone === undefined || phone === profile.phone ? body : { ...body, phone };
    }),
    UpdateProfile,
  );

/** Returns only the changed fields, so that a save does not overwrite other fields changed in another window. */
export function changedSettings(profile: OwnProfile, values: SettingsValues): UpdateProfileInput {
  const before = requestBodyOf(valuesOf(profile));
  const after = requestBodyOf(values);
  const changed = (Object.keys(after) as (keyof UpdateProfileInput)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** Formats a BSB while it is typed: "0620" → "062-0". Anything else stays, so that its reader sees all of it (D110). */
export function formatBsb(text: string): string {
  return /^\d{4,6}$/.test(text) ? `${text.slice(0, 3)}-${text.slice(3)}` : text;
}

const FIELDS = new Set([
  "full_name",
  "phone",
  "suburb",
  "city",
  "state_region",
  "postcode",
  "collection_address",
  "bank_details.account_name",
  "bank_details.bsb",
  "bank_details.account_number",
  ...COINS.map((coin) => `crypto_wallet_addresses.${coin}`),
]);

/** Shows the server's validation messages at their inputs and focuses the first. False when none has an input here. */
export function showServerErrors(form: SettingsForm, error: unknown): boolean {
  const fields = error instanceof ApiError ? (error.details.fields ?? []) : [];
  const shown = fields.filter(({ field }) => FIELDS.has(field));
  shown.forEach(({ field, message }, index) => {
    form.setError(field as "full_name", { type: "server", message }, { shouldFocus: index === 0 });
  });
  return shown.length > 0;
}
