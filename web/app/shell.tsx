import { type ComponentType, lazy, Suspense } from "react";
import { useSession } from "../lib/session.ts";
import { CardHeart, type HeartProps } from "../ui/card-heart.tsx";
import { Later } from "../ui/later.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { useLinkPrefetch, useRouteEffects } from "./navigation.ts";
import { AppRoutes } from "./router.tsx";
import { ScrollRestoration } from "./scroll-restoration.tsx";
import { isLockedOut, RestrictedBanner, StandingNotice, Viewing } from "./standing.tsx";
import { TopBar } from "./top-bar.tsx";
import * as words from "./words.ts";

/** For signed-in people. */
const AddButton = lazy(() => import("./add-button.tsx"));

/** Below the first screen in any case: the first page has no room for its script. Nothing breaks when it cannot be had. */
const Footer = lazy<ComponentType>(() => import("./footer.tsx").catch(() => ({ default: () => null })));

/** Nothing to see while there is a network; what this device keeps for a place without comes with it (decision 0073). */
const OfflineNotice = lazy<ComponentType>(() =>
  import("./offline/offline-notice.tsx").catch(() => ({ default: () => null })),
);

/** Comes after the cards it lies on, and a page without it is whole. */
const WishHeart = lazy<ComponentType<HeartProps>>(() =>
  import("./wish-heart.tsx").catch(() => ({ default: () => null })),
);

/** What surrounds every page: skip link, bar, notices, the page itself, the floating add button. */
export function Shell() {
  const session = useSession();
  const announcement = useRouteEffects();
  useLinkPrefetch();

  if (isLockedOut(session)) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <StandingNotice />
        <Viewing />
      </Suspense>
    );
  }
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand focus:translate-y-0"
      >
        {words.skipToContent}
      </a>
      <TopBar />
      <Later>
        <OfflineNotice />
      </Later>
      <RestrictedBanner />
      {/* At least as tall as the screen, so that the footer does not jump as pages fill. */}
      <main id="main" tabIndex={-1} className="min-h-dvh outline-none">
        <CardHeart value={WishHeart}>
          <AppRoutes />
        </CardHeart>
        {session.signedIn ? (
          <Suspense fallback={null}>
            <AddButton />
          </Suspense>
        ) : null}
      </main>
      <Later>
        <Footer />
      </Later>
      <Viewing />
      <ScrollRestoration />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
