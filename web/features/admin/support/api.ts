import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { SupportStatus } from "#contract/community/support-queue";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "support"] as const;

export function useSupport(status: SupportStatus) {
  return useInfiniteQuery({
    queryKey: [...KEY, status],
    ...pages((cursor, init) => unwrap(api.api.admin.support.$get({ query: { status, ...cursor } }, init))),
  });
}

/** Sends an answer. One idempotency key per text: after a lost reply, the retry does not send the answer twice. */
export function useAnswer(id: string) {
  const client = useQueryClient();
  const sent = useRef({ message: "", key: "" });
  return useMutation({
    mutationFn: (message: string) => {
      if (sent.current.message !== message) sent.current = { message, key: newIdempotencyKey() };
      return unwrap(
        api.api.admin.support[":id"].answer.$post(
          { param: { id }, json: { message } },
          withIdempotencyKey(sent.current.key),
        ),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useClose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.api.admin.support[":id"].close.$post({ param: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
