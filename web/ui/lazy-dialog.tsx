import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { toast } from "./toast.tsx";

/**
 * Returns a dialog whose code loads when it is first opened, without suspending the screen that opens it. `preload`
 * starts the loading earlier, for example when the pointer is on the button. `close` closes it when its code is missing.
 */
export function lazyDialog<Props extends { open: boolean; onClose?: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void = ({ onClose }) => onClose?.(),
) {
  const Loaded: ComponentType<Props & { missing: ReactNode }> = lazyPart(
    load as () => Promise<{ default: (props: Props) => ReactNode }>,
  );
  function LazyDialog(props: Props) {
    // Stays mounted once opened, so that closing can be animated.
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    if (!opened) return null;
    const onLost = () => {
      close(props);
      setOpened(false);
    };
    return (
      <Suspense fallback={null}>
        <Loaded {...props} missing={<DidNotOpen onLost={onLost} />} />
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

/** Says that a dialog's code did not arrive, and closes it, so that the next press tries again. */
export function DidNotOpen({ onLost }: { onLost?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast, however often the callback changes
  useEffect(() => {
    toast({
      title: "That didn't open",
      description: "Check your connection and try again, or reload the page.",
      variant: "destructive",
    });
    onLost?.();
  }, []);
  return null;
}
