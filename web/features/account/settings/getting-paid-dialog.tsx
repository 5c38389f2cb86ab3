import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { OwnProfile } from "#contract/account/profiles";
import { methodsWithoutDetails } from "#domain/payments/getting-paid";
import { api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { useRefreshSession, useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { BankFields, CardField, CashField, CryptoFields } from "./payment-fields.tsx";
import { changedSettings, type SettingsValues, settingsSchema, showServerErrors, valuesOf } from "./settings-values.ts";

export interface GettingPaidProps {
  open: boolean;
  onClose: () => void;
}

/** "How do you want to be paid?": the question of the first publish, asked again where details are missing. */
export default function GettingPaidDialog(props: GettingPaidProps) {
  const { profile } = useSession();
  return profile ? <Question {...props} profile={profile} /> : null;
}

function Question({ open, onClose, profile }: GettingPaidProps & { profile: OwnProfile }) {
  const id = useId();
  const refreshSession = useRefreshSession();
  const { confirmed, dialog } = useReauthentication();
  const [failure, setFailure] = useState<string | null>(null);
  const missing = methodsWithoutDetails(profile);
  const form = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: standardSchemaResolver(settingsSchema(profile), undefined, { raw: true }),
    // What has no account yet is ticked by the seller, who then sees its fields.
    defaultValues: {
      ...valuesOf(profile),
      ...Object.fromEntries(missing.map((method) => [method, false])),
    },
    mode: "onTouched",
  });
  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    const { card, cash, bank_transfer: bank, crypto, bank_details, crypto_wallet_addresses: wallets } = values;
    if (!card && !cash && !bank && !crypto) return setFailure("Choose at least one way to be paid.");
    if (bank && Object.values(bank_details).every((part) => part.trim() === ""))
      return setFailure("Enter your account, or untick bank transfer.");
    if (crypto && Object.values(wallets).every((address) => address.trim() === ""))
      return setFailure("Enter a wallet address, or untick cryptocurrency.");
    try {
      await confirmed(() => unwrap(api.api.profile.$patch({ json: changedSettings(profile, values) })));
      toast({ title: "Saved", description: "Buyers can pay you in the ways you chose." });
      await refreshSession();
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) setFailure(errorMessage(error));
    }
  });
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="How do you want to be paid?"
        description="Choose one or more. Buyers only see what you choose, and you can change it in your settings."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Later
            </Button>
            <Button type="submit" form={id} loading={form.formState.isSubmitting}>
              Save
            </Button>
          </>
        }
      >
        <form id={id} onSubmit={save} noValidate className="grid gap-1">
          <CardField form={form} />
          <CashField form={form} />
          <BankFields form={form} />
          <CryptoFields form={form} />
          {failure ? (
            <Notice kind="error" className="mt-3">
              {failure}
            </Notice>
          ) : null}
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
