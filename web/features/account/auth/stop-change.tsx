import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { stopEmailChange } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";

/**
 * Undoes a change of the email address by the link that was sent to the old one (`/signin#stop-email-change=…`). Needs a
 * press, because some mail programs open every link.
 */
export function StopChange({ token, onSignIn }: { token: string; onSignIn: () => void }) {
  const navigate = useNavigate();
  const stop = useMutation({
    mutationFn: () => stopEmailChange(token),
    onSuccess: (reset) => navigate(`/reset-password#token=${reset}`, { replace: true }),
  });
  if (stop.isError) {
    return (
      <AuthLayout title="That link didn't work">
        <Notice kind="error">{errorMessage(stop.error)} If you can't sign in any more, please contact us.</Notice>
        <Button size="lg" block className="mt-6" onClick={onSignIn}>
          Sign in
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Stop the change?"
      description="Your account will use this email address. We'll sign out every device, remove passkeys and apps added since, and ask you for a new password."
    >
      <div className="grid gap-3">
        <Button size="lg" block loading={stop.isPending || stop.isSuccess} onClick={() => stop.mutate()}>
          Stop the change
        </Button>
        <Button size="lg" block variant="secondary" onClick={onSignIn}>
          It was me
        </Button>
      </div>
    </AuthLayout>
  );
}
