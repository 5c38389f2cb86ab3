import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const positions = new Map<string, number>();
/** How long to retry: lists load after the page, so the old position may not exist yet. */
const RETRY_MS = 1_500;

/**
 * Scrolls new pages to the top and restores the position when going back. A changed query string (filters, tabs) does
 * not scroll.
 */
export function ScrollRestoration() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query string must not scroll
  useLayoutEffect(() => {
    const target = type === "POP" ? (positions.get(key) ?? 0) : 0;
    window.scrollTo(0, target);
    if (target === 0) return;
    const started = performance.now();
    let frame = 0;
    const retry = () => {
      if (Math.abs(window.scrollY - target) < 2 || performance.now() - started > RETRY_MS) return;
      window.scrollTo(0, target);
      frame = requestAnimationFrame(retry);
    };
    frame = requestAnimationFrame(retry);
    const stop = () => cancelAnimationFrame(frame);
    // The user's own scrolling cancels the restoration.
    window.addEventListener("wheel", stop, { once: true, passive: true });
    window.addEventListener("touchstart", stop, { once: true, passive: true });
    return () => {
      stop();
      window.removeEventListener("wheel", stop);
      window.removeEventListener("touchstart", stop);
    };
  }, [pathname]);

  return null;
}
