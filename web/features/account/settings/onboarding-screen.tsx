import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import { PageBody } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { loadBusiness, loadStore } from "./account-calls.ts";
import { useOwnProfile, useStoreProfile } from "./own-profile.ts";
import { SellerSetup } from "./seller-setup.tsx";

/** Loads the initial values of the steps, once per visit. */
function useOwnAccount() {
  return useQuery({
    queryKey: ["own-account"],
    queryFn: async ({ signal }) => {
      const [{ business }, store] = await Promise.all([loadBusiness(signal), loadStore(signal)]);
      return { business, store };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function Setup({ kind }: { kind: "seller" | "business" }) {
  const profile = useOwnProfile();
  const account = useOwnAccount();
  const adopt = useStoreProfile();
  const failed = profile.error ?? account.error;
  if (profile.data === undefined || account.data === undefined) {
    if (!failed) return <PageSkeleton />;
    const retry = () => {
      void profile.refetch();
      void account.refetch();
    };
    return (
      <PageBody>
        <ErrorState query={{ error: failed, refetch: retry }} />
      </PageBody>
    );
  }
  if (kind === "business" && account.data.business === null && profile.data.account_type !== "business") {
    return <Navigate to="/BusinessSignup" replace />;
  }
  return <SellerSetup kind={kind} profile={profile.data} {...account.data} onSaved={adopt} />;
}

/** /Onboarding: turns an individual account into a seller account. */
export function OnboardingScreen() {
  return <Setup kind="seller" />;
}

/** /BusinessOnboarding: completes a business account; also used to change its details later. */
export function BusinessOnboardingScreen() {
  return <Setup kind="business" />;
}
