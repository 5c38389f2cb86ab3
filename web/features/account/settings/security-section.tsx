import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import type { AppSetupReply, PasskeyView, SecurityReply } from "#contract/account/second-factor";
import { formatDate } from "../../../lib/format.ts";
import { useRefreshSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Section } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useFragmentToken } from "../auth/use-fragment-token.ts";
import { useReauthentication } from "../reauthentication.tsx";
import {
  addPasskey,
  browserHasPasskeys,
  loadSecurity,
  newRecoveryCodes,
  passkeyOptions,
  passkeyProblem,
  removeApp,
  removePasskey,
  SECURITY_KEY,
  setUpApp,
} from "../security-calls.ts";

import { FirstFactorLink } from "./first-factor-link.tsx";

const AppDialog = lazyDialog(() => import("./app-dialog.tsx"));
const RecoveryCodesDialog = lazyDialog(() => import("./recovery-codes-dialog.tsx"));

const onError = toastError();

/**
 * Settings section: passkeys, authenticator app and recovery codes (D62).
 * @param onCodes hears when new recovery codes appear, and when the user has saved them.
 */
export function SecuritySection({ onCodes }: { onCodes?: (showing: boolean) => void }) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const linkToken = useFragmentToken("first-factor");
  const [codes, setCodes] = useState<string[] | null>(null);
  const [showing, setShowing] = useState(false);
  const show = (now: boolean) => {
    setShowing(now);
    onCodes?.(now);
  };
  const security = useQuery({ queryKey: SECURITY_KEY, queryFn: ({ signal }) => loadSecurity(signal) });

  const store = ({ new_recovery_codes, ...reply }: SecurityReply) => {
    client.setQueryData<SecurityReply>(SECURITY_KEY, reply);
    if (new_recovery_codes) {
      setCodes(new_recovery_codes);
      show(true);
    }
    // Staff pages open from now on.
    void refreshSession();
  };
  return (
    <Section
      id="security"
      title="Two-step sign-in"
      description="Your password alone won't be enough to get into your account or change where your money goes."
    >
      {security.isPending ? <Skeleton className="h-28" /> : null}
      {security.isError ? <ErrorState title="This didn't load" query={security} /> : null}
      {security.data?.needs_link ? <FirstFactorLink token={linkToken} onReply={store} /> : null}
      {security.data && !security.data.needs_link ? (
        <div className="grid gap-9">
          <Passkeys security={security.data} onReply={store} />
          <AuthenticatorApp security={security.data} onReply={store} />
          {security.data.passkeys.length > 0 || security.data.app_since !== null ? (
            <RecoveryCodes left={security.data.recovery_codes_left} onReply={store} />
          ) : null}
        </div>
      ) : null}
      <RecoveryCodesDialog open={showing} codes={codes ?? []} onClose={() => show(false)} />
    </Section>
  );
}

interface PartProps {
  security: SecurityReply;
  onReply: (reply: SecurityReply) => void;
}

function usedText({ created_at, last_used_at }: PasskeyView): string {
  const added = `Added ${formatDate(created_at)}`;
  return last_used_at === null ? added : `${added}, last used ${formatDate(last_used_at)}`;
}

function Passkeys({ security: { passkeys, passkeys_available }, onReply }: PartProps) {
  const { confirmed, dialog } = useReauthentication("You're changing how you sign in.");
  const [removing, setRemoving] = useState<PasskeyView | null>(null);
  const [asking, setAsking] = useState(false);
  const add = useMutation({
    mutationFn: async () => addPasskey(await confirmed(passkeyOptions)),
    onSuccess: (reply) => {
      toast({ title: "Passkey added" });
      onReply(reply);
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => confirmed(() => removePasskey(id)),
    onSuccess: (reply) => {
      toast({ title: "Passkey removed" });
      onReply(reply);
    },
    onError,
    onSettled: () => setAsking(false),
  });
  const usable = passkeys_available && browserHasPasskeys();
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Passkeys</h3>
      <p className="max-w-prose text-muted">
        Sign in with your fingerprint, face or screen lock. No password to remember or leak.
      </p>
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-4 py-3">
              <KeyRound className="size-6 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p dir="auto" className="font-semibold">
                  {passkey.name}
                </p>
                <p className="text-sm text-muted">{usedText(passkey)}</p>
              </div>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove ${passkey.name}, added ${formatDate(passkey.created_at)}`}
                onClick={() => {
                  setRemoving(passkey);
                  setAsking(true);
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {add.isError ? <Notice kind="error">{passkeyProblem(add.error)}</Notice> : null}
      {usable ? (
        <div>
          <Button
            size="sm"
            variant="secondary"
            icon={<KeyRound className="size-4" />}
            loading={add.isPending}
            onClick={() => add.mutate()}
          >
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="text-muted">This browser can't add passkeys here.</p>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => removing && remove.mutate(removing.id)}
        title="Remove this passkey?"
        description="You can't sign in with it any more. Your device may still show it until you delete it there too."
        confirmLabel="Remove"
        danger
        loading={remove.isPending}
      />
      {dialog}
    </div>
  );
}

function AuthenticatorApp({ security: { app_since }, onReply }: PartProps) {
  const { confirmed, dialog } = useReauthentication("You're changing how you sign in.");
  const [setup, setSetup] = useState<AppSetupReply | null>(null);
  const [asking, setAsking] = useState(false);
  const start = useMutation({ mutationFn: () => confirmed(setUpApp), onSuccess: setSetup, onError });
  const turnOff = useMutation({
    mutationFn: () => confirmed(removeApp),
    onSuccess: (reply) => {
      toast({ title: "Authenticator app turned off" });
      onReply(reply);
    },
    onError,
    onSettled: () => setAsking(false),
  });
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Authenticator app</h3>
      <p className="max-w-prose text-muted">
        {app_since === null
          ? "An app on your phone shows a new 6-digit code every 30 seconds. We ask for it when you sign in."
          : `On since ${formatDate(app_since)}. We ask for its code when you sign in.`}
      </p>
      <div>
        {app_since === null ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Smartphone className="size-4" />}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            Set up an app
          </Button>
        ) : (
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            Turn off
          </Button>
        )}
      </div>
      {setup ? (
        <AppDialog
          open
          onClose={() => setSetup(null)}
          setup={setup}
          onReply={(reply) => {
            setSetup(null);
            toast({ title: "Authenticator app turned on" });
            onReply(reply);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => turnOff.mutate()}
        title="Turn off the authenticator app?"
        description="We won't ask for its codes any more. Without a passkey, your password alone signs you in."
        confirmLabel="Turn off"
        danger
        loading={turnOff.isPending}
      />
      {dialog}
    </div>
  );
}

function RecoveryCodes({ left, onReply }: { left: number; onReply: PartProps["onReply"] }) {
  const { confirmed, dialog } = useReauthentication("You're making new recovery codes.");
  const replace = useMutation({
    mutationFn: () => confirmed(newRecoveryCodes),
    onSuccess: onReply,
    onError,
  });
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Recovery codes</h3>
      <p className="max-w-prose text-muted">
        For when you don't have your passkey or your phone. Each code works once. You have {left} left.
      </p>
      <div>
        <Button size="sm" variant="secondary" loading={replace.isPending} onClick={() => replace.mutate()}>
          Get new codes
        </Button>
      </div>
      {dialog}
    </div>
  );
}
