/** Theme updates while a page is open. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { applyTheme, pollTheme } from "../../web/lib/global-theme.ts";

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
});

function answering(...replies: (object | Error)[]) {
  const fetch = vi.fn((_path: string) => {
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(Response.json(reply));
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

it("pollTheme asks every 30 seconds, applies a change and stores it for the next visit", async () => {
  applyTheme({ theme_config: {}, version: 0, css: "" });
  const fetch = answering({ theme_config: {}, version: 1, css: CSS });
  stop = pollTheme();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(style()?.textContent).toBe(CSS);
  expect(localStorage.getItem("marketplace-theme")).toContain("--color-ad:#111111");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("pollTheme asks at once when the page came without a theme", async () => {
  const fetch = answering({ theme_config: {}, version: 1, css: CSS });
  stop = pollTheme();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(style()?.textContent).toBe(CSS);
});

it("pollTheme keeps the current theme when there is none or the request fails", async () => {
  applyTheme({ theme_config: {}, version: 1, css: CSS });
  answering(new TypeError("offline"), { theme_config: null, version: 0, css: null });
  stop = pollTheme();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(style()?.textContent).toBe(CSS);
  expect(localStorage.getItem("marketplace-theme")).toContain('"version":1');
});
