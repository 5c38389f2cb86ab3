import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { CircleCheckBig } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type FieldPath, useForm } from "react-hook-form";
import { useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import type { OwnProfile } from "#contract/account/profiles";
import { type OwnBusiness, type OwnStore, SaveStore } from "#contract/selling/onboarding";
import { ApiError, api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Stepper } from "../../../ui/stepper.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { chooseAccountType, saveBusiness, saveStore } from "./account-calls.ts";
import {
  BusinessFields,
  type BusinessValues,
  businessBody,
  businessSchema,
  businessValues,
  NO_BUSINESS,
} from "./business-fields.tsx";
import { BankFields, CardField, CashField } from "./payment-fields.tsx";
import { AboutFields, PlaceFields } from "./profile-fields.tsx";
import { changedSettings, type SettingsValues, settingsSchema, showServerErrors, valuesOf } from "./settings-values.ts";

type Step = "business" | "you" | "payment" | "store" | "done";

const LABELS: Record<Exclude<Step, "done">, string> = {
  business: "Your business",
  you: "Your details",
  payment: "Getting paid",
  store: "Your store",
};

const STEPS = {
  seller: ["you", "payment", "store"],
  business: ["business", "you", "payment", "store"],
} as const satisfies Record<string, readonly Step[]>;

const OF_STEP: Partial<Record<Step, FieldPath<SettingsValues>[]>> = {
  you: ["full_name", "phone", "suburb", "city", "state_region", "postcode", "collection_address"],
  payment: ["card", "bank_transfer", "bank_details", "cash"],
};

interface StoreValues {
  name: string;
  description: string;
}

const storeSchema = z.pipe(
  z.transform((values: StoreValues): z.input<typeof SaveStore> => ({ ...values, banner_id: null })),
  SaveStore,
);

interface SellerSetupProps {
  kind: keyof typeof STEPS;
  profile: OwnProfile;
  business: OwnBusiness | null;
  store: OwnStore;
  onSaved: (saved: OwnProfile) => void;
}

/**
 * Seller onboarding in steps. Leaving a step saves it, so that users can continue later. The step is in the URL,
 * so that Back goes to the previous one.
 */
export function SellerSetup({ kind, profile, business, store, onSaved }: SellerSetupProps) {
  const steps: readonly Step[] = STEPS[kind];
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("step") as Step | null;
  const step: Step = wanted === "done" || (wanted !== null && steps.includes(wanted)) ? wanted : (steps[0] as Step);
  const at = steps.indexOf(step);
  const go = (to: Step) => setSearch(to === steps[0] ? {} : { step: to });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { confirmed, dialog } = useReauthentication();
  const heading = useRef<HTMLHeadingElement>(null);

  const settings = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: standardSchemaResolver(settingsSchema(profile), undefined, { raw: true }),
    defaultValues: valuesOf(profile),
    mode: "onTouched",
  });
  const company = useForm<BusinessValues>({
    resolver: standardSchemaResolver(businessSchema, undefined, { raw: true }),
    defaultValues: business ? businessValues(business) : NO_BUSINESS,
    mode: "onTouched",
  });
  const shop = useForm<StoreValues>({
    resolver: standardSchemaResolver(storeSchema, undefined, { raw: true }),
    defaultValues: {
      name: store.name ?? (kind === "business" ? (business?.name ?? "") : ""),
      description: store.description,
    },
    mode: "onTouched",
  });

  const first = useRef(true);
  // For screen reader users, a new step is announced like a new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
    setFailure(null);
  }, [step]);

  const saveProfile = async () => {
    const saved = await confirmed(() =>
      unwrap(api.api.profile.$patch({ json: changedSettings(profile, settings.getValues()) })),
    );
    onSaved(saved);
    settings.reset(valuesOf(saved));
    return saved;
  };

  const save: Record<Exclude<Step, "done">, () => Promise<boolean>> = {
    business: async () => {
      if (!(await company.trigger(undefined, { shouldFocus: true }))) return false;
      await saveBusiness(businessBody(company.getValues()));
      onSaved({ ...profile, account_type: "business" });
      return true;
    },
    you: async () => {
      if (!(await settings.trigger(OF_STEP.you, { shouldFocus: true }))) return false;
      const { suburb, city } = settings.getValues();
      if (suburb.trim() === "" && city.trim() === "") {
        settings.setError(
          "suburb",
          { type: "manual", message: "Please enter the suburb where your items are." },
          { shouldFocus: true },
        );
        return false;
      }
      await saveProfile();
      return true;
    },
    payment: async () => {
      if (!(await settings.trigger(OF_STEP.payment, { shouldFocus: true }))) return false;
      await saveProfile();
      return true;
    },
    store: async () => {
      if (!(await shop.trigger(undefined, { shouldFocus: true }))) return false;
      const { name, description } = shop.getValues();
      await saveStore({ name: name.trim() || null, description, banner_id: store.banner?.id ?? null });
      if (kind === "seller") onSaved(await chooseAccountType("seller"));
      return true;
    },
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || step === "done") return;
    setFailure(null);
    setBusy(true);
    try {
      if (await save[step]()) go(steps[at + 1] ?? "done");
    } catch (error) {
      if (!applyServerErrors(error)) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  /** Shows the server's validation messages at the inputs of this step. False when none belongs to it. */
  const applyServerErrors = (error: unknown): boolean => {
    if (step === "you" || step === "payment") return showServerErrors(settings, error);
    const fields = Object.entries(error instanceof ApiError ? error.fields : {});
    const known = fields.filter(([field]) => field in (step === "store" ? shop : company).getValues());
    for (const [field, message] of known) {
      if (step === "store") shop.setError(field as "name", { type: "server", message }, { shouldFocus: true });
      else company.setError(field as "name", { type: "server", message }, { shouldFocus: true });
    }
    return known.length > 0;
  };

  if (step === "done") return <Done kind={kind} profile={profile} />;
  return (
    <PageBody width="form">
      <PageHeader
        title={kind === "seller" ? "Become a seller" : "Set up your business"}
        back={
          kind === "seller"
            ? { to: "/AccountTypeSelection", label: "Account types" }
            : { to: "/Connect", label: "Seller Hub" }
        }
      />
      <Stepper steps={steps.map((name) => LABELS[name as keyof typeof LABELS])} current={at} />
      <form onSubmit={submit} noValidate className="mt-8">
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-xl font-bold outline-none">
          {LABELS[step]}
        </h2>
        {step === "business" ? <BusinessFields form={company} more /> : null}
        {step === "you" ? (
          <div className="grid gap-5">
            <AboutFields form={settings} profile={profile} />
            <PlaceFields form={settings} profile={profile} />
          </div>
        ) : null}
        {step === "payment" ? (
          <>
            <CardField form={settings} />
            <BankFields form={settings} />
            <CashField form={settings} className="mt-4" />
            <p className="mt-4 text-muted">You can accept crypto too. Add your wallets in account settings.</p>
          </>
        ) : null}
        {step === "store" ? (
          <div className="grid gap-5">
            <Field
              label="Store name"
              optional
              error={shop.formState.errors.name?.message}
              hint={`If you leave this blank, we'll show ${profile.display_name}.`}
            >
              <TextInput {...shop.register("name")} maxLength={50} autoComplete="off" />
            </Field>
            <Field
              label="What you sell"
              optional
              error={shop.formState.errors.description?.message}
              hint="A few sentences for the top of your store page. Don't include your address or phone number."
            >
              <TextArea {...shop.register("description")} maxLength={500} rows={4} />
            </Field>
          </div>
        ) : null}
        <div className="mt-8 grid gap-4">
          {failure ? <Notice kind="error">{failure}</Notice> : null}
          <div className="flex flex-wrap-reverse gap-3">
            {at > 0 ? (
              <Button variant="secondary" size="lg" onClick={() => go(steps[at - 1] as Step)}>
                Back
              </Button>
            ) : null}
            <Button type="submit" size="lg" loading={busy} className="max-sm:flex-1">
              {at === steps.length - 1 ? "Finish" : "Save and continue"}
            </Button>
          </div>
        </div>
      </form>
      {dialog}
    </PageBody>
  );
}

function Done({ kind, profile }: { kind: SellerSetupProps["kind"]; profile: OwnProfile }) {
  return (
    <PageBody width="form">
      <Panel tone="brand" className="text-center">
        <div className="py-8">
          <CircleCheckBig className="mx-auto size-12 text-brand-ink" />
          <h1 className="mt-4 text-2xl font-extrabold">
            {kind === "seller" ? "You're a seller" : "Your business is set up"}
          </h1>
          <p className="mx-auto mt-2 max-w-prose text-muted">
            {profile.accepted_payment_methods.includes("stripe")
              ? "List your first item now. To get paid for card sales, set up payouts in the Seller Hub."
              : "List your first item now. You'll find orders that need your attention in the Seller Hub."}
          </p>
          <div className="mt-6 flex flex-wrap justify-center gap-3">
            <LinkButton to="/AddItem" size="lg">
              List an item
            </LinkButton>
            <LinkButton to="/Connect" size="lg" variant="secondary">
              Open the Seller Hub
            </LinkButton>
          </div>
        </div>
      </Panel>
    </PageBody>
  );
}
