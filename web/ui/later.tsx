import { type ReactNode, Suspense } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";

/** A part whose code comes after the page, also where the page itself was drawn by the Worker: there it is the fallback. */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
