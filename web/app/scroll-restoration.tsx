import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const positions = new Map<string, number>();
/** How long to retry: lists load after the page, so the old position may not exist yet. */
const RETRY_MS = 1_500;
/** How long to wait for the section in the address. */
const SECTION_MS = 10_000;
/** What the user scrolls with. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls new pages to the top, or to the section in the address, and restores the position when going back. A changed
 * query string (filters, tabs) does not scroll.
 */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const page = useRef<string>(undefined);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed query string must not scroll
  useLayoutEffect(() => {
    const samePage = page.current === pathname;
    page.current = pathname;
    // Within a page, the browser follows plain anchors and Back itself.
    if (samePage && (type === "POP" || hash === "")) return;
    const known = type === "POP" ? positions.get(key) : undefined;
    const section = known === undefined ? hash.slice(1) : "";
    if (!samePage) window.scrollTo(0, known ?? 0);
    if (section) return untilDone(toSection(section), SECTION_MS);
    return known ? untilDone(toPosition(known), RETRY_MS) : undefined;
  }, [pathname, hash]);

  return null;
}

/** Scrolls one step; returns whether that was the last one. */
type Step = () => boolean;

function toPosition(position: number): Step {
  return () => {
    if (Math.abs(window.scrollY - position) < 2) return true;
    window.scrollTo(0, position);
    return false;
  };
}

/** Keeps the section in view for a while after it has appeared, because the content above it may still load. */
function toSection(id: string): Step {
  let appeared = Number.POSITIVE_INFINITY;
  return () => {
    const section = document.getElementById(id);
    if (section) appeared = Math.min(appeared, performance.now());
    section?.scrollIntoView();
    return performance.now() - appeared > RETRY_MS;
  };
}

/** Repeats the step on every frame, until it is done, the time is over or the user scrolls. */
function untilDone(step: Step, ms: number): () => void {
  const started = performance.now();
  let frame = 0;
  const next = () => {
    if (!step() && performance.now() - started <= ms) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  };
  for (const event of TAKES_OVER) window.addEventListener(event, stop, { once: true, passive: true });
  return stop;
}
