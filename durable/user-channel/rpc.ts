import type { UserSocketMessage } from "#contract/account/user-live";

/** What the Worker may call on a user's channel. */
export interface UserChannelRpc extends Rpc.DurableObjectBranded {
  /**
   * Sends frames, in this order, to all of the user's devices.
   * @returns to how many.
   */
  push(frames: readonly UserSocketMessage[]): Promise<number>;
  /** Closes the sockets of one ended session, or with `except` those of all other sessions. */
  endSessions(which: EndedSessions): Promise<void>;
}

export type EndedSessions = { only: string } | { except: string | null };

/** Headers of a live request. Only the Worker sets them, and the channel trusts them. */
export const CHANNEL_HEADERS = { session: "X-Channel-Session" } as const;
