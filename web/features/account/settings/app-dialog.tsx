import { type AppSetupReply, EnterCode, type SecurityReply } from "#contract/account/second-factor";
import { readSixDigits, tidied } from "#domain/readers/numbers";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { confirmApp } from "../security-calls.ts";

interface AppDialogProps {
  open: boolean;
  onClose: () => void;
  setup: AppSetupReply;
  onReply: (reply: SecurityReply) => void;
}

const grouped = (secret: string) => secret.replace(/(.{4})(?!$)/g, "$1 ");

/** Sets up an authenticator app: shows its secret as a QR code, and asks for the first code. */
export default function AppDialog({ open, onClose, setup, onReply }: AppDialogProps) {
  const form = useApiForm({
    start: { code: "" },
    check: (values) => checked(EnterCode, values),
    send: async ({ code }) => onReply(await confirmApp(code)),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan this with an app such as Google Authenticator, Microsoft Authenticator or 1Password."
      size="sm"
      sticky
    >
      <div className="grid gap-4 pt-2">
        <QrCode value={setup.address} title="Code for your authenticator app" />
        <dl>
          <CopyRow name="Or type this key" value={grouped(setup.secret)} />
        </dl>
        <BlockForm form={form} submitLabel="Turn on">
          <Field label="Code" error={form.problem("code")} hint="The 6 digits that the app shows now." required>
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              tidy={tidied(readSixDigits)}
              {...form.input("code")}
            />
          </Field>
        </BlockForm>
      </div>
    </Dialog>
  );
}
