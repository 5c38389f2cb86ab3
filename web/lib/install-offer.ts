import { createStore } from "zustand/vanilla";

/** Chromium's non-standard install event. The page must keep it to show the install prompt later. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** The pending install prompt; null when the browser offered none or it was used. */
export const installOffer = createStore<InstallPrompt | null>(() => null);

let listening = false;

/** Keeps the browser's install prompt for the settings page, instead of letting it cover the page. */
export function catchInstallOffer(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installOffer.setState(event as InstallPrompt, true);
  });
  window.addEventListener("appinstalled", () => installOffer.setState(null, true));
}

export type InstallState = "installed" | "offered" | "by-hand" | "unknown";

/**
 * `by-hand`: iPhone and iPad, where the user has to install it from the share menu. `unknown`: no install option here.
 */
export function installState(offer: InstallPrompt | null): InstallState {
  if (matchMedia("(display-mode: standalone)").matches) return "installed";
  if (offer !== null) return "offered";
  return /iPhone|iPad/.test(navigator.userAgent) ? "by-hand" : "unknown";
}
