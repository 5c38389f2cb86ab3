/**
 * What the Worker may call on an item's room. Call `getByName(itemId)` each time, because a stub is unusable after its
 * object resets.
 */
import type { Result } from "#domain/result";
import type { Call } from "./command.ts";
import type { CommandName } from "./dispatch.ts";

export interface ItemRoomRpc extends Rpc.DurableObjectBranded {
  /** Runs a command. */
  execute(call: Call<CommandName>): Promise<Result<unknown>>;
  /**
   * Applies everything due (hold expiry, deadlines) and drains the outbox. Called by cron and when a session loads
   * (D33).
   */
  settle(): Promise<void>;
  /** Returns the number of viewers (D44). With a key it first refreshes this polling viewer. */
  countViewers(refresh?: string): Promise<number>;
  countNegotiations(): Promise<number>;
  /**
   * Drops what the room has stored of a person whose data D1 has erased: their negotiation, and orders that are over.
   * The next use reads D1.
   */
  forget(userId: string): Promise<void>;
  /** Answers from its storage, whether or not the item exists. For the health check. */
  ping(): Promise<boolean>;
}

/** Headers of a live request. Only the Worker sets them, and the room trusts them. */
export const ROOM_HEADERS = { user: "X-Room-User", viewer: "X-Room-Viewer", session: "X-Room-Session" } as const;
