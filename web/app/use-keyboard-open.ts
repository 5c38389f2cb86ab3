import { useEffect, useState } from "react";

/** No toolbar of a browser is as high as this, and no on-screen keyboard as low (px). */
const KEYBOARD_MIN = 150;

const TEXT_FIELD =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=file])";

/**
 * Whether the on-screen keyboard is open: a text field has the focus, and the visible part of the page is much lower
 * than it has been at this width. Browsers have no event for it.
 */
export function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let { width, height: full } = viewport;
    const check = () => {
      if (viewport.width !== width) [width, full] = [viewport.width, 0];
      full = Math.max(full, viewport.height);
      // Zooming in makes the visible part smaller too.
      const lower = viewport.scale < 1.1 && full - viewport.height > KEYBOARD_MIN;
      setOpen(lower && document.activeElement?.matches(TEXT_FIELD) === true);
    };
    viewport.addEventListener("resize", check);
    document.addEventListener("focusin", check);
    document.addEventListener("focusout", check);
    return () => {
      viewport.removeEventListener("resize", check);
      document.removeEventListener("focusin", check);
      document.removeEventListener("focusout", check);
    };
  }, []);
  return open;
}
