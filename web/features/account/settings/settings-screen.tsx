import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { FieldSkeletons } from "../../../ui/placeholders.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { QuickReplySettings } from "../../messages/index.ts";
import { NotificationSettings } from "../../notifications/index.ts";
import { BlockedUsers } from "../../safety/index.ts";
import { ACCOUNT_TYPES } from "./account-types.ts";
import { ChecksSection } from "./checks-section.tsx";
import { DeviceSettings } from "./device-settings.tsx";
import { HolidaySection } from "./holiday-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { useOwnProfile, useStoreProfile } from "./own-profile.ts";
import { SecuritySection } from "./security-section.tsx";
import { SessionsList } from "./sessions-list.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SignInSection } from "./sign-in-section.tsx";

const yoursIs = (kind: string) => `You have ${kind} account.`;

/** The account settings. */
export default function AccountSettings() {
  const { isAdmin } = useSession();
  const profile = useOwnProfile();
  const adopt = useStoreProfile();
  if (profile.isPending) return <SettingsSkeleton />;
  if (profile.isError) {
    return (
      <PageBody width="form">
        <PageHeader title="Account settings" />
        <ErrorState title="Your settings didn't load" query={profile} />
      </PageBody>
    );
  }
  const type = profile.data.account_type;

  return (
    <PageBody width="form">
      <PageHeader
        title="Account settings"
        actions={
          isAdmin ? (
            <LinkButton to="/Settings?part=site" variant="secondary" size="sm">
              Site settings
            </LinkButton>
          ) : null
        }
      />
      <SettingsForm profile={profile.data} onSaved={adopt} />
      <Section
        title="Account type"
        description={yoursIs(ACCOUNT_TYPES[type].article)}
        className="mt-12! border-t border-line pt-8"
        actions={
          <div className="flex flex-wrap gap-2.5">
            {type === "business" ? (
              <LinkButton to="/BusinessOnboarding" variant="secondary" size="sm">
                Business details
              </LinkButton>
            ) : null}
            {type === "individual" ? null : (
              <LinkButton to="/Connect" variant="secondary" size="sm">
                Seller Hub
              </LinkButton>
            )}
            <LinkButton to="/AccountTypeSelection" variant="secondary" size="sm">
              {type === "individual" ? "Become a seller" : "Change"}
            </LinkButton>
          </div>
        }
      >
        <p className="max-w-prose text-muted">{ACCOUNT_TYPES[type].about}</p>
      </Section>
      <HolidaySection profile={profile.data} />
      <QuickReplySettings />
      <NotificationSettings />
      <DeviceSettings />
      <BlockedUsers />
      <SignInSection />
      <SecuritySection />
      <ChecksSection />
      <SessionsList />
      <OwnDataSection />
    </PageBody>
  );
}

function SettingsSkeleton() {
  return (
    <PageBody width="form">
      <PageHeader title="Account settings" />
      <Loading what="your settings" className="grid gap-9">
        <FieldSkeletons count={2} />
        <FieldSkeletons count={4} />
        <Skeleton className="h-28" />
      </Loading>
    </PageBody>
  );
}
