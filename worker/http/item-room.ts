import type { Result } from "#domain/result";
import type { Call } from "../../durable/item-room/command.ts";
import type { CommandName } from "../../durable/item-room/dispatch.ts";
import { UPDATING } from "../../durable/item-room/refusals.ts";
import { roomName } from "../../durable/item-room/room-name.ts";
import type { AppEnv } from "../env.ts";
import { errorText, log } from "../log.ts";
import { RefusalError, unwrap } from "./errors.ts";
import { near } from "./location.ts";

/** Flags of a failed call to a Durable Object. */
interface RoomFailure {
  remote?: boolean;
  retryable?: boolean;
  overloaded?: boolean;
}

/** In the runtime's error when the room's code is older than the method. */
const NO_SUCH_METHOD = "RPC receiver does not implement";

const ATTEMPTS = 3;
const PAUSE_MS = 40;

type RoomBinding = Pick<AppEnv, "ITEM_ROOM" | "LOCATION_HINT" | "ROOM_GENERATION">;
type Room = ReturnType<AppEnv["ITEM_ROOM"]["getByName"]>;

/** Returns an item's room. Call it each time, because a stub is unusable after its object resets. */
export function roomOf(env: RoomBinding, itemId: string): Room {
  return env.ITEM_ROOM.getByName(roomName(itemId, env.ROOM_GENERATION), near(env));
}

/**
 * Runs a command in an item's room: `execute(env, itemId, reserve({ … }))`. A room that could not read its item, or whose
 * database is being restored, has decided nothing: this throws, as for a room that cannot be reached.
 */
export async function execute<Value>(
  env: RoomBinding,
  itemId: string,
  call: Call<CommandName, Value>,
): Promise<Result<Value>> {
  const reply = await askRoom(env, itemId, (room) => room.execute(call) as Promise<Result<Value>>);
  if (!reply.ok && reply.code === "unavailable") throw new RefusalError(reply.code, reply.message, reply.details);
  return reply;
}

/**
 * Calls an item's room, for what is no command. A call whose reply was lost is repeated on a new stub (the old one is unusable after its object
 * resets), which is safe because every command is idempotent on its id. Errors thrown by the room and overload are not
 * repeated. A room that cannot be reached gives a 503 that the client may retry.
 */
export async function askRoom<T>(env: RoomBinding, itemId: string, ask: (room: Room) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(roomOf(env, itemId));
    } catch (error) {
      const { remote, retryable, overloaded } = error as RoomFailure;
      if (errorText(error).includes(NO_SUCH_METHOD)) return unwrap<never>(UPDATING);
      if (remote && !retryable && !overloaded) throw error;
      if (attempt === ATTEMPTS || overloaded) throw unreachable();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}

function unreachable(): RefusalError {
  return new RefusalError("unavailable", "We couldn't load this item. Please try again.", {
    retry_after: 2,
  });
}

/** Rooms called at the same time: the platform allows six open connections per request. */
const ROOMS_AT_ONCE = 6;

/**
 * Makes rooms settle expired holds and missed deadlines. A failure of one does not affect the others.
 * @returns how many were settled.
 */
export async function settleRooms(env: RoomBinding, itemIds: readonly string[]): Promise<number> {
  const waiting = [...new Set(itemIds)];
  let settled = 0;
  const worker = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      try {
        await askRoom(env, id, (room) => room.settle());
        settled++;
      } catch (error) {
        log("error", { problem: "settle", room: id, error: errorText(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(ROOMS_AT_ONCE, waiting.length) }, worker));
  return settled;
}
