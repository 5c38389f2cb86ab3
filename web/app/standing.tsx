import { ShieldAlert } from "lucide-react";
import { lazy } from "react";
import { isStaff } from "#domain/standing";
import { type Session, useSession } from "../lib/session.ts";
import { LinkButton } from "../ui/button.tsx";

/** Almost nobody ever sees it, so its code comes only then. */
export const StandingNotice = lazy(() => import("./standing-notice.tsx"));

/** Whether the app gives way to the full-screen notice; staff are never shown it (§2, §6). */
export function isLockedOut({ profile }: Session): boolean {
  return profile !== null && !isStaff(profile.role) && (profile.is_banned || profile.is_suspended);
}

/** For sellers who left a payment unconfirmed (D31): what to do about it, on every page. */
export function RestrictedBanner() {
  const { profile, supportEmail } = useSession();
  if (!profile?.account_restricted || isStaff(profile.role)) return null;
  return (
    <section aria-label="Account restricted" className="bg-hot-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 sm:px-6">
        <ShieldAlert className="size-5 shrink-0 text-hot-ink" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-bold">Your account is restricted</p>
          <p>
            {profile.restriction_reason ?? "A buyer's payment is waiting for your answer. Confirm it to trade again."}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <LinkButton to="/MyItems" size="sm">
            View Confirmations
          </LinkButton>
          {supportEmail ? (
            <LinkButton to={`mailto:${supportEmail}`} size="sm" variant="secondary">
              Contact Support
            </LinkButton>
          ) : null}
        </div>
      </div>
    </section>
  );
}
