import { useQuery } from "@tanstack/react-query";
import { useStoreSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { ProveForm } from "../prove-form.tsx";
import { finishWithCode, loadSecondStep, signInWithPasskey } from "../security-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";

/** The second step of a sign-in, after the password, a reset or Google. The screen redirects once there is a session. */
export function SecondStep({ onRestart }: { onRestart: () => void }) {
  const adopt = useStoreSession();
  const step = useQuery({ queryKey: ["second-step"], queryFn: loadSecondStep, gcTime: 0, retry: false });
  return (
    <AuthLayout title="Confirm it's you" description="Your account asks for a second factor when you sign in.">
      {step.isPending ? <Skeleton className="h-28" /> : null}
      {step.isError ? <ErrorState title="Please sign in again" query={{ error: step.error }} /> : null}
      {step.data ? (
        <ProveForm
          methods={step.data.second_step.methods}
          label="Sign in"
          byCode={async (code) => adopt(await finishWithCode(code))}
          byPasskey={async () => adopt(await signInWithPasskey())}
        />
      ) : null}
      <Button variant="ghost" block className="mt-4" onClick={onRestart}>
        Back to sign in
      </Button>
    </AuthLayout>
  );
}
