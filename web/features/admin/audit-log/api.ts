import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { AuditVerdict } from "#contract/admin/audit-log";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const log = api.api.admin["audit-log"];
const KEY = ["admin", "audit-log"] as const;

export interface AuditFilters {
  actor: string;
  action: string;
  subject: string;
  /** Days such as `2026-11-21`, both inclusive, in the device's time zone. */
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

/** Converts the filters to query parameters: leaves out empty ones and turns days into instants. */
export function auditQuery({ actor, action, subject, from, to }: AuditFilters): Record<string, string> {
  const values = { actor, action, subject, from: dayStart(from, 0), to: dayStart(to, 1) };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", filters],
    ...pages((cursor, init) => unwrap(log.$get({ query: { ...auditQuery(filters), ...cursor } }, init))),
  });
}

export function useAuditActions() {
  return useQuery({
    queryKey: [...KEY, "actions"],
    queryFn: ({ signal }) => unwrap(log.actions.$get({}, { init: { signal } })),
    staleTime: 60_000,
  });
}

/** Verifies the whole audit chain in batches. Returns the last verdict with the total number of entries. */
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
