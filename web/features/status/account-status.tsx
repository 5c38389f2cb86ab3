import { isStaff } from "#domain/status/account-status";
import { type Session, useSession } from "../../lib/session.ts";
import { ClientOnly } from "../../ui/client-only.tsx";
import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

// Rarely shown, so their code loads on demand.
export const RestrictionNotice = lazyPart(() => import("./account-status-notice.tsx"), missingPart);
const RestrictedNotice = lazyPart(() => import("./restricted-notice.tsx"));
const DeletionNotice = lazyPart(() => import("./deletion-notice.tsx"));
const ImpersonationBar = lazyPart(() => import("./impersonation-bar.tsx"));

/** Bar on every page while staff impersonate a user (decision 0031). */
export function Impersonation() {
  const { impersonationUntil } = useSession();
  if (impersonationUntil === null) return null;
  return (
    <ClientOnly>
      <ImpersonationBar until={impersonationUntil} />
    </ClientOnly>
  );
}

/** Whether the full-screen notice replaces the app; never for staff. */
export function isLockedOut({ profile }: Session): boolean {
  return profile !== null && !isStaff(profile.role) && (profile.is_banned || profile.is_suspended);
}

/** Whether every page shows the restriction banner; never for staff. */
export function isRestricted({ profile }: Session): boolean {
  return profile?.account_restricted === true && !isStaff(profile.role);
}

/** Banner for sellers who left a payment unconfirmed (D31). */
export function RestrictedBanner() {
  const session = useSession();
  const { profile } = session;
  if (profile === null || !isRestricted(session)) return null;
  return (
    <ClientOnly>
      <RestrictedNotice reason={profile.restriction_reason} since={profile.restriction_applied_at} />
    </ClientOnly>
  );
}

/** Banner while the account's deletion is pending (D61). */
export function DeletionBanner() {
  const { deletionDueAt } = useSession();
  if (deletionDueAt === null) return null;
  return (
    <ClientOnly>
      <DeletionNotice dueAt={deletionDueAt} />
    </ClientOnly>
  );
}
