/** Calls of /AuditLog. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { AuditVerdict } from "#contract/audit-log";
import { api, unwrap } from "../../../lib/api-client.ts";

const log = api.api.admin["audit-log"];
const KEY = ["admin", "audit-log"] as const;

export interface AuditFilters {
  actor: string;
  action: string;
  subject: string;
  /** Days as `2026-11-21`, both inclusive, in the reader's own time. */
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function dayStart(day: string, offset: number): string | undefined {
  if (!DAY.test(day)) return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + offset);
  const at = date.getTime();
  return Number.isFinite(at) ? String(at) : undefined;
}

/** As the server takes them: what is empty does not filter, and days become moments. */
export function auditQuery({ actor, action, subject, from, to }: AuditFilters): Record<string, string> {
  const values = { actor, action, subject, from: dayStart(from, 0), to: dayStart(to, 1) };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", filters],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        log.$get({ query: { ...auditQuery(filters), ...(pageParam && { cursor: pageParam }) } }, { init: { signal } }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function useAuditActions() {
  return useQuery({
    queryKey: [...KEY, "actions"],
    queryFn: ({ signal }) => unwrap(log.actions.$get({}, { init: { signal } })),
    staleTime: 60_000,
  });
}

/** The whole chain, piece by piece; the last piece's verdict with the number of all of them. */
export function useVerification() {
  return useMutation({
    mutationFn: async (): Promise<AuditVerdict> => {
      let checked = 0;
      let after = 0;
      for (;;) {
        const verdict: AuditVerdict = await unwrap(log.verify.$post({ json: { after } }));
        checked += verdict.checked;
        if (verdict.broken || verdict.next_after === null) return { ...verdict, checked };
        after = verdict.next_after;
      }
    },
  });
}
