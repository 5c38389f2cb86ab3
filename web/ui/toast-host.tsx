import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastWanted } from "./toast.tsx";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Rendered once per app. Loads the toaster with the first toast. */
export function ToastHost() {
  const needed = useSyncExternalStore(toastWanted.subscribe, toastWanted.get, toastWanted.get);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
