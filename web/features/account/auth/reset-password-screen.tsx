import { useState } from "react";
import { useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { ResetPassword } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import { PASSWORD_MIN } from "#domain/account/password";
import { DEFAULT_RETURN_PATH } from "#domain/account/return-path";
import { ApiError } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useStoreSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { resetPassword } from "./auth-calls.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { useFragmentToken } from "./use-fragment-token.ts";

const NewPassword = z.object({ password: ResetPassword.shape.password });

/** /reset-password#token=…: public, because its users cannot sign in (D14). */
export default function ResetPasswordScreen() {
  const token = useFragmentToken("token");
  const [gone, setGone] = useState(token === null);
  const adopt = useStoreSession();
  const navigate = useNavigate();
  const form = useApiForm({
    start: { password: "" },
    check: (values) => checked(NewPassword, values),
    send: async ({ password }) => {
      try {
        const reply = await resetPassword(token ?? "", password);
        if ("second_step" in reply) {
          toast({ title: "Password changed", description: "One more step to sign in." });
          void navigate("/SignIn?step=2", { replace: true });
          return;
        }
        adopt(reply);
      } catch (error) {
        const used = error instanceof ApiError && (error.code === "gone" || error.fields.token !== undefined);
        if (!used) throw error;
        setGone(true);
        return;
      }
      toast({
        title: "Password changed",
        description: "You're signed in here. We've signed you out on other devices.",
      });
      void navigate(DEFAULT_RETURN_PATH, { replace: true });
    },
  });

  if (gone) {
    return (
      <AuthLayout title="Choose a new password">
        <Notice kind="error">{MESSAGES.linkNotValid} Links work once and expire soon.</Notice>
        <LinkButton to="/SignIn?forgot=1" size="lg" block className="mt-6">
          Send me a new link
        </LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Choose a new password" description="We'll sign you in here and sign you out everywhere else.">
      <BlockForm form={form} submitLabel="Save password">
        <Field
          label="New password"
          error={form.problem("password")}
          hint={`At least ${PASSWORD_MIN} characters.`}
          required
        >
          <PasswordInput autoComplete="new-password" {...form.input("password")} />
        </Field>
      </BlockForm>
    </AuthLayout>
  );
}
