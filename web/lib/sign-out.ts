import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SessionReply } from "#contract/account/auth";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { api, unwrap } from "./api-client.ts";
import { forgetAccount } from "./forget-account.ts";
import { SESSION_KEY } from "./query-client.ts";
import { useRecent } from "./recent-store.ts";
import { clearCachedQueries } from "./session.ts";
import { closeChannel } from "./user-channel.ts";

/** Signs out on the server, then clears all data of the user from this page. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const comeBack = await closeChannel();
    try {
      await unwrap(api.api.auth["sign-out"].$post());
    } catch (error) {
      comeBack();
      throw error;
    }
    const known = client.getQueryData<SessionReply>(SESSION_KEY);
    if (known?.user) forgetAccount(known.user.id, "sign-out");
    client.setQueryData<SessionReply>(SESSION_KEY, {
      user: null,
      profile: null,
      google: known?.google ?? false,
      support_email: known?.support_email ?? "",
      closed: known?.closed ?? [],
      hold_ms: known?.hold_ms ?? DEFAULT_HOLD_MS,
      platform_fee_bp: known?.platform_fee_bp ?? 0,
      server_now: known?.server_now ?? 0,
    });
    useRecent.getState().clear();
    clearCachedQueries(client);
  }, [client]);
}
