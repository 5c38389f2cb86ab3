import * as z from "zod/mini";
import type { PaymentMethod } from "#contract/items";
import { type BankDetails, type OwnProfile, UpdateProfile, type UpdateProfileInput } from "#contract/profiles";
import { COINS, type Coin } from "#domain/crypto-coins";

/** The inputs of the account settings as typed. Names follow the wire, so that a server's problem finds its input. */
export interface SettingsValues {
  full_name: string;
  phone: string;
  suburb: string;
  city: string;
  state_region: string;
  postcode: string;
  collection_address: string;
  bank_transfer: boolean;
  bank_details: BankDetails;
  crypto: boolean;
  crypto_wallet_addresses: Record<Coin, string>;
  /** Kept with the XRP address as "r…?dt=123"; an input of its own, because that is how exchanges give it out. */
  xrp_tag: string;
}

const NO_BANK: BankDetails = { account_name: "", bsb: "", account_number: "" };

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
    bank_transfer: profile.accepted_payment_methods.includes("bank_transfer"),
    bank_details: { ...(profile.bank_details ?? NO_BANK) },
    crypto: profile.accepted_payment_methods.includes("crypto"),
    crypto_wallet_addresses: {
      btc: wallets.btc ?? "",
      eth: wallets.eth ?? "",
      usdt: wallets.usdt ?? "",
      usdc: wallets.usdc ?? "",
      xrp,
    },
    xrp_tag: tag,
  };
}

/**
 * The typed values in the units of the wire. Methods this page does not offer yet stay as they are: they are the
 * person's earlier choice or the default, and come into force when the service can carry them out.
 */
export function wireOf(values: SettingsValues, methods: readonly PaymentMethod[]): UpdateProfileInput {
  const others = methods.filter((method) => method !== "bank_transfer" && method !== "crypto");
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
      ...others,
      ...(values.crypto ? ["crypto" as const] : []),
    ],
    bank_details: noBank ? null : bank,
    crypto_wallet_addresses: walletsOf(values),
  };
}

/** Those that were entered. */
function walletsOf({ crypto_wallet_addresses: typed, xrp_tag }: SettingsValues): Partial<Record<Coin, string>> {
  const tag = xrp_tag.trim();
  const texts = COINS.map((coin) => [coin, typed[coin].trim()] as const).filter(([, text]) => text !== "");
  // A tag without an address is sent as it is, and refused at the address that is missing.
  if (tag !== "" && !texts.some(([coin]) => coin === "xrp")) texts.push(["xrp", ""]);
  return Object.fromEntries(
    texts.map(([coin, text]) => [coin, coin === "xrp" && tag !== "" ? `${text}?dt=${tag}` : text]),
  );
}

export const settingsSchema = z.pipe(
  z.transform((values: SettingsValues): z.input<typeof UpdateProfile> => wireOf(values, [])),
  UpdateProfile,
);

/** What a save sends: only what was changed, so that another window's change of something else stays. */
export function changedSettings(profile: OwnProfile, values: SettingsValues): UpdateProfileInput {
  const methods = profile.accepted_payment_methods;
  const before = wireOf(valuesOf(profile), methods);
  const after = wireOf(values, methods);
  const changed = (Object.keys(after) as (keyof UpdateProfileInput)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** "062000" → "062-000" while it is typed. */
export function bsbTyped(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 6);
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}
