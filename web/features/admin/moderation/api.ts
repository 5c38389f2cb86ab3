import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DecideReportValue } from "#contract/safety";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "reports"] as const;
const POLL_MS = 30_000;

export const QUEUES = ["held", "listings", "ratings", "reports", "decided"] as const;
export type Queue = (typeof QUEUES)[number];

const QUERIES = {
  held: { status: "open", kind: "held_message" },
  listings: { status: "open", kind: "held_listing" },
  ratings: { status: "open", kind: "held_rating" },
  reports: { status: "open", kind: "report" },
  decided: { status: "decided" },
} as const;

export function useReports(queue: Queue, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...KEY, queue],
    ...pages((cursor, init) => unwrap(api.api.admin.reports.$get({ query: { ...QUERIES[queue], ...cursor } }, init))),
    enabled,
    // Polls, because senders and sellers wait for these decisions.
    refetchInterval: queue === "held" || queue === "listings" ? POLL_MS : false,
  });
}

/** How staff decided about listings lately. */
export function useListingFigures() {
  return useQuery({
    queryKey: [...KEY, "listing-figures"],
    queryFn: ({ signal }) => unwrap(api.api.admin.reports["listing-figures"].$get({}, { init: { signal } })),
  });
}

export function useReport(id: string) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => unwrap(api.api.admin.reports[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

export function useDecision(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: DecideReportValue) =>
      unwrap(api.api.admin.reports[":id"].decision.$post({ param: { id }, json })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
