import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { UpdateProfile } from "#contract/profiles";
import { recordOutcomes } from "#domain/walkthroughs";
import { profiles } from "../../db/schema/accounts.ts";
import type { Ctx } from "../../http/context.ts";
import { appOrigin } from "../../http/origin.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { bankDetailsChangedLetter } from "../mail/templates.ts";
import type { ProfileRow } from "./present.ts";
import { ensureProfile } from "./queries.ts";

type Changes = z.output<typeof UpdateProfile>;

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
  } satisfies Partial<typeof profiles.$inferInsert>;
}

/**
 * Writes the listed fields of one's own profile. New bank details are announced to the owner by mail in the same batch:
 * whoever changed them in a borrowed session cannot keep it quiet. @returns the profile, or null for an ended account.
 */
export async function updateProfile(c: Ctx, id: string, changes: Changes): Promise<ProfileRow | null> {
  const services = c.get("services");
  const { db, now, newId } = services;
  const before = await ensureProfile(db, id, now());
  if (!before) return null;
  const columns = {
    ...profileColumns(changes),
    walkthroughs: changes.walkthroughs && recordOutcomes(before.walkthroughs, changes.walkthroughs, now()),
  };
  if (Object.values(columns).every((value) => value === undefined)) return before;
  const update = db
    .update(profiles)
    .set({ ...columns, updated_at: now() })
    .where(eq(profiles.id, id))
    .returning();
  const bankChanged =
    columns.bank_details !== undefined && JSON.stringify(columns.bank_details) !== JSON.stringify(before.bank_details);
  // The first entry of bank details is expected; a change or removal is news.
  if (!bankChanged || before.bank_details === null) {
    const [row] = await update;
    return row ?? null;
  }
  const [[row]] = await db.batch([
    update,
    enqueueMail(services, {
      ...bankDetailsChangedLetter(before.full_name, `${appOrigin(c)}/settings`),
      to: before.email,
      dedupeKey: `bank-details:${id}:${newId("mail")}`,
    }),
  ]);
  deliverSoon(services);
  return row ?? null;
}
