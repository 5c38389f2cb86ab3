import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { memo, type ReactNode, Suspense } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { ApiError } from "../lib/api-client.ts";
import { useRefreshSession, useSession, useStaffGate } from "../lib/session.ts";
import { ClientOnly } from "../ui/client-only.tsx";
import { lazyPart, missingPart } from "../ui/lazy-part.tsx";
import { ErrorState } from "../ui/states.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { type Destination, destinationOf } from "./screens.ts";

const AdminsOnly = lazyPart(() => import("./admins-only.tsx"), missingPart);
const StaffGate = lazyPart(() => import("../features/account/settings/staff-gate.tsx"), missingPart);

/**
 * Routes all addresses to `CurrentScreen`, because `#domain/site/pages` maps an address to its page, ignoring case. One
 * route per page would be ranked and matched at every navigation. Memoised: an update during hydration would make React
 * hydrate the whole page at once instead of in slices.
 */
export const AppRoutes = memo(function AppRoutes() {
  return (
    <Routes>
      <Route path="/:page/:id?" element={<CurrentScreen />} />
      <Route path="*" element={<CurrentScreen />} />
    </Routes>
  );
});

function CurrentScreen() {
  const { pathname } = useLocation();
  const destination = destinationOf(pathname);
  const { Component } = destination.screen;
  const waiting = <ScreenSkeleton path={destination.page?.path} />;
  return (
    <Guard destination={destination} waiting={waiting}>
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <ErrorBoundary onReset={reset} resetKeys={[pathname]} FallbackComponent={RouteError}>
            {/* A new boundary per page; with a shared one React would keep the old page instead of showing the
                skeleton. */}
            <Suspense key={destination.page?.path ?? "*"} fallback={waiting}>
              <Component />
            </Suspense>
          </ErrorBoundary>
        )}
      </QueryErrorResetBoundary>
    </Guard>
  );
}

/** Redirects visitors of non-public pages to SignIn, with the way back (D12). */
function Guard({
  destination: { page, screen },
  waiting,
  children,
}: {
  destination: Destination;
  waiting: ReactNode;
  children: ReactNode;
}) {
  const session = useSession();
  const [gated, goOn] = useStaffGate();
  const refresh = useRefreshSession();
  const { pathname, search } = useLocation();
  if (page === null || page.public) return children;
  if (!session.ready) return waiting;
  if (!session.signedIn) {
    // A failed session request does not mean signed out; redirecting would lose the current page.
    if (session.problem) return <ErrorState query={{ error: session.problem, refetch: () => refresh() }} />;
    return <Navigate to={`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (screen.admin && (!session.isAdmin || gated)) {
    return (
      <Suspense fallback={waiting}>
        <ClientOnly fallback={waiting}>{session.isAdmin ? <StaffGate onDone={goOn} /> : <AdminsOnly />}</ClientOnly>
      </Suspense>
    );
  }
  return children;
}

/**
 * Browsers' error messages for a script that failed to load: removed by a release, or not cached before the network
 * failed.
 */
const NO_CODE = /import|preload|module/i;

/** Error screen of a page. Retries after an API error; any other error reloads the page. */
function RouteError({ error, resetErrorBoundary }: FallbackProps) {
  const fromService = error instanceof ApiError;
  const noCode = !fromService && error instanceof Error && NO_CODE.test(error.message);
  return (
    <ErrorState
      title={
        fromService ? "That didn't load" : noCode ? "Please reload this page" : "Something went wrong on this page"
      }
      query={{
        error: noCode
          ? new ApiError("offline", "We've updated Goodstreet, or you're offline. Please try again.")
          : error,
        refetch: fromService ? resetErrorBoundary : () => window.location.reload(),
      }}
    />
  );
}
