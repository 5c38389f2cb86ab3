import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { lazy, memo, type ReactNode, Suspense } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { ApiProblem } from "../lib/api-client.ts";
import { useRefreshSession, useSession } from "../lib/session.ts";
import { GridSkeleton, PageSkeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { type Destination, destinationOf } from "./screens.ts";
import * as words from "./words.ts";

const AdminsOnly = lazy(() => import("./admins-only.tsx"));

/**
 * Which page an address is says `#domain/pages`, without regard to case; anything else shows Home's content. A route per
 * page would only be ranked and tried one after the other at every change of the address. Kept apart from
 * what surrounds it: a page that is still being taken over from the Worker's drawing, and is given anything new meanwhile,
 * is taken over in one go instead of in pieces.
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
  const { Component, skeleton } = destination.screen;
  const waiting = skeleton === "grid" ? <GridSkeleton /> : <PageSkeleton />;
  return (
    <Guard destination={destination} waiting={waiting}>
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <ErrorBoundary onReset={reset} resetKeys={[pathname]} FallbackComponent={RouteError}>
            {/* A new boundary per page: with the old one React would keep the old page instead of the skeleton. */}
            <Suspense key={destination.page?.path ?? "*"} fallback={waiting}>
              <Component />
            </Suspense>
          </ErrorBoundary>
        )}
      </QueryErrorResetBoundary>
    </Guard>
  );
}

/** Sends visitors of non-public pages to SignIn and back again afterwards (D12). */
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
  const refresh = useRefreshSession();
  const { pathname, search } = useLocation();
  if (page === null || page.public) return children;
  if (!session.ready) return waiting;
  if (!session.signedIn) {
    // Not reaching the service is no proof of being signed out, and must not lose the page one was on.
    if (session.problem) return <ErrorState error={session.problem} onRetry={() => void refresh()} />;
    return <Navigate to={`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (screen.admin && !session.isAdmin) {
    return (
      <Suspense fallback={waiting}>
        <AdminsOnly />
      </Suspense>
    );
  }
  return children;
}

/** How browsers say that a file of the app did not come: gone after a release, or never fetched before the network went. */
const NO_CODE = /import|preload|module/i;

/** A screen that broke. A service's refusal is asked again; anything else is loaded anew. */
function RouteError({ error, resetErrorBoundary }: FallbackProps) {
  const fromService = error instanceof ApiProblem;
  const noCode = !fromService && error instanceof Error && NO_CODE.test(error.message);
  return (
    <ErrorState
      title={fromService ? words.thatDidntLoad : noCode ? words.loadAgain : words.thisPageRanIntoProblem}
      error={noCode ? new ApiProblem("offline", words.updatedOrOffline) : error}
      onRetry={fromService ? resetErrorBoundary : () => window.location.reload()}
    />
  );
}
