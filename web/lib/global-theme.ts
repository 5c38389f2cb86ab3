/**
 * The colours that staff chose for the marketplace. The page contains them; this module polls for changes. They are
 * cached in localStorage under `marketplace-theme`, which `public/theme-init.js` reads when a page comes without them.
 */
import type { ThemeReply } from "#contract/site/theme";
import { api, unwrap } from "./api-client.ts";
import { runWhenIdle } from "./run-when-idle.ts";
import { SITE_THEME_KEY } from "./storage-keys.ts";
import { isIdle, onReturn } from "./user-activity.ts";

const POLL_MS = 30_000;

/** Applies and caches a theme. Without a theme the current colours stay. */
export function applyTheme(theme: ThemeReply): void {
  if (theme.css === null) return;
  let style = document.getElementById(SITE_THEME_KEY);
  if (!style) {
    style = document.createElement("style");
    style.id = SITE_THEME_KEY;
    document.head.append(style);
  }
  if (style.textContent !== theme.css) style.textContent = theme.css;
  try {
    localStorage.setItem(SITE_THEME_KEY, JSON.stringify(theme));
  } catch {
    // Storage is blocked: the theme is applied but not cached.
  }
}

/**
 * Polls the theme every 30 seconds while the user is using the page, and at once if the page came without one. Returns a
 * stop function.
 */
export function pollTheme(): () => void {
  let lastRequest = performance.now();
  const load = () => {
    lastRequest = performance.now();
    // A failed request leaves the current theme.
    unwrap(api.api.theme.$get()).then(applyTheme, () => undefined);
  };
  const due = () => {
    if (document.visibilityState === "visible" && performance.now() - lastRequest >= POLL_MS) load();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === "visible" && !isIdle()) load();
  }, POLL_MS);
  const stopListening = onReturn(due);
  const stopWaiting = runWhenIdle(() => {
    if (!document.getElementById(SITE_THEME_KEY)) load();
  });
  document.addEventListener("visibilitychange", due);
  return () => {
    stopWaiting();
    stopListening();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", due);
  };
}
