import { SignUp } from "#contract/account/auth";
import { PASSWORD_MIN } from "#domain/account/password";
import { checked } from "../../../lib/field-errors.ts";
import { useStoreSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { PlaceInput, useNearPlace } from "../../places/index.ts";
import { signUp } from "./auth-calls.ts";
import { TermsLine } from "./terms-line.tsx";

/**
 * Name, email, password and suburb. For a known address the reply only asks to check the inbox, so that it does not reveal the
 * account.
 */
export function SignUpForm({ returnUrl, onMailed }: { returnUrl: string; onMailed: (message: string) => void }) {
  const adopt = useStoreSession();
  const near = useNearPlace();
  const form = useApiForm({
    start: { full_name: "", email: "", password: "", suburb: near?.place ?? "" },
    check: (values) => checked(SignUp, values),
    send: async (values) => {
      const reply = await signUp({ ...values, returnUrl });
      if ("message" in reply) onMailed(reply.message);
      else adopt(reply);
    },
  });
  return (
    <BlockForm form={form} submitLabel="Create account">
      <Field label="Name" error={form.problem("full_name")} hint="Everyone sees your first name and initial." required>
        <TextInput autoComplete="name" {...form.input("full_name")} />
      </Field>
      <Field label="Email" error={form.problem("email")} required>
        <EmailInput {...form.input("email")} />
      </Field>
      <Field label="Password" error={form.problem("password")} hint={`At least ${PASSWORD_MIN} characters.`} required>
        <PasswordInput autoComplete="new-password" {...form.input("password")} />
      </Field>
      <Field
        label="Suburb"
        optional
        error={form.problem("suburb")}
        hint="We'll show items near you first. Your profile shows the suburb, never your address."
      >
        <PlaceInput {...form.input("suburb")} onChange={(suburb) => form.change({ suburb })} />
      </Field>
      <TermsLine className="text-sm text-muted" />
    </BlockForm>
  );
}
