import { createStore } from "zustand/vanilla";

/** Chromium's, in no standard yet: the page is fit to be installed, and this is the one chance to ask for it later. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** What the browser holds ready; null when it has made no offer, or it has been used. */
export const installOffer = createStore<InstallPrompt | null>(() => null);

let listening = false;

/** Keeps the browser's offer for the settings instead of letting it cover the page. */
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

/** `by-hand`: iPhone and iPad, where only the person can do it. `unknown`: nothing to offer here. */
export function installState(offer: InstallPrompt | null): InstallState {
  if (matchMedia("(display-mode: standalone)").matches) return "installed";
  if (offer !== null) return "offered";
  return /iPhone|iPad/.test(navigator.userAgent) ? "by-hand" : "unknown";
}
