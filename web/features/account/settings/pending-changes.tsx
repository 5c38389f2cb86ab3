import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PendingChange, SecurityReply } from "#contract/account/second-factor";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { cancelPending, loadSecurity, SECURITY_KEY } from "../security-calls.ts";

const WHAT: Record<PendingChange["kind"], (change: PendingChange) => string> = {
  new_email: ({ email }) => `New email address: ${email ?? ""}`,
  reset_password: () => "A link to set a new password",
  first_factor: () => "A link to set up two-step sign-in",
  app: () => "A new authenticator app",
};

/** What waits to be confirmed: an intruder may have asked for it (A27). Renders nothing without any. */
export function PendingChanges() {
  const client = useQueryClient();
  const { confirmed, dialog } = useReauthentication("You're cancelling changes to your account.");
  const security = useQuery({ queryKey: SECURITY_KEY, queryFn: ({ signal }) => loadSecurity(signal) });
  const cancel = useMutation({
    mutationFn: () => confirmed(cancelPending),
    onSuccess: (reply) => {
      client.setQueryData<SecurityReply>(SECURITY_KEY, reply);
      toast({ title: "Changes cancelled" });
    },
    onError: toastError(),
  });
  const pending = security.data?.pending ?? [];
  if (pending.length === 0) return null;
  return (
    <Notice kind="info" title="Waiting to be confirmed" className="mt-4">
      <ul className="mt-1 grid gap-1">
        {pending.map((change) => (
          <li key={change.kind} className="break-words">
            {WHAT[change.kind](change)}. Expires {formatDateTime(change.expires_at)}.
          </li>
        ))}
      </ul>
      <p className="mt-2">If this wasn't you, cancel it and change your password.</p>
      <Button size="sm" variant="secondary" className="mt-3" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel changes
      </Button>
      {dialog}
    </Notice>
  );
}
