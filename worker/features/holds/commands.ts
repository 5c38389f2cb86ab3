import { NOT_FOUND } from "#contract/errors";
import type { HoldKind } from "#domain/holds/availability";
import { withinHoldingLimit } from "#domain/holds/holding-limit";
import { done, type Result, refuse } from "#domain/result";
import { awayRefusal } from "#domain/selling/holiday";
import { timeLimitsOf } from "#domain/site/site-settings";
import { type Reserved, release, reserve } from "../../../durable/item-room/commands/holds.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { AppEnv } from "../../env.ts";
import type { Limits } from "../../http/admission.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { countLiveHolds, type HoldTerms, isAddressConfirmed } from "./queries.ts";

/** Rate limits of hold attempts, from the item page or for the cart. */
export const HOLD_LIMITS: Limits = ["reserve", "holds"];

/**
 * Refuses holds by accounts without a confirmed email address, so that one person cannot hold through many accounts
 * (A34). Does not apply where emails stay in the local outbox, because users could not confirm (decision 0006).
 */
export async function requireConfirmedEmail(
  { env, db }: Pick<Services, "env" | "db">,
  userId: string,
): Promise<Result> {
  return !asksForAddress(env) || (await isAddressConfirmed(db, userId)) ? done() : UNCONFIRMED;
}

/** Whether emails are sent at all: where they are only stored, nobody could confirm an address. */
export const asksForAddress = (env: AppEnv) => env.MAIL_TRANSPORT !== "outbox";

const UNCONFIRMED = refuse(
  "email_unconfirmed",
  "Please confirm your email address before you hold or buy an item. The link is in your inbox. You can send a new one from Settings.",
);

/** A buyer's hold, with the item's price without the hold's discount. */
export interface TakenHold extends Reserved {
  /** False when the buyer held the item before. */
  fresh: boolean;
}

/** Holds an item, or returns the caller's own hold unchanged. Limited to a number of holds per user (D35). */
export async function holdItem(
  { env, db, now, newId }: Services,
  userId: string,
  itemId: string,
  kind: HoldKind,
  terms: HoldTerms,
): Promise<Result<TakenHold>> {
  const { known, price, otherHolds, confirmed, held, awayUntil } = terms;
  if (!known) return NOT_FOUND;
  if (awayUntil !== null && !held) return awayRefusal(awayUntil);
  if (asksForAddress(env) && !confirmed) return UNCONFIRMED;
  const settings = await siteSettings({ db, now });
  const limit = withinHoldingLimit(otherHolds, settings.numbers);
  if (!limit.ok && !held) return limit;
  const clocks = timeLimitsOf(settings);
  const holdId = newId("hld");
  const reply = await execute(env, itemId, reserve({ userId, kind, holdId, ...price, clocks }));
  if (!reply.ok) return reply;
  const kept = await enforceHoldLimit({ env, db, now }, userId, itemId, holdId, reply.value);
  return kept.ok ? done({ ...reply.value, fresh: reply.value.hold.hold_id === holdId }) : kept;
}

/**
 * Releases a hold that exceeds the limit of concurrent requests. All of them may pass the count before; D1 has each
 * hold before its room answers, so the last one counts the others here and is released. Never exceeds the limit, though
 * concurrent requests may all be refused (D35).
 */
export async function enforceHoldLimit(
  { env, db, now }: Pick<Services, "env" | "db" | "now">,
  userId: string,
  itemId: string,
  holdId: string,
  reserved: Pick<Reserved, "hold" | "other_holds">,
): Promise<Result> {
  if (reserved.hold.hold_id !== holdId) return done();
  const { numbers } = await siteSettings({ db, now });
  const others = reserved.other_holds ?? (await countLiveHolds(db, userId, itemId, now()));
  const limit = withinHoldingLimit(others, numbers);
  if (!limit.ok) await execute(env, itemId, release({ userId }));
  return limit;
}
