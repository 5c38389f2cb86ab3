import { ChangePassword } from "#contract/account/second-factor";
import { PASSWORD_MIN } from "#domain/account/password";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { changePassword } from "../security-calls.ts";

/** Sets a new password, and signs out every other device. */
export default function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { confirmed, dialog } = useReauthentication("You're changing your password.");
  const form = useApiForm({
    start: { password: "" },
    check: (values) => checked(ChangePassword, values),
    send: async ({ password }) => {
      await confirmed(() => changePassword(password));
      toast({ title: "Password changed", description: "We've signed you out on other devices." });
      onClose();
    },
  });
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Change your password"
        description="We'll sign you out everywhere else."
        size="sm"
      >
        <BlockForm form={form} submitLabel="Change password" className="pt-2">
          <Field
            label="New password"
            error={form.problem("password")}
            hint={`At least ${PASSWORD_MIN} characters.`}
            required
          >
            <PasswordInput autoComplete="new-password" {...form.input("password")} />
          </Field>
        </BlockForm>
      </Dialog>
      {dialog}
    </>
  );
}
