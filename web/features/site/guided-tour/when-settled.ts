import type { Walkthrough } from "#domain/account/walkthroughs";

/** Delay of the tour after the page has its content (ms). */
export const TOUR_DELAY_MS = 500;

const isTextField = (element: Element | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** Whether a notice about the account or the network is shown; a tour must not cover it (D67). */
export function hasStatusBanner(): boolean {
  return document.querySelector("[data-status-banner]") !== null;
}

/** Whether a dialog or menu is open, or the user is typing. */
function isBusy(): boolean {
  return (
    isTextField(document.activeElement) ||
    document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null ||
    [...document.querySelectorAll("[popover]")].some((menu) => menu.matches(":popover-open"))
  );
}

/**
 * Calls `start` when the tour's page has shown its content for half a second and the user is not busy, and `soon` at
 * the start of that half second. Screens mark loaded content with `data-tour-page`. Returns a function that cancels it.
 */
export function whenSettled(tour: Walkthrough, { soon, start }: { soon: () => void; start: () => void }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isThere = () => document.querySelector(`[data-tour-page="${tour}"]`) !== null;
  const wait = () => {
    soon();
    timer = setTimeout(() => {
      if (!isThere()) watch();
      // The notice may stay for days, so the next visit tries again.
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
