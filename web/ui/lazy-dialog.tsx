import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * Returns a dialog whose code loads when it is first opened, without suspending the screen that opens it. `preload`
 * starts the loading earlier, for example when the pointer is on the button.
 */
export function lazyDialog<Props extends { open: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded: ComponentType<Props> = lazy(load);
  function LazyDialog(props: Props) {
    // Stays mounted once opened, so that closing can be animated.
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    if (!opened) return null;
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyDialog, {
    preload: () => {
      // Every dialog needs the popup. If this fails, the code loads when the dialog opens.
      Promise.all([import("./dialog-popup.tsx"), load()]).catch(() => undefined);
    },
  });
}
