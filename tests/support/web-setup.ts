import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// jsdom does not know <search> yet and makes an unknown element of it, about which React warns; browsers do know it.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: "HTMLElement", configurable: true });

// A screen's lazy parts are compiled when they are first shown, which on a busy machine takes longer than the default.
configure({ asyncUtilTimeout: 5_000 });

afterEach(cleanup);

// jsdom has no layout to scroll in.
Element.prototype.scrollIntoView = () => {};
