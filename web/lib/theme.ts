import { useSyncExternalStore } from "react";

/**
 * Light or dark. `public/theme-init.js` sets `data-theme` before the first paint (the CSP forbids inline script); this
 * module changes it afterwards. Without a choice of their own, people get their system's theme, also when it changes.
 */
export type Theme = "light" | "dark";

const KEY = "goodstreet-theme";
const listeners = new Set<() => void>();

function chosen(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    // Storage can be blocked altogether; the system's theme still works.
    return null;
  }
}

function current(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function followSystem({ matches }: MediaQueryListEvent): void {
  if (chosen() === null) apply(matches ? "dark" : "light");
}

function subscribe(listener: () => void): () => void {
  // The same function again counts once, however many listen.
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", followSystem);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a page is drawn with before anybody knows: `public/theme-init.js` has coloured it by then, only a label differs. */
const undecided = (): Theme => "light";

/** The theme on screen and a way to switch it; the choice is remembered on this device. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current, undecided);
  return {
    theme,
    toggle: () => {
      const next = theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Not remembered, but switched.
      }
      apply(next);
    },
  };
}
