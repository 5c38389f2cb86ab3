import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

/**
 * Fakes the clock and the timers of the page until the end of the test, to see what does not happen within a time. They
 * also follow the real time, so that `findBy…` and user events work.
 */
export function fakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets the faked time pass at once, with all its timers. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
