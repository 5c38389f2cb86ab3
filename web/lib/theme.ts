import { useSyncExternalStore } from "react";
import { THEME_KEY } from "./storage-keys.ts";

/**
 * Light or dark theme. `public/theme-init.js` sets `data-theme` before the first paint (the CSP forbids inline
 * scripts); this module changes it later. Without a stored choice it follows the system theme.
 */
export type Theme = "light" | "dark";

const listeners = new Set<() => void>();

function chosen(): Theme | null {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    // Storage can be blocked; the system theme still works.
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

function applySystemTheme({ matches }: MediaQueryListEvent): void {
  if (chosen() === null) apply(matches ? "dark" : "light");
}

function subscribe(listener: () => void): () => void {
  // Adding the same function again has no effect, so several subscribers share one listener.
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySystemTheme);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Theme during server rendering and hydration. `public/theme-init.js` has already set the colours; only a label depends
 * on this value.
 */
const undecided = (): Theme => "light";

/** Returns the current theme and a toggle; the choice is stored on this device. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current, undecided);
  return {
    theme,
    toggle: () => {
      const next = theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(THEME_KEY, next);
      } catch {
        // Storage is blocked: the theme changes but is not stored.
      }
      apply(next);
    },
  };
}
