import { ForgotPassword } from "#contract/account/auth";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { forgotPassword } from "./auth-calls.ts";

/** Requests a reset link. The reply is the same for addresses without an account. */
export function ForgotForm({
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
