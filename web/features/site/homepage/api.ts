import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { HomeView } from "#contract/items/marketplace";
import { api, unwrap } from "../../../lib/api-client.ts";
import { bootReply } from "../../../lib/boot.ts";

export function useHome(): UseQueryResult<HomeView> {
  const boot = bootReply<HomeView>("/api/homepage");
  return useQuery({
    queryKey: ["home"],
    queryFn: ({ signal }): Promise<HomeView> => unwrap(api.api.homepage.$get({}, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
