import { SignUp } from "#contract/account/auth";
import { PASSWORD_MIN } from "#domain/account/password";
import { useStoreSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { signUp } from "./auth-calls.ts";
import { useAuthForm } from "./use-auth-form.ts";

/**
 * Name, email and password. For a known address the reply only asks to check the inbox, so that it does not reveal the
 * account.
 */
export function SignUpForm({ returnUrl, onMailed }: { returnUrl: string; onMailed: (message: string) => void }) {
  const adopt = useStoreSession();
  const form = useAuthForm({
    initial: { full_name: "", email: "", password: "" },
    schema: SignUp,
    submit: async (values) => {
      const reply = await signUp({ ...values, returnUrl });
      if ("message" in reply) onMailed(reply.message);
      else adopt(reply);
    },
  });
  return (
    <form {...form.form} className="grid gap-4">
      <Field
        label="Name"
        error={form.problem("full_name")}
        hint="Shown to the people you buy from and sell to."
        required
      >
        <TextInput autoComplete="name" {...form.input("full_name")} />
      </Field>
      <Field label="Email" error={form.problem("email")} required>
        <TextInput type="email" autoComplete="email" inputMode="email" {...form.input("email")} />
      </Field>
      <Field label="Password" error={form.problem("password")} hint={`At least ${PASSWORD_MIN} characters.`} required>
        <PasswordInput autoComplete="new-password" {...form.input("password")} />
      </Field>
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <Button type="submit" size="lg" block loading={form.busy}>
        Create account
      </Button>
    </form>
  );
}
