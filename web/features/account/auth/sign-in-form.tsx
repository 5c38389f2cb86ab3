import { SignIn } from "#contract/account/auth";
import { checked } from "../../../lib/field-errors.ts";
import { useStoreSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { signIn } from "./auth-calls.ts";

interface SignInFormProps {
  email: string;
  onForgot: (email: string) => void;
  /** The account has a second factor, which comes next. */
  onSecondStep: () => void;
}

/** Email and password. The screen redirects once there is a session. */
export function SignInForm({ email, onForgot, onSecondStep }: SignInFormProps) {
  const adopt = useStoreSession();
  const form = useApiForm({
    start: { email, password: "" },
    check: (values) => checked(SignIn, values),
    send: async (values) => {
      const reply = await signIn(values);
      if ("second_step" in reply) onSecondStep();
      else adopt(reply);
    },
  });
  return (
    <BlockForm form={form} submitLabel="Sign in">
      <Field label="Email" error={form.problem("email")} required>
        <TextInput type="email" autoComplete="username" inputMode="email" {...form.input("email")} />
      </Field>
      <Field
        label="Password"
        error={form.problem("password")}
        required
        aside={
          <button
            type="button"
            className="-my-3 py-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
            onClick={() => onForgot(form.values.email)}
          >
            Forgot password?
          </button>
        }
      >
        <PasswordInput autoComplete="current-password" {...form.input("password")} />
      </Field>
    </BlockForm>
  );
}
