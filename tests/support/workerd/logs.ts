import { vi } from "vitest";

/** Hides what the Worker logs until the end of the test. @returns the spies, which keep the hidden lines. */
export const hideLogs = () =>
  (["info", "warn", "error"] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => undefined));
