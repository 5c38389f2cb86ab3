import { MESSAGES } from "#contract/copy";
import { type Refusal, refuse } from "#domain/result";
import { timeLimitsOf } from "#domain/site/site-settings";
import type { HoldSnapshot, RoomResult } from "../../../durable/item-room/commands.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { AppEnv } from "../../env.ts";
import { askRoom } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { countLiveHolds, findHoldTerms, type HoldTerms, isAddressConfirmed } from "./queries.ts";

/**
 * Refuses holds by accounts without a confirmed email address, so that one person cannot hold through many accounts
 * (A34). Does not apply where emails stay in the local outbox, because users could not confirm (decision 0006).
 */
export async function unconfirmedEmailRefusal(
  { env, db }: Pick<Services, "env" | "db">,
  userId: string,
): Promise<Refusal | null> {
  if (!asksForAddress(env) || (await isAddressConfirmed(db, userId))) return null;
  return UNCONFIRMED;
}

const asksForAddress = (env: AppEnv) => env.MAIL_TRANSPORT !== "outbox";

const UNCONFIRMED = refuse(
  "email_unconfirmed",
  "Please confirm your e-mail address before you hold or buy something. The link is in your inbox; Settings sends you another one.",
);

/** Holds an item, or returns the caller's own hold unchanged. Limited to a number of holds per user (D35). */
export async function holdItem(
  { env, db, now, newId }: Services,
  userId: string,
  itemId: string,
  kind: HoldSnapshot["kind"],
  terms?: HoldTerms,
): Promise<RoomResult<{ hold: HoldSnapshot }>> {
  const { known, price, otherHolds, confirmed } = terms ?? (await findHoldTerms(db, userId, itemId, now()));
  if (!known) return refuse("not_found", MESSAGES.notFound);
  if (asksForAddress(env) && !confirmed) return UNCONFIRMED;
  const settings = await siteSettings({ db, now });
  if (otherHolds >= settings.numbers.live_holds) return refuse("holding_limit", MESSAGES.holdingLimit);
  const clocks = timeLimitsOf(settings);
  const holdId = newId("hld");
  const reply = await askRoom(env, itemId, (room) => room.reserve({ userId, kind, holdId, ...price, clocks }));
  if (!reply.ok) return reply;
  return enforceHoldLimit({ env, db, now }, userId, itemId, holdId, reply);
}

/**
 * Releases a hold that exceeds the limit of concurrent requests. All of them may pass the count before; D1 has each
 * hold before its room answers, so the last one counts the others here and is released. Never exceeds the limit, though
 * concurrent requests may all be refused (D35).
 */
export async function enforceHoldLimit<T extends { hold: HoldSnapshot; other_holds?: number }>(
  { env, db, now }: Pick<Services, "env" | "db" | "now">,
  userId: string,
  itemId: string,
  holdId: string,
  reply: { ok: true } & T,
): Promise<RoomResult<T>> {
  if (reply.hold.hold_id !== holdId) return reply;
  const { live_holds } = (await siteSettings({ db, now })).numbers;
  const others = reply.other_holds ?? (await countLiveHolds(db, userId, itemId, now()));
  if (others < live_holds) return reply;
  await askRoom(env, itemId, (room) => room.release({ userId }));
  return refuse("holding_limit", MESSAGES.holdingLimit);
}
