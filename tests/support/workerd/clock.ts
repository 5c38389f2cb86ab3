import { inject, vi } from "vitest";

/**
 * Stops the clock of Worker and Durable Objects until the end of the test. Only `Date` is faked: the rooms' alarms run
 * on the real clock, and awaited work needs real timers.
 */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
}

/** Stops the clock this much later. */
export const advance = (ms: number): void => stopClock(Date.now() + ms);

/** How long a test waits for a state or a frame that never comes (ms), also on a busy machine. */
export const PATIENCE_MS = inject("patience") ?? 15_000;

/** Runs the work with the clock of Worker and Durable Objects stopped, `ms` milliseconds ahead. */
export async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + ms);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

/** Waits for a time. Tests wait for states; they use this only to begin two racing calls at different times. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `look` until it does not throw, because deferred work runs after the response. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(40);
  }
}

/** Repeats `look` until its result is wanted. */
export function pollUntil<T>(look: () => Promise<T>, wanted: (seen: T) => boolean): Promise<T> {
  return eventually(async () => {
    const seen = await look();
    if (!wanted(seen)) throw new Error(`waited in vain: ${JSON.stringify(seen)}`);
    return seen;
  });
}

/**
 * Repeats `look` until its result stays the same, to see that nothing more happens: nobody can ask the runtime whether
 * deferred work is still running.
 */
export async function whenSettled<T>(look: () => Promise<T>): Promise<T> {
  let seen = await look();
  for (let calm = 0; calm < 3; ) {
    await pause(25);
    const again = await look();
    calm = JSON.stringify(again) === JSON.stringify(seen) ? calm + 1 : 0;
    seen = again;
  }
  return seen;
}
