import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { OwnProfile } from "#contract/account/profiles";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { useRefreshSession } from "../../lib/session.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useReauthentication } from "../../ui/reauthentication.tsx";
import { toast } from "../../ui/toast.tsx";
import { OfferFields } from "./offer-fields.tsx";
import { BankFields, CardField, CryptoFields, PendingDetails } from "./payment-fields.tsx";
import { AboutFields, PlaceFields } from "./profile-fields.tsx";
import { changedSettings, type SettingsValues, settingsSchema, showServerErrors, valuesOf } from "./settings-values.ts";
import * as words from "./words.ts";

/** Form of the account settings; saves only changed fields. */
export function SettingsForm({ profile, onSaved }: { profile: OwnProfile; onSaved: (saved: OwnProfile) => void }) {
  const refresh = useRefreshSession();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: standardSchemaResolver(settingsSchema, undefined, { raw: true }),
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
      toast({ title: words.settingsSaved });
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_required") {
        setProblem(words.notConfirmedYet);
        return;
      }
      if (showServerErrors(form, error)) return;
      // Signed out or suspended meanwhile: reload the session, which shows the right page.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) void refresh();
      const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
      setProblem(refused ? error.message : words.nothingLost);
      toast({ title: words.saveFailed, variant: "destructive" });
    }
  });

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Section title={words.aboutYou}>
          <AboutFields form={form} profile={profile} />
        </Section>

        <Section title={words.whereYouAre} description={words.whereYouAreDescription}>
          <PlaceFields form={form} profile={profile} />
        </Section>

        <Section title={words.howBuyersPayYou}>
          <CardField form={form} />
          <BankFields form={form} />
          <CryptoFields form={form} />
          <PendingDetails wait={profile.details_wait} />
        </Section>

        <Section title={words.offersAndTrades} description={words.offersAndTradesDescription}>
          <OfferFields form={form} />
        </Section>

        <div className="mt-8 grid gap-4">
          {problem ? (
            <Notice kind="error" title={words.saveFailed}>
              {problem}
            </Notice>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" size="lg" loading={isSubmitting} disabled={!isDirty} className="max-sm:w-full">
              {words.saveSettings}
            </Button>
            {isDirty ? (
              <Button variant="ghost" size="lg" onClick={() => form.reset(valuesOf(profile))} className="max-sm:w-full">
                {words.undoChanges}
              </Button>
            ) : null}
          </div>
        </div>
      </form>
      {dialog}
    </>
  );
}
