import { lazy, Suspense, useState } from "react";
import type { DialogProps } from "./dialog-props.ts";

const DialogPopup = lazy(() => import("./dialog-popup.tsx"));

/** Loads the dialog's code early: call it on hover or focus of the button that opens a dialog. */
export function preloadDialog(): void {
  // If this fails, the code loads when the dialog opens.
  import("./dialog-popup.tsx").catch(() => undefined);
}

/**
 * Bottom sheet on phones, centred window from 640 px up. Traps the focus and restores it. Its code loads on the first
 * opening; afterwards the dialog stays mounted, so that closing can be animated.
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
