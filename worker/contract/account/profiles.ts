/** Public profiles (D5) and the user's own profile (D6). */
import * as z from "zod/mini";
import type { Check } from "#domain/account/checks";
import type { Walkthrough, WalkthroughState } from "#domain/account/walkthroughs";
import type { AnswerTime } from "#domain/messages/answer-time";
import type { ShowsUp } from "#domain/orders/showing-up";
import { readWallet, walletText } from "#domain/payments/crypto-address";
import { COIN_FACTS, COINS, type Coin, isCoin } from "#domain/payments/crypto-coins";
import type { DetailsAvailableFrom } from "#domain/payments/payment-details-delay";
import { orEmpty, readAccountNumber, readBsb, readPostcode } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { id, named, text, typed } from "../fields.ts";
import type { PaymentMethod, PublicSeller } from "../items.ts";
import type { PublicStore } from "../selling/onboarding.ts";

export type Role = "user" | "admin" | "super_admin";
export type AccountType = "individual" | "seller" | "business";

export interface PublicProfile extends PublicSeller {
  account_type: AccountType;
  /** Name of the seller's store; null for none. */
  store_name: string | null;
  member_since: number;
}

/** GET /api/profiles/:id: a seller with their store page. */
export interface SellerProfile extends PublicProfile {
  /** The seller is on holiday until then (UTC ms); null when they are not (D60). */
  away_until: number | null;
  /** Usual time to answer messages (D56); null with too few answers. */
  answer_time: AnswerTime | null;
  /** Collections the person came to (D56); null with too few. */
  shows_up: ShowsUp | null;
  /** What has been checked of the person (D70). */
  checks: Check[];
  store: PublicStore;
}

export interface BankDetails {
  account_name: string;
  bsb: string;
  account_number: string;
}

export interface OwnProfile {
  id: string;
  email: string;
  full_name: string;
  display_name: string;
  role: Role;
  account_type: AccountType;
  country: string;
  state_region: string | null;
  city: string | null;
  suburb: string | null;
  postcode: string | null;
  phone: string | null;
  collection_address: string | null;
  negotiation_aggressiveness: "soft" | "normal" | "tough";
  open_to_trades: boolean;
  /** Holiday mode: when the own items can be bought again (UTC ms); null while it is off (D60). */
  away_until: number | null;
  enable_ai_upsell: boolean;
  /** Percent. Nothing charges it, so nobody can change it. */
  upsell_commission_rate: number;
  accepted_payment_methods: PaymentMethod[];
  bank_details: BankDetails | null;
  crypto_wallet_addresses: Record<string, string>;
  /** UTC ms by "bank_transfer" or coin: when changed details are shown to buyers (A66). */
  details_wait: DetailsAvailableFrom;
  seller_balance: number;
  is_suspended: boolean;
  suspension_end_date: number | null;
  is_banned: boolean;
  ban_reason: string | null;
  account_restricted: boolean;
  restriction_reason: string | null;
  /** UTC ms; null while the account is not restricted. */
  restriction_applied_at: number | null;
  incomplete_transaction_count: number;
  /** UTC ms of the last strike; null without one. */
  last_incomplete_transaction_date: number | null;
  average_rating: number | null;
  rating_count: number;
  /** Usual time to answer buyers (D56); null with too few answers. */
  answer_time: AnswerTime | null;
  /** Collections the person came to (D56); null with too few. */
  shows_up: ShowsUp | null;
  /** Null until the tour was finished or closed. */
  walkthroughs: Record<Walkthrough, WalkthroughState | null>;
  created_at: number;
  updated_at: number;
}

const nullableText = (max: number) => z.nullable(text(0, max));

export const bankDetails = z.strictObject({
  account_name: named(2, 80, "Please enter the account name."),
  bsb: typed(readBsb),
  account_number: typed(readAccountNumber),
});

const tourOutcome = z.object({ completed: z.optional(z.literal(true)), skipped: z.optional(z.literal(true)) });

const METHODS = ["bank_transfer", "stripe", "crypto", "cash"];

/** Accepts a list (non-strings dropped) or a comma-separated string; anything else gives an empty list. */
const acceptedMethods = z.pipe(
  z.unknown(),
  z.transform((value: unknown): PaymentMethod[] => {
    const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
    const names = list.filter((entry): entry is string => typeof entry === "string").map((entry) => entry.trim());
    return [...new Set(names)].filter((name): name is PaymentMethod => METHODS.includes(name));
  }),
);

/**
 * All wallets by coin, each validated including its checksum; an empty or missing one removes the wallet. Stored in the
 * chain's own notation, an XRP wallet with its tag as "r…?dt=123".
 */
const walletAddresses = z.pipe(
  z.record(z.string(), z.nullable(z.string())),
  z.transform((typed: Record<string, string | null>, ctx): Partial<Record<Coin, string>> => {
    const kept: Partial<Record<Coin, string>> = {};
    for (const coin of COINS) {
      const text = typed[coin]?.trim() ?? "";
      if (text === "") continue;
      const wallet = readWallet(coin, text);
      if (wallet) kept[coin] = walletText(wallet);
      else {
        ctx.issues.push({
          code: "custom",
          input: text,
          path: [coin],
          message: `That isn't a valid ${COIN_FACTS[coin].name} address on the ${COIN_FACTS[coin].network}.`,
        });
      }
    }
    for (const name of Object.keys(typed)) {
      if (!isCoin(name))
        ctx.issues.push({ code: "custom", input: name, path: [name], message: "We don't support that coin." });
    }
    return kept;
  }),
);

/** PATCH /api/profile: only these fields (D6). Others are refused, so that no client assumes they were saved. */
export const UpdateProfile = z.strictObject({
  full_name: z.optional(named(1, 80, "Please enter your name.")),
  country: z.optional(text(2, 60)),
  state_region: z.optional(nullableText(60)),
  city: z.optional(nullableText(60)),
  suburb: z.optional(nullableText(60)),
  postcode: z.optional(z.nullable(typed(orEmpty(readPostcode)))),
  phone: z.optional(z.nullable(typed(readPhone))),
  collection_address: z.optional(nullableText(200)),
  negotiation_aggressiveness: z.optional(z.enum(["soft", "normal", "tough"])),
  open_to_trades: z.optional(z.boolean()),
  enable_ai_upsell: z.optional(z.boolean()),
  accepted_payment_methods: z.optional(acceptedMethods),
  bank_details: z.optional(z.nullable(bankDetails)),
  crypto_wallet_addresses: z.optional(walletAddresses),
  /** Tours that were finished or closed. The server sets the time. */
  walkthroughs: z.optional(z.object({ marketplace: z.optional(tourOutcome), item_detail: z.optional(tourOutcome) })),
});
export type UpdateProfileInput = z.input<typeof UpdateProfile>;

/** POST /api/rpc/check_and_lift_suspension {user_id} */
export const LiftSuspension = z.strictObject({ user_id: z.optional(id) });

export interface SuspensionReply {
  lifted: boolean;
  is_suspended: boolean;
  /** UTC ms; null when not suspended, or suspended until an admin decides. */
  suspension_end_date: number | null;
  server_now: number;
}
