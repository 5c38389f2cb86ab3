import { afterEach, beforeEach, expect, vi } from "vitest";

/** Fails a test on unexpected console.error or console.warn. */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const calls = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(calls, "unexpected console output").toEqual([]);
});
