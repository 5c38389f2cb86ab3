import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { type ToastInput, toastStore } from "./toast.tsx";

const Toaster = lazyPart(() => import("./toaster.tsx"));

/** What stands for the toaster when its code could not be loaded: the text alone, long enough to be read. */
function PlainToast({ toast }: { toast: ToastInput | null }) {
  return (
    <div role="status">
      {toast === null ? null : (
        <p className="fixed inset-x-4 top-3 z-60 rounded-lg bg-ink px-4 py-3 font-bold text-page shadow-float">
          {[toast.title, toast.description].filter(Boolean).join(" · ")}
        </p>
      )}
    </div>
  );
}

/** Rendered once per app. Loads the toaster with the first toast. */
export function ToastHost() {
  const { wanted, latest } = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster missing={<PlainToast toast={latest} />} />
    </Suspense>
  );
}
