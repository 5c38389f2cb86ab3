import type { Checked } from "../../lib/field-errors.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { BlockForm } from "../../ui/block-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { ProveForm } from "./prove-form.tsx";
import { confirmWithCode, confirmWithPasskey, confirmWithPassword } from "./security-calls.ts";

interface IdentityDialogProps {
  open: boolean;
  /** What the user is about to do, as a sentence. */
  about: string;
  methods: readonly string[];
  answer: (confirmed: boolean) => void;
}

/** Asks for the second factor, or for the password or Google without one. */
export default function IdentityDialog({ open, about, methods, answer }: IdentityDialogProps) {
  const byPassword = methods.includes("password");
  return (
    <Dialog
      open={open}
      onClose={() => answer(false)}
      title="Confirm it's you"
      description={`${about} We ask in case someone else is using your device.`}
      size="sm"
    >
      {methods.includes("code") || methods.includes("passkey") ? (
        <div className="pt-2">
          <ProveForm
            methods={methods}
            label="Confirm"
            byCode={async (code) => {
              await confirmWithCode(code);
              answer(true);
            }}
            byPasskey={async () => {
              await confirmWithPasskey();
              answer(true);
            }}
          />
        </div>
      ) : null}
      {byPassword ? <PasswordForm onConfirmed={() => answer(true)} /> : null}
      {methods.includes("google") ? (
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
        <p className="pt-2">Please sign out and sign in again, then make the change straight away.</p>
      ) : null}
    </Dialog>
  );
}

function checkPassword(values: { password: string }): Checked<{ password: string }> {
  if (values.password === "") return { ok: false, problems: { password: "Please enter your password." } };
  return { ok: true, body: values };
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const form = useApiForm({
    start: { password: "" },
    check: checkPassword,
    send: ({ password }) => confirmWithPassword(password),
    onSent: onConfirmed,
  });
  return (
    <BlockForm form={form} submitLabel="Confirm" className="pt-2">
      <Field label="Your password" error={form.problem("password")} required>
        <PasswordInput autoComplete="current-password" {...form.input("password")} />
      </Field>
    </BlockForm>
  );
}
