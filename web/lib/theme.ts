import { useSyncExternalStore } from "react";

/**
 * Light or dark. `public/theme-init.js` sets `data-theme` before the first paint (the CSP forbids inline script); this
 * module changes it afterwards. Without a choice of their own, people get their system's theme, also when it changes.
 */
export type Theme = "light" | "dark";

const KEY = "goodstreet-theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
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

dark.addEventListener("change", () => {
  if (chosen() === null) apply(dark.matches ? "dark" : "light");
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme on screen and a way to switch it; the choice is remembered on this device. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current);
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
