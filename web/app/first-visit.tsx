import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { pageOf } from "#domain/pages";
import type { Walkthrough } from "#domain/walkthroughs";
import { useSession } from "../lib/session.ts";
import { hadTour } from "../lib/tour-memory.ts";
import { isRestricted } from "./standing.tsx";

// A tour whose code does not come is a tour less, not a broken page.
const GuidedTour = lazy(() => import("../features/walkthrough/guided-tour.tsx").catch(() => ({ default: () => null })));

const TOURS: Record<string, Walkthrough> = { "": "marketplace", marketplace: "marketplace", itemdetail: "item_detail" };

/** The guided tour of this page for who has neither finished nor closed it, here or with their account. */
export function FirstVisit() {
  const { pathname } = useLocation();
  const session = useSession();
  const { ready, profile } = session;
  const tour = TOURS[pageOf(pathname)?.path ?? "none"];
  // The banner's code may come later than the tour's, which must not cover it (D67).
  if (!tour || !ready || isRestricted(session) || profile?.walkthroughs[tour] || hadTour(tour)) return null;
  return (
    <Suspense fallback={null}>
      <GuidedTour key={pathname} tour={tour} />
    </Suspense>
  );
}
