import { type Query, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AgreedItemPrice, SessionReply, SessionUser } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import { DEFAULT_HOLD_MS, HOUR_MS } from "#domain/deadlines";
import { holdLength } from "#domain/holds/hold-length";
import { lengthText } from "#domain/length-of-time";
import type { SiteFeature } from "#domain/site/site-settings";
import { api, unwrap } from "./api-client.ts";
import { COUNTS_KEY, SESSION_KEY } from "./query-client.ts";

export interface Session {
  /** False until the first reply; guards wait for it. */
  ready: boolean;
  signedIn: boolean;
  user: SessionUser | null;
  profile: OwnProfile | null;
  isAdmin: boolean;
  /** What staff have to do before admin pages open (D62); null for nothing. */
  staffStep: "set_up" | "confirm" | null;
  /** Whether the server offers Google sign-in. */
  google: boolean;
  /** Contact address for notices about the account status. */
  supportEmail: string | null;
  /** Features that an administrator has switched off (decision 0030). */
  disabledFeatures: readonly SiteFeature[];
  /** What the user pays for items after an agreement. */
  agreedPrices: readonly AgreedItemPrice[];
  /** Length of a hold that begins now: "10 minutes". */
  holdLength: string;
  /** Platform fee of a card sale in basis points. */
  platformFee: number;
  /** Within which we promise to answer: "24 hours". */
  responseTime: string;
  /** From which age people may have an account. */
  minimumAge: number;
  /** Who runs the site, with ABN and address. */
  operator: string;
  /** End of an impersonation by staff (UTC ms), or null (decision 0031). */
  impersonationUntil: number | null;
  /** When the account will be deleted (UTC ms), or null (D61). */
  deletionDueAt: number | null;
  /** The error when the session could not be loaded, else null. */
  problem: unknown;
}

const NOTHING: readonly never[] = [];
/** Until the session has loaded. */
const START = { response_hours: 24, minimum_age: 18 };

const isInUse = (client: QueryClient) => client.getQueryCache().find({ queryKey: SESSION_KEY })?.isActive() === true;

/** Uses the counts that come with a session until the bar loads newer ones, which saves a request per page. */
export function seedCounts(client: QueryClient, { counts }: SessionReply, updatedAt?: number): void {
  if (counts && client.getQueryData(COUNTS_KEY) === undefined) client.setQueryData(COUNTS_KEY, counts, { updatedAt });
}

/** Loads the session. A session that cannot be loaded counts as signed out; the server still checks every write. */
export function useSession(): Session {
  const { data, isPending, error } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal, client }) => {
      const reply = await unwrap(api.api.auth.session.$get({}, { init: { signal } }));
      seedCounts(client, reply);
      const before = client.getQueryData<SessionReply>(SESSION_KEY);
      // Another tab signed a user in or out. Clear the cache after this reply is stored, because the queries depend on
      // it.
      if (before && before.user?.id !== reply.user?.id) setTimeout(() => isInUse(client) && clearCachedQueries(client));
      return reply;
    },
    staleTime: 60_000,
    // Another tab may have signed in or out meanwhile, also when Back restores a page from the browser's cache.
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
    staffStep: data?.second_factor ?? null,
    google: data?.google ?? false,
    supportEmail: data?.support_email ?? null,
    disabledFeatures: data?.closed ?? NOTHING,
    agreedPrices: data?.agreed_prices ?? NOTHING,
    holdLength: holdLength(data?.hold_ms ?? DEFAULT_HOLD_MS),
    platformFee: data?.platform_fee_bp ?? 0,
    responseTime: lengthText((data?.response_hours ?? START.response_hours) * HOUR_MS),
    minimumAge: data?.minimum_age ?? START.minimum_age,
    operator: data?.operator ?? "",
    impersonationUntil: data?.viewing?.until ?? null,
    deletionDueAt: data?.deletion_due_at ?? null,
    problem: data ? null : error,
  };
}

/**
 * Returns whether staff see the set-up of a second factor instead of a staff page, and how to go on. It stays until it
 * says so itself, because it shows recovery codes once while the session is refreshed.
 */
export function useStaffGate(): [gated: boolean, goOn: () => void] {
  const { staffStep } = useSession();
  const [gated, setGated] = useState(false);
  if (staffStep && !gated) setGated(true);
  return [gated, () => setGated(false)];
}

const notSession = (query: Query) => query.queryKey[0] !== SESSION_KEY[0];

/**
 * Clears everything cached for the previous user. Visible queries are reset, because removing them would leave their
 * data on screen.
 */
export function clearCachedQueries(client: QueryClient): void {
  client.removeQueries({ predicate: notSession, type: "inactive" });
  void client.resetQueries({ predicate: notSession, type: "active" });
}

/** Stores the reply of a sign-in. */
export function useStoreSession(): (reply: SessionReply) => void {
  const client = useQueryClient();
  return useCallback(
    (reply) => {
      client.setQueryData(SESSION_KEY, reply);
      clearCachedQueries(client);
    },
    [client],
  );
}

/** Reloads the session and the account status from the server. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: SESSION_KEY }), [client]);
}
