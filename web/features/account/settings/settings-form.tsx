import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { OwnProfile } from "#contract/account/profiles";
import { ApiError, api, unwrap } from "../../../lib/api-client.ts";
import { useRefreshSession } from "../../../lib/session.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { StickyActions } from "../../../ui/sticky-actions.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { OfferFields } from "./offer-fields.tsx";
import { BankFields, CardField, CashField, CryptoFields, PendingDetails } from "./payment-fields.tsx";
import { AboutFields, PlaceFields } from "./profile-fields.tsx";
import { changedSettings, type SettingsValues, settingsSchema, showServerErrors, valuesOf } from "./settings-values.ts";

/** Form of the account settings; saves only changed fields. */
export function SettingsForm({ profile, onSaved }: { profile: OwnProfile; onSaved: (saved: OwnProfile) => void }) {
  const refresh = useRefreshSession();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: standardSchemaResolver(settingsSchema(profile), undefined, { raw: true }),
    defaultValues: valuesOf(profile),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const { confirmed, dialog } = useReauthentication();
  useUnsavedGuard(isDirty && !isSubmitting);

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const saved = await confirmed(() => unwrap(api.api.profile.$patch({ json: changedSettings(profile, values) })));
      onSaved(saved);
      form.reset(valuesOf(saved));
      toast({ title: "Settings saved" });
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_required") {
        setProblem("Your bank details and wallets haven't changed. To change them, save again and confirm it's you.");
        return;
      }
      if (showServerErrors(form, error)) return;
      // Signed out or suspended meanwhile: reload the session, which shows the right page.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) void refresh();
      const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
      setProblem(refused ? error.message : "We've kept what you typed.");
      toast({ title: "Error saving settings. Please try again.", variant: "destructive" });
    }
  });

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Section title="About you">
          <AboutFields form={form} profile={profile} />
        </Section>

        <Section title="Where you are" description="New listings use this location. Your suburb and city are public.">
          <PlaceFields form={form} profile={profile} />
        </Section>

        <Section title="How buyers pay you">
          <CardField form={form} />
          <BankFields form={form} />
          <CryptoFields form={form} />
          <CashField form={form} className="mt-4" />
          <PendingDetails wait={profile.details_wait} />
        </Section>

        <Section title="Offers and trades" description="Defaults for new listings.">
          <OfferFields form={form} />
        </Section>

        <StickyActions
          notice={
            problem ? (
              <Notice kind="error" title="Error saving settings. Please try again.">
                {problem}
              </Notice>
            ) : null
          }
        >
          <Button type="submit" size="lg" loading={isSubmitting} disabled={!isDirty}>
            Save settings
          </Button>
          {isDirty ? (
            <Button variant="ghost" size="lg" onClick={() => form.reset(valuesOf(profile))}>
              Undo changes
            </Button>
          ) : null}
        </StickyActions>
      </form>
      {dialog}
    </>
  );
}
