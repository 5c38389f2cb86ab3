import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { problemMessage } from "../../lib/api-client.ts";
import { useRefreshSession, useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { changeEmail, verifyEmail } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";
import * as words from "./words.ts";

interface VerificationProps {
  token: string;
  /** A link to the address one signed up with, or to the one it is to be changed to. */
  kind: "verify" | "new-email";
  onSignIn: () => void;
}

/** Confirms an e-mail address by its mailed link (`/signin#verify=…`, `#new-email=…`) and says how it went. */
export function Verification({ token, kind, onSignIn }: VerificationProps) {
  const { signedIn } = useSession();
  const refresh = useRefreshSession();
  const { mutate, isPending, isIdle, isSuccess, error } = useMutation({
    mutationFn: kind === "verify" ? verifyEmail : changeEmail,
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
      <AuthLayout title={words.confirmingYourAddress}>
        <Spinner label={words.confirmingYourAddress} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={isSuccess ? words.addressConfirmed : words.thatLinkDidntWork}>
      {isSuccess ? (
        <Notice kind="success">{kind === "verify" ? words.emailConfirmed : words.newEmailConfirmed}</Notice>
      ) : (
        <Notice kind="error">{words.askForNewOne(problemMessage(error))}</Notice>
      )}
      <div className="mt-6">
        {signedIn ? (
          <LinkButton to="/Marketplace" size="lg" block>
            {words.goToMarketplace}
          </LinkButton>
        ) : (
          <Button size="lg" block onClick={onSignIn}>
            {words.signIn}
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}
