import { driver } from "driver.js";
import "driver.js/dist/driver.css";
import "./tour.css";
import type { TourOutcome } from "../../lib/tour-memory.ts";
import type { TourStep } from "./steps.ts";
import * as words from "./words.ts";

const MOVE_MS = 200;

/**
 * Starts a tour. `onEnd` is told once how it ended: completed by the button of the last step, skipped by the cross, the
 * backdrop or Escape. The returned function takes the tour away without an outcome: the page it was about has gone.
 */
export function startTour(steps: readonly TourStep[], onEnd: (outcome: TourOutcome) => void): () => void {
  const cameFrom = document.activeElement;
  let over = false;
  const close = () => {
    if (over) return;
    over = true;
    resized.disconnect();
    tour.destroy();
    // The library gives the focus back to where it was a step ago, which is one of its own buttons.
    const back = cameFrom instanceof HTMLElement && cameFrom !== document.body && cameFrom.isConnected;
    (back ? cameFrom : document.getElementById("main"))?.focus({ preventScroll: true });
  };
  const end = (outcome: TourOutcome) => {
    if (over) return;
    close();
    onEnd(outcome);
  };

  const tour = driver({
    animate: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    duration: MOVE_MS,
    overlayColor: "var(--color-veil)",
    overlayOpacity: 1,
    stagePadding: 8,
    stageRadius: 16,
    popoverOffset: 8,
    popoverClass: "tour",
    // What is shown is shown, not used: a press on it would leave the tour in the middle.
    disableActiveInteraction: true,
    showProgress: true,
    progressText: words.stepCurrentOfTotal,
    nextBtnText: words.next,
    prevBtnText: words.back,
    doneBtnText: words.finish,
    steps: steps.map(({ target, title, text }, index) => ({
      element: `[data-tour="${target}"]`,
      popover: {
        // The library's title is a page header to assistive technology; in there it is a heading.
        title: `<h2>${title}</h2>`,
        description: text,
        showButtons: index === 0 ? ["next", "close"] : ["next", "previous", "close"],
      },
    })),
    onPopoverRender: ({ wrapper, title, footer, closeButton }) => {
      wrapper.setAttribute("aria-modal", "true");
      title.setAttribute("role", "presentation");
      footer.setAttribute("role", "presentation");
      closeButton.setAttribute("aria-label", words.closeTour);
    },
    onHighlighted: () => {
      // Told of an element that opens nothing, these are wrong; on most of our targets they are not even allowed.
      const shown = document.querySelector(".driver-active-element");
      for (const name of ["aria-haspopup", "aria-expanded", "aria-controls"]) shown?.removeAttribute(name);
      tour.getState("popover")?.nextButton.focus({ preventScroll: true });
    },
    onDoneClick: () => end("completed"),
    onDestroyStarted: () => end("skipped"),
  });
  // Rows that arrive later move what is being shown.
  const resized = new ResizeObserver(() => tour.refresh());
  resized.observe(document.body);
  tour.drive();
  return close;
}
