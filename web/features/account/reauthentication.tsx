import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError, errorMessage, readReply } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";

type Method = "password" | "google";

interface Question {
  methods: readonly Method[];
  answer: (confirmed: boolean) => void;
}

/**
 * Re-authentication for changes of payout accounts or the email address, which the server otherwise refuses (A66).
 * `confirmed` runs the work, asks the user to authenticate if it is refused for that reason, and runs it again; if the
 * user cancels, it throws the refusal. Render `dialog` outside of any form.
 */
export function useReauthentication(about = "You're changing where your money goes."): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);

  const confirmed = async <T,>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "confirmation_required") throw error;
        const methods = error.details.confirm_with ?? [];
        const yes = await new Promise<boolean>((answer) => {
          setQuestion({ methods, answer });
          setOpen(true);
        });
        setOpen(false);
        if (!yes) throw error;
      }
    }
  };

  return {
    confirmed,
    dialog: question ? <IdentityDialog key={open ? "open" : "closed"} open={open} about={about} {...question} /> : null,
  };
}

function IdentityDialog({ open, about, methods, answer }: Question & { open: boolean; about: string }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const byPassword = methods.includes("password");
  const byGoogle = methods.includes("google");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    setProblem(password === "" ? "Please enter your password." : null);
    if (password === "") return;
    setBusy(true);
    try {
      await readReply(
        fetch("/api/auth/confirm", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ password }),
        }),
      );
      answer(true);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.password : undefined;
      setProblem(field ?? null);
      if (field === undefined) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title="Confirm it's you"
      description={`${about} We ask in case someone else is using your device.`}
      size="sm"
    >
      {byPassword ? (
        <form onSubmit={submit} noValidate className="grid gap-4 pt-2">
          <Field label="Your password" error={problem ?? undefined} required>
            <PasswordInput
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          {failure ? <Notice kind="error">{failure}</Notice> : null}
          <Button type="submit" size="lg" block loading={busy}>
            Confirm
          </Button>
        </form>
      ) : null}
      {byGoogle ? (
        <div className="grid gap-3 pt-4">
          <p className="text-muted">
            {byPassword ? "Or sign" : "Sign"} in with Google again in a new tab, then come back here. We'll keep what
            you typed.
          </p>
          <a
            href="/api/auth/google?returnUrl=/Settings"
            target="_blank"
            rel="noopener"
            className="flex min-h-11 w-full items-center justify-center rounded-full border border-field font-semibold hover:border-ink hover:bg-surface"
          >
            Sign in with Google
          </a>
          <Button variant="soft" onClick={() => answer(true)}>
            I've signed in, continue
          </Button>
        </div>
      ) : null}
      {methods.length === 0 ? (
        <p className="pt-2">Please sign out and sign in again, then make the change within 15 minutes.</p>
      ) : null}
    </Dialog>
  );
}
