import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { clocksOf } from "#domain/site-settings";
import type { HoldSnapshot, RoomResult } from "../../../durable/item-room/commands.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { AppEnv } from "../../env.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { countLiveHolds, findHoldTerms, type HoldTerms, isAddressConfirmed } from "./queries.ts";

/**
 * Many accounts that hold for one have no inbox each (A34): whoever wants to hold something has answered a letter. Where
 * letters stay in the outbox nobody could have, so nobody is asked (decision 0071).
 */
export async function addressProblem(
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

/** Holds an item, or repeats the caller's own hold unchanged; only so many at a time (D35). */
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
  const clocks = clocksOf(settings);
  const holdId = newId("hld");
  const reply = await askRoom(env, itemId, (room) => room.reserve({ userId, kind, holdId, ...price, clocks }));
  if (!reply.ok) return reply;
  return keepWithinLimit({ env, db, now }, userId, itemId, holdId, reply);
}

/**
 * Asked for together, all of them passed the count before. D1 has each hold before its room answers, so the last of
 * them sees the others here and gives its own back: never one more, though racers may all be refused (D35).
 */
export async function keepWithinLimit<T extends { hold: HoldSnapshot; other_holds?: number }>(
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
