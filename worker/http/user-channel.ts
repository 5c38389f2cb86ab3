import type { UserFrame } from "#contract/user-live";
import type { AppEnv } from "../env.ts";
import { log } from "../log.ts";

type ChannelEnv = Pick<AppEnv, "USER_CHANNEL">;

/**
 * Tells somebody's open devices. Never throws: a frame only saves a request, and whoever missed one asks. Off the
 * request path (`services.later`) where nobody waits for it.
 */
export async function pushToUser(env: ChannelEnv, userId: string, frame: UserFrame): Promise<void> {
  try {
    await env.USER_CHANNEL.getByName(userId).push(frame);
  } catch (error) {
    log("error", { problem: "push", channel: userId, error: String(error) });
  }
}

/** Sessions that ended are told nothing more, at once. Never throws: the channel forgets old sockets by itself. */
export async function endLiveSessions(
  env: ChannelEnv,
  userId: string,
  which: { only: string } | { except: string | null },
): Promise<void> {
  try {
    await env.USER_CHANNEL.getByName(userId).endSessions(which);
  } catch (error) {
    log("error", { problem: "end live", channel: userId, error: String(error) });
  }
}
