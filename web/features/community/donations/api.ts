import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Donation, SetCauseInput } from "#contract/community/donations";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["donations"] as const;

export function useDonations(forCause: boolean) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", forCause],
    ...pages((cursor, init) =>
      unwrap(api.api.donations.$get({ query: { ...(forCause && { for: "cause" as const }), ...cursor } }, init)),
    ),
  });
}

export function useOwnGiveaways(enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, "mine"],
    queryFn: ({ signal }) => unwrap(api.api.donations.mine.$get({}, { init: { signal } })),
    enabled,
  });
}

/** Sets the cause a free listing is given for; null removes it. */
function setCause({ itemId, cause }: { itemId: string; cause: SetCauseInput | null }): Promise<Donation> {
  const path = api.api.donations[":id"].cause;
  const param = { id: itemId };
  return cause === null ? unwrap(path.$delete({ param })) : unwrap(path.$put({ param, json: cause }));
}

export function useSetCause() {
  const client = useQueryClient();
  return useMutation({ mutationFn: setCause, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}
