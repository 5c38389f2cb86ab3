import { type ReactNode, Suspense } from "react";
import { useHydrated } from "../lib/use-hydrated.tsx";

/** Renders its children only in the browser; the server renders the fallback. */
export function ClientOnly({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
