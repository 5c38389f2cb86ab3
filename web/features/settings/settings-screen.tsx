import type { ReactNode } from "react";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { FieldSkeletons } from "../../ui/row-skeletons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { ACCOUNT_TYPES } from "./account-words.ts";
import { useOwnProfile, useStoreProfile } from "./own-profile.ts";
import { SessionsList } from "./sessions-list.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import * as words from "./words.ts";

/** /Settings: the account settings (D10). Sections of other features are passed in as `children`. */
export default function SettingsScreen({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  const profile = useOwnProfile();
  const adopt = useStoreProfile();
  if (profile.isPending) return <SettingsSkeleton />;
  if (profile.isError) {
    return (
      <PageBody width="form">
        <PageHeader title={words.accountSettings} />
        <ErrorState title={words.settingsDidntLoad} error={profile.error} onRetry={() => void profile.refetch()} />
      </PageBody>
    );
  }
  const type = profile.data.account_type;

  return (
    <PageBody width="form">
      <PageHeader title={words.accountSettings} actions={actions} />
      <SettingsForm profile={profile.data} onSaved={adopt} />
      <Section
        title={words.kindOfAccount}
        description={words.yoursIs(ACCOUNT_TYPES[type].article)}
        className="mt-12! border-t border-line pt-8"
        actions={
          <div className="flex flex-wrap gap-2.5">
            {type === "business" ? (
              <LinkButton to="/BusinessOnboarding" variant="secondary" size="sm">
                {words.businessDetails}
              </LinkButton>
            ) : null}
            {type === "individual" ? null : (
              <LinkButton to="/Connect" variant="secondary" size="sm">
                {words.sellerHub}
              </LinkButton>
            )}
            <LinkButton to="/AccountTypeSelection" variant="secondary" size="sm">
              {type === "individual" ? words.becomeASeller : words.change}
            </LinkButton>
          </div>
        }
      >
        <p className="max-w-prose text-muted">{ACCOUNT_TYPES[type].about}</p>
      </Section>
      {children}
      <SignInSection />
      <SessionsList />
    </PageBody>
  );
}

function SettingsSkeleton() {
  return (
    <PageBody width="form">
      <PageHeader title={words.accountSettings} />
      <div role="status" className="grid gap-9">
        <span className="sr-only">{words.loadingSettings}</span>
        <FieldSkeletons count={2} />
        <FieldSkeletons count={4} />
        <Skeleton className="h-28" />
      </div>
    </PageBody>
  );
}
