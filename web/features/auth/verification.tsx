import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { problemMessage } from "../../lib/api-client.ts";
import { useRefreshSession, useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { verifyEmail } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";

/** Confirms an e-mail address by its mailed link (`/signin#verify=…`) and says how it went. */
export function Verification({ token, onSignIn }: { token: string; onSignIn: () => void }) {
  const { signedIn } = useSession();
  const refresh = useRefreshSession();
  const { mutate, isPending, isIdle, isSuccess, error } = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => refresh(),
  });
  const sent = useRef(false);
  useEffect(() => {
    // The link works once; React's rehearsal of effects in development must not use it up.
    if (sent.current) return;
    sent.current = true;
    mutate(token);
  }, [mutate, token]);

  if (isPending || isIdle) {
    return (
      <AuthLayout title="Confirming your address">
        <Spinner label="Confirming your address" />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={isSuccess ? "Address confirmed" : "That link didn't work"}>
      {isSuccess ? (
        <Notice kind="success">Thank you. Your e-mail address is confirmed.</Notice>
      ) : (
        <Notice kind="error">{problemMessage(error)} You can ask for a new one in your account settings.</Notice>
      )}
      <div className="mt-6">
        {signedIn ? (
          <LinkButton to="/Marketplace" size="lg" block>
            Go to the marketplace
          </LinkButton>
        ) : (
          <Button size="lg" block onClick={onSignIn}>
            Sign in
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}
