import { and, eq, inArray, lte, type SQLWrapper } from "drizzle-orm";
import type * as z from "zod/mini";
import type { UpdateProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { recordOutcomes } from "#domain/account/walkthroughs";
import { COINS } from "#domain/payments/crypto-coins";
import { type DetailsChange, waitAfterSave } from "#domain/payments/payment-details-delay";
import { pick } from "#domain/pick";
import { done, type Result, refuse } from "#domain/result";
import { isStaff } from "#domain/status/account-status";
import { batch, type Database } from "../../../db/client.ts";
import { accounts, profiles } from "../../../db/schema/account.ts";
import type { Actor } from "../../../http/context.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import { unconfirmedRefusal } from "../../../http/recent-confirmation.ts";
import { refuseName } from "../../../http/refuse-name.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { paymentDetailsChangedEmail } from "../../notifications/email/emails.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { hasSold, type ProfileRow, profileById } from "./queries.ts";

type Changes = z.output<typeof UpdateProfile>;

/** The account was deleted after the request began. */
const ENDED = refuse("not_authenticated", MESSAGES.notAuthenticated);

/** Empty text means null for optional fields. */
const orNull = (value: string | null | undefined) => (value === "" ? null : value);

/**
 * Returns the columns of an update, listed one by one, so that an unlisted field changes nothing (A10). `undefined`
 * leaves a column unchanged.
 */
export function profileColumns(changes: Changes) {
  return {
    ...pick(changes, "full_name", "country", "negotiation_aggressiveness", "open_to_trades", "enable_ai_upsell"),
    ...pick(changes, "accepted_payment_methods", "bank_details", "crypto_wallet_addresses"),
    state_region: orNull(changes.state_region),
    city: orNull(changes.city),
    suburb: orNull(changes.suburb),
    postcode: orNull(changes.postcode),
    phone: orNull(changes.phone),
    collection_address: orNull(changes.collection_address),
  } satisfies Partial<typeof profiles.$inferInsert>;
}

type PaymentColumns = Pick<Changes, "bank_details" | "crypto_wallet_addresses">;

/** Compares by field, because the order in the stored JSON does not matter. */
function bankChanged(before: ProfileRow, { bank_details: now }: PaymentColumns): boolean {
  const then = before.bank_details;
  if (now === undefined) return false;
  if (now === null || then === null) return now !== then;
  return (["account_name", "bsb", "account_number"] as const).some((field) => now[field] !== then[field]);
}

/** Returns every payment destination that was added, changed or removed. */
function moved(before: ProfileRow, columns: PaymentColumns): DetailsChange[] {
  const { crypto_wallet_addresses: known } = before;
  const { crypto_wallet_addresses: wallets } = columns;
  const coins = wallets === undefined ? [] : COINS.filter((coin) => wallets[coin] !== known[coin]);
  return [
    ...(bankChanged(before, columns) ? [{ to: "bank_transfer" as const, had: before.bank_details !== null }] : []),
    ...coins.map((coin) => ({ to: coin, had: known[coin] !== undefined })),
  ];
}

/**
 * Returns which payment details to announce, or null. The first details of a user who has not sold anything are not
 * announced.
 */
function changesToAnnounce(changes: readonly DetailsChange[], hasSold: boolean) {
  const announced = changes.filter(({ had }) => had || hasSold);
  const bank = announced.some(({ to }) => to === "bank_transfer");
  const wallets = announced.some(({ to }) => to !== "bank_transfer");
  if (bank) return wallets ? "bank details and wallet addresses" : "bank details";
  return wallets ? "wallet addresses" : null;
}

/** Returns the user's own profile, created on first access. */
export async function ownProfile({ db, now }: Pick<Services, "db" | "now">, id: string): Promise<Result<ProfileRow>> {
  const row = await ensureProfile(db, id, now());
  return row ? done(row) : ENDED;
}

/**
 * Writes the listed fields of the user's own profile. New bank details or wallets require a recently confirmed
 * password, are announced to the owner by email in the same batch, and are withheld from buyers for a day, so that a
 * stolen session cannot redirect payments (A66, decision 0006).
 */
export async function updateProfile(services: Services, actor: Actor, changes: Changes): Promise<Result<ProfileRow>> {
  const { id, role } = actor;
  const { db, now, newId } = services;
  const own = await ownProfile(services, id);
  if (!own.ok) return own;
  const before = own.value;
  // Staff may have reserved names, in a session that has their role, and an existing name stays valid until it is changed.
  const name = changes.full_name === before.full_name || isStaff(role) ? undefined : changes.full_name;
  const { suburb, city } = changes;
  const refusal =
    (name === undefined ? null : refuseName("full_name", name)) ??
    (await refusePublicTexts(db, id, "profiles", { full_name: name, suburb, city }));
  if (refusal) return refusal;
  const columns = {
    ...profileColumns(changes),
    walkthroughs: changes.walkthroughs && recordOutcomes(before.walkthroughs, changes.walkthroughs, now()),
  };
  if (Object.values(columns).every((value) => value === undefined)) return done(before);
  const changed = moved(before, columns);
  const unconfirmed = changed.length > 0 ? await unconfirmedRefusal(services, actor) : null;
  if (unconfirmed) return unconfirmed;
  const sold = changed.length > 0 && (await hasSold(db, id));
  const details_wait = changed.length > 0 ? waitAfterSave(before.details_wait, changed, sold, now()) : undefined;
  const update = db
    .update(profiles)
    .set({ ...columns, details_wait, updated_at: now() })
    .where(eq(profiles.id, id));
  const announced = changesToAnnounce(changed, sold);
  if (announced === null) {
    const [row] = await update.returning();
    return row ? done(row) : ENDED;
  }
  await batch(db, [
    update,
    queueEmail(services, {
      ...paymentDetailsChangedEmail(before.full_name, announced, `${services.mailOrigin}/settings`),
      to: before.email,
      dedupeKey: `payment-details:${id}:${newId("mail")}`,
    }),
  ]);
  deliverSoon(services);
  const row = await profileById(db, id);
  return row ? done(row) : ENDED;
}

/** Returns the statement that creates an account's profile row; an existing row is unchanged. */
export function createProfile(
  db: Database,
  profile: {
    id: string;
    email: string;
    full_name: string;
    city?: string | null;
    suburb?: string | null;
    state_region?: string | null;
    postcode?: string | null;
    account_type?: ProfileRow["account_type"];
  },
  now: number,
) {
  return db
    .insert(profiles)
    .values({ ...profile, created_at: now, updated_at: now })
    .onConflictDoNothing();
}

/** Clears a suspension whose end has passed; no-op otherwise. */
export function liftEndedSuspension(db: Database, id: string, now: number) {
  return db
    .update(profiles)
    .set({ is_suspended: false, suspension_end_date: null, updated_at: now })
    .where(and(eq(profiles.id, id), eq(profiles.is_suspended, true), lte(profiles.suspension_end_date, now)));
}

/**
 * Removes payment details, phone and address, when an account with an unconfirmed address changes owners (A24).
 * @param account an id, or a subquery that yields one or none.
 */
export function removePaymentDetails(db: Database, account: string | SQLWrapper, now: number) {
  return db
    .update(profiles)
    .set({ bank_details: null, crypto_wallet_addresses: {}, phone: null, collection_address: null, updated_at: now })
    .where(inArray(profiles.id, typeof account === "string" ? [account] : account));
}

/** Returns the profile, created on first access. Null for an unknown account. */
export async function ensureProfile(db: Database, id: string, now: number): Promise<ProfileRow | null> {
  const existing = await profileById(db, id);
  if (existing) return existing;
  const [account] = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id));
  if (!account) return null;
  await createProfile(db, { id, email: account.email, full_name: "" }, now);
  return profileById(db, id);
}
