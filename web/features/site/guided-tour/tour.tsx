import { X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { TourOutcome } from "../../../lib/tour-store.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { TourStep } from "./steps.ts";
import { hasStatusBanner } from "./when-settled.ts";
import "./tour.css";

const stepOf = (step: number, steps: number) => `Step ${step} of ${steps}`;

interface Stop extends TourStep {
  /** Index among all steps of the tour. */
  order: number;
  element: Element;
}

/** Returns the steps whose target is on the page. Not every item has an ad or more from its seller, for example. */
function stopsOnPage(steps: readonly TourStep[]): Stop[] {
  return steps.flatMap((step, order) => {
    const element = document.querySelector(`[data-tour="${step.target}"]`);
    return element ? [{ ...step, order, element }] : [];
  });
}

interface TourProps {
  steps: readonly TourStep[];
  signedIn: boolean;
  /** Null when a status banner needs the space; the next visit then shows the tour again. */
  onEnd: (outcome: TourOutcome | null) => void;
}

/**
 * Guided tour that highlights parts of the page one by one. The page stays usable: a press outside ends the tour and
 * has its usual effect (D67).
 */
export default function Tour({ steps, signedIn, onEnd }: TourProps) {
  const [{ stops, at, moved }, setPlace] = useState(() => ({ stops: stopsOnPage(steps), at: 0, moved: false }));
  const [said, setSaid] = useState("");
  const popup = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const title = useId();
  const text = useId();
  const stop = stops[at];
  const end = useEffectEvent(onEnd);
  useReturnedFocus(popup);
  usePointing(stop?.element, popup, next, moved);
  // After the region itself, or screen readers may not speak it.
  useEffect(() => setSaid("A tour of this page is open at its end. Escape closes it."), []);

  useEffect(() => {
    const inPopup = (node: EventTarget | null) => node instanceof Node && popup.current?.contains(node) === true;
    const onClick = ({ target }: MouseEvent) => inPopup(target) || end("skipped");
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && end("skipped");
    const stopForBanner = () => hasStatusBanner() && end(null);
    // In the capture phase, because the page's own handler may navigate away.
    document.addEventListener("click", onClick, true);
    document.addEventListener("keydown", onKeyDown);
    const banners = new MutationObserver(stopForBanner);
    banners.observe(document.body, { childList: true, subtree: true });
    stopForBanner();
    return () => {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("keydown", onKeyDown);
      banners.disconnect();
    };
  }, []);

  if (!stop) return null;
  const move = (by: 1 | -1) => {
    // Parts of the page may have appeared or disappeared since the last step.
    const stops = stopsOnPage(steps);
    const to =
      by === 1
        ? stops.findIndex(({ order }) => order > stop.order)
        : stops.findLastIndex(({ order }) => order < stop.order);
    if (to === -1) onEnd("completed");
    else setPlace({ stops, at: to, moved: true });
  };
  const last = at === stops.length - 1;

  return createPortal(
    <div
      ref={popup}
      role="dialog"
      aria-labelledby={title}
      aria-describedby={text}
      data-tour-step
      className="fixed top-0 left-0 z-40 w-[min(340px,100vw-32px)] rounded-lg border border-line bg-raised p-5 text-ink shadow-float"
    >
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <h2 id={title} className="pr-9 font-bold text-lg">
        {stop.title}
      </h2>
      <p id={text} className="mt-1.5 text-muted">
        {signedIn ? stop.text : (stop.visitorText ?? stop.text)}
      </p>
      <div className="mt-4 flex items-center gap-2">
        <span className="mr-auto text-muted text-sm tabular-nums">{stepOf(at + 1, stops.length)}</span>
        {at > 0 ? (
          <Button size="sm" variant="quiet" onClick={() => move(-1)}>
            Back
          </Button>
        ) : null}
        <Button ref={next} size="sm" onClick={() => (last ? onEnd("completed") : move(1))}>
          {last ? "Finish" : "Next"}
        </Button>
      </div>
      <IconButton
        size="sm"
        label="Close the tour"
        className="absolute! top-2.5 right-2.5"
        onClick={() => onEnd("skipped")}
      >
        <X className="size-5" />
      </IconButton>
    </div>,
    document.body,
  );
}

/** Restores the focus when the tour ends, unless a press outside has moved it. */
function useReturnedFocus(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (!popup.current?.contains(document.activeElement)) return;
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (back ? before : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, [popup]);
}

const GAP = 12;
const EDGE = 16;
/** Height of the sticky bar (px), which the popup must not cover. */
const BAR = 64;

/** Highlights the target, scrolls it into view and positions the popup next to it. */
function usePointing(
  element: Element | undefined,
  popup: RefObject<HTMLDivElement | null>,
  next: RefObject<HTMLButtonElement | null>,
  moved: boolean,
): void {
  useLayoutEffect(() => {
    if (!element) return;
    const place = () => {
      if (!popup.current) return;
      const { offsetWidth: width, offsetHeight: height } = popup.current;
      const target = element.getBoundingClientRect();
      const fitsBelow = target.bottom + GAP + height + EDGE <= window.innerHeight;
      const fitsAbove = target.top - GAP - height >= BAR;
      const free = fitsBelow ? target.bottom + GAP : fitsAbove ? target.top - GAP - height : Number.POSITIVE_INFINITY;
      const top = Math.min(free, window.innerHeight - height - EDGE);
      const left = Math.min(Math.max(EDGE, target.left), document.documentElement.clientWidth - width - EDGE);
      popup.current.style.translate = `${left}px ${top}px`;
    };
    element.setAttribute("data-tour-shown", "");
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "nearest", behavior: reducedMotion ? "auto" : "smooth" });
    place();
    // Not when the tour appears: a person may be using the page.
    if (moved) next.current?.focus({ preventScroll: true });
    window.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    // Content that loads later moves the target.
    const shifted = new ResizeObserver(place);
    shifted.observe(document.body);
    return () => {
      element.removeAttribute("data-tour-shown");
      window.removeEventListener("scroll", place);
      window.removeEventListener("resize", place);
      shifted.disconnect();
    };
  }, [element, popup, next, moved]);
}
