import type { UserSocketMessage } from "#contract/account/user-live";
import type { AppEnv } from "../env.ts";
import { errorText, log } from "../log.ts";
import { near } from "./location.ts";

type ChannelEnv = Pick<AppEnv, "USER_CHANNEL" | "LOCATION_HINT">;

/**
 * Sends frames to a user's open devices. Never throws: clients also poll. Use `services.defer` where the caller need
 * not wait.
 */
export async function pushToUser(env: ChannelEnv, userId: string, ...frames: UserSocketMessage[]): Promise<void> {
  try {
    await env.USER_CHANNEL.getByName(userId, near(env)).push(frames);
  } catch (error) {
    log("error", { problem: "push", channel: userId, error: errorText(error) });
  }
}

/** Closes the sockets of ended sessions. Never throws: the channel also closes sockets that are too old. */
export async function endLiveSessions(
  env: ChannelEnv,
  userId: string,
  which: { only: string } | { except: string | null },
): Promise<void> {
  try {
    await env.USER_CHANNEL.getByName(userId, near(env)).endSessions(which);
  } catch (error) {
    log("error", { problem: "end live", channel: userId, error: errorText(error) });
  }
}
