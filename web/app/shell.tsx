import {
  DeletionBanner,
  Impersonation,
  isLockedOut,
  RestrictedBanner,
  RestrictionNotice,
} from "../features/status/index.ts";
import { useSession } from "../lib/session.ts";
import { ClientOnly } from "../ui/client-only.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { useLinkPrefetch, useRouteEffects } from "./navigation.ts";
import { AppRoutes } from "./router.tsx";
import { ScrollRestoration } from "./scroll-restoration.tsx";
import { TabBar } from "./tab-bar.tsx";
import { TopBar } from "./top-bar.tsx";

/** Rendered for signed-in users only. */
const AddButton = lazyPart(() => import("./add-button.tsx"));

/** Always below the first screen, so its code loads later. */
const Footer = lazyPart(() => import("./footer.tsx"));

/** Invisible while online; also starts the offline cache (decision 0011). */
const OfflineNotice = lazyPart(() => import("./offline/offline-notice.tsx"));

/** Frame of every page: skip link, top bar, notices, the page itself, the add button and the tab bar. */
export function Shell() {
  const session = useSession();
  const announcement = useRouteEffects();
  useLinkPrefetch();

  if (isLockedOut(session)) {
    return (
      <ClientOnly fallback={<PageSkeleton />}>
        <RestrictionNotice>
          <AppRoutes />
        </RestrictionNotice>
        <Impersonation />
      </ClientOnly>
    );
  }
  return (
    <>
      <a
        href="#main"
        data-skip
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      <ClientOnly>
        <OfflineNotice />
      </ClientOnly>
      <RestrictedBanner />
      <DeletionBanner />
      {/* At least as tall as the screen, so that the footer does not jump while pages load. */}
      <main id="main" tabIndex={-1} className="min-h-dvh outline-none">
        <AppRoutes />
        {session.signedIn ? (
          <ClientOnly>
            <AddButton />
          </ClientOnly>
        ) : null}
      </main>
      <ClientOnly>
        <Footer />
      </ClientOnly>
      <TabBar />
      <Impersonation />
      <ScrollRestoration />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
