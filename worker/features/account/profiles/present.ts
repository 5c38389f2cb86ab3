/** Maps profiles by audience, field by field; a row is never returned directly (D4, D5). */

import type { OwnProfile, PublicProfile, SellerProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { entityFields } from "#contract/entity-fields";
import type { PublicSeller, SellerSummary } from "#contract/items";
import { checksOf } from "#domain/account/checks";
import { displayName } from "#domain/account/display-name";
import { walkthroughStates } from "#domain/account/walkthroughs";
import { centsToDollars } from "#domain/money";
import { showsUp } from "#domain/orders/showing-up";
import { pendingWaits } from "#domain/payments/payment-details-delay";
import { pick } from "#domain/pick";
import { awayUntil } from "#domain/selling/holiday";
import { DEFAULT_ACCOUNT_STATUS, isSuspended } from "#domain/status/account-status";
import { HIDDEN } from "../../../http/impersonation.ts";
import type { ProfileRow, publicProfileRow } from "./queries.ts";

type PublicProfileRow = NonNullable<Awaited<ReturnType<typeof publicProfileRow>>>;

type PublicRow = Pick<
  ProfileRow,
  "id" | "full_name" | "suburb" | "city" | "average_rating_hundredths" | "rating_count"
>;

/** Converts hundredths of a star to stars, e.g. 467 → 4.67. */
function stars(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

/** Returns what a listing says about its seller; without a name "Anonymous Seller". */
export function presentSellerSummary(row: Omit<PublicRow, "id">): SellerSummary {
  return {
    display_name: displayName(row.full_name) || MESSAGES.anonymousSeller,
    suburb: row.suburb,
    city: row.city,
    average_rating: stars(row.average_rating_hundredths),
    rating_count: row.rating_count,
  };
}

/** Returns the public fields of a seller. */
export function presentPublicSeller(row: PublicRow): PublicSeller {
  return { id: row.id, ...presentSellerSummary(row) };
}

export function presentPublicProfile(
  row: PublicRow & Pick<ProfileRow, "account_type" | "created_at"> & { store_name: string | null },
): PublicProfile {
  return {
    ...presentPublicSeller(row),
    account_type: row.account_type,
    store_name: row.store_name,
    member_since: row.created_at,
  };
}

/** Returns a seller's page. The business is only included while the account is a business account. */
export function presentSellerProfile(row: PublicProfileRow, now: number): SellerProfile {
  return {
    ...presentPublicProfile(row),
    away_until: awayUntil(row.away_until, now),
    answer_time: row.answer_time,
    shows_up: showsUp(row),
    checks: checksOf(row),
    store: {
      description: row.store_description ?? "",
      banner: row.store_banner,
      business:
        row.account_type === "business" && row.business_name !== null
          ? { name: row.business_name, abn: row.business_abn, website: row.business_website }
          : null,
    },
  };
}

export function presentOwnProfile(row: ProfileRow, now: number): OwnProfile {
  const suspended = isSuspended(row, now);
  return {
    ...entityFields("profiles", "owner", row),
    display_name: displayName(row.full_name),
    away_until: awayUntil(row.away_until, now),
    details_wait: pendingWaits(row.details_wait, now),
    seller_balance: centsToDollars(row.seller_balance_cents),
    is_suspended: suspended,
    suspension_end_date: suspended ? row.suspension_end_date : null,
    restriction_applied_at: row.account_restricted ? row.restriction_applied_at : null,
    average_rating: stars(row.average_rating_hundredths),
    answer_time: row.answer_time,
    shows_up: showsUp(row),
    walkthroughs: walkthroughStates(row.walkthroughs),
  };
}

/**
 * Removes private details from a user's own profile. For staff who impersonate the user: they see that bank details
 * exist, but not the details (D5).
 */
export function withoutPrivateDetails(profile: OwnProfile): OwnProfile {
  return {
    ...profile,
    phone: profile.phone && HIDDEN,
    collection_address: profile.collection_address && HIDDEN,
    bank_details: profile.bank_details && { account_name: HIDDEN, bsb: "000-000", account_number: HIDDEN },
    crypto_wallet_addresses: Object.fromEntries(
      Object.keys(profile.crypto_wallet_addresses).map((coin) => [coin, HIDDEN]),
    ),
  };
}

/** Default profile of a user whose profile cannot be read. */
export function defaultOwnProfile(account: { id: string; email: string; created_at: number }): OwnProfile {
  return {
    ...pick(account, "id", "email", "created_at"),
    full_name: "",
    display_name: "",
    ...DEFAULT_ACCOUNT_STATUS,
    account_type: "individual",
    country: "Australia",
    state_region: null,
    city: null,
    suburb: null,
    postcode: null,
    phone: null,
    collection_address: null,
    negotiation_aggressiveness: "normal",
    open_to_trades: true,
    away_until: null,
    enable_ai_upsell: false,
    upsell_commission_rate: 0,
    accepted_payment_methods: [],
    bank_details: null,
    crypto_wallet_addresses: {},
    details_wait: {},
    seller_balance: 0,
    restriction_applied_at: null,
    incomplete_transaction_count: 0,
    last_incomplete_transaction_date: null,
    average_rating: null,
    rating_count: 0,
    answer_time: null,
    shows_up: null,
    walkthroughs: { marketplace: null, item_detail: null },
    updated_at: account.created_at,
  };
}
