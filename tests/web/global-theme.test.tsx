/** The marketplace's colours while a page is open (§4 Theme, §9). */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { adoptTheme, followTheme } from "../../web/lib/global-theme.ts";

const CSS = "html:root{--color-ad:#111111}";
const style = () => document.getElementById("marketplace-theme");
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  stop();
  style()?.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answering(...replies: (object | Error)[]) {
  const asked = vi.fn((_path: string) => {
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(Response.json(reply));
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

it("asks every 30 seconds, shows what has changed and keeps it for the next visit", async () => {
  adoptTheme({ theme_config: {}, version: 0, css: "" });
  const asked = answering({ theme_config: {}, version: 1, css: CSS });
  stop = followTheme();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(style()?.textContent).toBe(CSS);
  expect(localStorage.getItem("marketplace-theme")).toContain("--color-ad:#111111");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("asks at once when the page came without a theme", async () => {
  const asked = answering({ theme_config: {}, version: 1, css: CSS });
  stop = followTheme();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(style()?.textContent).toBe(CSS);
});

it("stays as it is where there is none, or the service does not answer", async () => {
  adoptTheme({ theme_config: {}, version: 1, css: CSS });
  answering(new TypeError("offline"), { theme_config: null, version: 0, css: null });
  stop = followTheme();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(style()?.textContent).toBe(CSS);
  expect(localStorage.getItem("marketplace-theme")).toContain('"version":1');
});
