import { useEffect, useEffectEvent } from "react";
import { addOverlay } from "../lib/overlay-history.ts";

/**
 * While `open`, Back calls `close` instead of leaving the page. For everything that opens on top of a page; the shared
 * dialogs, menus and viewers already use it.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (open) return addOverlay(() => onBack());
  }, [open]);
}
