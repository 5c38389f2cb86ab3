/** The visitor's place: a suburb, never coordinates of a device (D51). */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { NearPlace, NearReply, SetNearInput } from "#contract/places";
import { NEAR_PATH } from "#domain/site/embedded-replies";
import { api, unwrap } from "../../lib/api-client.ts";
import { bootReply } from "../../lib/boot.ts";
import { useRefreshSession, useSession } from "../../lib/session.ts";

const NEAR_KEY = ["near-place"] as const;
/** Lists that the server orders around the visitor's place without being asked. */
const AROUND_KEYS = [["home"], ["items", "extras"], ["items", "related"], ["stores"], ["donations"], ["requests"]];

const Near = createContext<NearPlace | null>(null);

/** Loads the visitor's place, which every page embeds, so that the server and the first render agree on it. */
export function NearPlaceProvider({ children }: { children: ReactNode }) {
  const boot = bootReply<NearReply>(NEAR_PATH);
  const { data } = useQuery({
    queryKey: NEAR_KEY,
    queryFn: ({ signal }) => unwrap(api.api.places.near.$get({}, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return <Near value={data?.near ?? null}>{children}</Near>;
}

/** Returns the visitor's place; null when none is set, and until it has loaded. */
export function useNearPlace(): NearPlace | null {
  return useContext(Near);
}

/** Saves the visitor's place, or forgets it with null. Lists around the place load again, because they name it. */
export function useSetNearPlace() {
  const client = useQueryClient();
  const { signedIn } = useSession();
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: async (place: SetNearInput | null): Promise<NearReply> => {
      if (place) return unwrap(api.api.places.near.$put({ json: place }));
      await unwrap(api.api.places.near.$delete());
      return { near: null };
    },
    onSuccess: async (reply) => {
      // A reload that began before would bring the old place back.
      await client.cancelQueries({ queryKey: NEAR_KEY });
      client.setQueryData(NEAR_KEY, reply);
      // The server orders these by the place it has just stored.
      for (const queryKey of AROUND_KEYS) void client.invalidateQueries({ queryKey });
      // It may have become the place of the profile.
      if (signedIn) void refreshSession();
    },
  });
}
