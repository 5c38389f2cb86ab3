import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useRefreshSession, useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { changeEmail, verifyEmail } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";

interface VerificationProps {
  token: string;
  /** A link to the address of the sign-up (`verify`), or to a changed address (`new-email`). */
  kind: "verify" | "new-email";
  onSignIn: () => void;
}

/** Confirms an email address by its mailed link (`/signin#verify=…`, `#new-email=…`) and shows the result. */
export function Verification({ token, kind, onSignIn }: VerificationProps) {
  const { signedIn } = useSession();
  const refresh = useRefreshSession();
  const { mutate, isPending, isIdle, isSuccess, error } = useMutation({
    mutationFn: kind === "verify" ? verifyEmail : changeEmail,
    onSuccess: () => refresh(),
  });
  const sent = useRef(false);
  useEffect(() => {
    // The token works once, and React's Strict Mode runs effects twice in development.
    if (sent.current) return;
    sent.current = true;
    mutate(token);
  }, [mutate, token]);

  if (isPending || isIdle) {
    return (
      <AuthLayout title="Confirming your email address">
        <Spinner label="Confirming your email address" />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={isSuccess ? "Address confirmed" : "That link didn't work"}>
      {isSuccess ? (
        <Notice kind="success">
          {kind === "verify"
            ? "Thanks! Your email address is confirmed."
            : "Thanks! Use this address to sign in from now on."}
        </Notice>
      ) : (
        <Notice kind="error">{errorMessage(error)} You can request a new one in your account settings.</Notice>
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
