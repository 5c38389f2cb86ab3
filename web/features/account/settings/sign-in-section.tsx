import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toastError } from "../../../ui/toast.tsx";
import { SECURITY_KEY } from "../security-calls.ts";
import { EmailDialog } from "./email-dialog.tsx";
import { PendingChanges } from "./pending-changes.tsx";

const onError = toastError();

const PasswordDialog = lazyDialog(() => import("./password-dialog.tsx"));

/** Email address with its confirmation state, and the password. */
export function SignInSection() {
  const { user } = useSession();
  const resend = useMutation({ mutationFn: () => unwrap(api.api.auth["verify-email"].resend.$post()), onError });
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const [newPassword, setNewPassword] = useState(false);
  const [mailed, setMailed] = useState<string | null>(null);
  if (!user) return null;
  const onMailed = (email: string) => {
    setMailed(email);
    void client.invalidateQueries({ queryKey: SECURITY_KEY });
  };
  return (
    <Section title="Sign-in" className="mt-12! border-t border-line pt-8">
      <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-sm text-muted">Email</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <span className="font-semibold break-all">{user.email}</span>
            <Badge tone={user.email_verified ? "brand" : "wattleSoft"}>
              {user.email_verified ? "Confirmed" : "Not confirmed"}
            </Badge>
          </dd>
          <dd className="mt-2">
            <Button size="sm" variant="secondary" onClick={() => setChanging(true)}>
              Change address
            </Button>
          </dd>
          {user.email_verified ? null : (
            <dd className="mt-2">
              <Button size="sm" variant="secondary" loading={resend.isPending} onClick={() => resend.mutate()}>
                Resend confirmation email
              </Button>
            </dd>
          )}
        </div>
        <div>
          <dt className="text-sm text-muted">Password</dt>
          <dd className="mt-1">
            <Button size="sm" variant="secondary" onClick={() => setNewPassword(true)}>
              Change password
            </Button>
          </dd>
        </div>
      </dl>
      <PasswordDialog key={String(newPassword)} open={newPassword} onClose={() => setNewPassword(false)} />
      <EmailDialog open={changing} onClose={() => setChanging(false)} onMailed={onMailed} />
      {mailed !== null ? (
        <Notice kind="success" className="mt-4">
          We've emailed {mailed}. Open the link to change your address. Until then, sign in as usual.
        </Notice>
      ) : null}
      <PendingChanges />
      {resend.isSuccess ? (
        <Notice kind="success" className="mt-4">
          We've emailed {user.email}. The link works once and expires soon.
        </Notice>
      ) : null}
    </Section>
  );
}
