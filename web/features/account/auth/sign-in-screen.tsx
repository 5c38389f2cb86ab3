import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { MESSAGES } from "#contract/copy";
import { returnPath } from "#domain/account/return-path";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { useSession, useStoreSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { PasskeyButton } from "../prove-form.tsx";
import { browserHasPasskeys, signInWithPasskey } from "../security-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { GoogleButton } from "./google-button.tsx";
import { SecondStep } from "./second-step.tsx";
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
