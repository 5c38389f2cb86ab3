import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionReply } from "#contract/auth";
import type { OwnProfile } from "#contract/profiles";
import { api, unwrap } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SignInSection } from "./sign-in-section.tsx";

const PROFILE_KEY = ["own-profile"];

/** /Settings for everybody: the account's own settings (D10). */
export default function SettingsScreen() {
  const client = useQueryClient();
  const profile = useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => unwrap(api.api.profile.$get({}, { init: { signal } })),
    // Loaded once per visit: a refetch must not pull the values from under somebody who is typing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (profile.isPending) return <PageSkeleton />;
  if (profile.isError) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />;

  const onSaved = (saved: OwnProfile) => {
    client.setQueryData(PROFILE_KEY, saved);
    client.setQueryData<SessionReply>(SESSION_KEY, (session) => session && { ...session, profile: saved });
  };
  return (
    <PageBody width="form">
      <PageHeader title="Account settings" />
      <SettingsForm profile={profile.data} onSaved={onSaved} />
      <SignInSection />
    </PageBody>
  );
}
