import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { freshPage } from "./web/fresh-page.ts";

// jsdom does not support <search> yet and creates an unknown element, about which React warns.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: "HTMLElement", configurable: true });

// Lazy parts of a screen are compiled when first shown, which can take many seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

vi.resetModules();
freshPage();

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
