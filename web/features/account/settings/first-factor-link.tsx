import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SecurityReply } from "#contract/account/second-factor";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { openFirstFactorLink, sendFirstFactorLink } from "../security-calls.ts";

/**
 * Stands in for the set-up of a staff account that has to open its link first (A142). With the link's token
 * (`/Settings#first-factor=…`) it opens it in this session.
 */
export function FirstFactorLink({ token, onReply }: { token: string | null; onReply: (reply: SecurityReply) => void }) {
  const open = useMutation({ mutationFn: openFirstFactorLink, onSuccess: onReply });
  const send = useMutation({ mutationFn: sendFirstFactorLink });
  const { mutate } = open;
  const sent = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The token works once, and React's Strict Mode runs effects twice in development.
    if (token === null || sent.current) return;
    sent.current = true;
    // The settings are long, and whoever follows the link looks for this part.
    place.current?.scrollIntoView({ block: "center" });
    mutate(token);
  }, [mutate, token]);
  const error = send.error ?? open.error;
  return (
    <div ref={place} className="grid justify-items-start gap-3">
      <p className="max-w-prose text-muted">
        First, we check that it's you. Open the link we email you in this browser, or ask another super admin for one.
        Then add a passkey or an authenticator app.
      </p>
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
      {send.isSuccess ? (
        <Notice kind="success">We've emailed you the link. It works once, for 30 minutes.</Notice>
      ) : null}
      <Button size="sm" variant="secondary" loading={send.isPending || open.isPending} onClick={() => send.mutate()}>
        Email me the link
      </Button>
    </div>
  );
}
