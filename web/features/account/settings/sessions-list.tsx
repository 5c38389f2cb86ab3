import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";

const KEY = ["own-sessions"];
const sessionsApi = api.api.auth.sessions;

/** Active sessions of the account, each with a button to end it. */
export function SessionsList() {
  const client = useQueryClient();
  const { confirmed, dialog } = useReauthentication("You're signing out other devices.");
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => unwrap(sessionsApi.$get({}, { init: { signal } })),
  });
  const end = useMutation({
    mutationFn: (id: string | null): Promise<unknown> =>
      confirmed(
        (): Promise<unknown> =>
          id === null
            ? unwrap(sessionsApi["end-others"].$post())
            : unwrap(sessionsApi[":id"].$delete({ param: { id } })),
      ),
    onSuccess: (_, id) => {
      toast({ title: id === null ? "Signed out everywhere else" : "Device signed out" });
    },
    onError: toastError(),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const items = sessions.data?.items ?? [];
  return (
    <Section
      title="Where you're signed in"
      description="If you don't recognise one, sign it out and change your password."
      actions={
        items.length > 1 ? (
          <Button
            size="sm"
            variant="secondary"
            loading={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            Sign out everywhere else
          </Button>
        ) : null
      }
    >
      {sessions.isPending ? (
        <Skeleton className="h-24" />
      ) : sessions.isError ? (
        <ErrorState title="The list didn't load" query={sessions} />
      ) : (
        <ul className="divide-y divide-line">
          {items.map(({ id, device, seen_at, created_at, current }) => {
            const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop;
            return (
              <li key={id} className="flex items-center gap-4 py-3">
                <Icon className="size-6 shrink-0 text-muted" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">{device}</p>
                  <p className="text-sm text-muted">
                    Signed in {formatDateTime(created_at)}, last used {formatDateTime(seen_at)}
                  </p>
                </div>
                {current ? (
                  <Badge tone="brand">This device</Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Sign out ${device}, signed in ${formatDateTime(created_at)}`}
                    loading={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {dialog}
    </Section>
  );
}
