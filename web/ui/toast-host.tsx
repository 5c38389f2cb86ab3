import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { toastStore } from "./toast.tsx";

const Toaster = lazyPart(() => import("./toaster.tsx"));

/** What stands for the toaster while its code has not arrived: the text alone, for as long as it is spoken. */
function PlainToast({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p
      aria-hidden="true"
      className="fixed inset-x-4 top-3 z-60 rounded-lg bg-ink px-4 py-3 font-bold text-page shadow-float"
    >
      {text}
    </p>
  );
}

/**
 * Rendered once per app. Loads the toaster with the first toast. The live region stands there from the start, because
 * screen readers commonly do not speak a region that arrives together with its text.
 */
export function ToastHost() {
  const { wanted, latest } = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const text = latest === null ? "" : [latest.title, latest.description].filter(Boolean).join(". ");
  return (
    <>
      <p aria-live={latest?.variant === "destructive" ? "assertive" : "polite"} className="sr-only">
        {text}
      </p>
      {wanted ? (
        <Suspense fallback={null}>
          <Toaster missing={<PlainToast text={text} />} />
        </Suspense>
      ) : null}
    </>
  );
}
