import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "mail"] as const;

export function useOutbox(failedOnly: boolean) {
  return useInfiniteQuery({
    queryKey: [...KEY, failedOnly ? "failed" : "all"],
    ...pages((cursor, init) =>
      unwrap(api.api.admin.mail.$get({ query: { ...(failedOnly && { status: "failed" as const }), ...cursor } }, init)),
    ),
  });
}

export function useTemplates() {
  return useQuery({
    queryKey: [...KEY, "templates"],
    queryFn: ({ signal }) => unwrap(api.api.admin.mail.templates.$get({}, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Texts that were stored instead of sent: on a developer's machine. */
export function useTexts() {
  return useQuery({
    queryKey: [...KEY, "texts"],
    queryFn: ({ signal }) => unwrap(api.api.admin.mail.texts.$get({}, { init: { signal } })),
  });
}

export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (template: string) => unwrap(api.api.admin.mail.test.$post({ json: { template } })),
    onSettled: () => client.invalidateQueries({ queryKey: [...KEY, "all"] }),
  });
}

export function useRetryEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.api.admin.mail[":id"].retry.$post({ param: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
