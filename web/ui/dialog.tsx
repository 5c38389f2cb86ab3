import { lazy, Suspense, useState } from "react";
import type { DialogProps } from "./dialog-props.ts";

const DialogPopup = lazy(() => import("./dialog-popup.tsx"));

/** Loads the dialog's code before it is needed: call it on hover or focus of the button that opens one. */
export function preloadDialog(): void {
  // Without network it is loaded when it is opened.
  import("./dialog-popup.tsx").catch(() => undefined);
}

/**
 * Bottom sheet on phones, centred window from 640 px up. Keeps the focus inside and gives it back to where it was. The
 * code arrives with the first opening; after that the dialog stays mounted, so that closing can be animated.
 */
export function Dialog(props: DialogProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  );
}
