import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { OwnProfile } from "#contract/profiles";
import { COINS } from "#domain/crypto-coins";
import { ApiProblem, api, unwrap } from "../../lib/api-client.ts";
import { useRefreshSession } from "../../lib/session.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { bsbTyped, changedSettings, type SettingsValues, settingsSchema, valuesOf } from "./settings-values.ts";
import { WalletFields } from "./wallet-fields.tsx";

const STATES = [
  { value: "ACT", label: "Australian Capital Territory" },
  { value: "NSW", label: "New South Wales" },
  { value: "NT", label: "Northern Territory" },
  { value: "QLD", label: "Queensland" },
  { value: "SA", label: "South Australia" },
  { value: "TAS", label: "Tasmania" },
  { value: "VIC", label: "Victoria" },
  { value: "WA", label: "Western Australia" },
];

const FIELDS = new Set([
  "full_name",
  "phone",
  "suburb",
  "city",
  "state_region",
  "postcode",
  "collection_address",
  "bank_details.account_name",
  "bank_details.bsb",
  "bank_details.account_number",
  ...COINS.map((coin) => `crypto_wallet_addresses.${coin}`),
]);

export function SettingsForm({ profile, onSaved }: { profile: OwnProfile; onSaved: (saved: OwnProfile) => void }) {
  const refresh = useRefreshSession();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: standardSchemaResolver(settingsSchema, undefined, { raw: true }),
    defaultValues: valuesOf(profile),
    mode: "onTouched",
  });
  const { register, formState, control } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const [bankTransfer, bank, crypto, wallets] = useWatch({
    control,
    name: ["bank_transfer", "bank_details", "crypto", "crypto_wallet_addresses"],
  });
  const noWallet = Object.values(wallets).every((address) => address.trim() === "");
  const noBank = Object.values(bank).every((part) => part.trim() === "");
  useUnsavedGuard(isDirty && !isSubmitting);

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const saved = await unwrap(api.api.profile.$patch({ json: changedSettings(profile, values) }));
      onSaved(saved);
      form.reset(valuesOf(saved));
      toast({ title: "Settings saved" });
    } catch (error) {
      const fields = error instanceof ApiProblem ? (error.details.fields ?? []) : [];
      const shown = fields.filter(({ field }) => FIELDS.has(field));
      shown.forEach(({ field, message }, index) => {
        form.setError(field as "full_name", { type: "server", message }, { shouldFocus: index === 0 });
      });
      if (shown.length > 0) return;
      // Signed out or suspended meanwhile: ask again who is here, and the right page shows itself.
      if (error instanceof ApiProblem && (error.status === 401 || error.status === 403)) void refresh();
      const refused = error instanceof ApiProblem && error.status > 0 && error.status < 500;
      setProblem(refused ? error.message : "Nothing you typed is lost.");
      toast({ title: "Error saving settings. Please try again.", variant: "destructive" });
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Section title="About you">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" required error={errors.full_name?.message} hint={`Others see "${profile.display_name}".`}>
            <TextInput {...register("full_name")} maxLength={80} autoComplete="name" />
          </Field>
          <Field label="Phone" error={errors.phone?.message} hint="Private. Not shown to other members.">
            <TextInput {...register("phone")} type="tel" maxLength={20} autoComplete="tel" />
          </Field>
        </div>
      </Section>

      <Section title="Where you are" description="New listings start with this place. Suburb and city are public.">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Suburb" error={errors.suburb?.message}>
            <TextInput {...register("suburb")} maxLength={60} autoComplete="address-level3" />
          </Field>
          <Field label="City" error={errors.city?.message}>
            <TextInput {...register("city")} maxLength={60} autoComplete="address-level2" />
          </Field>
          <Field label="State or territory" error={errors.state_region?.message}>
            <Select {...register("state_region")} placeholder="Not set" options={stateOptions(profile.state_region)} />
          </Field>
          <Field label="Postcode" error={errors.postcode?.message} hint="Private.">
            <TextInput {...register("postcode")} maxLength={4} inputMode="numeric" autoComplete="postal-code" />
          </Field>
          <Panel className="sm:col-span-2">
            <Field
              label={<Private>Collection address</Private>}
              error={errors.collection_address?.message}
              hint="Filled into your new listings. Only a buyer who has paid sees it, from 24 hours before the collection date."
            >
              <TextInput
                {...register("collection_address")}
                maxLength={200}
                placeholder="Street and number"
                autoComplete="street-address"
              />
            </Field>
          </Panel>
        </div>
      </Section>

      <Section title="How buyers pay you">
        <Checkbox {...register("bank_transfer")} hint="1-2 business days, no fees.">
          <span className="font-semibold">Bank transfer</span>
        </Checkbox>
        {bankTransfer && noBank ? (
          <Notice kind="warning" className="mt-2">
            Until you add your bank details, buyers of your items see "Bank Details Not Available".
          </Notice>
        ) : null}
        <Panel className="mt-3 grid gap-5 sm:grid-cols-2">
          <p className="text-muted sm:col-span-2">
            <Private>
              <span className="font-semibold text-ink">Your bank details are private.</span>
            </Private>{" "}
            They are shown only to a buyer who holds your item, has agreed to collect it and has chosen bank transfer.
            Every time they are shown is recorded. Orders already placed keep the details they were placed with.
          </p>
          <Field label="Account name" error={errors.bank_details?.account_name?.message} className="sm:col-span-2">
            <TextInput {...register("bank_details.account_name")} maxLength={80} autoComplete="off" />
          </Field>
          <Field label="BSB" error={errors.bank_details?.bsb?.message}>
            <TextInput
              {...register("bank_details.bsb", {
                onChange: (event) => {
                  const typed = String(event.target.value);
                  // Only while appending: reformatting in the middle of the text would throw the cursor to the end.
                  if (event.target.selectionStart === typed.length) form.setValue("bank_details.bsb", bsbTyped(typed));
                },
              })}
              inputMode="numeric"
              placeholder="000-000"
              maxLength={9}
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
          <Field label="Account number" error={errors.bank_details?.account_number?.message}>
            <TextInput
              {...register("bank_details.account_number")}
              inputMode="numeric"
              maxLength={14}
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
        </Panel>

        <Checkbox {...register("crypto")} hint="10-30 minutes." className="mt-4">
          <span className="font-semibold">Cryptocurrency</span>
        </Checkbox>
        {crypto && noWallet ? (
          <Notice kind="warning" className="mt-2">
            Until you add a wallet address, buyers of your items cannot choose crypto.
          </Notice>
        ) : null}
        <Panel className="mt-3 grid gap-5 sm:grid-cols-2">
          <p className="text-muted sm:col-span-2">
            <Private>
              <span className="font-semibold text-ink">Your wallet addresses are private.</span>
            </Private>{" "}
            They are shown like bank details, and only for the coin a buyer has chosen. Leave out the coins you do not
            take.
          </p>
          <WalletFields register={register} errors={errors} />
        </Panel>
      </Section>

      <div className="mt-8 grid gap-4">
        {problem ? (
          <Notice kind="error" title="Error saving settings. Please try again.">
            {problem}
          </Notice>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" size="lg" loading={isSubmitting} disabled={!isDirty} className="max-sm:w-full">
            Save settings
          </Button>
          {isDirty ? (
            <Button variant="ghost" size="lg" onClick={() => form.reset(valuesOf(profile))} className="max-sm:w-full">
              Undo changes
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  );
}

/** A stored state that is none of the list (an older spelling) stays choosable until its owner picks another. */
function stateOptions(stored: string | null) {
  const known = stored === null || stored === "" || STATES.some(({ value }) => value === stored);
  return known ? STATES : [...STATES, { value: stored, label: stored }];
}

function Private({ children }: { children: ReactNode }) {
  return (
    <>
      <Lock className="-mt-0.5 mr-1.5 inline size-4 text-muted" aria-hidden="true" />
      {children}
    </>
  );
}
