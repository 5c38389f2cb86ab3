import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { LIVE_HOLDS_MAX } from "#domain/deadlines";
import type { HoldSnapshot, RoomResult } from "../../../durable/item-room/commands.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { countLiveHolds, findHoldPrice } from "./queries.ts";

/** Holds an item for ten minutes, or repeats the caller's own hold unchanged; at most five at a time (D35). */
export async function holdItem(
  { env, db, now, newId }: Services,
  userId: string,
  itemId: string,
  kind: HoldSnapshot["kind"],
): Promise<RoomResult<{ hold: HoldSnapshot }>> {
  const limit = refuse("holding_limit", MESSAGES.holdingLimit);
  if ((await countLiveHolds(db, userId, itemId, now())) >= LIVE_HOLDS_MAX) return limit;
  const holdId = newId("hld");
  const price = await findHoldPrice(db, userId, itemId, now());
  const reply = await askRoom(env, itemId, (room) => room.reserve({ userId, kind, holdId, ...price }));
  if (!reply.ok) return reply;
  return keepWithinLimit({ env, db, now }, userId, itemId, holdId, reply);
}

/**
 * Asked for together, all of them passed the count before. D1 has each hold before its room answers, so the last of
 * them sees the others here and gives its own back: never six, though racers may all be refused (D35).
 */
export async function keepWithinLimit<T extends { hold: HoldSnapshot }>(
  { env, db, now }: Pick<Services, "env" | "db" | "now">,
  userId: string,
  itemId: string,
  holdId: string,
  reply: { ok: true } & T,
): Promise<RoomResult<T>> {
  if (reply.hold.hold_id === holdId && (await countLiveHolds(db, userId, itemId, now())) >= LIVE_HOLDS_MAX) {
    await askRoom(env, itemId, (room) => room.release({ userId }));
    return refuse("holding_limit", MESSAGES.holdingLimit);
  }
  return reply;
}
