import type { Walkthrough } from "#domain/walkthroughs";

/** How long after the page is there. */
export const TOUR_DELAY_MS = 500;

const isTextField = (element: Element | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** A notice about the account or the network; a tour must not cover it (D67). */
export function hasStatusBanner(): boolean {
  return document.querySelector("[data-status-banner]") !== null;
}

/** In the middle of something: a dialog or menu is open, or words are being typed. A tour would be in the way. */
function isBusy(): boolean {
  return (
    isTextField(document.activeElement) ||
    document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null ||
    [...document.querySelectorAll("[popover]")].some((menu) => menu.matches(":popover-open"))
  );
}

/**
 * Calls `start` when the page of this tour has been on screen, with its content, for half a second, and the reader is not
 * in the middle of something; `soon` when that half second begins. Screens say that they have their content by
 * `data-tour-page`. Returns the way to call it off.
 */
export function whenSettled(tour: Walkthrough, { soon, start }: { soon: () => void; start: () => void }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isThere = () => document.querySelector(`[data-tour-page="${tour}"]`) !== null;
  const wait = () => {
    soon();
    timer = setTimeout(() => {
      if (!isThere()) watch();
      // It may stay for days: the next visit tries again.
      else if (hasStatusBanner()) return;
      else if (isBusy()) wait();
      else start();
    }, TOUR_DELAY_MS);
  };
  const observer = new MutationObserver(() => {
    if (!isThere()) return;
    observer.disconnect();
    wait();
  });
  const watch = () => {
    if (isThere()) wait();
    else
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ["data-tour-page"],
      });
  };
  watch();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
