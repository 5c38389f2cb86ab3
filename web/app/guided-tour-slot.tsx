import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import type { Walkthrough } from "#domain/account/walkthroughs";
import { pageOf } from "#domain/site/pages";
import { isRestricted } from "../features/status/index.ts";
import { useSession } from "../lib/session.ts";
import { isTourDone } from "../lib/tour-store.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const GuidedTour = lazyPart(() => import("../features/site/guided-tour/guided-tour.tsx"));

const TOURS: Record<string, Walkthrough> = { "": "marketplace", marketplace: "marketplace", itemdetail: "item_detail" };

/**
 * Shows the guided tour of this page unless the user has finished or closed it, in this browser or with their account.
 */
export function GuidedTourSlot() {
  const { pathname } = useLocation();
  const session = useSession();
  const { ready, profile, deletionDueAt } = session;
  const tour = TOURS[pageOf(pathname)?.path ?? "none"];
  // The banners may load after the tour, which must not cover them (D67).
  if (
    !tour ||
    !ready ||
    isRestricted(session) ||
    deletionDueAt !== null ||
    profile?.walkthroughs[tour] ||
    isTourDone(tour)
  )
    return null;
  return (
    <Suspense fallback={null}>
      <GuidedTour key={pathname} tour={tour} />
    </Suspense>
  );
}
