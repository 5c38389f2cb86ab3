import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// jsdom does not know <search> yet and makes an unknown element of it, about which React warns; browsers do know it.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: "HTMLElement", configurable: true });

afterEach(cleanup);
