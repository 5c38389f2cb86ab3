import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { pageTitle } from "../lib/document-title.ts";
import { destinationOf, prefetchScreen } from "./screens.ts";

/**
 * What a page load does by itself and an app must do on purpose: the title changes, the focus moves to the page, and
 * screen readers hear where they are. Returns the text to announce.
 */
export function useRouteEffects(): string {
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState("");
  const first = useRef(true);

  // Before the screen's own effects, which may know a better title.
  useLayoutEffect(() => {
    const { page, screen } = destinationOf(pathname);
    document.title = page?.path === "" ? pageTitle("") : pageTitle(screen.title);
    if (first.current) {
      first.current = false;
      return;
    }
    document.getElementById("main")?.focus({ preventScroll: true });
    setAnnouncement(screen.title);
  }, [pathname]);

  return announcement;
}

/** Code of a page is fetched while the pointer, the finger or the focus is still on the link to it. */
export function useLinkPrefetch(): void {
  useEffect(() => {
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link && link.origin === window.location.origin) prefetchScreen(link.pathname);
    };
    const events = ["pointerover", "focusin", "touchstart"] as const;
    for (const name of events) document.addEventListener(name, onIntent, { passive: true });
    return () => {
      for (const name of events) document.removeEventListener(name, onIntent);
    };
  }, []);
}
