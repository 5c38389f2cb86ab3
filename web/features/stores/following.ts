/** The sellers that the viewer follows. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FollowingReply } from "#contract/stores";
import { api, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";

const FOLLOWING_KEY = ["following"];

export function useFollowing() {
  const { signedIn } = useSession();
  return useQuery({
    queryKey: FOLLOWING_KEY,
    queryFn: ({ signal }) => unwrap(api.api.following.$get({}, { init: { signal } })),
    enabled: signedIn,
    staleTime: 60_000,
  });
}

/** Follows a seller, or stops following them. */
export function useFollow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, follow }: { id: string; follow: boolean }): Promise<FollowingReply> => {
      const seller = api.api.following[":user_id"];
      return unwrap(follow ? seller.$put({ param: { user_id: id } }) : seller.$delete({ param: { user_id: id } }));
    },
    onSuccess: (reply) => client.setQueryData(FOLLOWING_KEY, reply),
  });
}
