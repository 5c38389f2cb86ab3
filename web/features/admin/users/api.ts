import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { HandleDataRequestInput } from "#contract/account/own-data";
import type { Role } from "#contract/account/profiles";
import type { UserActionValue, UserDetail, UserRow } from "#contract/admin/users";
import type { DecideAppealInput } from "#contract/status";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const people = api.api.admin.users;
const USERS_KEY = ["admin", "people"] as const;
const APPEALS = ["admin", "appeals"] as const;

export interface UserFilters {
  q: string;
  role: UserRow["role"] | "";
  account_type: UserRow["account_type"] | "";
  country: string;
  standing: UserRow["standing"] | "";
}

const activeFilters = (filters: UserFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")) as Partial<{
    q: string;
    role: UserRow["role"];
    account_type: UserRow["account_type"];
    country: string;
    standing: UserRow["standing"];
  }>;

export function useUsers(filters: UserFilters) {
  return useInfiniteQuery({
    queryKey: [...USERS_KEY, "list", filters],
    ...pages((cursor, init) => unwrap(people.$get({ query: { ...activeFilters(filters), ...cursor } }, init))),
  });
}

const userKey = (id: string) => [...USERS_KEY, "one", id] as const;

export function useUser(id: string) {
  return useQuery({
    queryKey: userKey(id),
    queryFn: ({ signal }) => unwrap(people[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

export function useUserOrders(id: string) {
  return useInfiniteQuery({
    queryKey: [...USERS_KEY, "orders", id],
    ...pages((cursor, init) => unwrap(people[":id"].orders.$get({ param: { id }, query: cursor }, init))),
  });
}

export type StaffAction =
  | ({ kind: "measure" } & UserActionValue)
  | { kind: "role"; role: Role; note: string }
  | ({ kind: "own_data" } & HandleDataRequestInput)
  | { kind: "sign_out"; note: string };

/** Carries out an action on a user and returns the updated user. The key is that of the request (D17). */
export function useStaffAction(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action: { kind, ...json }, key }: { action: StaffAction; key: string }): Promise<UserDetail> => {
      const param = { id };
      const target = people[":id"];
      if (kind === "sign_out") return unwrap(target["sign-out"].$post({ param, json: json as { note: string } }));
      if (kind === "own_data") {
        return unwrap(target["own-data"].$post({ param, json: json as HandleDataRequestInput }));
      }
      if (kind === "role") {
        return unwrap(
          target.role.$post({ param, json: json as { role: Role; note: string } }, withIdempotencyKey(key)),
        );
      }
      return unwrap(
        target.measures.$post(
          { param, json: json as Parameters<typeof target.measures.$post>[0]["json"] },
          withIdempotencyKey(key),
        ),
      );
    },
    onSuccess: (person) => client.setQueryData(userKey(id), person),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  });
}

/** Starts an impersonation of a user; the reason goes to the audit log. */
export function useStartImpersonation(id: string) {
  return useMutation({
    mutationFn: (note: string) => unwrap(people[":id"].view.$post({ param: { id }, json: { note } })),
  });
}

/** Makes the link with which a staff member adds their first second factor. */
export function useFirstFactorLink(id: string) {
  return useMutation({
    mutationFn: (note: string) => unwrap(people[":id"]["first-factor"].$post({ param: { id }, json: { note } })),
  });
}

export function useAppeals(status: "open" | "decided") {
  return useInfiniteQuery({
    queryKey: [...APPEALS, status],
    ...pages((cursor, init) => unwrap(api.api.admin.appeals.$get({ query: { status, ...cursor } }, init))),
  });
}

export function useAppealDecision(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: DecideAppealInput) =>
      unwrap(api.api.admin.appeals[":id"].decision.$post({ param: { id }, json })),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: APPEALS }), client.invalidateQueries({ queryKey: USERS_KEY })]),
  });
}
