import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SessionReply } from "#contract/account/auth";
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
    if (known) {
      // What is said of the site; everything else is the user's.
      const { google, support_email, closed, hold_ms, platform_fee_bp } = known;
      const { response_hours, minimum_age, operator, server_now } = known;
      client.setQueryData<SessionReply>(SESSION_KEY, {
        user: null,
        profile: null,
        google,
        support_email,
        closed,
        hold_ms,
        platform_fee_bp,
        response_hours,
        minimum_age,
        operator,
        server_now,
      });
    }
    useRecent.getState().clear();
    clearCachedQueries(client);
  }, [client]);
}
