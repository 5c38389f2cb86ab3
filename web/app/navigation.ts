import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { pageTitle } from "../lib/document-title.ts";
import { destinationOf, prefetchScreen } from "./screens.ts";

const TITLE_MS = 600;

/**
 * Does what a page load would do: sets the title and moves the focus to the page. Returns the text that screen readers
 * announce.
 */
export function useRouteEffects(): string {
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState("");
  const first = useRef(true);
  const [arrivals, setArrivals] = useState(0);

  // Runs before the screen's own effects, which may set a better title.
  useLayoutEffect(() => {
    const { page, screen } = destinationOf(pathname);
    document.title = page?.path === "" ? pageTitle("") : pageTitle(screen.title);
    if (first.current) {
      first.current = false;
      return;
    }
    document.getElementById("main")?.focus({ preventScroll: true });
    setArrivals((before) => before + 1);
  }, [pathname]);

  // The screen may set a better title once its data is there.
  useEffect(() => {
    if (arrivals === 0) return;
    const timer = setTimeout(() => setAnnouncement(document.title), TITLE_MS);
    return () => clearTimeout(timer);
  }, [arrivals]);

  return announcement;
}

/** Prefetches the code of a page while the pointer, the finger or the focus is on its link. */
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
