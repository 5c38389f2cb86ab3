import { type Query, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SessionReply, SessionUser } from "#contract/auth";
import type { OwnProfile } from "#contract/profiles";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { holdLength } from "#domain/hold-length";
import type { SiteFeature } from "#domain/site-settings";
import { readReply } from "./api-client.ts";
import { SESSION_KEY } from "./query-client.ts";

export interface Session {
  /** False until the first answer; guards wait for it. */
  ready: boolean;
  signedIn: boolean;
  user: SessionUser | null;
  profile: OwnProfile | null;
  /** admin or super_admin. */
  isAdmin: boolean;
  /** Whether "Continue with Google" can be offered. */
  google: boolean;
  /** Where people can write to, for notices about their standing. */
  supportEmail: string | null;
  /** What an administrator has switched off (decision 0062). */
  closed: readonly SiteFeature[];
  /** "10 minutes": how long a hold lasts that begins now. */
  holdLength: string;
  /** What the site keeps of a card sale, in basis points. */
  platformFee: number;
  /** While staff see the site as this person: UTC ms of its end (decision 0060). */
  viewingUntil: number | null;
  /** Why the session is not known, when the service could not be asked. */
  problem: unknown;
}

const NOTHING: readonly SiteFeature[] = [];

const isShown = (client: QueryClient) => client.getQueryCache().find({ queryKey: SESSION_KEY })?.isActive() === true;

/** A session that cannot be read counts as signed out; the next write finds out for sure. */
export function useSession(): Session {
  const { data, isPending, error } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal, client }) => {
      const reply = (await readReply(fetch("/api/auth/session", { signal }))) as SessionReply;
      const before = client.getQueryData<SessionReply>(SESSION_KEY);
      // Another tab signed somebody in or out. Not before this reply is in place: what is asked for depends on it.
      if (before && before.user?.id !== reply.user?.id) setTimeout(() => isShown(client) && forgetAll(client));
      return reply;
    },
    staleTime: 60_000,
    // Coming back to a tab, or with Back to a page the browser kept: somebody may have signed in or out elsewhere.
    refetchOnWindowFocus: "always",
    refetchInterval: 5 * 60_000,
  });
  const role = data?.profile?.role;
  return {
    ready: !isPending,
    signedIn: Boolean(data?.user),
    user: data?.user ?? null,
    profile: data?.profile ?? null,
    isAdmin: role === "admin" || role === "super_admin",
    google: data?.google ?? false,
    supportEmail: data?.support_email ?? null,
    closed: data?.closed ?? NOTHING,
    holdLength: holdLength(data?.hold_ms ?? DEFAULT_HOLD_MS),
    platformFee: data?.platform_fee_bp ?? 0,
    viewingUntil: data?.viewing?.until ?? null,
    problem: data ? null : error,
  };
}

const notSession = (query: Query) => query.queryKey[0] !== SESSION_KEY[0];

/** Everything cached was said to somebody else. What is on screen is asked again; a removed query would stay on screen. */
export function forgetAll(client: QueryClient): void {
  client.removeQueries({ predicate: notSession, type: "inactive" });
  void client.resetQueries({ predicate: notSession, type: "active" });
}

/** Puts the reply of a sign-in in place. */
export function useAdoptSession(): (reply: SessionReply) => void {
  const client = useQueryClient();
  return useCallback(
    (reply) => {
      client.setQueryData(SESSION_KEY, reply);
      forgetAll(client);
    },
    [client],
  );
}

/** Asks the server again who is signed in and in what standing. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: SESSION_KEY }), [client]);
}
