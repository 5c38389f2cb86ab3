/**
 * The colours staff chose for the whole marketplace. The page brings them; this looks for newer ones while it is open. They
 * are kept under `marketplace-theme`, where `public/theme-init.js` finds them when a page comes without.
 */
import type { ThemeReply } from "#contract/theme";
import { readReply } from "./api-client.ts";
import { whenIdle } from "./user-channel.ts";

const KEY = "marketplace-theme";
const POLL_MS = 30_000;

/** Shows and keeps a theme. Where there is none, the one on screen stays. */
export function adoptTheme(theme: ThemeReply): void {
  if (theme.css === null) return;
  let style = document.getElementById(KEY);
  if (!style) {
    style = document.createElement("style");
    style.id = KEY;
    document.head.append(style);
  }
  if (style.textContent !== theme.css) style.textContent = theme.css;
  try {
    localStorage.setItem(KEY, JSON.stringify(theme));
  } catch {
    // Not kept, but shown.
  }
}

/** Asks for the theme every 30 seconds while the page is in sight; at once if the page came without. Returns how to stop. */
export function followTheme(): () => void {
  let asked = performance.now();
  const ask = () => {
    asked = performance.now();
    // A reply that did not come leaves everything as it is.
    readReply(fetch("/api/theme")).then(
      (theme) => adoptTheme(theme as ThemeReply),
      () => undefined,
    );
  };
  const due = () => {
    if (document.visibilityState === "visible" && performance.now() - asked >= POLL_MS) ask();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") ask();
  }, POLL_MS);
  const stopWaiting = whenIdle(() => {
    if (!document.getElementById(KEY)) ask();
  });
  document.addEventListener("visibilitychange", due);
  return () => {
    stopWaiting();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", due);
  };
}
