import { vi } from "vitest";

/** Stops the clock of Worker and Durable Objects this much later, until `vi.useRealTimers()`. */
export function advance(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

/** Runs the work with the clock of Worker and Durable Objects moved ahead. */
export async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + ms);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
