import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { clocksOf } from "#domain/site-settings";
import type { HoldSnapshot, RoomResult } from "../../../durable/item-room/commands.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { countLiveHolds, findHoldTerms } from "./queries.ts";

/** Holds an item, or repeats the caller's own hold unchanged; only so many at a time (D35). */
export async function holdItem(
  { env, db, now, newId }: Services,
  userId: string,
  itemId: string,
  kind: HoldSnapshot["kind"],
): Promise<RoomResult<{ hold: HoldSnapshot }>> {
  const limit = refuse("holding_limit", MESSAGES.holdingLimit);
  const settings = await siteSettings({ db, now });
  const { price, otherHolds } = await findHoldTerms(db, userId, itemId, now());
  if (otherHolds >= settings.numbers.live_holds) return limit;
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
export async function keepWithinLimit<T extends { hold: HoldSnapshot }>(
  { env, db, now }: Pick<Services, "env" | "db" | "now">,
  userId: string,
  itemId: string,
  holdId: string,
  reply: { ok: true } & T,
): Promise<RoomResult<T>> {
  const { live_holds } = (await siteSettings({ db, now })).numbers;
  if (reply.hold.hold_id === holdId && (await countLiveHolds(db, userId, itemId, now())) >= live_holds) {
    await askRoom(env, itemId, (room) => room.release({ userId }));
    return refuse("holding_limit", MESSAGES.holdingLimit);
  }
  return reply;
}
