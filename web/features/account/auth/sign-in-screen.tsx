import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { ForgotPassword } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import { returnPath } from "#domain/account/return-path";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useSession, useStoreSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { PasskeyButton, ProveForm } from "../prove-form.tsx";
import { browserHasPasskeys, finishWithCode, loadSecondStep, signInWithPasskey } from "../security-calls.ts";
import { forgotPassword } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { GoogleButton } from "./google-button.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { StopChange } from "./stop-change.tsx";
import { useFragmentToken } from "./use-fragment-token.ts";
import { Verification } from "./verification.tsx";

type Mode = "sign-in" | "sign-up" | "forgot";

const TABS = [
  { value: "sign-in", label: "Sign in" },
  { value: "sign-up", label: "Create account" },
] as const;

const TITLES: Record<Mode, string> = {
  "sign-in": "Welcome back",
  "sign-up": "Create your account",
  forgot: "Forgot your password?",
};

/** /SignIn: sign-in, sign-up, password reset request and email confirmation. Redirects to the return URL afterwards. */
export default function SignInScreen() {
  const [search, setSearch] = useSearchParams();
  const session = useSession();
  const verifyToken = useFragmentToken("verify");
  const newEmailToken = useFragmentToken("new-email");
  const mailedToken = verifyToken ?? newEmailToken;
  const [verifying, setVerifying] = useState(mailedToken !== null);
  const stopToken = useFragmentToken("stop-email-change");
  const [stopping, setStopping] = useState(stopToken !== null);
  const [mode, setMode] = useState<Mode>(search.has("forgot") ? "forgot" : "sign-in");
  const [email, setEmail] = useState("");
  const [mailed, setMailed] = useState<string | null>(null);
  const closed = session.disabledFeatures.includes("sign_ups");
  const returnUrl = returnPath(search.get("returnUrl"));
  const storeSession = useStoreSession();
  const passkeys = mode === "sign-in" && browserHasPasskeys();
  useDocumentTitle(mode === "sign-up" ? "Create account" : mode === "forgot" ? "Forgot password" : "Sign in");

  if (stopping && stopToken !== null) return <StopChange token={stopToken} onSignIn={() => setStopping(false)} />;
  if (verifying && mailedToken !== null) {
    const kind = verifyToken === null ? "new-email" : "verify";
    return <Verification token={mailedToken} kind={kind} onSignIn={() => setVerifying(false)} />;
  }
  if (session.signedIn) return <Navigate to={returnUrl} replace />;
  /** Shows the second step, or the form again. In the address, because Google returns to it too. */
  const showStep = (step: "2" | null) => {
    const next = new URLSearchParams(search);
    if (step === null) next.delete("step");
    else next.set("step", step);
    setSearch(next, { replace: true });
  };
  if (search.get("step") === "2") return <SecondStep onRestart={() => showStep(null)} />;
  if (mailed !== null) {
    return (
      <AuthLayout title="Check your inbox">
        <span className="mb-4 flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
          <MailCheck className="size-7" />
        </span>
        <p role="status">{mailed}</p>
        <p className="mt-2 text-muted">It can take a minute or two. Check your spam folder too.</p>
        <Button
          variant="secondary"
          className="mt-6"
          onClick={() => {
            setMailed(null);
            setMode("sign-in");
          }}
        >
          Back to sign in
        </Button>
      </AuthLayout>
    );
  }
  if (mode === "forgot") {
    return (
      <AuthLayout
        title={TITLES.forgot}
        description="Enter your email address and we'll send you a link to choose a new one."
      >
        <ForgotForm email={email} onMailed={setMailed} onBack={() => setMode("sign-in")} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={TITLES[mode]}>
      {search.get("error") === "google" ? (
        <Notice kind="error" className="mb-5">
          {MESSAGES.signInNotCompleted} Please try again, or use your email and password.
        </Notice>
      ) : null}
      {closed ? (
        <Notice kind="info" className="mb-5">
          We aren't taking new accounts right now. If you already have one, please sign in.
        </Notice>
      ) : null}
      <Tabs
        label="Sign in or create an account"
        tabs={closed ? TABS.slice(0, 1) : TABS}
        value={mode}
        onChange={setMode}
        className="mb-6"
      >
        {mode === "sign-in" ? (
          <SignInForm
            email={email}
            onSecondStep={() => showStep("2")}
            onForgot={(typed) => {
              setEmail(typed);
              setMode("forgot");
            }}
          />
        ) : (
          <SignUpForm returnUrl={returnUrl} onMailed={setMailed} />
        )}
        {session.google || passkeys ? (
          <p className="my-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
        ) : null}
        <div className="grid gap-3">
          {passkeys ? (
            <PasskeyButton
              label="Sign in with a passkey"
              onPress={async () => storeSession(await signInWithPasskey())}
            />
          ) : null}
          {session.google ? <GoogleButton returnUrl={returnUrl} /> : null}
        </div>
      </Tabs>
    </AuthLayout>
  );
}

/** The second step of a sign-in, after the password, a reset or Google. The screen redirects once there is a session. */
function SecondStep({ onRestart }: { onRestart: () => void }) {
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

/** Requests a reset link. The reply is the same for addresses without an account. */
function ForgotForm({
  email,
  onMailed,
  onBack,
}: {
  email: string;
  onMailed: (message: string) => void;
  onBack: () => void;
}) {
  const form = useApiForm({
    start: { email },
    check: (values) => checked(ForgotPassword, values),
    send: async (values) => onMailed((await forgotPassword(values.email)).message),
  });
  return (
    <form {...form.form} className="grid gap-4">
      <Field label="Email" error={form.problem("email")} required>
        <TextInput type="email" autoComplete="username" inputMode="email" {...form.input("email")} />
      </Field>
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <Button type="submit" size="lg" block loading={form.busy}>
        Send link
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  );
}
