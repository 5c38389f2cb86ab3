import { lazy, Suspense } from "react";
import { isStaff } from "#domain/standing";
import { type Session, useSession } from "../lib/session.ts";

/** Almost nobody ever sees these, so their code comes only then. */
export const StandingNotice = lazy(() => import("./standing-notice.tsx"));
const RestrictedNotice = lazy(() => import("./restricted-notice.tsx"));

const ViewingRibbon = lazy(() => import("./viewing-ribbon.tsx"));

/** For staff who see the site through somebody's eyes, over every page and notice (decision 0060). */
export function Viewing() {
  const { viewingUntil } = useSession();
  if (viewingUntil === null) return null;
  return (
    <Suspense fallback={null}>
      <ViewingRibbon until={viewingUntil} />
    </Suspense>
  );
}

/** Whether the app gives way to the full-screen notice; staff are never shown it. */
export function isLockedOut({ profile }: Session): boolean {
  return profile !== null && !isStaff(profile.role) && (profile.is_banned || profile.is_suspended);
}

/** Whether the restriction banner is on every page. */
export function isRestricted({ profile }: Session): boolean {
  return profile?.account_restricted === true && !isStaff(profile.role);
}

/** For sellers who left a payment unconfirmed (D31): what to do about it, on every page. */
export function RestrictedBanner() {
  const session = useSession();
  const { profile } = session;
  if (profile === null || !isRestricted(session)) return null;
  return (
    <Suspense fallback={null}>
      <RestrictedNotice reason={profile.restriction_reason} since={profile.restriction_applied_at} />
    </Suspense>
  );
}
