import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import type { UpdateProfile } from "#contract/profiles";
import { COINS } from "#domain/crypto-coins";
import { type DetailsChange, waitAfter } from "#domain/payment-details";
import { recordOutcomes } from "#domain/walkthroughs";
import { profiles } from "../../db/schema/accounts.ts";
import type { Ctx } from "../../http/context.ts";
import { refuseName } from "../../http/name-refusal.ts";
import { mailOrigin } from "../../http/origin.ts";
import { confirmationProblem } from "../../http/recent-sign-in.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { paymentDetailsChangedLetter } from "../mail/templates.ts";
import type { ProfileRow } from "./present.ts";
import { ensureProfile, hasSold } from "./queries.ts";

type Changes = z.output<typeof UpdateProfile>;

/** The account has gone since the request began. */
const ENDED = refuse("not_authenticated", MESSAGES.notAuthenticated);

/** Empty text means "none" for what may be empty. */
const orNull = (value: string | null | undefined) => (value === "" ? null : value);

/**
 * The columns an update writes, one by one: a field that reaches this function unlisted still changes nothing (A10).
 * `undefined` leaves a column as it is.
 */
export function profileColumns(changes: Changes) {
  return {
    full_name: changes.full_name,
    country: changes.country,
    state_region: orNull(changes.state_region),
    city: orNull(changes.city),
    suburb: orNull(changes.suburb),
    postcode: orNull(changes.postcode),
    phone: orNull(changes.phone),
    collection_address: orNull(changes.collection_address),
    negotiation_aggressiveness: changes.negotiation_aggressiveness,
    open_to_trades: changes.open_to_trades,
    enable_ai_upsell: changes.enable_ai_upsell,
    accepted_payment_methods: changes.accepted_payment_methods,
    bank_details: changes.bank_details,
    crypto_wallet_addresses: changes.crypto_wallet_addresses,
  } satisfies Partial<typeof profiles.$inferInsert>;
}

type PaymentColumns = Pick<Changes, "bank_details" | "crypto_wallet_addresses">;

/** By field: the order in which they stand in the stored JSON means nothing. */
function bankChanged(before: ProfileRow, { bank_details: now }: PaymentColumns): boolean {
  const then = before.bank_details;
  if (now === undefined) return false;
  if (now === null || then === null) return now !== then;
  return (["account_name", "bsb", "account_number"] as const).some((field) => now[field] !== then[field]);
}

/** Every address that money is sent to and that is other than before: entered, changed or removed. */
function moved(before: ProfileRow, columns: PaymentColumns): DetailsChange[] {
  const { crypto_wallet_addresses: known } = before;
  const { crypto_wallet_addresses: wallets } = columns;
  const coins = wallets === undefined ? [] : COINS.filter((coin) => wallets[coin] !== known[coin]);
  return [
    ...(bankChanged(before, columns) ? [{ to: "bank_transfer" as const, had: before.bank_details !== null }] : []),
    ...coins.map((coin) => ({ to: coin, had: known[coin] !== undefined })),
  ];
}

/** Where the seller's money goes from now on, if that changed. A newcomer's first entry is expected; the rest is news. */
function paymentNews(changes: readonly DetailsChange[], hasSold: boolean) {
  const news = changes.filter(({ had }) => had || hasSold);
  const bank = news.some(({ to }) => to === "bank_transfer");
  const wallets = news.some(({ to }) => to !== "bank_transfer");
  if (bank) return wallets ? "bank details and wallet addresses" : "bank details";
  return wallets ? "wallet addresses" : null;
}

/**
 * Writes the listed fields of one's own profile. New bank details or wallets are announced to the owner by mail in the same batch:
 * whoever changed them in a borrowed session cannot keep it quiet, and cannot change them at all without the owner's password;
 * no buyer is shown them for a day (A66, decision 0071).
 */
export async function updateProfile(
  c: Ctx,
  id: string,
  changes: Changes,
): Promise<{ ok: true; row: ProfileRow } | Refusal> {
  const services = c.get("services");
  const { db, now, newId } = services;
  const before = await ensureProfile(db, id, now());
  if (!before) return ENDED;
  // Staff may be called what they are; a name that was there before stays until it is changed.
  const name = changes.full_name === before.full_name || before.role !== "user" ? undefined : changes.full_name;
  const misnamed = name === undefined ? null : refuseName("full_name", name);
  if (misnamed) return misnamed;
  const columns = {
    ...profileColumns(changes),
    walkthroughs: changes.walkthroughs && recordOutcomes(before.walkthroughs, changes.walkthroughs, now()),
  };
  if (Object.values(columns).every((value) => value === undefined)) return { ok: true, row: before };
  const changed = moved(before, columns);
  const unconfirmed = changed.length > 0 ? await confirmationProblem(c) : null;
  if (unconfirmed) return unconfirmed;
  const sold = changed.length > 0 && (await hasSold(db, id));
  const details_wait = changed.length > 0 ? waitAfter(before.details_wait, changed, sold, now()) : undefined;
  const update = db
    .update(profiles)
    .set({ ...columns, details_wait, updated_at: now() })
    .where(eq(profiles.id, id))
    .returning();
  const news = paymentNews(changed, sold);
  if (news === null) {
    const [row] = await update;
    return row ? { ok: true, row } : ENDED;
  }
  const [[row]] = await db.batch([
    update,
    enqueueMail(services, {
      ...paymentDetailsChangedLetter(before.full_name, news, `${mailOrigin(c)}/settings`),
      to: before.email,
      dedupeKey: `payment-details:${id}:${newId("mail")}`,
    }),
  ]);
  deliverSoon(services);
  return row ? { ok: true, row } : ENDED;
}
