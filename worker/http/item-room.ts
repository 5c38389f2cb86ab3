import type { ItemRoomCommands } from "../../durable/item-room/commands.ts";
import type { AppEnv } from "../env.ts";

/** What a failed call to an object says about itself. */
interface RoomFailure {
  remote?: boolean;
  retryable?: boolean;
  overloaded?: boolean;
}

const ATTEMPTS = 3;
const PAUSE_MS = 40;

/**
 * Asks an item's room. A call whose reply was lost is repeated on a fresh stub (an old one is dead once its object has
 * reset), which is safe because every command is idempotent on the id it carries. What the room itself threw, or an
 * overload, is not repeated.
 */
export async function askRoom<T>(
  env: Pick<AppEnv, "ITEM_ROOM">,
  itemId: string,
  ask: (room: ItemRoomCommands) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(env.ITEM_ROOM.getByName(itemId) as unknown as ItemRoomCommands);
    } catch (error) {
      const { remote, retryable, overloaded } = error as RoomFailure;
      if (attempt === ATTEMPTS || overloaded || (remote && !retryable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
