/**
 * Makes Back close what is open on top of a page (a dialog, sheet, menu or viewer) instead of leaving the page. Each
 * open overlay has a history entry above that of its page, with the same address (decision 0037).
 *
 * The entries are invisible to React Router: it sees neither their `popstate` events nor a navigation that starts while
 * they exist, because that waits until they are removed.
 */
import type { UNSAFE_createBrowserHistory } from "react-router-dom";

type RouterHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

interface Overlay {
  close: () => void;
}

/** Time in which a closed overlay is unmounted (ms). One that is still open then has refused to close. */
const CLOSED_MS = 200;
/** A removal takes a few milliseconds. After this time (ms) the browser has ignored it. */
const IGNORED_MS = 1_000;

let following = false;
const overlays: Overlay[] = [];
/** Navigations that wait until the overlays' entries are removed. */
const navigations: (() => void)[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;
/** Set while overlays' entries are being removed. */
let removing: ReturnType<typeof setTimeout> | undefined;
/** The page of the overlays' entries. */
let page: string | null = null;

/** Number of overlay entries between the current history entry and its page. */
const depth = (): number => history.state?.overlays ?? 0;

/** Identifies the page of a history entry: React Router's key, and the address because the first entry has no key. */
const pageOf = (state: { key?: string } | null): string => `${state?.key} ${location.href}`;

/**
 * Adds an overlay that Back closes by calling `close`. Returns a function to call when the overlay is closed, however
 * that happens; it removes the overlay's history entry.
 */
export function addOverlay(close: () => void): () => void {
  const overlay: Overlay = { close };
  overlays.push(overlay);
  settleIn(0);
  return () => {
    const at = overlays.indexOf(overlay);
    if (at >= 0) overlays.splice(at, 1);
    settleIn(0);
  };
}

/** Returns React Router's history with navigations that first remove the entries of open overlays. */
export function withOverlays(router: RouterHistory): RouterHistory {
  following = true;
  // In the capture phase, before React Router.
  window.addEventListener("popstate", onPop, { capture: true });
  // After a reload on an overlay's entry the overlay is gone.
  if (depth() > 0) settleIn(0);
  return Object.assign(Object.create(router) as RouterHistory, {
    push: (...args: Parameters<RouterHistory["push"]>) => navigate(() => router.push(...args)),
    replace: (...args: Parameters<RouterHistory["replace"]>) => navigate(() => router.replace(...args)),
    go: (delta: number) => navigate(() => router.go(delta)),
  });
}

function navigate(start: () => void): void {
  if (depth() === 0 && removing === undefined) {
    page = null;
    start();
    return;
  }
  navigations.push(start);
  settle();
}

/** Settles later, so that one overlay can take over the entry of another that closes in the same render. */
function settleIn(delay: number): void {
  clearTimeout(settling);
  if (following) settling = setTimeout(settle, delay);
}

/** Adds or removes history entries until there is one per open overlay, or none for a navigation that waits. */
function settle(): void {
  if (removing !== undefined) return;
  const wanted = navigations.length > 0 ? 0 : overlays.length;
  if (depth() > wanted) {
    removing = setTimeout(giveUp, IGNORED_MS);
    history.go(wanted - depth());
    return;
  }
  if (navigations.length > 0) {
    page = null;
    for (const start of navigations.splice(0)) start();
    // Most overlays close with the navigation.
    settleIn(CLOSED_MS);
    return;
  }
  while (depth() < overlays.length) {
    history.pushState({ ...history.state, overlays: depth() + 1 }, "");
    page = pageOf(history.state);
  }
}

/** The tab was restored without the entries below, so there is nothing to go back to. */
function giveUp(): void {
  removing = undefined;
  history.replaceState({ ...history.state, overlays: 0 }, "");
  settle();
}

function onPop(event: PopStateEvent): void {
  const ours = removing !== undefined;
  clearTimeout(removing);
  removing = undefined;
  if (page === null || page !== pageOf(event.state)) {
    // Another page, which React Router shows.
    page = null;
    settleIn(CLOSED_MS);
    return;
  }
  event.stopImmediatePropagation();
  if (ours) {
    settle();
    return;
  }
  for (const { close } of overlays.slice(depth()).reverse()) close();
  // Also for an entry reached by Forward, whose overlay no longer exists.
  settleIn(CLOSED_MS);
}
