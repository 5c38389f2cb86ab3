import { KeyRound } from "lucide-react";
import { useState } from "react";
import { EnterCode } from "#contract/account/second-factor";
import { checked } from "../../lib/field-errors.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { BlockForm } from "../../ui/block-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { browserHasPasskeys, passkeyProblem } from "./security-calls.ts";

interface ProveFormProps {
  methods: readonly string[];
  /** Label of the button that sends the code. */
  label: string;
  byCode: (code: string) => Promise<void>;
  byPasskey: () => Promise<void>;
}

/** Proves the second factor with a code or a passkey. */
export function ProveForm({ methods, label, byCode, byPasskey }: ProveFormProps) {
  const form = useApiForm({
    start: { code: "" },
    check: (values) => checked(EnterCode, values),
    send: ({ code }) => byCode(code),
  });
  const code = methods.includes("code");
  return (
    <div className="grid gap-4">
      {code ? (
        <BlockForm form={form} submitLabel={label}>
          <Field
            label="Code"
            error={form.problem("code")}
            hint="6 digits from your authenticator app, or one of your recovery codes."
            required
          >
            <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...form.input("code")} />
          </Field>
        </BlockForm>
      ) : null}
      {methods.includes("passkey") && browserHasPasskeys() ? (
        <PasskeyButton label="Use a passkey" variant={code ? "secondary" : "primary"} onPress={byPasskey} />
      ) : null}
    </div>
  );
}

interface PasskeyButtonProps {
  label: string;
  variant?: "primary" | "secondary";
  onPress: () => Promise<void>;
}

/** Asks the browser for a passkey, and says so when it has none. */
export function PasskeyButton({ label, variant = "secondary", onPress }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const press = async () => {
    setProblem(null);
    setBusy(true);
    try {
      await onPress();
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {problem ? <Notice kind="error">{problem}</Notice> : null}
      <Button
        size="lg"
        block
        variant={variant}
        icon={<KeyRound className="size-5" />}
        loading={busy}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </>
  );
}
