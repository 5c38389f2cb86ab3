import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { freshPage } from "./web/fresh-page.ts";

// jsdom does not support <search> yet and creates an unknown element, about which React warns.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: "HTMLElement", configurable: true });

// Lazy parts of a screen are compiled when first shown, which can take many seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

vi.resetModules();
freshPage();

// What the app has learned of the server's clock from a faked clock or a fixed `server_now` is wrong for the next test.
beforeEach(async () => {
  const { serverNow, syncServerClock } = await import("../../web/lib/server-clock.ts");
  if (Math.abs(serverNow() - Date.now()) < 1_000) return;
  // The clock keeps the later of two similar times, so it is set far back first.
  for (const ago of [86_400_000, 0]) syncServerClock(Date.now() - ago);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function () {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

// jsdom has no layout and does not implement scrollIntoView.
Element.prototype.scrollIntoView = () => {};

// jsdom does not implement matchMedia: every query is false.
window.matchMedia ??= (media) =>
  ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

// jsdom has no layout: nothing changes its size, is seen, or is at a point.
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= StillObserver;
window.IntersectionObserver ??= StillObserver as unknown as typeof IntersectionObserver;
document.elementsFromPoint ??= () => [];
